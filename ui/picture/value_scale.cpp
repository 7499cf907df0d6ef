#include "ui/picture/value_scale.h"

#include "ui/words/local_number.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// 1, 2 or 5 times a power of ten, chosen so that about `wanted` steps fill the span.
double roundStep(double span, int wanted)
{
    const double raw = span / std::max(1, wanted - 1);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double lead = raw / power;
    const double nice = lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10;
    return nice * power;
}

std::vector<double> decades(const ValueScale& scale)
{
    std::vector<double> found{scale.lower};
    const auto first = static_cast<int>(std::floor(std::log10(scale.lower))) + 1;
    const auto last = static_cast<int>(std::ceil(std::log10(scale.upper)));
    for (int power = first; power <= last; ++power)
        if (const double tick = std::pow(10.0, power); tick > scale.lower * 1.5 && tick < scale.upper * 0.999)
            found.push_back(tick);
    found.push_back(scale.upper);
    return found;
}

/// "0.02"; below a thousandth "2·10⁻⁵".
QString decadeText(double tick)
{
    if (tick >= 0.00099)
        return localNumber(QString::number(tick, 'g', 2));
    const int power = static_cast<int>(std::floor(std::log10(tick) + 1e-9));
    const double lead = tick / std::pow(10.0, power);
    const QString text = lead > 1.05 ? localNumber(QString::number(lead, 'g', 2)) + QChar(0x00B7) : QString();
    return text + powerOfTen(power);
}

} // namespace

int ValueScale::level(float value) const
{
    if (std::isnan(value))
        return -1;
    return static_cast<int>(std::lround(place(static_cast<double>(value)) * 255));
}

void ValueScale::levels(std::span<const float> values, std::span<std::int16_t> levels) const
{
    if (logarithmic) {
        const double reach = std::log(upper / lower);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto value = static_cast<double>(values[i]);
            const double at = value > lower ? std::min(1.0, std::log(value / lower) / reach) : 0.0;
            levels[i] = static_cast<std::int16_t>(std::isnan(value) ? -1L : std::lround(at * 255));
        }
        return;
    }
    const double span = upper - lower;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double raw = (static_cast<double>(values[i]) - lower) / span;
        const double clamped = raw > 0 ? (raw < 1 ? raw : 1) : 0; // 0 for NaN, too
        // Like lround(), in a form that vectorises: no number here is negative.
        const double scaled = clamped * 255;
        const int whole = static_cast<int>(scaled);
        const int rounded = whole + (scaled - whole >= 0.5 ? 1 : 0);
        levels[i] = static_cast<std::int16_t>(std::isnan(values[i]) ? -1 : rounded);
    }
}

double ValueScale::place(double value) const
{
    if (logarithmic)
        return value > lower ? std::min(1.0, std::log(value / lower) / std::log(upper / lower)) : 0.0;
    return std::clamp((value - lower) / (upper - lower), 0.0, 1.0);
}

std::vector<double> ValueScale::ticks(int wanted) const
{
    if (logarithmic)
        return decades(*this);
    const double span = upper - lower;
    double step = roundStep(span, wanted);
    if (std::floor(upper / step) - std::ceil(lower / step) < 1)
        step /= 2;
    std::vector<double> found;
    // A largest weight of 0.996 reads 1.00, and so does the tick at its end.
    const double slack = 5e-3 * span;
    for (double i = std::ceil((lower - slack) / step); i * step <= upper + slack; ++i)
        found.push_back(i * step);
    return found;
}

QString ValueScale::tickText(double tick, int wanted) const
{
    if (logarithmic)
        return decadeText(tick);
    const std::vector<double> all = ticks(wanted);
    const double step = all.size() > 1 ? all[1] - all[0] : upper - lower;
    if (std::abs(tick) >= 1e5 || (step < 1e-4 && tick != 0))
        return withMinus(localNumber(QString::number(tick, 'g', 3)));
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 5);
    return withMinus(localNumber(tick + 0.0, decimals));
}

ValueScale weightScale(WeightRange range, float maximum)
{
    const bool own = range == WeightRange::kMaximum && std::isfinite(maximum) && maximum > 0;
    return {0, own ? static_cast<double>(maximum) : 1.0, false};
}

ValueScale logScale(const ValueScale& weights)
{
    ValueScale scale = weights;
    scale.lower = weights.upper * 1e-4;
    scale.logarithmic = true;
    return scale;
}

ValueScale scoreScale(float minimum, float maximum)
{
    const double size
        = std::max(std::abs(static_cast<double>(minimum)), std::abs(static_cast<double>(maximum)));
    const double reach = std::isfinite(size) && size > 0 ? size : 1.0;
    return {-reach, reach, true};
}

ValueScale maskScale()
{
    return {0, 1.8, false};
}

QString cellText(float value)
{
    if (std::isnan(value))
        return {};
    const float size = std::abs(value);
    if (size > 0 && size < 0.005F)
        return localNumber(QStringLiteral("<.01")); // below zero, the colour says so
    const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
    if (size >= 1e5F)
        return withMinus(localNumber(QString::number(static_cast<double>(value), 'g', 2)));
    return withMinus(localNumber(static_cast<double>(value), decimals));
}

QString fullText(float value)
{
    if (std::isnan(value))
        return QCoreApplication::translate("HeatmapView", "not computed");
    const auto number = static_cast<double>(value);
    if (std::isinf(value))
        return localNumber(number, 0);
    const double size = std::abs(number);
    constexpr double kSmallest = 1e-6;
    if (size > 0 && size < kSmallest)
        return localNumber(value > 0 ? QStringLiteral("<0.000001") : QStringLiteral(">−0.000001"));
    // Four significant digits, however small the number; %g would write small ones with an exponent.
    const bool plain = size > 0 && size < 1;
    const int decimals = plain ? std::min(9, 3 - static_cast<int>(std::floor(std::log10(size)))) : 0;
    const bool large = size >= 1000 && size < 1e5;
    QString text = plain ? QString::number(number, 'f', decimals)
                         : QString::number(number, large ? 'f' : 'g', large ? 0 : 4);
    while (plain && text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(QLatin1Char('.'))) // a number just below 1
        text.chop(1);
    return withMinus(localNumber(text));
}

} // namespace headlight
