#include "ui/words/local_number.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace headlight {

QString powerOfTen(int power)
{
    QString text = QStringLiteral("10") + (power < 0 ? QString(QChar(0x207B)) : QString());
    for (const QChar digit : QString::number(std::abs(power)))
        text += digit == QLatin1Char('1') ? QChar(0x00B9)
            : digit == QLatin1Char('2')   ? QChar(0x00B2)
            : digit == QLatin1Char('3')   ? QChar(0x00B3)
                                          : QChar(0x2070 + digit.digitValue());
    return text;
}

QString withMinus(QString number)
{
    return number.replace(QLatin1Char('-'), QChar(0x2212));
}

QString localNumber(QString number)
{
    number.replace(QLatin1Char('.'), QLocale().decimalPoint());
    const qsizetype at = number.indexOf(QLatin1Char('e'));
    bool power = false;
    const int exponent = at < 0 ? 0 : number.mid(at + 1).toInt(&power);
    return power ? number.left(at) + QStringLiteral("\u00a0×\u00a0") + powerOfTen(exponent) : number;
}

QString localNumber(double value, int decimals)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return localNumber(QString::number(value, 'f', decimals));
}

QString withoutZeros(QString number)
{
    if (number.contains(QLatin1Char('.'))) {
        while (number.endsWith(QLatin1Char('0')))
            number.chop(1);
        if (number.endsWith(QLatin1Char('.')))
            number.chop(1);
    }
    return withMinus(localNumber(number == QLatin1String("-0") ? QStringLiteral("0") : number));
}

QString fourDigits(double value)
{
    const double size = std::abs(value);
    if (!std::isfinite(value) || size >= 1e5 || (size > 0 && size < 1e-5))
        return numberText(value);
    // Decimals: four digits in total, but four decimals below one.
    const int whole = size >= 1 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 0;
    return withoutZeros(QString::number(value, 'f', std::max(0, 4 - whole)));
}

QString columnNumber(double value)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    if (std::isinf(value))
        return localNumber(value, 0);
    const double size = std::abs(value);
    const bool plain = value == 0 || (size >= 5e-5 && size < 1e6); // as long as a digit of it is left
    const int whole = size >= 1 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 0;
    return withMinus(plain ? localNumber(value, std::max(0, 4 - whole))
                           : localNumber(QString::number(value, 'e', 1)));
}

namespace {

constexpr double kSmallestPercent = 1e-5; ///< smaller ones are shown as "<" this

/// One digit after the point and a power of ten: "3.2 × 10⁻⁵".
QString scientific(double value, const QLocale& locale)
{
    int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    double mantissa = value / std::pow(10.0, exponent);
    if (std::abs(mantissa) >= 9.95) {
        mantissa /= 10.0;
        ++exponent;
    }
    return withMinus(locale.toString(mantissa, 'f', 1)) + QStringLiteral("\u00a0×\u00a0")
        + powerOfTen(exponent);
}

/// English writes "95.5%"; French and most other languages put a space before the sign.
QString withPercentSign(const QString& number, const QLocale& locale)
{
    const bool close = locale.language() == QLocale::English || locale.language() == QLocale::C;
    return number + (close ? QStringLiteral("%") : QStringLiteral("\u00a0%"));
}

} // namespace

QString probabilityText(double probability, const QLocale& locale)
{
    if (!std::isfinite(probability))
        return QStringLiteral("NaN");
    if (probability <= 0)
        return QStringLiteral("0");
    const double percent = 100.0 * probability;
    if (percent < kSmallestPercent)
        return withPercentSign(QLatin1Char('<') + locale.toString(kSmallestPercent, 'f', 5), locale);
    if (percent >= 99.9995)
        return withPercentSign(QStringLiteral("100"), locale);
    // A probability just below one must not read as certain, nor a small one as a round number. All numbers
    // of a column look alike: never an exponent beside a percentage.
    const int decimals = percent < 0.001    ? 5
        : percent < 0.01                    ? 4
        : percent >= 99.95 || percent < 0.1 ? 3
        : percent >= 10.0                   ? 1
                                            : 2;
    return withPercentSign(locale.toString(percent, 'f', decimals), locale);
}

QString numberText(double value, const QLocale& locale)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    if (std::isinf(value))
        return localNumber(value, 0);
    const double size = std::abs(value);
    if (size == 0)
        return QStringLiteral("0");
    if (size < 1e-3 || size >= 1e5)
        return scientific(value, locale);
    const int decimals = size >= 100 ? 1 : size >= 10 ? 2 : 3;
    return withMinus(locale.toString(value, 'f', decimals));
}

} // namespace headlight
