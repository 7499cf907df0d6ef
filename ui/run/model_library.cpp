#include "ui/run/model_library.h"

#include "core/model/builtin_model.h"
#include "ui/run/model_facts.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace headlight {

namespace {

QString pathText(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

/// Titles of the built-in models; one that is not listed is called by its folder name. A model of an
/// introduction to the paper has the title of the introduction's page.
QString builtinTitle(const QString& name)
{
    static constexpr std::array kTitles{
        std::pair{"en-fr", QT_TRANSLATE_NOOP("ModelLibrary", "English → French (built-in)")},
        std::pair{"en-gpt", QT_TRANSLATE_NOOP("ModelLibrary", "English, next word (built-in)")},
        std::pair{"en-bert", QT_TRANSLATE_NOOP("ModelLibrary", "English, masked words (built-in)")},
    };
    static constexpr std::array kTexts{
        std::pair{"text-0",
                  QT_TRANSLATE_NOOP("lessons",
                                    "Text 0: an interpretation of “Attention Is All You Need” after The "
                                    "Annotated Transformer, from the input tensors up, in PyTorch")},
        std::pair{"text-1",
                  QT_TRANSLATE_NOOP("lessons",
                                    "Text 1: “Mastering large language models – Part IX: self-attention with "
                                    "PyTorch”")},
        std::pair{"text-2",
                  QT_TRANSLATE_NOOP("lessons",
                                    "Text 2: “Transformers”, a chapter with a full encoder–decoder in "
                                    "PyTorch")},
        std::pair{
            "text-3",
            QT_TRANSLATE_NOOP("lessons", "Text 3: “The Transformer Architecture” (HY-673, lecture notes)")},
        std::pair{
            "text-4",
            QT_TRANSLATE_NOOP("lessons", "Text 4: “Transformers: A Quick Explanation with Code”, in NumPy")},
    };
    for (const auto& [folder, title] : kTitles)
        if (name == QLatin1String(folder))
            return QCoreApplication::translate("ModelLibrary", title);
    const auto text
        = std::ranges::find(kTexts, name, [](const auto& each) { return QLatin1String(each.first); });
    return QCoreApplication::translate("ModelLibrary", "%1 (built-in)")
        .arg(text == kTexts.end() ? name : QCoreApplication::translate("lessons", text->second));
}

bool isBuiltin(const std::filesystem::path& folder)
{
    const auto builtin = builtinModelFolder(folder.filename().string());
    return builtin && *builtin == folder;
}

} // namespace

void ModelLibrary::search(const QStringList& folders, bool hubCache)
{
    ModelPlaces places;
    for (const QString& folder : folders)
        places.folders.emplace_back(folder.toStdString());
    if (hubCache) {
        places.hub = headlight::hubCacheFolder();
        places.gguf = GgufPlaces::usual();
    }
    m_task.start([this, places](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        QList<LibraryModel> found;
        try {
            for (const FoundModel& model : findModels(places, stop)) {
                const bool builtin = model.origin == FoundModel::Origin::kBuiltin;
                found.push_back({model.origin, pathText(model.folder),
                                 builtin ? builtinTitle(QString::fromStdString(model.name))
                                         : QString::fromStdString(model.name),
                                 QString::fromStdString(model.obstacle)});
            }
        } catch (const std::exception&) {
            return; // the disk went away during reading: keep what was known
        }
        deliver([this, found = std::move(found)] {
            m_models = found;
            emit changed();
        });
    });
}

QString ModelLibrary::hubCacheFolder()
{
    return pathText(headlight::hubCacheFolder());
}

QString modelTitle(const QString& folder)
{
    const std::filesystem::path path(folder.toStdString());
    if (isBuiltin(path))
        return builtinTitle(pathText(path.filename()));
    const QString name = QString::fromStdString(modelNameOf(path));
    return name.isEmpty() ? folder : name;
}

QString commandName(const QString& folder)
{
    const std::filesystem::path path(folder.toStdString());
    if (isBuiltin(path))
        return pathText(path.filename());
    // …/models--OWNER--NAME/snapshots/HASH
    const std::string name = hubModelName(path.parent_path().parent_path().filename().string());
    const auto meant = resolveModel(name);
    return !name.empty() && meant && *meant == path ? QString::fromStdString(name) : folder;
}

QString modelMeant(const QString& given)
{
    const auto folder = resolveModel(given.toStdString());
    return folder ? QDir(pathText(*folder)).absolutePath() : given;
}

QStringList modelArguments(const ModelFacts& model)
{
    QStringList words{QStringLiteral("--model"),
                      commandName(model.base.isEmpty() ? model.folder : model.base)};
    if (!model.base.isEmpty())
        words << QStringLiteral("--adapter") << model.folder;
    if (model.roundsInputs)
        words << QStringLiteral("--precision") << QStringLiteral("fast");
    return words;
}

} // namespace headlight
