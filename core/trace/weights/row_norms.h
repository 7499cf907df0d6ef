#pragma once

#include "core/math/matrix.h"
#include "core/math/score_rule.h"

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace headlight {

/// Turns the scores of a row into weights: exp(score − largest) × factor. A NaN factor means that the row has
/// no weights. Aligned so that every compiler reads and writes both numbers at once.
struct alignas(8) RowNorm
{
    float largest = 0.0F; ///< unmasked score, soft-capped and with its bias
    float factor = 0.0F; ///< 1 / sum of the exponentials × what a learned sink leaves
};

/// The norms of one head's rows in one call. With them a weight needs only its own score; without them it
/// needs the scores of its whole row. Any thread may read and write them.
class RowNorms
{
public:
    explicit RowNorms(Index rows)
        : m_norms(static_cast<std::size_t>(rows), kUnknown)
    { }

    Index rows() const { return static_cast<Index>(m_norms.size()); }
    bool complete() const { return m_known.load(std::memory_order_acquire) == m_norms.size(); }
    /// Whether all of the rows [row, row + count) are known.
    bool knows(Index row, Index count) const;
    /// The row must be known.
    RowNorm operator[](Index row) const { return at(row).load(std::memory_order_relaxed); }
    void set(Index row, const RowNorm& norm);

private:
    /// An atomic number that a vector can copy.
    struct Entry : std::atomic<RowNorm>
    {
        Entry(const RowNorm& norm)
            : std::atomic<RowNorm>(norm)
        { }
        Entry(const Entry& other)
            : std::atomic<RowNorm>(other.load(std::memory_order_relaxed))
        { }
    };
    static const RowNorm kUnknown;
    const Entry& at(Index row) const { return m_norms[static_cast<std::size_t>(row)]; }

    std::vector<Entry> m_norms;
    std::atomic<std::size_t> m_known{0};
};

/// The norms of the most recently read heads, up to a number of bytes. Any thread.
class RowNormsCache
{
public:
    explicit RowNormsCache(std::size_t budgetBytes)
        : m_budget(budgetBytes)
    { }

    /// The cache of this process: 64 MB, enough for 64 heads of 131,072 tokens.
    static RowNormsCache& shared();

    struct Key
    {
        std::shared_ptr<const void> record; ///< keeps the call alive
        const void* call; ///< what recorded the rows
        int head;
        ScoreRule rule;
    };
    /// Null if nothing is known about it.
    std::shared_ptr<RowNorms> find(const Key& key);
    /// The same, or new norms that are all unknown.
    std::shared_ptr<RowNorms> of(const Key& key, Index rows);
    std::size_t bytes() const;

private:
    struct Entry
    {
        std::weak_ptr<const void> record; ///< if expired, the call may be gone and its address reused
        const void* call;
        int head;
        ScoreRule rule;
        std::shared_ptr<RowNorms> norms;
    };
    std::shared_ptr<RowNorms> findLocked(const Key& key);

    mutable std::mutex m_mutex;
    std::size_t m_budget;
    std::size_t m_bytes = 0;
    std::list<Entry> m_entries; ///< most recently used first
};

} // namespace headlight
