#pragma once

#include "core/trace/site.h"

#include <bitset>
#include <cstdint>
#include <functional>
#include <initializer_list>

namespace headlight {

/// A set of quantities.
class SiteSet
{
public:
    SiteSet() = default;
    SiteSet(std::initializer_list<Site> sites)
    {
        for (const Site site : sites)
            add(site);
    }
    bool has(Site site) const { return m_bits.test(static_cast<std::size_t>(site)); }
    void add(Site site) { m_bits.set(static_cast<std::size_t>(site)); }
    void remove(Site site) { m_bits.reset(static_cast<std::size_t>(site)); }
    bool empty() const { return m_bits.none(); }
    SiteSet operator|(const SiteSet& other) const
    {
        SiteSet both = *this;
        both.m_bits |= other.m_bits;
        return both;
    }
    bool operator==(const SiteSet&) const = default;

private:
    std::bitset<kSiteCount> m_bits;
};

/// How a head's [queries × keys] matrices are stored.
enum class MatrixStorage : unsigned char {
    kAutomatic, ///< matrices while they fit the budget, otherwise operands
    kMatrices, ///< the matrices that the pass used
    kOperands, ///< query, key, bias and mask, from which any rectangle is computed on demand
};

/// Positions whose logits are computed; in small models, logits are most of the work.
enum class LogitRows : unsigned char { kNone, kLast, kAll };

/// What a forward pass records.
struct RecordPlan
{
    SiteSet sites; ///< empty = nothing is recorded, and the pass costs nothing extra
    LogitRows logits = LogitRows::kNone;
    MatrixStorage storage = MatrixStorage::kAutomatic;
    std::int64_t budgetBytes = std::int64_t{512} << 20; ///< for kAutomatic
    std::function<bool(const LayerRef&)> wanted; ///< unset = all layers

    bool wants(Site site, const LayerRef& layer) const
    {
        return sites.has(site) && (!wanted || wanted(layer));
    }
};

} // namespace headlight
