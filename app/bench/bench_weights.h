#pragma once

#include "core/model/model.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headlight {

/// Bytes of weights that decoding one token reads, each once; 0 for models of which it reads only a part (a
/// mixture of experts).
std::int64_t bytesPerToken(const Model& model);

/// A plain sum over more numbers than most caches hold, by all cores together: what reading costs at least.
class PlainRead
{
public:
    PlainRead();
    void run();
    double bytes() const { return static_cast<double>(m_numbers.size() * sizeof(std::uint64_t)); }
    /// Of the last run; whoever asks keeps the compiler from leaving the reads out.
    std::uint64_t sum() const;

private:
    std::vector<std::uint64_t> m_numbers;
    std::vector<std::uint64_t> m_sums; ///< one a core
};

} // namespace headlight
