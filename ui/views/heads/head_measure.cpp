#include "ui/views/heads/head_measure.h"

#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace headlight {

namespace {

const HeadStatistic& statisticOf(HeadMeasure measure)
{
    return headStatisticList()[static_cast<std::size_t>(measure)];
}

QString translated(const char* text)
{
    return QCoreApplication::translate("HeadStatistic", text);
}

} // namespace

std::vector<HeadMeasure> headMeasures()
{
    std::vector<HeadMeasure> all;
    for (std::size_t i = 0; i < headStatisticList().size(); ++i)
        all.push_back(HeadMeasure{i});
    return all;
}

std::optional<HeadMeasure> measureNamed(QStringView word)
{
    for (const HeadMeasure measure : headMeasures())
        if (measureWord(measure) == word)
            return measure;
    return std::nullopt;
}

std::optional<double> measureOf(const HeadStatistics& statistics, HeadMeasure measure)
{
    const auto place = static_cast<std::size_t>(measure);
    return place < statistics.values.size() ? statistics.values[place] : std::nullopt;
}

QString measureName(HeadMeasure measure)
{
    return translated(statisticOf(measure).title);
}

Term measureTerm(HeadMeasure measure)
{
    const QString word = measureWord(measure);
    return word == QLatin1String("entropy")  ? Term::kEntropy
        : word == QLatin1String("first")     ? Term::kSink
        : word == QLatin1String("induction") ? Term::kInduction
        : word == QLatin1String("alignment") ? Term::kAlignment
        : word == QLatin1String("max")       ? Term::kWeight
                                             : Term::kHead;
}

QString measureWord(HeadMeasure measure)
{
    const std::string_view name = statisticOf(measure).name;
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QString measureTip(HeadMeasure measure)
{
    return translated(statisticOf(measure).description);
}

QString measureText(std::optional<double> value)
{
    return value ? withMinus(localNumber(*value, 3)) : QString(QChar(0x2013));
}

QString measureMissing(HeadMeasure measure, const HeadRef& head)
{
    const QString word = measureWord(measure);
    const bool cross = head.kind == AttentionKind::kCross;
    if (word == QLatin1String("alignment") && !cross)
        return QCoreApplication::translate("HeadMeasure", "Only cross-attention has an alignment.");
    const bool repeats = word == QLatin1String("induction") || word == QLatin1String("duplicate");
    const bool places = word == QLatin1String("diagonal") || word == QLatin1String("previous")
        || word == QLatin1String("next") || word == QLatin1String("distance");
    if ((repeats || places) && cross)
        return QCoreApplication::translate("HeadMeasure", "Only self-attention has this number.");
    return measureMissing(measure);
}

QString measureMissing(HeadMeasure measure)
{
    const QString word = measureWord(measure);
    if (word == QLatin1String("induction") || word == QLatin1String("duplicate"))
        return QCoreApplication::translate(
            "HeadMeasure", "No token of this text repeats. Type one that repeats words to measure this.");
    if (word == QLatin1String("alignment"))
        return QCoreApplication::translate("HeadMeasure", "This model has no cross-attention to measure.");
    return QCoreApplication::translate("HeadMeasure", "No row of this text has such a number.");
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
        return std::abs(value - limit) < 5e-4; // as exact as the displayed numbers
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
    condition.measure = measureNamed(name);
    if (!condition.measure && !place)
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
    joined.replace(around, QStringLiteral("\\1")); // makes "first > 0.5" one condition
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
    return std::ranges::any_of(m_conditions,
                               [](const Condition& condition) { return condition.measure.has_value(); });
}

bool HeadFilter::accepts(const HeadRef& head, const std::optional<HeadStatistics>& statistics) const
{
    const QString name = QString::fromStdString(toString(head)) + QLatin1Char(' ') + headName(head);
    const bool named = std::ranges::all_of(
        m_words, [&name](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
    return named && std::ranges::all_of(m_conditions, [&](const Condition& condition) {
               if (!condition.measure)
                   return condition.holds(condition.layer ? head.layer : head.head);
               const auto value
                   = statistics ? measureOf(*statistics, *condition.measure) : std::optional<double>();
               return value && condition.holds(*value);
           });
}

} // namespace headlight
