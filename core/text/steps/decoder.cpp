#include "core/text/steps/decoder.h"

#include "core/base/text_list.h"
#include "core/text/steps/byte_level.h"
#include "core/text/steps/pattern.h"
#include "core/text/steps/typed_steps.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

/// Removes the spaces that word splitting left before English punctuation and contractions.
std::string cleanUp(std::string text)
{
    static const std::vector<std::pair<std::string_view, std::string_view>> kRules{
        {" .", "."},   {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},   {" n't", "n't"},
        {" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    for (const auto& [what, with] : kRules)
        text = replaceAll(text, what, with);
    return text;
}

void joinBytes(std::vector<std::string>& pieces)
{
    std::string bytes;
    for (const std::string& piece : pieces)
        bytes += bytesOfPiece(piece);
    pieces = {replaceInvalidUtf8(bytes)};
}

DecoderPtr makeMetaspaceDecoder(char32_t character, bool prefixed)
{
    std::string sign;
    appendUtf8(sign, character);
    return makeStep<Decoder>([sign, prefixed](std::vector<std::string>& pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i)
            pieces[i] = replaceAll(pieces[i], sign, i == 0 && prefixed ? "" : " ");
    });
}

DecoderPtr readSuffixDecoder(const JsonFields& fields)
{
    return makeStep<Decoder>([suffix = fields.text("suffix", "</w>")](std::vector<std::string>& pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i)
            pieces[i] = replaceAll(pieces[i], suffix, i + 1 == pieces.size() ? "" : " ");
    });
}

/// Converts "<0xE2>" and the like to bytes; runs that are not valid UTF-8 become one U+FFFD per byte.
void joinFallbackBytes(std::vector<std::string>& pieces)
{
    std::vector<std::string> out;
    std::string bytes;
    const auto flush = [&] {
        if (bytes.empty())
            return;
        if (replaceInvalidUtf8(bytes) == bytes)
            out.push_back(bytes);
        else
            out.insert(out.end(), bytes.size(), "\xEF\xBF\xBD");
        bytes.clear();
    };
    for (std::string& piece : pieces) {
        if (const std::optional<std::uint8_t> byte = byteOfFallbackPiece(piece)) {
            bytes.push_back(static_cast<char>(*byte));
            continue;
        }
        flush();
        out.push_back(std::move(piece));
    }
    flush();
    pieces = std::move(out);
}

class ReplaceDecoder : public Decoder
{
public:
    ReplaceDecoder(Pattern pattern, std::string content)
        : m_pattern(std::move(pattern))
        , m_content(std::move(content))
    { }
    void apply(std::vector<std::string>& pieces) const override
    {
        std::size_t bytes = 0;
        for (const std::string& piece : pieces)
            bytes += piece.size();
        Pattern::Search search(m_pattern, bytes);
        std::vector<Span> matches;
        for (std::string& piece : pieces) {
            const std::u32string text = decodeUtf8(piece);
            // If the expression runs out of time on a piece, the piece is unchanged.
            if (!search.findAll(text, matches) || matches.empty())
                continue;
            std::string out;
            std::size_t done = 0;
            for (const Span& match : matches) {
                out += encodeUtf8(std::u32string_view(text).substr(done, match.begin - done)) + m_content;
                done = match.end;
            }
            piece = out + encodeUtf8(std::u32string_view(text).substr(done));
        }
    }
    DecoderCost cost() const override { return {growthOf(m_pattern, m_content), 1}; }

private:
    Pattern m_pattern;
    std::string m_content;
};

class DecoderSequence : public Decoder
{
public:
    explicit DecoderSequence(std::vector<DecoderPtr> steps)
        : m_steps(std::move(steps))
    { }
    void apply(std::vector<std::string>& pieces) const override
    {
        for (const DecoderPtr& step : m_steps)
            step->apply(pieces);
    }
    DecoderCost cost() const override
    {
        DecoderCost all{1, 0};
        for (const DecoderPtr& step : m_steps) {
            const DecoderCost one = step->cost();
            all.growth = std::min(DecoderCost::kMostGrowth + 1, all.growth * one.growth);
            all.steps += one.steps;
        }
        return all;
    }

private:
    std::vector<DecoderPtr> m_steps;
};

DecoderPtr readMetaspaceDecoder(const JsonFields& fields)
{
    const bool prefixed = fields.flag("add_prefix_space", true)
        && fields.choice("prepend_scheme", {"first", "never", "always"}, 2) != 1;
    return makeMetaspaceDecoder(readCharacter(fields, "replacement"), prefixed);
}

DecoderPtr readStrip(const JsonFields& fields)
{
    const char32_t content = readCharacter(fields, "content");
    const auto start = static_cast<std::size_t>(fields.integer("start", 0, 1'000'000));
    const auto stop = static_cast<std::size_t>(fields.integer("stop", 0, 1'000'000));
    return makeStep<Decoder>([content, start, stop](std::vector<std::string>& pieces) {
        for (std::string& piece : pieces) {
            const std::u32string text = decodeUtf8(piece);
            std::size_t begin = 0;
            while (begin < std::min(start, text.size()) && text[begin] == content)
                ++begin;
            std::size_t end = text.size();
            while (end > begin && text.size() - end < stop && text[end - 1] == content)
                --end;
            piece = encodeUtf8(std::u32string_view(text).substr(begin, end - begin));
        }
    });
}

/// Connectionist temporal classification: merges repeated pieces and removes padding.
DecoderPtr readCtc(const JsonFields& fields)
{
    return makeStep<Decoder>([padding = fields.text("pad_token"),
                              delimiter = fields.text("word_delimiter_token"),
                              cleanup = fields.flag("cleanup")](std::vector<std::string>& pieces) {
        pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
        for (std::string& piece : pieces) {
            piece = replaceAll(piece, padding, "");
            if (cleanup)
                piece = replaceAll(cleanUp(std::move(piece)), delimiter, " ");
        }
        std::erase(pieces, std::string());
    });
}

} // namespace

DecoderPtr makeByteLevelDecoder()
{
    return makeStep<Decoder>(joinBytes);
}

DecoderPtr makeSentencePieceDecoder()
{
    std::vector<DecoderPtr> steps;
    steps.push_back(makeStep<Decoder>(joinFallbackBytes));
    steps.push_back(makeMetaspaceDecoder(U'\u2581', true));
    return std::make_unique<DecoderSequence>(std::move(steps));
}

DecoderPtr makeWordPieceDecoder(std::string prefix, bool cleanup)
{
    return makeStep<Decoder>([prefix = std::move(prefix), cleanup](std::vector<std::string>& pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            std::string& piece = pieces[i];
            if (i > 0 && piece.starts_with(prefix))
                piece.erase(0, prefix.size());
            else if (i > 0)
                piece.insert(0, " ");
            if (cleanup)
                piece = cleanUp(std::move(piece));
        }
    });
}

DecoderPtr readDecoder(const JsonFields& fields)
{
    static constexpr auto kTypes = std::to_array<TypedStep<DecoderPtr>>({
        {"Sequence",
         [](const JsonFields& f) -> DecoderPtr {
             return std::make_unique<DecoderSequence>(readSteps(f, "decoders", readDecoder));
         }},
        {"ByteLevel", [](const JsonFields&) { return makeByteLevelDecoder(); }},
        {"Metaspace", readMetaspaceDecoder},
        {"WordPiece",
         [](const JsonFields& f) {
             return makeWordPieceDecoder(f.text("prefix", "##"), f.flag("cleanup", true));
         }},
        {"BPEDecoder", readSuffixDecoder},
        {"ByteFallback", [](const JsonFields&) { return makeStep<Decoder>(joinFallbackBytes); }},
        {"Fuse",
         [](const JsonFields&) {
             return makeStep<Decoder>(
                 [](std::vector<std::string>& pieces) { pieces = {joined(pieces, "")}; });
         }},
        {"Strip", readStrip},
        {"Replace",
         [](const JsonFields& f) -> DecoderPtr {
             return std::make_unique<ReplaceDecoder>(readPattern(f, "pattern"), f.text("content"));
         }},
        {"CTC", readCtc},
    });
    if (auto step = readTypedStep<DecoderPtr>(fields, kTypes, "decoder"))
        return step;
    return std::make_unique<DecoderSequence>(std::vector<DecoderPtr>());
}

} // namespace headlight
