#include "ui/words/local_number.h"

#include <QLocale>

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

QString columnNumber(double value)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    const double size = std::abs(value);
    const bool plain = value == 0 || (size >= 5e-6 && size < 1e6); // as long as a digit of it is left
    return withMinus(plain ? localNumber(value, 5) : localNumber(QString::number(value, 'e', 1)));
}

} // namespace headlight
