#include "ui/dialogs/fuzzy_match.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace headlight {

namespace {

constexpr int kLetter = 10;
constexpr int kWordStart = 14; ///< bonus for the first letter of a word
constexpr int kNeighbour = 12; ///< bonus for a letter right after the previous match
constexpr int kGapCost = 1; ///< penalty for each skipped letter
constexpr int kNever = std::numeric_limits<int>::min() / 2;
constexpr qsizetype kLongest = 200; ///< letters of an entry that are compared

bool possible(int score)
{
    return score > kNever / 2;
}

/// A letter for comparison: without case and accents ("tete" finds "Tête").
QChar folded(QChar letter)
{
    if (letter.decompositionTag() == QChar::Canonical)
        letter = letter.decomposition().front();
    return letter.toCaseFolded();
}

bool startsWord(QStringView entry, qsizetype at)
{
    if (at == 0 || !entry[at - 1].isLetterOrNumber())
        return true;
    return entry[at].isUpper() && entry[at - 1].isLower();
}

/// Whether the entry has all letters, in order. Much faster than the search for their best placement.
bool hasLetters(QStringView letters, QStringView entry)
{
    qsizetype found = 0;
    for (const QChar letter : entry)
        if (folded(letter) == letters[found] && ++found == letters.size())
            return true;
    return false;
}

/// Finds the best placement of the letters in an entry, in order, by dynamic programming over letters (rows)
/// and places in the entry (columns).
class Alignment
{
public:
    Alignment(const QString& letters, QStringView entry)
        : m_rows(static_cast<std::size_t>(letters.size()))
        , m_columns(static_cast<std::size_t>(entry.size()))
        , m_best(m_rows * m_columns, kNever)
        , m_from(m_rows * m_columns, -1)
    {
        for (std::size_t row = 0; row < m_rows; ++row)
            fill(row, letters[static_cast<qsizetype>(row)], entry);
    }

    std::optional<FuzzyMatch> match() const
    {
        const auto last = m_best.end() - static_cast<std::ptrdiff_t>(m_columns);
        const auto end = std::max_element(last, m_best.end());
        if (end == m_best.end() || !possible(*end))
            return std::nullopt;
        FuzzyMatch match{*end - static_cast<int>(m_columns) / 8, {}};
        int at = static_cast<int>(end - last);
        for (std::size_t row = m_rows; row-- > 0 && at >= 0;) {
            match.places.prepend(at);
            at = m_from[row * m_columns + static_cast<std::size_t>(at)];
        }
        return match;
    }

private:
    void fill(std::size_t row, QChar letter, QStringView entry)
    {
        int reach = kNever, reachAt = -1; // best of the previous row left of `column`, minus the gap
        for (std::size_t column = 0; column < m_columns; ++column) {
            const auto place = static_cast<qsizetype>(column);
            const int before = row == 0 || column == 0 ? kNever : m_best[(row - 1) * m_columns + column - 1];
            reach -= kGapCost;
            if (before > reach) {
                reach = before;
                reachAt = static_cast<int>(column) - 1;
            }
            if (folded(entry[place]) != letter)
                continue;
            const int own = kLetter + (startsWord(entry, place) ? kWordStart : 0);
            const int far = row == 0 ? -std::min(static_cast<int>(column), kLetter) * kGapCost : reach;
            const int near = possible(before) ? before + kNeighbour : kNever;
            if (row > 0 && !possible(far) && !possible(near))
                continue;
            const int neighbour = near >= far ? static_cast<int>(column) - 1 : reachAt;
            m_best[row * m_columns + column] = own + std::max(far, near);
            m_from[row * m_columns + column] = row == 0 ? -1 : neighbour;
        }
    }

    std::size_t m_rows, m_columns;
    std::vector<int> m_best; ///< [rows × columns] best score with this letter in this place
    std::vector<int> m_from; ///< [rows × columns] place of the previous letter in that case; -1 = none
};

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView entry)
{
    QString letters;
    for (const QChar c : typed)
        if (!c.isSpace())
            letters += folded(c);
    if (letters.isEmpty())
        return FuzzyMatch{};
    entry = entry.left(kLongest);
    return hasLetters(letters, entry) ? Alignment(letters, entry).match() : std::nullopt;
}

} // namespace headlight
