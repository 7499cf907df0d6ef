#pragma once

#include <optional>
#include <span>

namespace headlight {

/// Pearson's correlation of two lists of one length; nothing if one of them does not vary.
std::optional<double> correlation(std::span<const double> x, std::span<const double> y);
/// That of their ranks (Spearman's); equal numbers share their mean rank.
std::optional<double> rankCorrelation(std::span<const double> x, std::span<const double> y);

} // namespace headlight
