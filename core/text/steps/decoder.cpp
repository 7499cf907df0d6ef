#include "core/text/steps/decoder.h"

#include "core/text/steps/byte_level.h"
#include "core/text/steps/pattern.h"
#include "core/text/steps/typed_steps.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

std::string join(const std::vector<std::string>& pieces)
{
    std::string text;
    for (const std::string& piece : pieces)
        text += piece;
    return text;
}

/// Removes the spaces that word splitting left before English punctuation and contractions.
std::string cleanUp(std::string text)
{
    static constexpr auto kRules = std::to_array<std::pair<std::string_view, std::string_view>>({
        {" .", "."},
        {" ?", "?"},
        {" !", "!"},
        {" ,", ","},
        {" ' ", "'"},
        {" n't", "n't"},
        {" 'm", "'m"},
        {" do not", " don't"},
        {" 's", "'s"},
        {" 've", "'ve"},
        {" 're", "'re"},
    });
    for (const auto& [what, with] : kRules)
        text = replaceAll(text, what, with);
    return text;
}

class ByteLevelDecoder : public Decoder
{
public:
    void apply(std::vector<std::string>& pieces) const override
    {
        std::string bytes;
        for (const std::string& piece : pieces)
            bytes += bytesOfPiece(piece);
        pieces = {replaceInvalidUtf8(bytes)};
    }
};

class MetaspaceDecoder : public Decoder
{
public:
    MetaspaceDecoder(char32_t sign, bool prefixed)
        : m_prefixed(prefixed)
    {
        appendUtf8(m_sign, sign);
    }
    void apply(std::vector<std::string>& pieces) const override
    {
        for (std::size_t i = 0; i < pieces.size(); ++i)
            pieces[i] = replaceAll(pieces[i], m_sign, i == 0 && m_prefixed ? "" : " ");
    }

private:
    std::string m_sign;
    bool m_prefixed;
};

class WordPieceDecoder : public Decoder
{
public:
    WordPieceDecoder(std::string prefix, bool cleanup)
        : m_prefix(std::move(prefix))
        , m_cleanup(cleanup)
    { }
    void apply(std::vector<std::string>& pieces) const override
    {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            std::string& piece = pieces[i];
            if (i > 0 && piece.starts_with(m_prefix))
                piece.erase(0, m_prefix.size());
            else if (i > 0)
                piece.insert(0, " ");
            if (m_cleanup)
                piece = cleanUp(std::move(piece));
        }
    }

private:
    std::string m_prefix;
    bool m_cleanup;
};

class SuffixDecoder : public Decoder
{
public:
    explicit SuffixDecoder(std::string suffix)
        : m_suffix(std::move(suffix))
    { }
    void apply(std::vector<std::string>& pieces) const override
    {
        for (std::size_t i = 0; i < pieces.size(); ++i)
            pieces[i] = replaceAll(pieces[i], m_suffix, i + 1 == pieces.size() ? "" : " ");
    }

private:
    std::string m_suffix;
};

/// Converts "<0xE2>" and the like to bytes; runs that are not valid UTF-8 become one U+FFFD per byte.
class ByteFallbackDecoder : public Decoder
{
public:
    void apply(std::vector<std::string>& pieces) const override
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
};

class FuseDecoder : public Decoder
{
public:
    void apply(std::vector<std::string>& pieces) const override { pieces = {join(pieces)}; }
};

class StripDecoder : public Decoder
{
public:
    StripDecoder(char32_t content, std::size_t start, std::size_t stop)
        : m_content(content)
        , m_start(start)
        , m_stop(stop)
    { }
    void apply(std::vector<std::string>& pieces) const override
    {
        for (std::string& piece : pieces) {
            const std::u32string text = decodeUtf8(piece);
            std::size_t begin = 0;
            while (begin < std::min(m_start, text.size()) && text[begin] == m_content)
                ++begin;
            std::size_t end = text.size();
            while (end > begin && text.size() - end < m_stop && text[end - 1] == m_content)
                --end;
            piece = encodeUtf8(std::u32string_view(text).substr(begin, end - begin));
        }
    }

private:
    char32_t m_content;
    std::size_t m_start;
    std::size_t m_stop;
};

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

/// Connectionist temporal classification: merges repeated pieces and removes padding.
class CtcDecoder : public Decoder
{
public:
    CtcDecoder(std::string padding, std::string delimiter, bool cleanup)
        : m_padding(std::move(padding))
        , m_delimiter(std::move(delimiter))
        , m_cleanup(cleanup)
    { }
    void apply(std::vector<std::string>& pieces) const override
    {
        pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
        for (std::string& piece : pieces) {
            piece = replaceAll(piece, m_padding, "");
            if (m_cleanup)
                piece = replaceAll(cleanUp(std::move(piece)), m_delimiter, " ");
        }
        std::erase(pieces, std::string());
    }

private:
    std::string m_padding;
    std::string m_delimiter;
    bool m_cleanup;
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

DecoderPtr readDecoders(const JsonFields& fields)
{
    return std::make_unique<DecoderSequence>(readSteps(fields, "decoders", readDecoder));
}

DecoderPtr readMetaspaceDecoder(const JsonFields& fields)
{
    const bool prefixed = fields.flag("add_prefix_space", true)
        && fields.choice("prepend_scheme", {"first", "never", "always"}, 2) != 1;
    return std::make_unique<MetaspaceDecoder>(readCharacter(fields, "replacement"), prefixed);
}

DecoderPtr readStrip(const JsonFields& fields)
{
    return std::make_unique<StripDecoder>(readCharacter(fields, "content"),
                                          static_cast<std::size_t>(fields.integer("start", 0, 1'000'000)),
                                          static_cast<std::size_t>(fields.integer("stop", 0, 1'000'000)));
}

} // namespace

DecoderPtr makeByteLevelDecoder()
{
    return std::make_unique<ByteLevelDecoder>();
}

DecoderPtr makeSentencePieceDecoder()
{
    std::vector<DecoderPtr> steps;
    steps.push_back(std::make_unique<ByteFallbackDecoder>());
    steps.push_back(std::make_unique<MetaspaceDecoder>(U'\u2581', true));
    return std::make_unique<DecoderSequence>(std::move(steps));
}

DecoderPtr makeWordPieceDecoder(std::string prefix, bool cleanup)
{
    return std::make_unique<WordPieceDecoder>(std::move(prefix), cleanup);
}

DecoderPtr readDecoder(const JsonFields& fields)
{
    static constexpr auto kTypes = std::to_array<TypedStep<DecoderPtr>>({
        {"Sequence", readDecoders},
        {"ByteLevel", [](const JsonFields&) { return makeByteLevelDecoder(); }},
        {"Metaspace", readMetaspaceDecoder},
        {"WordPiece",
         [](const JsonFields& f) {
             return makeWordPieceDecoder(f.text("prefix", "##"), f.flag("cleanup", true));
         }},
        {"BPEDecoder",
         [](const JsonFields& f) -> DecoderPtr {
             return std::make_unique<SuffixDecoder>(f.text("suffix", "</w>"));
         }},
        {"ByteFallback",
         [](const JsonFields&) -> DecoderPtr { return std::make_unique<ByteFallbackDecoder>(); }},
        {"Fuse", [](const JsonFields&) -> DecoderPtr { return std::make_unique<FuseDecoder>(); }},
        {"Strip", readStrip},
        {"Replace",
         [](const JsonFields& f) -> DecoderPtr {
             return std::make_unique<ReplaceDecoder>(readPattern(f, "pattern"), f.text("content"));
         }},
        {"CTC",
         [](const JsonFields& f) -> DecoderPtr {
             return std::make_unique<CtcDecoder>(f.text("pad_token"), f.text("word_delimiter_token"),
                                                 f.flag("cleanup"));
         }},
    });
    if (auto step = readTypedStep<DecoderPtr>(fields, kTypes, "decoder"))
        return step;
    return std::make_unique<DecoderSequence>(std::vector<DecoderPtr>());
}

} // namespace headlight
