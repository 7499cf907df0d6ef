#include "core/trace/weights/row_norms.h"

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

std::size_t bytesOf(const RowNorms& norms)
{
    return static_cast<std::size_t>(norms.rows()) * sizeof(RowNorm);
}

} // namespace

// No row has this norm: if a row has weights, its largest score is a number; otherwise its factor is NaN.
const RowNorm RowNorms::kUnknown{-std::numeric_limits<float>::infinity(), 0.0F};

bool RowNorms::knows(Index row, Index count) const
{
    if (complete())
        return true;
    for (Index i = row; i < row + count; ++i)
        if (at(i).load(std::memory_order_relaxed).largest == kUnknown.largest)
            return false;
    return true;
}

void RowNorms::set(Index row, const RowNorm& norm)
{
    RowNorm known = norm;
    if (known.largest == kUnknown.largest)
        known.largest = 0.0F; // every score is −∞, so the factor is NaN
    const RowNorm before = m_norms[static_cast<std::size_t>(row)].exchange(known, std::memory_order_relaxed);
    if (before.largest == kUnknown.largest)
        m_known.fetch_add(1, std::memory_order_release);
}

RowNormsCache& RowNormsCache::shared()
{
    constexpr std::size_t kBudget = std::size_t{64} << 20U;
    static RowNormsCache cache(kBudget);
    return cache;
}

std::shared_ptr<RowNorms> RowNormsCache::findLocked(const Key& key)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.call == key.call && entry.head == key.head && entry.rule == key.rule
            && !entry.record.expired();
    });
    if (found == m_entries.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return found->norms;
}

std::shared_ptr<RowNorms> RowNormsCache::find(const Key& key)
{
    const std::lock_guard lock(m_mutex);
    return findLocked(key);
}

std::shared_ptr<RowNorms> RowNormsCache::of(const Key& key, Index rows)
{
    const std::lock_guard lock(m_mutex);
    if (auto known = findLocked(key))
        return known;
    for (auto entry = m_entries.begin(); entry != m_entries.end();) {
        if (!entry->record.expired()) {
            ++entry;
            continue;
        }
        m_bytes -= bytesOf(*entry->norms);
        entry = m_entries.erase(entry);
    }
    auto norms = std::make_shared<RowNorms>(rows);
    m_entries.push_front({key.record, key.call, key.head, key.rule, norms});
    m_bytes += bytesOf(*norms);
    for (; m_bytes > m_budget && m_entries.size() > 1; m_entries.pop_back())
        m_bytes -= bytesOf(*m_entries.back().norms);
    return norms;
}

std::size_t RowNormsCache::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

} // namespace headlight
