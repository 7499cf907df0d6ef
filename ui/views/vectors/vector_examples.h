#pragma once

#include "core/math/matrix.h"
#include "ui/views/vectors/vector_dictionary.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// A dictionary worked out in an introduction to attention, ready to open.
struct VectorExample
{
    QString name; ///< for a menu
    QString line; ///< what to look for, and what the introduction prints
    VectorDictionary dictionary;
};

/// The first one starts a lesson.
std::vector<VectorExample> vectorExamples();

/// The largest number of coordinates in a typed vector.
inline constexpr Index kMostDimensions = 64;

/// Parses coordinates: "8, −5", "(8 -5)", "8; −5". They are separated by blanks, semicolons or commas; in a
/// language that writes 0,5, a comma inside a number is the decimal sign. Nothing if the text is empty,
/// contains something that is not a number, or has more than kMostDimensions.
std::optional<RowVector> parsedVector(const QString& text);

/// "(8, −5)", or "8; 0,5" in a language with decimal commas; a single number has no brackets. `most`: number
/// of coordinates before "…".
QString vectorText(const RowVector& vector, int most = 8);

} // namespace headlight
