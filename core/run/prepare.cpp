#include "core/run/execute.h"

#include "core/base/text_list.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/text/chat/chat_format.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// A part of a text, at most `most` code points long.
std::string partOf(std::string_view text, const CodePointRange& range, std::int32_t most)
{
    const std::vector<std::size_t> offsets = byteOffsetsOfCodePoints(text);
    const auto last = static_cast<std::int32_t>(offsets.size()) - 1;
    if (range.begin >= range.end || range.end > last)
        return {};
    const std::int32_t end = std::min(range.end, range.begin + most);
    const std::size_t from = offsets[static_cast<std::size_t>(range.begin)];
    std::string part(text.substr(from, offsets[static_cast<std::size_t>(end)] - from));
    if (const auto word = part.find_first_not_of(' '); word != std::string::npos)
        part.erase(0, word);
    return end < range.end ? part + "…" : part;
}

/// text: the segment that contains the token.
TokenLabel labelOf(const Tokenizer& tokenizer, const Token& token, std::string_view text)
{
    constexpr std::int32_t kMostUnknown = 12; ///< code points shown of the text behind an unknown token
    TokenLabel label;
    label.id = token.id;
    label.text = tokenizer.display(token.id);
    label.special = token.special;
    label.rangeBegin = token.range.begin;
    label.rangeEnd = token.range.end;
    label.segment = token.typeId;
    // A special token whose text differs from its name is the unknown token.
    if (token.special)
        if (const std::string part = partOf(text, token.range, token.range.end - token.range.begin);
            !part.empty() && label.text.compare(0, part.size(), part) != 0)
            label.text += ' ' + partOf(text, token.range, kMostUnknown);
    return label;
}

Error noTokenizer(const Model& model)
{
    return {ErrorCode::kFileNotFound, "has no tokenizer files. Give token ids instead of a text",
            model.folder().string()};
}

Result<std::vector<TokenLabel>> encodeText(const Model& model, StackKind stack, const std::string& text,
                                           const std::optional<std::string>& pair, bool addSpecial)
{
    const Tokenizer* tokenizer = tokenizerOf(model, stack);
    if (!tokenizer)
        return noTokenizer(model);
    std::optional<std::string_view> second;
    if (pair)
        second = *pair;
    ASSIGN_OR_RETURN(const auto tokens, tokenizer->encode(text, second, {addSpecial}));
    return listFrom(tokens, [&](const Token& token) {
        return labelOf(*tokenizer, token, token.typeId == 1 && pair ? *pair : text);
    });
}

Result<LaneInput> laneOfText(const Model& model, const TextInput& input, bool addSpecial)
{
    LaneInput lane;
    ASSIGN_OR_RETURN(lane.source, encodeText(model, inputStack(model), input.text, input.pair, addSpecial));
    for (const TokenLabel& label : lane.source)
        lane.segments.push_back(label.segment);
    if (!model.isEncoderDecoder())
        return lane;
    if (model.generation().startId >= 0)
        lane.target.push_back(labelOf(model, StackKind::kDecoder, model.generation().startId));
    if (input.target) {
        ASSIGN_OR_RETURN(const auto target,
                         encodeText(model, StackKind::kDecoder, *input.target, std::nullopt, false));
        lane.target.insert(lane.target.end(), target.begin(), target.end());
    }
    return lane;
}

bool touchesAny(const std::vector<ContentPart>& contents, const TokenLabel& label)
{
    return std::ranges::any_of(contents, [&label](const ContentPart& part) {
        return label.rangeBegin < part.end && part.begin < label.rangeEnd;
    });
}

} // namespace

Result<LaneInput> prepareText(const Model& model, const TextInput& input)
{
    return laneOfText(model, input, true);
}

Result<ChatInput> prepareChat(const Model& model, const ChatFormat& format, const Conversation& conversation,
                              bool answer, const std::stop_token& stop)
{
    ASSIGN_OR_RETURN(auto written, format.write(conversation, answer, stop));
    ASSIGN_OR_RETURN(auto lane, laneOfText(model, {written.text, std::nullopt, std::nullopt}, false));
    for (TokenLabel& label : lane.source)
        label.fromTemplate = !touchesAny(written.contents, label);
    return ChatInput{std::move(lane), std::move(written.text)};
}

Result<ChatInput> prepareChat(const Model& model, const Conversation& conversation, bool answer,
                              const std::stop_token& stop)
{
    if (model.chat() == nullptr)
        return Error{ErrorCode::kFileNotFound, "found no chat template", model.folder().string()};
    if (!*model.chat())
        return model.chat()->error();
    return prepareChat(model, **model.chat(), conversation, answer, stop);
}

Result<LaneInput> prepareIds(const Model& model, const std::vector<TokenId>& ids,
                             const std::vector<TokenId>& targetIds)
{
    LaneInput lane;
    const auto check = [&](const std::vector<TokenId>& all, StackKind stack,
                           std::vector<TokenLabel>& labels) -> Result<void> {
        const auto* const weights = model.weights().stack(stack);
        if (weights == nullptr && !all.empty())
            return Error{ErrorCode::kBadArgument, "found target ids, expected none: the model has no decoder",
                         model.folder().string(), "target_ids"};
        for (const TokenId id : all) {
            const Index known = weights->embedding.rows();
            if (id < 0 || id >= known)
                return badArgument("ids", "found ", id, ", expected ids from 0 to ", known - 1,
                                   ", the size of the model's vocabulary");
            labels.push_back(labelOf(model, stack, id));
        }
        return {};
    };
    RETURN_IF_ERROR(check(ids, inputStack(model), lane.source));
    RETURN_IF_ERROR(check(targetIds, StackKind::kDecoder, lane.target));
    if (model.isEncoderDecoder() && targetIds.empty() && model.generation().startId >= 0)
        lane.target.push_back(labelOf(model, StackKind::kDecoder, model.generation().startId));
    return lane;
}

} // namespace headlight
