#pragma once

#include <array>
#include <cstdint>

namespace headlight::blocks {

/// The codebooks of the IQ types, as defined by the format: an entry stands for eight numbers (IQ3: four).
/// For each number it holds 2 bits (IQ3: 3 bits), the first number in the lowest bits, that select one of the
/// grid's levels.
extern const std::array<std::uint16_t, 256> kIq2XxsGrid;
extern const std::array<std::uint16_t, 512> kIq2XsGrid;
extern const std::array<std::uint16_t, 1024> kIq2SGrid;
extern const std::array<std::uint16_t, 256> kIq3XxsGrid;
extern const std::array<std::uint16_t, 512> kIq3SGrid;
extern const std::array<std::uint16_t, 2048> kIq1Grid;

inline constexpr std::array<float, 3> kIq2Levels{8.0F, 25.0F, 43.0F};
inline constexpr std::array<float, 8> kIq3XxsLevels{4.0F, 12.0F, 20.0F, 28.0F, 36.0F, 44.0F, 52.0F, 62.0F};
inline constexpr std::array<float, 8> kIq3SLevels{1.0F, 3.0F, 5.0F, 7.0F, 9.0F, 11.0F, 13.0F, 15.0F};
inline constexpr std::array<float, 3> kIq1Levels{-1.0F, 0.0F, 1.0F};

} // namespace headlight::blocks
