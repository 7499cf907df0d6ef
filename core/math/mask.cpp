#include "core/math/mask.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

namespace headlight {

namespace {

/// The keys that a block or window change leaves to a query, half-open.
std::pair<Index, Index> keptKeys(const Mask::Change& change, Index position)
{
    constexpr Index kNoEnd = std::numeric_limits<Index>::max();
    if (const auto* window = std::get_if<Mask::Window>(&change))
        return {position - window->width + 1, position + window->width};
    const auto& blocks = std::get<Mask::Blocks>(change);
    if (blocks.starts.empty()) {
        const Index begin = position / blocks.size * blocks.size;
        return {begin, begin + blocks.size};
    }
    const auto next = std::upper_bound(blocks.starts.begin(), blocks.starts.end(), position);
    return {next == blocks.starts.begin() ? 0 : *std::prev(next),
            next == blocks.starts.end() ? kNoEnd : *next};
}

/// What an edit decides about rows first … last and these keys; empty if it touches none of them.
std::optional<Mask::Cover> covered(const Mask::Edit& edit, Index first, Index last,
                                   const Mask::KeyRange& keys)
{
    if (edit.queryEnd <= first || edit.queryBegin > last || edit.keyEnd <= keys.begin
        || edit.keyBegin >= keys.end)
        return std::nullopt;
    const bool whole = edit.queryBegin <= first && edit.queryEnd > last && edit.keyBegin <= keys.begin
        && edit.keyEnd >= keys.end;
    if (!whole)
        return Mask::Cover::kSome;
    return edit.allow ? Mask::Cover::kAll : Mask::Cover::kNone;
}

} // namespace

Mask::Mask(Index queries, Index keys, Index firstQuery)
    : m_queries(queries)
    , m_keys(keys)
    , m_firstQuery(firstQuery)
{ }

Mask& Mask::causal()
{
    m_causal = true;
    return *this;
}

Mask& Mask::window(Index width)
{
    m_window = width;
    return *this;
}

Mask& Mask::keyLimit(Index length)
{
    if (length < m_keys)
        m_keyLimit = length;
    return *this;
}

Mask& Mask::change(Change change)
{
    m_changes.push_back(std::move(change));
    return *this;
}

Mask& Mask::explicitCells(ByteMatrix cells)
{
    if (cells.rows() != m_queries || cells.cols() != m_keys)
        throw std::invalid_argument("Mask: explicit cells of another size than the mask");
    m_cells = std::move(cells);
    return *this;
}

bool Mask::allowsAll() const
{
    const bool causalHides = m_causal && m_firstQuery + 1 < m_keys && m_queries > 0;
    const bool forbids = std::any_of(m_changes.begin(), m_changes.end(), [](const Change& change) {
        const auto* edit = std::get_if<Edit>(&change);
        return edit == nullptr || !edit->allow;
    });
    return !causalHides && !m_window && !m_keyLimit && !forbids && !m_cells;
}

bool Mask::allows(Index row, Index key) const
{
    std::uint8_t allowed = 0;
    fillRow(row, key, {&allowed, 1});
    return allowed != 0;
}

Mask::KeyRange Mask::ruleRange(Index position) const
{
    KeyRange range{0, m_keys};
    if (m_causal)
        range.end = std::min(range.end, position + 1);
    if (m_window) {
        range.begin = std::max<Index>(range.begin, position - *m_window + 1);
        range.end = std::min(range.end, position + *m_window);
    }
    if (m_keyLimit)
        range.end = std::min(range.end, *m_keyLimit);
    return range;
}

std::optional<Mask::KeyRange> Mask::range(Index row) const
{
    if (m_cells || !m_changes.empty())
        return std::nullopt;
    return ruleRange(m_firstQuery + row);
}

Mask::KeyRange Mask::reach(Index row, Index rows) const
{
    const Index first = m_firstQuery + row;
    const Index last = first + std::max<Index>(rows, 1) - 1;
    KeyRange reach{ruleRange(first).begin, ruleRange(last).end};
    for (const Change& change : m_changes) {
        if (const auto* edit = std::get_if<Edit>(&change)) {
            if (!edit->allow || edit->queryEnd <= first || edit->queryBegin > last
                || edit->keyEnd <= edit->keyBegin)
                continue;
            const bool empty = reach.end <= reach.begin;
            reach.begin = empty ? edit->keyBegin : std::min(reach.begin, edit->keyBegin);
            reach.end = empty ? edit->keyEnd : std::max(reach.end, edit->keyEnd);
            continue;
        }
        reach.begin = std::max(reach.begin, keptKeys(change, first).first);
        reach.end = std::min(reach.end, keptKeys(change, last).second);
    }
    reach.begin = std::clamp<Index>(reach.begin, 0, m_keys);
    reach.end = std::clamp<Index>(reach.end, reach.begin, m_keys);
    return reach;
}

Mask::Cover Mask::cover(Index row, Index rows, const KeyRange& keys) const
{
    const Index first = m_firstQuery + row;
    const Index last = first + rows - 1;
    // For a range whose ends never decrease: what holds for the first and the last row holds for all rows
    // between.
    const auto within = [&](const KeyRange& atFirst, const KeyRange& atLast) {
        if (atLast.end <= keys.begin || atFirst.begin >= keys.end)
            return Cover::kNone;
        return atLast.begin <= keys.begin && atFirst.end >= keys.end ? Cover::kAll : Cover::kSome;
    };
    Cover cover = within(ruleRange(first), ruleRange(last));
    if (m_cells && cover == Cover::kAll)
        cover = Cover::kSome;
    for (const Change& change : m_changes) {
        if (const auto* edit = std::get_if<Edit>(&change)) {
            cover = covered(*edit, first, last, keys).value_or(cover);
            continue;
        }
        const auto [beginFirst, endFirst] = keptKeys(change, first);
        const auto [beginLast, endLast] = keptKeys(change, last);
        const Cover kept = within({beginFirst, endFirst}, {beginLast, endLast});
        if (kept == Cover::kNone || (kept == Cover::kSome && cover == Cover::kAll))
            cover = kept;
    }
    return cover;
}

void Mask::fillRow(Index row, Index keyBegin, std::span<std::uint8_t> out) const
{
    const Index position = m_firstQuery + row;
    const Index keyEnd = keyBegin + static_cast<Index>(out.size());
    const KeyRange byRule = ruleRange(position);

    const auto set = [&](Index begin, Index end, std::uint8_t value) {
        begin = std::clamp(begin, keyBegin, keyEnd);
        end = std::clamp(end, begin, keyEnd);
        std::fill(out.begin() + (begin - keyBegin), out.begin() + (end - keyBegin), value);
    };
    std::fill(out.begin(), out.end(), std::uint8_t{0});
    set(byRule.begin, byRule.end, 1);
    if (m_cells) {
        for (Index key = keyBegin; key < keyEnd; ++key)
            if (key >= m_keys || (*m_cells)(row, key) == 0)
                out[static_cast<std::size_t>(key - keyBegin)] = 0;
    }
    for (const Change& change : m_changes) {
        if (const auto* edit = std::get_if<Edit>(&change)) {
            if (position >= edit->queryBegin && position < edit->queryEnd)
                set(edit->keyBegin, std::min(edit->keyEnd, m_keys), edit->allow ? 1 : 0);
            continue;
        }
        const auto [begin, end] = keptKeys(change, position);
        set(0, begin, 0);
        set(end, m_keys, 0);
    }
}

ByteMatrix Mask::toMatrix() const
{
    ByteMatrix cells(m_queries, m_keys);
    for (Index row = 0; row < m_queries; ++row)
        fillRow(row, 0, {cells.data() + row * m_keys, static_cast<std::size_t>(m_keys)});
    return cells;
}

bool Mask::operator==(const Mask& other) const
{
    if (m_queries != other.m_queries || m_keys != other.m_keys)
        return false;
    if (m_firstQuery == other.m_firstQuery && rule() && rule() == other.rule())
        return true;
    std::vector<std::uint8_t> mine(static_cast<std::size_t>(m_keys)), theirs(mine.size());
    for (Index row = 0; row < m_queries; ++row) {
        fillRow(row, 0, mine);
        other.fillRow(row, 0, theirs);
        if (mine != theirs)
            return false;
    }
    return true;
}

} // namespace headlight
