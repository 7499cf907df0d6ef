#include "ui/run/shown_lane.h"

#include "core/base/text_list.h"
#include "core/model/model.h"
#include "core/run/execute.h"
#include "core/run/lanes.h"
#include "ui/state/line_history.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <utility>

namespace headlight {

namespace {

Result<LaneInput> prepareLine(const Model& model, const QString& typed, const QString& typedPair, bool asIds)
{
    const QString line = asRead(typed), pair = asRead(typedPair);
    const bool hasTokenizer = model.tokenizers().source != nullptr;
    if (hasTokenizer && !asIds) {
        TextInput text{line.toStdString(), std::nullopt, std::nullopt};
        if (model.isEncoderOnly() && !pair.trimmed().isEmpty())
            text.pair = pair.toStdString();
        return prepareText(model, text);
    }
    ASSIGN_OR_RETURN(const auto ids, idsFromText(line, hasTokenizer));
    return prepareIds(model, ids, {});
}

Result<ShownLane> prepareDialogue(const Model& model, const Dialogue& dialogue, const std::stop_token& stop)
{
    ShownLane result;
    if (isBlank(dialogue))
        return result;
    if (model.chat() == nullptr)
        return badArgument("conversation",
                           "this model has no chat template. Switch Edit → Conversation off to read the last "
                           "user's turn as a sentence");
    auto chat = prepareChat(model, conversationOf(messagesOf(dialogue)), dialogue.answer, stop);
    if (!chat) {
        // Templates reject conversations they are not made for: that is not a faulty file.
        Error error = chat.error();
        if (error.code != ErrorCode::kCancelled)
            error.code = ErrorCode::kBadArgument;
        return error;
    }
    result.input = std::move(chat->lane);
    result.line = QString::fromStdString(chat->text);
    result.lanes = 1;
    return result;
}

QString eachLine(const QString& text, const std::function<std::optional<QString>(const QString&)>& change)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines)
        if (!line.trimmed().isEmpty())
            line = change(line).value_or(line);
    return lines.join(QLatin1Char('\n'));
}

constexpr int kFewWords = 2; ///< a line with no more words is a fragment
constexpr qsizetype kMostWordLength = 24;

/// The text of the line that a token covers; empty for tokens added to the line.
QString typedText(const QList<uint>& line, const TokenLabel& token)
{
    if (token.rangeEnd <= token.rangeBegin || token.rangeEnd > line.size())
        return {};
    const QList<uint> part = line.mid(token.rangeBegin, token.rangeEnd - token.rangeBegin);
    return QString::fromUcs4(reinterpret_cast<const char32_t*>(part.constData()), part.size());
}

void addOnce(QStringList& list, const QString& text)
{
    const QString shown = text.trimmed();
    if (!shown.isEmpty() && !list.contains(shown))
        list << (shown.size() > kMostWordLength ? shown.left(kMostWordLength) + QChar(0x2026) : shown);
}

int wordCount(const QString& line)
{
    const QStringList parts = line.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return static_cast<int>(std::ranges::count_if(parts, [](const QString& part) {
        return std::ranges::any_of(part, [](QChar c) { return c.isLetterOrNumber(); });
    }));
}

} // namespace

std::vector<Message> messagesOf(const Dialogue& dialogue)
{
    return listFrom(dialogue.turns, [](const Turn& turn) {
        return Message{turn.role.toStdString(), turn.text.toStdString()};
    });
}

Result<std::vector<TokenId>> idsFromText(const QString& text, bool hasTokenizer)
{
    std::vector<TokenId> ids;
    for (const QString& word : idsIn(text)) {
        bool ok = false;
        ids.push_back(word.toInt(&ok));
        if (!ok)
            return badArgument("text",
                               (hasTokenizer ? "expected token ids such as 12 7 30, found \""
                                             : "this model has no tokenizer: expected token ids such as "
                                               "12 7 30, found \"")
                                   + word.toStdString() + '"');
    }
    return ids;
}

Result<ShownLane> prepareShownLane(const Model& model, const Document& document, const std::stop_token& stop)
{
    if (document.dialogue)
        return prepareDialogue(model, *document.dialogue, stop);
    const QStringList lines = document.text.split(QLatin1Char('\n'));
    const QStringList pairs = document.pair.split(QLatin1Char('\n'));
    const int shown = shownLine(lines, document.line);
    ShownLane result;
    std::size_t longest = 0;
    for (int i = 0; i < lines.size(); ++i) {
        if (lines[i].trimmed().isEmpty())
            continue;
        ASSIGN_OR_RETURN(auto lane, prepareLine(model, lines[i], pairs.value(i), document.ids));
        longest = std::max(longest, lane.source.size());
        if (i == shown) {
            result.input = std::move(lane);
            result.line = asRead(lines[i]);
            result.lane = result.lanes;
        }
        ++result.lanes;
    }
    // A decoder-only model continues the line, so no padding may follow it.
    if (!model.isDecoderOnly())
        padLane(model, result.input, longest);
    return result;
}

qsizetype charactersOf(const Document& document)
{
    if (!document.dialogue)
        return document.text.size();
    qsizetype length = 0;
    for (const Turn& turn : document.dialogue->turns)
        length += turn.text.size();
    return length;
}

QString idsOfText(const Model& model, const QString& text)
{
    return eachLine(text, [&model](const QString& line) -> std::optional<QString> {
        const auto lane = prepareText(model, {asRead(line).toStdString(), std::nullopt, std::nullopt});
        if (!lane)
            return std::nullopt;
        return QString::fromStdString(joined(lane->source, " ", &TokenLabel::id));
    });
}

QString textOfIds(const Model& model, const QString& text)
{
    const Tokenizer* const tokenizer = model.tokenizers().source.get();
    if (tokenizer == nullptr)
        return text;
    return eachLine(text, [tokenizer](const QString& line) -> std::optional<QString> {
        const auto ids = idsFromText(line, true);
        if (!ids)
            return std::nullopt;
        // A line feed in the text is a line break inside the line.
        return QString::fromStdString(tokenizer->decode(*ids, true))
            .replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
    });
}

InputNote inputNoteOf(const QString& line, const std::vector<TokenLabel>& tokens,
                      const std::optional<TrainingInput>& training)
{
    InputNote note;
    const QList<uint> points = line.toUcs4();
    for (const TokenLabel& token : tokens) {
        if (token.padding || token.fromTemplate || token.segment != 0)
            continue;
        const QString typed = typedText(points, token);
        // A special token that covers text other than its own name is the unknown token.
        const bool unknown = token.special && !typed.isEmpty()
            && !QString::fromStdString(token.text).startsWith(typed.trimmed());
        if (unknown)
            addOnce(note.unknown, typed);
        else if (training && !token.special && !training->hasRead(static_cast<TokenId>(token.id)))
            addOnce(note.unseen, typed);
    }
    const int words = wordCount(line);
    note.fragment = training && training->wholeSentences && words > 0 && words <= kFewWords;
    if (training && !note.empty())
        for (const std::string& example : training->examples)
            note.examples << QString::fromStdString(example);
    return note;
}

} // namespace headlight
