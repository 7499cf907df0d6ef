#include "core/text/models/subword_model.h"

#include "core/io/json_fields.h"
#include "core/text/steps/byte_level.h"
#include "core/text/unicode.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace headlight {

namespace {

using nlohmann::json;

struct Merge
{
    std::uint32_t rank = 0;
    TokenId result = 0;
};

/// (left, right) → merge: an open hash table.
class MergeTable
{
public:
    explicit MergeTable(std::size_t count)
    {
        std::size_t size = 16;
        while (size < 2 * count + 2)
            size *= 2;
        m_slots.resize(size);
    }
    void put(TokenId left, TokenId right, Merge merge)
    {
        Slot& slot = m_slots[slotOf(key(left, right))];
        slot = {key(left, right), merge};
    }
    const Merge* find(TokenId left, TokenId right) const
    {
        const Slot& slot = m_slots[slotOf(key(left, right))];
        return slot.key == kFree ? nullptr : &slot.merge;
    }

private:
    static constexpr std::uint64_t kFree = ~std::uint64_t{0};
    struct Slot
    {
        std::uint64_t key = kFree;
        Merge merge;
    };
    static std::uint64_t key(TokenId left, TokenId right)
    {
        return (static_cast<std::uint64_t>(left) << 32) | static_cast<std::uint32_t>(right);
    }
    std::size_t slotOf(std::uint64_t key) const
    {
        // The golden ratio spreads neighbouring ids over the upper bits (Knuth, vol. 3, 6.4).
        const std::size_t mask = m_slots.size() - 1;
        std::size_t slot = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 20) & mask;
        while (m_slots[slot].key != kFree && m_slots[slot].key != key)
            slot = (slot + 1) & mask;
        return slot;
    }
    std::vector<Slot> m_slots;
};

/// A piece in a word during merging: a node of a doubly linked list.
struct Symbol
{
    TokenId id = 0; ///< −1 = merged into another
    std::int32_t previous = -1;
    std::int32_t next = -1;
    std::uint32_t length = 0; ///< bytes in the word; 0 for a byte of a mark
};

/// Maximum number of symbols of a word: the marks of unknown characters are written as bytes, too.
constexpr std::size_t kMostSymbols = std::size_t{1} << 16U;
constexpr std::size_t kMostSymbolsEach = 8; ///< per byte of the word

struct Candidate
{
    std::uint32_t rank = 0;
    std::int32_t at = 0;
    TokenId result = 0;
    /// Orders a heap with the first merge on top.
    bool operator<(const Candidate& other) const
    {
        return rank != other.rank ? rank > other.rank : at > other.at;
    }
};

class Bpe : public SubwordModel
{
public:
    Bpe(Vocabulary vocabulary, MergeTable merges, BpeOptions options)
        : m_vocabulary(std::move(vocabulary))
        , m_merges(std::move(merges))
        , m_options(std::move(options))
    {
        for (std::size_t byte = 0; byte < m_bytes.size(); ++byte)
            m_bytes[byte] = m_vocabulary.find(fallbackPiece(static_cast<std::uint8_t>(byte))).value_or(-1);
        if (m_options.hasUnknown)
            m_unknown = m_vocabulary.find(m_options.unknown);
    }

    const Vocabulary& vocabulary() const override { return m_vocabulary; }
    std::string kind() const override { return m_options.byteFallback ? "BPE with byte fallback" : "BPE"; }
    std::string_view endOfWordSuffix() const override { return m_options.endOfWordSuffix; }
    std::string_view continuationPrefix() const override { return m_options.continuationPrefix; }

    Result<void> tokenize(std::string_view word, std::vector<ModelToken>& out) const override
    {
        if (m_options.ignoreMerges) {
            if (const std::optional<TokenId> whole = m_vocabulary.find(word)) {
                out.push_back({*whole, 0, word.size(), {}});
                return {};
            }
        }
        std::vector<Symbol> symbols;
        symbols.reserve(word.size());
        RETURN_IF_ERROR(split(word, symbols));
        merge(symbols);
        std::size_t begin = 0;
        for (const Symbol& symbol : symbols) {
            if (symbol.id >= 0)
                out.push_back({symbol.id, begin, begin + symbol.length, {}});
            begin += symbol.length;
        }
        return {};
    }

private:
    static void add(std::vector<Symbol>& symbols, TokenId id, std::size_t length)
    {
        const auto at = static_cast<std::int32_t>(symbols.size());
        if (at > 0)
            symbols.back().next = at;
        symbols.push_back({id, at - 1, -1, static_cast<std::uint32_t>(length)});
    }

    /// The piece for one character, with the marks that its place in the word requires.
    std::optional<TokenId> characterId(std::string_view character, bool first, bool last,
                                       std::string& spelled) const
    {
        const bool prefixed = !first && !m_options.continuationPrefix.empty();
        const bool suffixed = last && !m_options.endOfWordSuffix.empty();
        if (!prefixed && !suffixed) {
            spelled = character;
            return m_vocabulary.find(character);
        }
        spelled = prefixed ? m_options.continuationPrefix : std::string();
        spelled += character;
        if (suffixed)
            spelled += m_options.endOfWordSuffix;
        return m_vocabulary.find(spelled);
    }

    /// Adds the bytes of an unknown character and its marks as pieces; false if any of them is missing. Only
    /// the `length` bytes from `begin` on are in the word.
    bool addBytes(std::string_view spelled, std::size_t begin, std::size_t length,
                  std::vector<Symbol>& symbols) const
    {
        const auto idOf = [this](char byte) { return m_bytes[static_cast<std::uint8_t>(byte)]; };
        if (!std::ranges::all_of(spelled, [&](char byte) { return idOf(byte) >= 0; }))
            return false;
        for (std::size_t i = 0; i < spelled.size(); ++i)
            add(symbols, idOf(spelled[i]), i >= begin && i < begin + length ? 1 : 0);
        return true;
    }

    Result<void> split(std::string_view word, std::vector<Symbol>& symbols) const
    {
        std::size_t unknown = 0; // bytes of unknown characters not yet added to `symbols`
        const auto flush = [&] {
            if (unknown > 0)
                add(symbols, *m_unknown, unknown);
            unknown = 0;
        };
        std::string spelled;
        for (std::size_t at = 0; at < word.size();) {
            const std::size_t length = readUtf8(word, at).length;
            const std::optional<TokenId> id
                = characterId(word.substr(at, length), at == 0, at + length == word.size(), spelled);
            at += length;
            if (id) {
                flush();
                add(symbols, *id, length);
                continue;
            }
            // The reference does not flush a pending unknown token before byte pieces; it adds it after them.
            if (m_options.byteFallback
                && addBytes(spelled, at - length == 0 ? 0 : m_options.continuationPrefix.size(), length,
                            symbols)) {
                if (symbols.size() > kMostSymbols + kMostSymbolsEach * word.size())
                    return tooManyPieceSteps(word.size());
                continue;
            }
            if (!m_options.hasUnknown)
                continue;
            if (!m_unknown) {
                return badArgument("unk_token", "the tokenizer's unknown token \"", m_options.unknown,
                                   "\" is not in its vocabulary");
            }
            if (!m_options.fuseUnknown)
                flush();
            unknown += length;
        }
        flush();
        return {};
    }

    void merge(std::vector<Symbol>& symbols) const
    {
        std::vector<Candidate> heap;
        heap.reserve(symbols.size());
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            if (const Merge* found = m_merges.find(symbols[i].id, symbols[i + 1].id))
                heap.push_back({found->rank, static_cast<std::int32_t>(i), found->result});
        }
        std::make_heap(heap.begin(), heap.end());
        const auto offer = [&](std::int32_t left, std::int32_t right) {
            if (left < 0 || right < 0)
                return;
            if (const Merge* found
                = m_merges.find(symbols[std::size_t(left)].id, symbols[std::size_t(right)].id)) {
                heap.push_back({found->rank, left, found->result});
                std::push_heap(heap.begin(), heap.end());
            }
        };
        while (!heap.empty()) {
            std::pop_heap(heap.begin(), heap.end());
            const Candidate top = heap.back();
            heap.pop_back();
            Symbol& left = symbols[std::size_t(top.at)];
            if (left.id < 0 || left.next < 0)
                continue;
            Symbol& right = symbols[std::size_t(left.next)];
            // The candidate may be outdated: its pieces may have been merged with others since.
            const Merge* now = m_merges.find(left.id, right.id);
            if (!now || now->result != top.result)
                continue;
            left.id = top.result;
            left.length += right.length;
            left.next = right.next;
            right.id = -1;
            right.length = 0;
            if (left.next >= 0)
                symbols[std::size_t(left.next)].previous = top.at;
            offer(left.previous, top.at);
            offer(top.at, left.next);
        }
    }

    Vocabulary m_vocabulary;
    MergeTable m_merges;
    BpeOptions m_options;
    std::array<TokenId, 256> m_bytes{}; ///< "<0x00>" …, −1 where missing
    std::optional<TokenId> m_unknown;
};

BpeMerges readMerges(const JsonFields& fields)
{
    BpeMerges merges;
    const json& items = fields.list("merges");
    merges.reserve(items.size());
    const auto fault = [&](std::size_t i, const char* expected) {
        fields.report().bad(concat(fields.path("merges"), "[", i, "]"), foundExpected(&items[i], expected));
        return merges;
    };
    for (std::size_t i = 0; i < items.size(); ++i) {
        const json& item = items[i];
        if (item.is_string()) {
            const auto& line = item.get_ref<const std::string&>();
            if (line.starts_with("#version"))
                continue;
            const auto pair = mergeOfLine(line);
            if (!pair)
                return fault(i, "two pieces and one space");
            merges.push_back(*pair);
        } else if (item.is_array() && item.size() == 2 && item[0].is_string() && item[1].is_string()) {
            merges.emplace_back(item[0].get<std::string>(), item[1].get<std::string>());
        } else {
            return fault(i, "a pair of pieces");
        }
    }
    return merges;
}

} // namespace

std::optional<std::pair<std::string, std::string>> mergeOfLine(std::string_view line)
{
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
        return {};
    return std::pair<std::string, std::string>(line.substr(0, space), line.substr(space + 1));
}

SubwordModelPtr makeBpe(Vocabulary vocabulary, const BpeMerges& merges, BpeOptions options,
                        const std::string& field, FaultReport& report)
{
    MergeTable table(merges.size());
    std::string joined;
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        const auto& [left, right] = merges[rank];
        const auto known = [&](std::string_view piece) {
            const std::optional<TokenId> id = vocabulary.find(piece);
            if (!id) {
                report.bad(concat(field, "[", rank, "]"), "needs \"", piece.substr(0, 60),
                           "\", which is not in the vocabulary");
            }
            return id;
        };
        const std::optional<TokenId> leftId = known(left);
        const std::optional<TokenId> rightId = leftId ? known(right) : std::nullopt;
        if (!rightId)
            return nullptr;
        joined = left;
        joined.append(right, std::min(options.continuationPrefix.size(), right.size()));
        const std::optional<TokenId> result = known(joined);
        if (!result)
            return nullptr;
        table.put(*leftId, *rightId, {static_cast<std::uint32_t>(rank), *result});
    }
    return std::make_unique<Bpe>(std::move(vocabulary), std::move(table), std::move(options));
}

SubwordModelPtr readBpe(const JsonFields& fields)
{
    BpeOptions options;
    options.hasUnknown = fields.find("unk_token") != nullptr;
    options.unknown = fields.text("unk_token", std::string());
    options.continuationPrefix = fields.text("continuing_subword_prefix", std::string());
    options.endOfWordSuffix = fields.text("end_of_word_suffix", std::string());
    checkMark(fields, "continuing_subword_prefix", options.continuationPrefix);
    checkMark(fields, "end_of_word_suffix", options.endOfWordSuffix);
    options.fuseUnknown = fields.flag("fuse_unk", false);
    options.byteFallback = fields.flag("byte_fallback", false);
    options.ignoreMerges = fields.flag("ignore_merges", false);
    Vocabulary vocabulary = readVocabulary(fields.object("vocab"), fields.path("vocab"));
    const BpeMerges merges = readMerges(fields);
    if (fields.report().error())
        return nullptr;
    return makeBpe(std::move(vocabulary), merges, std::move(options), fields.path("merges"), fields.report());
}

} // namespace headlight
