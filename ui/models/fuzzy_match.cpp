#include "ui/models/fuzzy_match.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace headlight {

namespace {

constexpr int kLetter = 10;
constexpr int kWordStart = 14; ///< more for the first letter of a word
constexpr int kNeighbour = 12; ///< more for a letter right after the one before
constexpr int kGap = 1; ///< less for each letter that is skipped
constexpr int kNever = std::numeric_limits<int>::min() / 2;
constexpr qsizetype kLongest = 200; ///< letters of an entry that are looked at

bool possible(int score)
{
    return score > kNever / 2;
}

bool startsWord(QStringView entry, qsizetype at)
{
    if (at == 0 || !entry[at - 1].isLetterOrNumber())
        return true;
    return entry[at].isUpper() && entry[at - 1].isLower();
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView entry)
{
    QString letters;
    for (const QChar c : typed)
        if (!c.isSpace())
            letters += c.toCaseFolded();
    if (letters.isEmpty())
        return FuzzyMatch{};
    entry = entry.left(kLongest);
    const auto rows = static_cast<std::size_t>(letters.size()),
               columns = static_cast<std::size_t>(entry.size());
    // best[i][j]: the best score with letter i at place j of the entry; from[i][j]: where letter i-1 was.
    std::vector<int> best(rows * columns, kNever), from(rows * columns, -1);
    for (std::size_t i = 0; i < rows; ++i) {
        int reach = kNever, reachAt = -1; // the best of row i-1 left of j, less its gap
        for (std::size_t j = 0; j < columns; ++j) {
            const auto place = static_cast<qsizetype>(j);
            const int before = i == 0 || j == 0 ? kNever : best[(i - 1) * columns + j - 1];
            reach -= kGap;
            if (before > reach) {
                reach = before;
                reachAt = static_cast<int>(j) - 1;
            }
            if (entry[place].toCaseFolded() != letters[static_cast<qsizetype>(i)])
                continue;
            const int own = kLetter + (startsWord(entry, place) ? kWordStart : 0);
            const int far = i == 0 ? -std::min(static_cast<int>(j), kLetter) * kGap : reach;
            const int near = possible(before) ? before + kNeighbour : kNever;
            if (i > 0 && !possible(far) && !possible(near))
                continue;
            best[i * columns + j] = own + std::max(far, near);
            from[i * columns + j] = i == 0 ? -1 : near >= far ? static_cast<int>(j) - 1 : reachAt;
        }
    }
    const auto last = best.end() - static_cast<std::ptrdiff_t>(columns);
    const auto end = columns == 0 ? best.end() : std::max_element(last, best.end());
    if (end == best.end() || !possible(*end))
        return std::nullopt;
    FuzzyMatch match{*end - static_cast<int>(entry.size()) / 8, {}};
    int at = static_cast<int>(end - last);
    for (std::size_t i = rows; i-- > 0 && at >= 0;) {
        match.places.prepend(at);
        at = from[i * columns + static_cast<std::size_t>(at)];
    }
    return match;
}

} // namespace headlight
