#pragma once

#include <array>

namespace headlight::blocks {

/// The values of the sixteen nibbles in IQ4_NL and IQ4_XS.
inline constexpr std::array<float, 16> kIq4Levels{-127.0F, -104.0F, -83.0F, -65.0F, -49.0F, -35.0F,
                                                  -22.0F,  -10.0F,  1.0F,   13.0F,  25.0F,  38.0F,
                                                  53.0F,   69.0F,   89.0F,  113.0F};
/// The numbers of MXFP4 (Microscaling Formats 1.0, E2M1), doubled. GGUF has no negative zero.
inline constexpr std::array<float, 16> kMxfp4Levels{0.0F, 1.0F,  2.0F,  3.0F,  4.0F,  6.0F,  8.0F,  12.0F,
                                                    0.0F, -1.0F, -2.0F, -3.0F, -4.0F, -6.0F, -8.0F, -12.0F};

} // namespace headlight::blocks
