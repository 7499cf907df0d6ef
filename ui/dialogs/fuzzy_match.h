#pragma once

#include <QStringView>
#include <QVector>

#include <optional>

namespace headlight {

/// How well what was typed fits an entry of a list.
struct FuzzyMatch
{
    int score = 0; ///< higher is better
    QVector<int> places; ///< of the letters that fit, in the entry
};

/// All letters of `typed` in their order in `entry`, whatever their case; spaces in `typed` are skipped.
/// Letters at the start of words, and letters next to each other, count more; a gap counts less. Nothing
/// where a letter is missing. An empty `typed` fits everything with 0.
std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView entry);

} // namespace headlight
