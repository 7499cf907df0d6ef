#include "ui/window/model_memory.h"

#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "ui/run/first_head.h"
#include "ui/state/focus.h"
#include "ui/state/setting.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/gallery/examples.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr qsizetype kMostModels = 50;

/// A list of objects, the model that was used last at the end.
const Setting<QByteArray> kOwnOfModels{"models/own", {}};

QJsonArray storedModels(const Settings& settings)
{
    return QJsonDocument::fromJson(kOwnOfModels.of(settings)).array();
}

/// The name of a built-in model; empty for others.
QString builtinName(const QString& folder)
{
    const auto all = builtinModelFolders();
    const bool builtin = std::any_of(all.begin(), all.end(), [&folder](const auto& each) {
        return QString::fromStdString(each.string()) == folder;
    });
    return builtin ? QFileInfo(folder).fileName() : QString();
}

} // namespace

ModelMemory::ModelMemory(Workspace& workspace, Focus& focus, Settings& settings, FirstHead& firstHead,
                         QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_settings(settings)
    , m_firstHead(firstHead)
{ }

void ModelMemory::keep()
{
    if (m_folder.isEmpty())
        return;
    QJsonArray models = storedModels(m_settings);
    for (qsizetype i = models.size() - 1; i >= 0; --i)
        if (models[i].toObject()[QLatin1String("folder")].toString() == m_folder
            || models.size() > kMostModels)
            models.removeAt(i);
    const Document& document = m_workspace.document();
    QJsonObject own{{QStringLiteral("folder"), m_folder},
                    {QStringLiteral("text"), document.text},
                    {QStringLiteral("pair"), document.pair}};
    if (!m_workspace.snapshot()->trace.isNull())
        own[QStringLiteral("head")] = QString::fromStdString(toString(m_focus.head()));
    models.append(own);
    kOwnOfModels.set(m_settings, QJsonDocument(models).toJson(QJsonDocument::Compact));
}

std::optional<ModelMemory::Own> ModelMemory::ownOf(const QString& folder) const
{
    for (const QJsonValue& each : storedModels(m_settings)) {
        const QJsonObject object = each.toObject();
        if (object[QLatin1String("folder")].toString() != folder)
            continue;
        Own own{object[QLatin1String("text")].toString(), object[QLatin1String("pair")].toString(), {}};
        const auto head = parseHeadPattern(object[QLatin1String("head")].toString().toStdString());
        if (head && !head->anyStack && !head->anyKind && head->layers.first == head->layers.last
            && head->heads.first == head->heads.last)
            own.head = HeadRef{head->stack, head->layers.first, head->kind, head->heads.first};
        return own;
    }
    return std::nullopt;
}

void ModelMemory::opened(const QString& folder)
{
    const bool first = !std::exchange(m_any, true);
    if (folder == m_folder)
        return;
    keep();
    m_folder = folder;
    if (folder.isEmpty())
        return;
    const std::optional<Own> own = ownOf(folder);
    m_firstHead.prefer(own ? own->head : std::nullopt);
    const QString sentence = own ? own->text : firstSentence(builtinName(folder));
    if (first || sentence.isEmpty() || m_workspace.kept() != nullptr)
        return;
    Document next = m_workspace.document();
    next.text = sentence;
    next.pair = own ? own->pair : QString();
    next.target.clear();
    next.line = 0;
    m_workspace.apply(next, {});
}

} // namespace headlight
