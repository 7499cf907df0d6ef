#pragma once

#include <QStringView>
#include <QVector>

#include <optional>

namespace headlight {

/// How well the typed letters match an entry of a list.
struct FuzzyMatch
{
    int score = 0; ///< higher is better
    QVector<int> places; ///< indices of the matching letters in the entry
};

/// Looks for all letters of `typed` in `entry`, in order, ignoring case and spaces. Letters at the start of
/// words and adjacent letters score higher, gaps lower. Nothing if a letter is missing. An empty `typed`
/// matches everything with a score of 0.
std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView entry);

} // namespace headlight
