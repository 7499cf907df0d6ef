#pragma once

#include "core/model/model.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headlight {

/// Bytes of weights read to decode one token, each counted once; 0 for models that read only some of them (a
/// mixture of experts).
std::int64_t bytesPerToken(const Model& model);

/// A plain sum over more numbers than most caches hold, by all cores together: the minimum cost of reading.
class PlainRead
{
public:
    PlainRead();
    void run();
    double bytes() const { return static_cast<double>(m_numbers.size() * sizeof(std::uint64_t)); }
    /// Sum of the last run; using it keeps the compiler from removing the reads.
    std::uint64_t sum() const;

private:
    std::vector<std::uint64_t> m_numbers;
    std::vector<std::uint64_t> m_sums; ///< one per core
};

} // namespace headlight
