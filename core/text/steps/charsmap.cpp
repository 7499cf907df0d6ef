#include "core/text/steps/charsmap.h"

#include "core/text/steps/typed_steps.h"
#include "core/text/unicode.h"

#include <openssl/evp.h>

namespace headlight {

namespace {

// A unit of the array: bit 31 marks a value; otherwise bits 0–7 are the byte that leads here, bit 8 says that
// there is a value below, and bits 9–31 hold the distance to the children.
constexpr std::uint32_t kValueMark = 1u << 31;

bool hasValue(std::uint32_t unit)
{
    return ((unit >> 8) & 1u) != 0;
}

std::uint32_t label(std::uint32_t unit)
{
    return unit & (kValueMark | 0xFFu);
}

std::uint32_t distance(std::uint32_t unit)
{
    return (unit >> 10) << ((unit & (1u << 9)) >> 6);
}

std::uint32_t readU32(std::string_view blob, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
        value = (value << 8) | static_cast<std::uint8_t>(blob[at + i]);
    return value;
}

Error faulty(const std::string& what)
{
    return Error{ErrorCode::kBadFile, "the replacement table (charsmap) " + what};
}

/// The changes that replace `count` code points by `with`. Surplus old code points are removed with the last
/// new one; surplus new ones come at the end. An empty replacement makes no change at all, which shifts the
/// origins after it, as in Hugging Face's library.
void appendReplacement(std::vector<Change>& changes, std::size_t count, std::u32string_view with)
{
    for (std::size_t i = 0; i < with.size(); ++i)
        changes.push_back({with[i], i < count ? 0 : 1});
    if (with.size() < count && !changes.empty())
        changes.back().change -= static_cast<std::int32_t>(count - with.size());
}

/// Appends the changes that replace these code points; false if the table has no entry for them.
bool tryReplace(const Charsmap& map, std::u32string_view chunk, std::string& bytes,
                std::vector<Change>& changes)
{
    bytes.clear();
    for (const char32_t c : chunk)
        appendUtf8(bytes, c);
    if (chunk.size() > 1 && bytes.size() >= 6)
        return false;
    const std::optional<std::string_view> found = map.replacement(bytes);
    if (found)
        appendReplacement(changes, chunk.size(), decodeUtf8(*found));
    return found.has_value();
}

} // namespace

Result<Charsmap> Charsmap::parse(std::string_view blob)
{
    if (blob.size() < 4)
        return faulty(concat("has ", blob.size(), " bytes, expected at least 4"));
    const std::size_t bytes = readU32(blob, 0);
    if (bytes % 4 != 0 || bytes == 0 || bytes > blob.size() - 4)
        return faulty(concat("says that its array has ", bytes, " bytes, but ", blob.size() - 4, " follow"));
    Charsmap map;
    map.m_units.reserve(bytes / 4);
    for (std::size_t i = 0; i < bytes / 4; ++i)
        map.m_units.push_back(readU32(blob, 4 + 4 * i));
    map.m_replacements = blob.substr(4 + bytes);
    if (!map.m_replacements.empty() && map.m_replacements.back() != '\0')
        return faulty("is cut short: its last replacement has no end");
    for (std::size_t i = 0; i < map.m_units.size(); ++i) {
        const std::uint32_t unit = map.m_units[i];
        if ((unit & kValueMark) != 0) {
            if ((unit & ~kValueMark) >= map.m_replacements.size())
                return faulty(concat("is cut short or damaged: entry ", i, " points past the end"));
        } else if (((i ^ distance(unit)) | 0xFFu) >= map.m_units.size()) {
            return faulty(concat("is cut short or damaged: node ", i, " points past the end"));
        } else if (hasValue(unit) && (map.m_units[i ^ distance(unit)] & kValueMark) == 0) {
            return faulty(concat("is damaged: node ", i, " points to no value"));
        }
    }
    if (replaceInvalidUtf8(map.m_replacements) != map.m_replacements)
        return faulty("has replacements that are not UTF-8");
    return map;
}

std::optional<std::string_view> Charsmap::replacement(std::string_view chunk) const
{
    std::size_t at = distance(m_units[0]);
    for (const char c : chunk) {
        const auto byte = static_cast<std::uint8_t>(c);
        at ^= byte;
        const std::uint32_t unit = m_units[at];
        if (byte == 0 || label(unit) != byte)
            return {};
        at ^= distance(unit);
        if (hasValue(unit))
            return m_replacements.c_str() + (m_units[at] & ~kValueMark); // up to its zero
    }
    return {};
}

NormalizerPtr makeCharsmapNormalizer(Charsmap map)
{
    return makeStep<Normalizer>([map = std::move(map)](AlignedText& text,
                                                       TextBudget& budget) -> Result<void> {
        std::vector<Change> changes;
        changes.reserve(text.size());
        bool modified = false;
        std::string bytes;
        const std::u32string_view chars = text.chars;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = graphemeEnd(text.chars, at);
            if (end - at > 1 && end - at < 6 && tryReplace(map, chars.substr(at, end - at), bytes, changes)) {
                modified = true;
                at = end;
                RETURN_IF_ERROR(budget.checkSize(changes.size()));
                continue;
            }
            for (; at < end; ++at) {
                if (tryReplace(map, chars.substr(at, 1), bytes, changes))
                    modified = true;
                else
                    changes.push_back({text.chars[at], 0});
                RETURN_IF_ERROR(budget.checkSize(changes.size()));
            }
        }
        if (modified)
            applyChanges(text, changes);
        return {};
    });
}

Result<std::string> decodeBase64(std::string_view text)
{
    std::string out(text.size() / 4 * 3, '\0');
    const bool whole = text.size() % 4 == 0 && std::in_range<int>(text.size());
    const int size = whole
        ? EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                          reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()))
        : -1;
    if (size < 0)
        return Error{ErrorCode::kBadFile, "is not base64"};
    // libcrypto leaves zero bytes in place of the padding.
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    out.resize(static_cast<std::size_t>(size) - padding);
    return out;
}

} // namespace headlight
