#include "ui/views/input/input_words.h"

#include "core/analysis/architecture.h"
#include "ui/picture/local_number.h"
#include "ui/picture/value_scale.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>

namespace headlight {

namespace {

/// The context of the translations.
struct InputWords
{
    Q_DECLARE_TR_FUNCTIONS(InputWords)
};

constexpr Index kListed = 8; ///< numbers of a row that are listed

/// Five decimals without trailing zeros: the introductions print 0.99995.
QString shortFive(float value)
{
    QString text = QString::number(static_cast<double>(value), 'f', 5);
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(QLatin1Char('.')))
        text.chop(1);
    if (text == QLatin1String("-0"))
        text = QStringLiteral("0");
    return withMinus(localNumber(text));
}

} // namespace

QString embeddingTitle(const Model* model, StackKind stack)
{
    const std::optional<Architecture> facts
        = model != nullptr ? std::optional(architectureOf(*model)) : std::nullopt;
    const StackFacts* const found = facts ? facts->stack(stack) : nullptr;
    if (found == nullptr || found->embeddingScale == 1)
        return InputWords::tr("Token embeddings");
    const auto scale = static_cast<double>(found->embeddingScale);
    const bool root = std::abs(scale - std::sqrt(facts->width)) < 1e-4 * scale;
    return root ? InputWords::tr("Token embeddings × √%1").arg(facts->width)
                : InputWords::tr("Token embeddings × %1").arg(fullText(found->embeddingScale));
}

QStringList formulaTitles()
{
    return {InputWords::tr("The paper’s: 2i/d over pairs"),
            InputWords::tr("Halves: sines first, then cosines"),
            InputWords::tr("Steep: 2i/d counts dimensions"),
            InputWords::tr("Steep, each cosine with its own angle"), InputWords::tr("The model’s own")};
}

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
