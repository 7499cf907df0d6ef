#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Pieces and their ids, in both directions. Filled once, then read-only. Pieces are stored one after the
/// other in a buffer and found by an open hash table.
class Vocabulary
{
public:
    /// Upper limit of ids; the largest real vocabularies have about 260,000.
    static constexpr std::int64_t kMaxIds = 4'000'000;

    enum class Add { kDone, kIdOutOfRange, kIdTaken, kPieceTaken };

    /// Changes nothing unless the result is kDone.
    Add add(std::string_view piece, std::int64_t id);
    /// Like add, but an existing piece gets the new id; the old id keeps its spelling.
    Add addLastWins(std::string_view piece, std::int64_t id);

    std::optional<TokenId> find(std::string_view piece) const;
    bool has(TokenId id) const { return id >= 0 && id < idCount() && m_byId[std::size_t(id)] >= 0; }
    /// The spelling; empty if there is none. Valid as long as the vocabulary.
    std::string_view piece(TokenId id) const;

    std::int64_t idCount() const { return static_cast<std::int64_t>(m_byId.size()); } ///< largest id + 1
    std::int64_t pieceCount() const { return static_cast<std::int64_t>(m_entries.size()); }

private:
    struct Entry
    {
        std::size_t begin = 0;
        std::uint32_t length = 0;
        TokenId id = 0;
    };
    std::string_view spelling(const Entry& entry) const
    {
        return std::string_view(m_text).substr(entry.begin, entry.length);
    }
    std::size_t slotOf(std::string_view piece) const;
    void grow();
    void store(std::size_t slot, std::string_view piece, TokenId id);

    std::string m_text;
    std::vector<Entry> m_entries;
    std::vector<std::int32_t> m_slots; ///< entry numbers, −1 = free; size a power of two
    std::vector<std::int32_t> m_byId; ///< entry numbers, −1 = hole
};

/// Adds a piece and reports errors; `field` is its place in the file.
class FaultReport;
void addPiece(Vocabulary& vocabulary, std::string_view piece, std::int64_t id, const std::string& field,
              FaultReport& report);

} // namespace headlight
