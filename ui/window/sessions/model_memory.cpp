#include "ui/window/sessions/model_memory.h"

#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "ui/run/first_head.h"
#include "ui/run/shown_lane.h"
#include "ui/state/focus.h"
#include "ui/state/setting.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/window/lessons/lesson_library.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr qsizetype kMostModels = 50;

/// Four texts for each model, the most recent model last: folder, sentence, second sentence, head.
const Setting<QStringList> kOwnOfModels{"models/own", {}};
enum Part : qsizetype { kFolder, kText, kPair, kHead, kParts };

/// For models with a conversation: the folder, the number of texts that follow, and the conversation's texts.
const Setting<QStringList> kTalksOfModels{"models/conversations", {}};

struct Talk
{
    QString folder;
    QStringList texts;
};

std::vector<Talk> talksIn(const QStringList& stored)
{
    std::vector<Talk> talks;
    for (qsizetype i = 0; i + 2 <= stored.size();) {
        bool isNumber = false;
        const qsizetype count = stored[i + 1].toInt(&isNumber);
        if (!isNumber || count < 0 || count > stored.size() - i - 2)
            break; // edited by hand
        talks.push_back({stored[i], stored.mid(i + 2, count)});
        i += 2 + count;
    }
    return talks;
}

/// The name of a built-in model; empty for other models.
QString builtinName(const QString& folder)
{
    const auto all = builtinModelFolders();
    const bool builtin = std::ranges::any_of(
        all, [&folder](const auto& each) { return QString::fromStdString(each.string()) == folder; });
    return builtin ? QFileInfo(folder).fileName() : QString();
}

/// Initial text for a model without a tokenizer if the present text is no list of ids: the first ids.
QString firstIds(std::int64_t vocabulary)
{
    constexpr std::int64_t kMost = 8;
    QStringList ids;
    for (std::int64_t id = 1; id <= std::clamp<std::int64_t>(vocabulary - 1, 1, kMost); ++id)
        ids << QString::number(id);
    return ids.join(QLatin1Char(' '));
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

void ModelMemory::restore()
{
    Document document = m_workspace.document();
    document.text = kLastText.of(m_settings);
    document.pair = kLastPair.of(m_settings);
    document.target = kLastTarget.of(m_settings);
    document.dialogue = kLastDialogue.of(m_settings);
    m_open.restored = document.dialogue;
    m_workspace.apply(document, {});
}

// A conversation that came from a session stays, along with the reason why this model cannot read it.
void ModelMemory::leaveRestored()
{
    const std::optional<Dialogue> restored = std::exchange(m_open.restored, std::nullopt);
    const Document& document = m_workspace.document();
    if (restored && document.dialogue == restored && m_workspace.model()->chat() == nullptr)
        m_workspace.apply(withDialogue(document, std::nullopt), {});
}

void ModelMemory::takeDecoding(const QString& model)
{
    Document next = m_workspace.document();
    next.decoding = std::exchange(m_open.decoding, std::nullopt).value_or(next.decoding);
    if (const auto own = firstDecoding(model))
        m_open.decoding = std::exchange(next.decoding, *own);
    m_workspace.apply(next, {});
}

void ModelMemory::keepDialogue()
{
    std::vector<Talk> talks = talksIn(kTalksOfModels.of(m_settings));
    std::erase_if(talks, [this](const Talk& talk) { return talk.folder == m_open.folder; });
    if (const auto& dialogue = m_workspace.document().dialogue)
        talks.push_back({m_open.folder, toTexts(*dialogue)});
    const auto first = talks.size() - std::min<std::size_t>(talks.size(), kMostModels);
    QStringList stored;
    for (std::size_t i = first; i < talks.size(); ++i)
        stored << talks[i].folder << QString::number(talks[i].texts.size()) << talks[i].texts;
    kTalksOfModels.set(m_settings, stored);
}

std::optional<Dialogue> ModelMemory::dialogueOf(const QString& folder) const
{
    for (const Talk& talk : talksIn(kTalksOfModels.of(m_settings)))
        if (talk.folder == folder)
            return dialogueFromTexts(talk.texts);
    return std::nullopt;
}

void ModelMemory::keepForStart(const Document& document)
{
    kLastText.set(m_settings, document.text);
    kLastTarget.set(m_settings, document.target);
    kLastPair.set(m_settings, document.pair);
    kLastDialogue.set(m_settings, document.dialogue);
}

void ModelMemory::keep()
{
    const Document& document = m_workspace.document();
    keepForStart(document);
    if (m_open.folder.isEmpty())
        return;
    keepDialogue();
    QStringList models = kOwnOfModels.of(m_settings);
    models.resize(models.size() / kParts * kParts);
    for (qsizetype i = models.size() - kParts; i >= 0; i -= kParts)
        if (models[i + kFolder] == m_open.folder)
            models.remove(i, kParts);
    while (models.size() >= kMostModels * kParts)
        models.remove(0, kParts);
    const bool shown = !m_workspace.snapshot()->trace.isNull();
    models << m_open.folder << document.text << document.pair
           << (shown ? QString::fromStdString(toString(m_focus.head())) : QString());
    kOwnOfModels.set(m_settings, models);
}

std::optional<ModelMemory::Own> ModelMemory::ownOf(const QString& folder) const
{
    const QStringList models = kOwnOfModels.of(m_settings);
    for (qsizetype i = 0; i + kParts <= models.size(); i += kParts) {
        if (models[i + kFolder] != folder)
            continue;
        Own own{models[i + kText], models[i + kPair], dialogueOf(folder), {}};
        if (const auto head = parseHeadPattern(models[i + kHead].toStdString()))
            own.head = onlyHead(*head);
        return own;
    }
    return std::nullopt;
}

QString ModelMemory::opened(const QString& folder)
{
    // The sentence that is there at the start is the user's own, unless it is the default.
    bool first = !std::exchange(m_open.any, true) && m_workspace.document().text != kLastText.usual();
    if (folder == m_open.folder)
        return {};
    keep();
    m_open.folder = folder;
    if (folder.isEmpty())
        return {};
    leaveRestored();
    takeDecoding(builtinName(folder));
    const std::optional<Own> own = ownOf(folder);
    m_firstHead.prefer(own ? own->head : std::nullopt);
    QString sentence = own ? own->text : firstSentence(builtinName(folder));
    const Model& model = *m_workspace.model();
    const bool idsOnly = model.tokenizers().source == nullptr;
    const bool idsBefore
        = std::exchange(m_open.idsOnly, idsOnly); // ids are no sentence of a model that reads texts
    const bool unreadable = !m_workspace.document().dialogue
        && (idsOnly ? !idsFromText(m_workspace.document().text, false) : idsBefore && !sentence.isEmpty());
    if (unreadable) { // it cannot stay, whatever is kept for comparison
        first = false;
        if (idsOnly && (sentence.isEmpty() || !idsFromText(sentence, false)))
            sentence = firstIds(model.traceInfo().vocabulary);
    }
    const std::optional<Dialogue> dialogue
        = own && m_workspace.model()->chat() != nullptr ? own->dialogue : std::nullopt;
    if (first || (sentence.isEmpty() && !dialogue) || (m_workspace.kept() != nullptr && !unreadable))
        return {};
    Document next = m_workspace.document();
    next.dialogue = dialogue;
    next.text = sentence;
    next.pair = own ? own->pair : QString();
    next.target.clear();
    next.line = 0;
    m_workspace.apply(next, {});
    return own ? QString() : builtinName(folder);
}

} // namespace headlight
