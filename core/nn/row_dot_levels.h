#pragma once

#include "core/nn/row_dot.h"

#include <span>

namespace headlight {

/// Prefetches kBytes that a loop will read some iterations later; at the end of a row they belong to the next
/// rows. The hardware prefetcher does not keep up with blocks of odd sizes: from memory, Q4_K and Q8_0 take
/// half the time with this, F16 three quarters. An address past the end is harmless, because nothing is read.
template <Index kBytes>
inline void prefetchAhead(const std::byte* at)
{
    constexpr Index kAhead = 8192; // fastest of 2,048 to 8,192 for Q8_0
    constexpr Index kLine = 64;
    for (Index line = 0; line < kBytes; line += kLine)
        __builtin_prefetch(at + kAhead + line);
}

struct DotOfDType
{
    DType dtype;
    RowDot dot;
};

/// The function of a dtype in a table; null if it has none.
inline RowDot dotIn(std::span<const DotOfDType> dots, DType dtype)
{
    for (const DotOfDType& each : dots)
        if (each.dtype == dtype)
            return each.dot;
    return nullptr;
}

/// The functions of one instruction set; null for dtypes without one.
RowDot avx2DotOf(DType dtype);
RowDot avx512DotOf(DType dtype);

} // namespace headlight
