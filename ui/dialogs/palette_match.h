#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>
#include <QVector>

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// One entry of the palette.
struct PaletteEntry
{
    QString text; ///< its name
    QString kind = {}; ///< what it is: "Action", "Term"; searched, too, with less weight
    QString detail = {}; ///< where it belongs: "File", "Row 3"; likewise
    QString keys = {}; ///< its shortcut, as text
    bool enabled = true;
    QStringList others = {}; ///< other names, such as synonyms
    QStringList related = {}; ///< words by which people look for it, after all names
    QString prose = {}; ///< a text about it; whole words of it are found, after all else
    std::function<void()> run = {};
};

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

/// What was typed, prepared for the comparison with many entries.
class PaletteQuery
{
public:
    explicit PaletteQuery(const QString& typed);

    /// How well an entry answers: the whole of a name comes before words of one, these before letters, and
    /// these before a text about it. The entry's prose must be wordsOf() it. Nothing if it does not answer.
    std::optional<FuzzyMatch> match(const PaletteEntry& entry) const;

private:
    std::optional<FuzzyMatch> matchLetters(QStringView text) const;
    std::optional<FuzzyMatch> matchName(const QString& name) const;
    bool isIn(const QString& prose) const;

    QString m_words; ///< wordsOf() what was typed
    QString m_letters; ///< the same, or signs if nothing else was typed
    int m_count; ///< letters
};

/// The words of a text without case and accents, a space around each: " multi head "; empty without letters.
QString wordsOf(QStringView text);

/// The entry of which a name is most like what was typed; nullopt without entries or letters.
std::optional<std::size_t> nearestEntry(const QString& typed, const std::vector<PaletteEntry>& entries);

} // namespace headlight
