#include "core/edit/interventions.h"
#include "core/session/fields.h"
#include "core/text/models/sentencepiece_model.h"
#include "core/text/tokenizer_json.h"
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <array>
#include <vector>

namespace headlight::fuzz {

namespace {

/// A tokenizer.json, and after a zero byte the text that it is to cut.
void tokenizer(std::string_view bytes)
{
    const std::size_t zero = std::min(bytes.find('\0'), bytes.size());
    const std::string_view text
        = zero < bytes.size() ? bytes.substr(zero + 1) : "Hello w\xc3\xb6rld 12, \xef\xac\x81";
    const auto parsed = parseTokenizerJson(bytes.substr(0, zero), "tokenizer.json");
    if (!parsed)
        return;
    const auto tokens = (*parsed)->encode(text, text.substr(0, 5), {});
    if (!tokens)
        return;
    std::vector<TokenId> ids;
    for (const Token& token : *tokens) {
        ids.push_back(token.id);
        static_cast<void>((*parsed)->display(token.id));
    }
    static_cast<void>((*parsed)->decode(ids, false));
    static_cast<void>((*parsed)->decode(ids, true));
}

void sentencePiece(std::string_view bytes)
{
    const auto file = SentencePieceFile::parse(std::string(bytes), "spiece.model");
    if (file)
        static_cast<void>((*file)->encode("Hello w\xc3\xb6rld, \xc2\xbd \xef\xac\x81 \xe2\x96\x81"));
}

void session(std::string_view bytes)
{
    static_cast<void>(SessionTree::parse(bytes, "a.headlight"));
}

void edits(std::string_view bytes)
{
    if (const auto read = interventionsFromJson(bytes, "edits.json"))
        static_cast<void>(interventionsFromJson(toJson(*read), "edits.json").value());
}

} // namespace

std::span<const Target> textTargets()
{
    static constexpr std::array<Target, 4> kTargets{
        {{"tokenizer", tokenizer}, {"sentencepiece", sentencePiece}, {"session", session}, {"edits", edits}}};
    return kTargets;
}

} // namespace headlight::fuzz
