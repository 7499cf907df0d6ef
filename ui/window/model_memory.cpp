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
#include <QStringList>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr qsizetype kMostModels = 50;

/// Four texts for each model, the one that was used last at the end: folder, sentence, second sentence, head.
const Setting<QStringList> kOwnOfModels{"models/own", {}};
enum Part : qsizetype { kFolder, kText, kPair, kHead, kParts };

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
    QStringList models = kOwnOfModels.of(m_settings);
    models.resize(models.size() / kParts * kParts);
    for (qsizetype i = models.size() - kParts; i >= 0; i -= kParts)
        if (models[i + kFolder] == m_folder)
            models.remove(i, kParts);
    while (models.size() >= kMostModels * kParts)
        models.remove(0, kParts);
    const Document& document = m_workspace.document();
    const bool shown = !m_workspace.snapshot()->trace.isNull();
    models << m_folder << document.text << document.pair
           << (shown ? QString::fromStdString(toString(m_focus.head())) : QString());
    kOwnOfModels.set(m_settings, models);
}

std::optional<ModelMemory::Own> ModelMemory::ownOf(const QString& folder) const
{
    const QStringList models = kOwnOfModels.of(m_settings);
    for (qsizetype i = 0; i + kParts <= models.size(); i += kParts) {
        if (models[i + kFolder] != folder)
            continue;
        Own own{models[i + kText], models[i + kPair], {}};
        const auto head = parseHeadPattern(models[i + kHead].toStdString());
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
    next.dialogue.reset();
    next.text = sentence;
    next.pair = own ? own->pair : QString();
    next.target.clear();
    next.line = 0;
    m_workspace.apply(next, {});
}

} // namespace headlight
