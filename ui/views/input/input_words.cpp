#include "ui/views/input/input_words.h"

#include "ui/picture/local_number.h"

#include <QStringList>

#include <algorithm>

namespace headlight {

namespace {

constexpr Index kListed = 8; ///< numbers of a row that are written out

/// Five decimals without superfluous zeros: the introductions print 0.99995.
QString shortFive(float value)
{
    QString text = QString::number(static_cast<double>(value), 'f', 5);
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(QLatin1Char('.')))
        text.chop(1);
    if (text == QLatin1String("-0"))
        text = QStringLiteral("0");
    return localNumber(text).replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace

QString rowText(const Matrix& values, Index row)
{
    if (row >= values.rows())
        return {};
    QStringList numbers;
    for (Index column = 0; column < std::min(values.cols(), kListed); ++column)
        numbers << shortFive(values(row, column));
    if (values.cols() > kListed)
        numbers << QStringLiteral("…");
    return numbers.join(QStringLiteral("  "));
}

QString shareText(double share)
{
    const double value = 100 * share;
    if (value > 0 && value < 0.01)
        return QLatin1Char('<') + localNumber(0.01, 2) + QLatin1Char('%');
    return localNumber(value, value < 1 ? 2 : 1) + QLatin1Char('%');
}

} // namespace headlight
