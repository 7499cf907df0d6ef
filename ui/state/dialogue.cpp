#include "ui/state/dialogue.h"

#include "ui/state/document.h"
#include "ui/state/line_history.h"

#include <algorithm>

namespace headlight {

namespace {

const QString kUser = QStringLiteral("user");
const QString kAssistant = QStringLiteral("assistant");
const QString kAnswer = QStringLiteral("answer"), kEnd = QStringLiteral("end");

/// The last user turn as one line: its line feeds become U+2028.
QString lastOfUser(const Dialogue& dialogue)
{
    const auto last = std::find_if(dialogue.turns.rbegin(), dialogue.turns.rend(),
                                   [](const Turn& turn) { return turn.role == kUser; });
    if (last == dialogue.turns.rend())
        return {};
    return QString(last->text).replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
}

} // namespace

bool isBlank(const Dialogue& dialogue)
{
    return std::all_of(dialogue.turns.begin(), dialogue.turns.end(),
                       [](const Turn& turn) { return turn.text.trimmed().isEmpty(); });
}

QString nextRole(const Dialogue& dialogue)
{
    return !dialogue.turns.empty() && dialogue.turns.back().role == kUser ? kAssistant : kUser;
}

Document withDialogue(const Document& document, const std::optional<Dialogue>& dialogue)
{
    Document next = document;
    next.dialogue = dialogue;
    const std::optional<Dialogue>& writer = dialogue ? dialogue : document.dialogue;
    if (writer)
        next.text = lastOfUser(*writer);
    next.line = 0;
    next.ids = next.ids && !dialogue;
    next.pair.clear();
    if (next.dialogue != document.dialogue) {
        next.forced.clear();
        next.branches = {};
        next.otherLines.clear();
    }
    return next;
}

Dialogue dialogueOf(const Document& document)
{
    const QStringList lines = document.text.split(QLatin1Char('\n'));
    return {{{kUser, asRead(lines.value(shownLine(lines, document.line)))}}, true};
}

QStringList toTexts(const Dialogue& dialogue)
{
    QStringList texts{dialogue.answer ? kAnswer : kEnd};
    for (const Turn& turn : dialogue.turns)
        texts << turn.role << turn.text;
    return texts;
}

std::optional<Dialogue> dialogueFromTexts(const QStringList& texts)
{
    const auto turns = static_cast<std::size_t>(texts.size() / 2);
    if (texts.size() % 2 == 0 || turns == 0 || turns > kMostTurns
        || (texts.front() != kAnswer && texts.front() != kEnd))
        return std::nullopt;
    Dialogue dialogue{{}, texts.front() == kAnswer};
    for (qsizetype i = 1; i < texts.size(); i += 2)
        dialogue.turns.push_back({texts[i], texts[i + 1]});
    return dialogue;
}

std::optional<Dialogue> StoredSetting<Dialogue>::read(const QVariant& stored)
{
    const std::optional<QStringList> texts = StoredSetting<QStringList>::read(stored);
    return texts ? dialogueFromTexts(*texts) : std::nullopt;
}

} // namespace headlight
