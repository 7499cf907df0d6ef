#pragma once

#include "core/nn/row_dot.h"

namespace headlight {

/// Asks for the kBytes that a loop will read some turns later; at a row's end they are of the next rows. The
/// processor's own guesses do not keep up with blocks of odd sizes: from memory, Q4_K and Q8_0 take half the
/// time with this, F16 three quarters. Nothing is read here: an address past the end does no harm.
template <Index kBytes>
inline void prefetchAhead(const std::byte* at)
{
    constexpr Index kAhead = 2048; // of 512 to 8,192 the fastest for F16, Q8_0 and Q4_K
    constexpr Index kLine = 64;
    for (Index line = 0; line < kBytes; line += kLine)
        __builtin_prefetch(at + kAhead + line);
}

/// The functions of one instruction set; null for dtypes that have none.
RowDot avx2DotOf(DType dtype);
RowDot avx512DotOf(DType dtype);

} // namespace headlight
