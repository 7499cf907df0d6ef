#include "ui/views/vectors/vector_text.h"

#include "ui/words/local_number.h"
#include "ui/words/probability_text.h"

#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

bool hasDecimalComma()
{
    return QLocale().decimalPoint() == QLatin1String(",");
}

std::optional<float> parsedNumber(QString word)
{
    word.replace(QChar(0x2212), QLatin1Char('-'));
    if (hasDecimalComma())
        word.replace(QLatin1Char(','), QLatin1Char('.'));
    bool ok = false;
    const double value = word.toDouble(&ok);
    // Beyond this, products of two coordinates exceed single precision.
    constexpr double kLargest = 1e9;
    if (!ok || !std::isfinite(value) || std::abs(value) > kLargest)
        return std::nullopt;
    return static_cast<float>(value);
}

} // namespace

std::optional<RowVector> parsedVector(const QString& text)
{
    static const QRegularExpression kBrackets(QStringLiteral("[()\\[\\]]"));
    static const QRegularExpression kBlanks(QStringLiteral("(\\s*;\\s*|\\s*,\\s+|\\s+)"));
    static const QRegularExpression kAny(QStringLiteral("(\\s*[;,]\\s*|\\s+)"));
    QString bare = text;
    bare.replace(kBrackets, QStringLiteral(" "));
    const QStringList words = bare.trimmed().split(hasDecimalComma() ? kBlanks : kAny, Qt::SkipEmptyParts);
    if (words.isEmpty() || words.size() > kMostDimensions)
        return std::nullopt;
    RowVector vector(static_cast<Index>(words.size()));
    for (qsizetype i = 0; i < words.size(); ++i) {
        const std::optional<float> number = parsedNumber(words[i]);
        if (!number)
            return std::nullopt;
        vector(static_cast<Index>(i)) = *number;
    }
    return vector;
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

QString vectorText(const RowVector& vector, int most)
{
    if (vector.size() == 1)
        return fourDigits(static_cast<double>(vector(0)));
    const QString separator = hasDecimalComma() ? QStringLiteral("; ") : QStringLiteral(", ");
    QStringList words;
    for (Index i = 0; i < vector.size(); ++i) {
        if (i == most) {
            words << QStringLiteral("…");
            break;
        }
        words << fourDigits(static_cast<double>(vector(i)));
    }
    return QLatin1Char('(') + words.join(separator) + QLatin1Char(')');
}

} // namespace headlight
