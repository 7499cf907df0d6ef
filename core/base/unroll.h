#pragma once

// For loops over registers. GCC's -O2 unrolls only where the code does not grow; without unrolling the sums
// are not kept in registers.
#if defined(__clang__)
#define HEADLIGHT_UNROLL _Pragma("unroll")
#else
#define HEADLIGHT_UNROLL _Pragma("GCC unroll 32")
#endif
