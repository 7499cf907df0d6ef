#include "ui/dialogs/palette_match.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

constexpr int kLetter = 10;
constexpr int kWordStart = 14; ///< bonus for the first letter of a word
constexpr int kNeighbour = 12; ///< bonus for a letter right after the previous match
constexpr int kGapCost = 1; ///< penalty for each skipped letter
constexpr int kNever = std::numeric_limits<int>::min() / 2;
constexpr qsizetype kLongest = 200; ///< letters of an entry that are compared

// How much better one way to match is than any score of letters.
constexpr int kWhole = 20000; ///< the whole name
constexpr int kSomeWords = 10000; ///< words of the name
constexpr int kOther = 4000, kRelated = 5000; ///< another name and a related word count so much less
constexpr int kLeastPerLetter = 15; ///< letters that are scattered more thinly are no match

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

/// Finds the best placement of the letters, in order, by dynamic programming over letters and places.
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

QString wordsOf(QStringView text)
{
    QString words;
    bool inWord = false;
    for (const QChar each : text) {
        const bool belongs = each.isLetterOrNumber();
        if (belongs != inWord)
            words += QLatin1Char(' ');
        if (belongs)
            words += folded(each);
        inWord = belongs;
    }
    if (inWord)
        words += QLatin1Char(' ');
    words.replace(QLatin1String("  "), QLatin1String(" "));
    return words;
}

/// Whether letters are picked from the middle of words, more than once: "tens" in "Full attention masks".
static bool isScattered(const QVector<int>& places, QStringView text)
{
    int inner = 0;
    for (qsizetype i = 0; i < places.size(); ++i)
        if ((i == 0 || places[i] != places[i - 1] + 1) && !startsWord(text, places[i]))
            ++inner;
    return inner > 1;
}

PaletteQuery::PaletteQuery(const QString& typed)
    : m_words(wordsOf(typed))
    , m_letters(m_words.isEmpty() ? typed : m_words)
    , m_count(static_cast<int>(m_letters.size() - m_letters.count(QLatin1Char(' '))))
{ }

std::optional<FuzzyMatch> PaletteQuery::matchLetters(QStringView text) const
{
    auto match = fuzzyMatch(m_letters, text);
    if (match && (match->score < kLeastPerLetter * m_count || isScattered(match->places, text)))
        return std::nullopt;
    return match;
}

std::optional<FuzzyMatch> PaletteQuery::matchName(const QString& name) const
{
    auto match = matchLetters(name);
    if (!match || m_words.isEmpty())
        return match;
    const QString words = wordsOf(name);
    if (words == m_words)
        match->score += kWhole;
    else if (words.contains(QStringView(m_words).chopped(1))) // the last word may go on
        match->score += kSomeWords;
    return match;
}

bool PaletteQuery::isIn(const QString& prose) const
{
    if (prose.isEmpty() || m_words.isEmpty() || m_count < 3)
        return false;
    const QStringList words = m_words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&prose](const QString& word) {
        return prose.contains(QLatin1Char(' ') + word + QLatin1Char(' '));
    });
}

std::optional<FuzzyMatch> PaletteQuery::match(const PaletteEntry& entry) const
{
    auto best = matchName(entry.text);
    const auto take = [&](const QStringList& names, int less) {
        for (const QString& name : names)
            if (const auto match = matchName(name); match && (!best || match->score - less > best->score))
                best = FuzzyMatch{match->score - less, best ? best->places : QVector<int>()};
    };
    take(entry.others, kOther);
    take(entry.related, kRelated);
    if (best)
        return best;
    // Letters that are spread over kind, place and name count half.
    const QString before = entry.kind + QLatin1Char(' ') + entry.detail + QLatin1Char(' ');
    if (const auto wide = matchLetters(QString(before + entry.text))) {
        FuzzyMatch match{wide->score / 2, {}};
        for (const int place : wide->places)
            if (place >= before.size())
                match.places << place - static_cast<int>(before.size());
        return match;
    }
    return isIn(entry.prose) ? std::optional(FuzzyMatch{}) : std::nullopt;
}

/// How many letters must be added, dropped or changed, as a share of the longer text.
static double distance(const QString& a, const QString& b)
{
    std::vector<int> row(static_cast<std::size_t>(b.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 0; i < a.size(); ++i) {
        int diagonal = std::exchange(row[0], static_cast<int>(i) + 1);
        for (std::size_t j = 1; j < row.size(); ++j) {
            const int changed = diagonal + (a[i] == b[static_cast<qsizetype>(j) - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({changed, row[j] + 1, row[j - 1] + 1}));
        }
    }
    return row.back() / static_cast<double>(std::max<qsizetype>({a.size(), b.size(), 1}));
}

std::optional<std::size_t> nearestEntry(const QString& typed, const std::vector<PaletteEntry>& entries)
{
    const QString words = wordsOf(QStringView(typed).left(kLongest));
    std::optional<std::size_t> nearest;
    if (words.isEmpty()) // signs are like nothing
        return nearest;
    double least = 0;
    const auto offer = [&](std::size_t number, const QString& name) {
        const double far = distance(words, name);
        if (nearest && far >= least)
            return;
        nearest = number;
        least = far;
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!entries[i].enabled)
            continue;
        for (const QString& name : QStringList(entries[i].text) + entries[i].others) {
            const QString all = wordsOf(QStringView(name).left(kLongest));
            offer(i, all);
            if (words.count(QLatin1Char(' ')) == 2) // a word may be like one of several
                for (const QString& word : all.split(QLatin1Char(' '), Qt::SkipEmptyParts))
                    offer(i, QLatin1Char(' ') + word + QLatin1Char(' '));
        }
    }
    return nearest;
}

} // namespace headlight
