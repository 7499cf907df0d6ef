#include "core/text/sentencepiece_normalizer.h"

#include "core/text/unicode.h"

namespace headlight {

namespace {

PieceTrie trieOfSymbols(const SentencePieceProto& proto)
{
    std::vector<std::pair<std::string_view, std::int32_t>> symbols;
    for (std::size_t id = 0; id < proto.pieces.size(); ++id) {
        if (proto.pieces[id].type == SentencePieceProto::Type::kUserDefined)
            symbols.emplace_back(proto.pieces[id].text, static_cast<std::int32_t>(id));
    }
    return PieceTrie(std::move(symbols));
}

void append(SentencePieceText& out, std::string_view bytes, std::uint32_t origin)
{
    out.bytes += bytes;
    out.origins.resize(out.bytes.size(), origin);
}

} // namespace

SymbolMatcher::SymbolMatcher(const SentencePieceProto& proto)
    : m_trie(trieOfSymbols(proto))
{ }

std::size_t SymbolMatcher::match(std::string_view text, std::size_t at) const
{
    std::size_t longest = 0;
    if (m_trie.empty())
        return longest;
    PieceTrie::Node node = PieceTrie::kRoot;
    for (std::size_t i = at; i < text.size(); ++i) {
        const auto next = m_trie.step(node, static_cast<std::uint8_t>(text[i]));
        if (!next)
            break;
        node = *next;
        if (m_trie.value(node) >= 0)
            longest = i + 1 - at;
    }
    return longest;
}

Result<SentencePieceNormalizer> SentencePieceNormalizer::make(const SentencePieceProto& proto,
                                                              const std::string& file)
{
    SentencePieceNormalizer normalizer;
    normalizer.m_addPrefix = proto.addPrefix;
    normalizer.m_removeExtraSpaces = proto.removeExtraSpaces;
    normalizer.m_escapeSpaces = proto.escapeSpaces;
    normalizer.m_spaceAsSuffix = proto.spaceAsSuffix;
    if (!proto.charsmap.empty()) {
        Result<Charsmap> map = Charsmap::parse(proto.charsmap);
        if (!map)
            return badFile(file, {}, map.error().message);
        normalizer.m_map = std::move(*map);
    }
    return normalizer;
}

std::pair<std::string_view, std::size_t> SentencePieceNormalizer::step(std::string_view text, std::size_t at,
                                                                       const SymbolMatcher& symbols) const
{
    if (const std::size_t symbol = symbols.match(text, at); symbol > 0)
        return {text.substr(at, symbol), symbol};
    if (m_map) {
        if (const auto found = m_map->longest(text.substr(at)))
            return {found->second, found->first};
    }
    const std::size_t length = readUtf8(text, at).length;
    return {text.substr(at, length), length};
}

SentencePieceText SentencePieceNormalizer::normalize(std::string_view text,
                                                     const SymbolMatcher& symbols) const
{
    SentencePieceText out;
    std::size_t at = 0;
    while (m_removeExtraSpaces && at < text.size()) {
        const auto [content, length] = step(text, at, symbols);
        if (content != " ")
            break;
        at += length;
    }
    auto consumed = static_cast<std::uint32_t>(at);
    if (at < text.size()) {
        out.bytes.reserve(text.size() + text.size() / 2);
        out.origins.reserve(text.size() + text.size() / 2);
        if (!m_spaceAsSuffix && m_addPrefix)
            append(out, space(), consumed);
        consumed = appendContent(out, text, at, symbols);
        if (m_removeExtraSpaces)
            trimEnd(out, consumed);
        if (m_spaceAsSuffix && m_addPrefix)
            append(out, space(), consumed);
    }
    out.origins.push_back(consumed);
    return out;
}

std::uint32_t SentencePieceNormalizer::appendContent(SentencePieceText& out, std::string_view text,
                                                     std::size_t at, const SymbolMatcher& symbols) const
{
    bool afterSpace = m_removeExtraSpaces;
    while (at < text.size()) {
        const auto [content, length] = step(text, at, symbols);
        std::string_view rest = content;
        while (afterSpace && rest.starts_with(' '))
            rest.remove_prefix(1);
        for (const char& c : rest)
            append(out, c == ' ' ? space() : std::string_view(&c, 1), static_cast<std::uint32_t>(at));
        if (!rest.empty())
            afterSpace = m_removeExtraSpaces && rest.ends_with(' ');
        at += length;
    }
    return static_cast<std::uint32_t>(at);
}

void SentencePieceNormalizer::trimEnd(SentencePieceText& out, std::uint32_t& consumed) const
{
    while (out.bytes.ends_with(space())) {
        const std::size_t length = out.bytes.size() - space().size();
        consumed = out.origins[length];
        out.bytes.resize(length);
        out.origins.resize(length);
    }
}

} // namespace headlight
