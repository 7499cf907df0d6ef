#include "ui/run/shown_lane.h"

#include "core/base/text_list.h"
#include "core/run/execute.h"
#include "core/run/lanes.h"
#include "ui/state/line_history.h"

#include <QStringList>

#include <algorithm>
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
    Result<std::vector<TokenId>> ids = idsFromText(line, hasTokenizer);
    RETURN_IF_ERROR(ids);
    return prepareIds(model, *ids, {});
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
        Result<LaneInput> lane = prepareLine(model, lines[i], pairs.value(i), document.ids);
        RETURN_IF_ERROR(lane);
        longest = std::max(longest, lane->source.size());
        if (i == shown) {
            result.input = *std::move(lane);
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

} // namespace headlight
