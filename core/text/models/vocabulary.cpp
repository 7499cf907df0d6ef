#include "core/text/models/vocabulary.h"

#include "core/io/json_fields.h"

#include <functional>

namespace headlight {

std::size_t Vocabulary::slotOf(std::string_view piece) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = std::hash<std::string_view>{}(piece)&mask;
    while (m_slots[slot] >= 0 && spelling(m_entries[std::size_t(m_slots[slot])]) != piece)
        slot = (slot + 1) & mask;
    return slot;
}

void Vocabulary::grow()
{
    std::vector<std::int32_t> old(std::max<std::size_t>(16, m_slots.size() * 2), -1);
    old.swap(m_slots);
    for (const std::int32_t entry : old) {
        if (entry >= 0)
            m_slots[slotOf(spelling(m_entries[std::size_t(entry)]))] = entry;
    }
}

void Vocabulary::store(std::size_t slot, std::string_view piece, TokenId id)
{
    const auto number = static_cast<std::int32_t>(m_entries.size());
    m_entries.push_back({m_text.size(), static_cast<std::uint32_t>(piece.size()), id});
    m_text.append(piece);
    m_slots[slot] = number;
    if (id >= idCount())
        m_byId.resize(std::size_t(id) + 1, -1);
    m_byId[std::size_t(id)] = number;
}

Vocabulary::Add Vocabulary::add(std::string_view piece, std::int64_t id)
{
    if (!m_slots.empty() && m_slots[slotOf(piece)] >= 0)
        return Add::kPieceTaken;
    return addLastWins(piece, id);
}

Vocabulary::Add Vocabulary::addLastWins(std::string_view piece, std::int64_t id)
{
    if (id < 0 || id >= kMaxIds)
        return Add::kIdOutOfRange;
    if (has(static_cast<TokenId>(id)))
        return Add::kIdTaken;
    if (m_slots.size() < 2 * (m_entries.size() + 1))
        grow();
    store(slotOf(piece), piece, static_cast<TokenId>(id));
    return Add::kDone;
}

std::optional<TokenId> Vocabulary::find(std::string_view piece) const
{
    if (m_slots.empty())
        return {};
    const std::int32_t entry = m_slots[slotOf(piece)];
    if (entry < 0)
        return {};
    return m_entries[std::size_t(entry)].id;
}

std::string_view Vocabulary::piece(TokenId id) const
{
    return has(id) ? spelling(m_entries[std::size_t(m_byId[std::size_t(id)])]) : std::string_view();
}

void addPiece(Vocabulary& vocabulary, std::string_view piece, std::int64_t id, const std::string& field,
              FaultReport& report)
{
    const std::string number = std::to_string(id);
    const std::string quoted = concat("\"", piece.substr(0, 60), "\"");
    switch (vocabulary.add(piece, id)) {
    case Vocabulary::Add::kDone:
        return;
    case Vocabulary::Add::kIdOutOfRange:
        return report.bad(field, quoted, " has the id ", number, ", expected 0 to ", Vocabulary::kMaxIds - 1);
    case Vocabulary::Add::kIdTaken:
        return report.bad(field, "the id ", number, " stands for \"",
                          vocabulary.piece(static_cast<TokenId>(id)), "\" and for ", quoted);
    case Vocabulary::Add::kPieceTaken:
        return report.bad(field, quoted, " is listed twice");
    }
}

} // namespace headlight
