#pragma once

#include "core/math/matrix.h"

#include <QString>

#include <optional>

namespace headlight {

/// The most coordinates that a typed vector may have.
inline constexpr Index kMostDimensions = 64;

/// "8, −5", "(8 -5)", "8; −5": the coordinates in it. Separated by blanks, semicolons or commas; where the
/// language writes 0,5 a comma inside a number is its decimal sign. None where something is no number, there
/// is nothing, or there are more than kMostDimensions.
std::optional<RowVector> parsedVector(const QString& text);

/// "(8, −5)", "8; 0,5" in a language with decimal commas; a lone number has no brackets. `most`: coordinates
/// before "…".
QString vectorText(const RowVector& vector, int most = 8);

/// Four significant digits without superfluous zeros: "0.2246", "55", "−72", "8.25".
QString fourDigits(double value);

} // namespace headlight
