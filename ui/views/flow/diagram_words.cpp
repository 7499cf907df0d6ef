#include "ui/views/flow/diagram_words.h"

#include "ui/state/translation.h"
#include "ui/words/head_name.h"

#include <QLocale>
#include <QStringList>

namespace headlight {

namespace {

QString dotted(const QStringList& parts)
{
    return parts.join(QStringLiteral(" · "));
}

/// "32,000 × 512".
QString shape(std::int64_t rows, std::int64_t columns)
{
    const QLocale locale;
    return QStringLiteral("%1 × %2").arg(locale.toString(static_cast<qlonglong>(rows)),
                                         locale.toString(static_cast<qlonglong>(columns)));
}

} // namespace

QString countText(std::int64_t count)
{
    const QLocale locale;
    const auto value = static_cast<double>(count);
    const auto scaled = [&locale](double number, const QString& unit) {
        const int decimals = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
        return locale.toString(number, 'f', decimals) + QChar(0x00A0) + unit;
    };
    if (value < 1000)
        return locale.toString(static_cast<qlonglong>(count));
    if (value < 999.5e3)
        return scaled(value / 1e3, QStringLiteral("k"));
    if (value < 999.5e6)
        return scaled(value / 1e6, QStringLiteral("M"));
    return scaled(value / 1e9, QStringLiteral("G"));
}

QString normTitle(NormKind kind)
{
    return kind == NormKind::kLayerNorm ? tr("Layer norm") : tr("RMS norm");
}

QString scaleTitle(float factor)
{
    return tr("× %1").arg(QLocale().toString(static_cast<double>(factor), 'g', 4));
}

QString attentionTitle(AttentionKind kind, const AttentionFacts& facts)
{
    if (kind == AttentionKind::kCross)
        return tr("Cross-attention");
    return facts.causal ? tr("Masked self-attention") : tr("Self-attention");
}

QString attentionDetail(const AttentionFacts& facts)
{
    QStringList parts{
        facts.kvHeads == facts.heads
            ? tr("%1 heads, width %2").arg(facts.heads).arg(facts.headWidth)
            : tr("%1 heads of %2, %3 key/value").arg(facts.heads).arg(facts.headWidth).arg(facts.kvHeads)};
    if (facts.window > 0)
        parts << tr("window %1").arg(facts.window);
    if (facts.positions == PositionMethod::kRotary)
        parts << tr("rotary");
    else if (facts.positions == PositionMethod::kRelativeBias)
        parts << tr("relative bias");
    else if (facts.positions == PositionMethod::kAlibi)
        parts << QStringLiteral("ALiBi");
    else if (facts.positions == PositionMethod::kDisentangled)
        parts << tr("disentangled");
    if (facts.normalisesHeads)
        parts << tr("q, k normalised");
    if (facts.sinks)
        parts << tr("learned sinks");
    if (facts.softcap > 0)
        parts << tr("cap %1").arg(static_cast<double>(facts.softcap));
    return dotted(parts << countText(facts.parameters));
}

QString feedForwardDetail(const FeedForwardFacts& facts)
{
    QStringList parts;
    if (facts.experts > 0)
        parts << tr("%1 of %2 experts").arg(facts.perToken).arg(facts.experts);
    return dotted(parts << QStringLiteral("%1 → %2 → %1").arg(facts.width).arg(facts.inner)
                        << activationName(facts.activation, facts.gated) << countText(facts.parameters));
}

QString embeddingDetail(const StackFacts& stack)
{
    QStringList parts{shape(stack.vocabulary, stack.embeddingWidth)};
    if (stack.embeddingScale != 1.0F)
        parts << scaleTitle(stack.embeddingScale);
    parts << (stack.embeddingShared ? tr("shared with the encoder") : countText(stack.embeddingParameters));
    return dotted(parts);
}

QString positionsTitle(const StackFacts& stack)
{
    if (isSinusoidal(stack.positions))
        return tr("+ Positions: sinusoids");
    switch (stack.positions) {
    case PositionMethod::kLearned:
        return tr("+ Positions: learned");
    case PositionMethod::kRotary:
        return tr("Positions: rotary");
    case PositionMethod::kRelativeBias:
        return tr("Positions: relative bias");
    case PositionMethod::kAlibi:
        return tr("Positions: ALiBi");
    case PositionMethod::kDisentangled:
        return tr("Positions: disentangled");
    default:
        return tr("No positions");
    }
}

QString positionsDetail(const StackFacts& stack)
{
    if (isSinusoidal(stack.positions))
        return tr("a formula, no parameters");
    switch (stack.positions) {
    case PositionMethod::kLearned:
        return dotted({shape(stack.positionRows, stack.embeddingWidth), countText(stack.positionParameters)});
    case PositionMethod::kRotary:
        return tr("turns queries and keys in each layer");
    case PositionMethod::kRelativeBias:
        return dotted({tr("added to the scores in each layer"), countText(stack.positionParameters)});
    case PositionMethod::kAlibi:
        return tr("added to the scores in each layer");
    case PositionMethod::kDisentangled:
        return dotted({tr("two terms of the scores in each layer"), countText(stack.positionParameters)});
    default:
        return tr("order comes from the mask alone");
    }
}

QString headDetail(const HeadFacts& head)
{
    QStringList parts{tr("%1 logits").arg(QLocale().toString(static_cast<qlonglong>(head.vocabulary)))};
    if (head.transform)
        parts << tr("with an extra layer");
    if (head.tied)
        parts << tr("tied to the embedding");
    if (head.softcap > 0)
        parts << tr("cap %1").arg(static_cast<double>(head.softcap));
    if (head.parameters > 0)
        parts << countText(head.parameters);
    return dotted(parts);
}

} // namespace headlight
