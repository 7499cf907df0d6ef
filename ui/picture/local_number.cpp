#include "ui/picture/local_number.h"

#include <QLocale>

#include <cmath>

namespace headlight {

QString localNumber(QString number)
{
    return number.replace(QLatin1Char('.'), QLocale().decimalPoint());
}

QString localNumber(double value, int decimals)
{
    return localNumber(QString::number(value, 'f', decimals));
}

QString columnNumber(double value)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    const double size = std::abs(value);
    const bool plain = value == 0 || (size >= 5e-5 && size < 1e6);
    return localNumber(QString::number(value, plain ? 'f' : 'e', plain ? 5 : 2))
        .replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace headlight
