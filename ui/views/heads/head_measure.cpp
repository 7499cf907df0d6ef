#include "ui/views/heads/head_measure.h"

#include "ui/picture/head_name.h"
#include "ui/picture/local_number.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {

namespace {

struct Entry
{
    HeadMeasure measure;
    const char* word;
    const char* name;
    const char* tip;
};

constexpr std::array kEntries{
    Entry{HeadMeasure::kEntropy, "entropy", QT_TRANSLATE_NOOP("HeadMeasure", "Entropy (bits)"),
          QT_TRANSLATE_NOOP("HeadMeasure", "Over how many keys a row spreads: 0 for a single one.")},
    Entry{HeadMeasure::kLargest, "max", QT_TRANSLATE_NOOP("HeadMeasure", "Largest weight"),
          QT_TRANSLATE_NOOP("HeadMeasure", "The largest weight of a row, on average.")},
    Entry{HeadMeasure::kFirst, "first", QT_TRANSLATE_NOOP("HeadMeasure", "First token (sink)"),
          QT_TRANSLATE_NOOP("HeadMeasure",
                            "Weight on the first key, where heads put what they have no use for.")},
    Entry{HeadMeasure::kDiagonal, "diagonal", QT_TRANSLATE_NOOP("HeadMeasure", "Own position"),
          QT_TRANSLATE_NOOP("HeadMeasure", "Weight on the token itself.")},
    Entry{HeadMeasure::kPrevious, "previous", QT_TRANSLATE_NOOP("HeadMeasure", "Previous token"),
          QT_TRANSLATE_NOOP("HeadMeasure", "Weight on the token before.")},
    Entry{HeadMeasure::kNext, "next", QT_TRANSLATE_NOOP("HeadMeasure", "Next token"),
          QT_TRANSLATE_NOOP("HeadMeasure", "Weight on the token after; a causal mask forbids it.")},
    Entry{HeadMeasure::kDistance, "distance", QT_TRANSLATE_NOOP("HeadMeasure", "Distance (tokens)"),
          QT_TRANSLATE_NOOP("HeadMeasure", "How far away a row looks, on average.")},
    Entry{HeadMeasure::kDuplicate, "duplicate", QT_TRANSLATE_NOOP("HeadMeasure", "Duplicate token"),
          QT_TRANSLATE_NOOP("HeadMeasure", "Weight on earlier ones of the same token, where tokens repeat.")},
    Entry{HeadMeasure::kInduction, "induction", QT_TRANSLATE_NOOP("HeadMeasure", "Induction"),
          QT_TRANSLATE_NOOP("HeadMeasure",
                            "Weight on what followed the same token earlier, where tokens repeat.")},
};

const Entry& entryOf(HeadMeasure measure)
{
    return *std::find_if(kEntries.begin(), kEntries.end(),
                         [measure](const Entry& entry) { return entry.measure == measure; });
}

QString translated(const char* text)
{
    return QCoreApplication::translate("HeadMeasure", text);
}

} // namespace

std::span<const HeadMeasure> headMeasures()
{
    static const std::array all = [] {
        std::array<HeadMeasure, kEntries.size()> measures{};
        std::transform(kEntries.begin(), kEntries.end(), measures.begin(),
                       [](const Entry& entry) { return entry.measure; });
        return measures;
    }();
    return all;
}

std::optional<double> measureOf(const HeadStatistics& statistics, HeadMeasure measure)
{
    if (statistics.queries == 0)
        return std::nullopt;
    switch (measure) {
    case HeadMeasure::kEntropy:
        return statistics.entropy;
    case HeadMeasure::kLargest:
        return statistics.largest;
    case HeadMeasure::kFirst:
        return statistics.first;
    case HeadMeasure::kDiagonal:
        return statistics.diagonal;
    case HeadMeasure::kPrevious:
        return statistics.previous;
    case HeadMeasure::kNext:
        return statistics.next;
    case HeadMeasure::kDistance:
        return statistics.distance;
    case HeadMeasure::kDuplicate:
        return statistics.duplicate;
    case HeadMeasure::kInduction:
        return statistics.induction;
    }
    return std::nullopt;
}

QString measureName(HeadMeasure measure)
{
    return translated(entryOf(measure).name);
}

QString measureWord(HeadMeasure measure)
{
    return QString::fromLatin1(entryOf(measure).word);
}

QString measureTip(HeadMeasure measure)
{
    return translated(entryOf(measure).tip);
}

QString measureText(std::optional<double> value)
{
    return value ? localNumber(*value, 3) : QString(QChar(0x2013));
}

bool HeadFilter::Condition::holds(double value) const
{
    switch (sign) {
    case Sign::kLess:
        return value < limit;
    case Sign::kAtMost:
        return value <= limit;
    case Sign::kMore:
        return value > limit;
    case Sign::kAtLeast:
        return value >= limit;
    case Sign::kEqual:
        return std::abs(value - limit) < 5e-4; // as exact as the numbers are shown
    }
    return false;
}

std::optional<HeadFilter::Condition> HeadFilter::condition(const QString& term)
{
    static const QRegularExpression form(QStringLiteral("^([a-z]+)(<=|>=|<|>|=)(-?[0-9]*[.,]?[0-9]+)$"));
    const QRegularExpressionMatch match = form.match(term.toLower());
    if (!match.hasMatch())
        return std::nullopt;
    Condition condition;
    const QString name = match.captured(1), sign = match.captured(2);
    const bool place = name == QLatin1String("layer") || name == QLatin1String("head");
    condition.layer = name == QLatin1String("layer");
    const auto* const entry = std::find_if(kEntries.begin(), kEntries.end(), [&name](const Entry& each) {
        return name == QLatin1String(each.word);
    });
    if (entry != kEntries.end())
        condition.measure = entry->measure;
    else if (!place)
        return std::nullopt;
    using Sign = Condition::Sign;
    condition.sign = sign == QLatin1String("<") ? Sign::kLess
        : sign == QLatin1String("<=")           ? Sign::kAtMost
        : sign == QLatin1String(">")            ? Sign::kMore
        : sign == QLatin1String(">=")           ? Sign::kAtLeast
                                                : Sign::kEqual;
    condition.limit = match.captured(3).replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
    return condition;
}

HeadFilter HeadFilter::parse(const QString& text)
{
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    static const QRegularExpression around(QStringLiteral("\\s*(<=|>=|<|>|=)\\s*"));
    HeadFilter filter;
    QString joined = text;
    joined.replace(around, QStringLiteral("\\1")); // "first > 0.5" is one condition
    for (const QString& term : joined.split(spaces, Qt::SkipEmptyParts)) {
        if (const auto found = condition(term))
            filter.m_conditions.push_back(*found);
        else
            filter.m_words.push_back(term);
    }
    return filter;
}

bool HeadFilter::needsStatistics() const
{
    return std::any_of(m_conditions.begin(), m_conditions.end(),
                       [](const Condition& condition) { return condition.measure.has_value(); });
}

bool HeadFilter::accepts(const HeadRef& head, const std::optional<HeadStatistics>& statistics) const
{
    const QString name = QString::fromStdString(toString(head)) + QLatin1Char(' ') + headName(head);
    const bool named = std::all_of(m_words.begin(), m_words.end(), [&name](const QString& word) {
        return name.contains(word, Qt::CaseInsensitive);
    });
    return named && std::all_of(m_conditions.begin(), m_conditions.end(), [&](const Condition& condition) {
               if (!condition.measure)
                   return condition.holds(condition.layer ? head.layer : head.head);
               const auto value
                   = statistics ? measureOf(*statistics, *condition.measure) : std::optional<double>();
               return value && condition.holds(*value);
           });
}

} // namespace headlight
