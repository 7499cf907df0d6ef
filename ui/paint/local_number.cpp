#include "ui/paint/local_number.h"

#include <QLocale>

namespace headlight {

QString localNumber(QString number)
{
    return number.replace(QLatin1Char('.'), QLocale().decimalPoint());
}

QString localNumber(double value, int decimals)
{
    return localNumber(QString::number(value, 'f', decimals));
}

} // namespace headlight
