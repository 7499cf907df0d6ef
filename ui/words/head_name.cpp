#include "ui/words/head_name.h"

#include "ui/state/translation.h"
#include "ui/words/local_number.h"

#include <QCoreApplication>

#include <string_view>

namespace headlight {

QString attentionName(StackKind stack, AttentionKind kind)
{
    if (kind == AttentionKind::kCross)
        return tr("Cross-attention");
    return stack == StackKind::kEncoder ? tr("Encoder self-attention") : tr("Decoder self-attention");
}

QString layerName(StackKind stack, int layer)
{
    return (stack == StackKind::kEncoder ? tr("Encoder layer %1") : tr("Decoder layer %1")).arg(layer);
}

QString layerName(const LayerRef& layer)
{
    return tr("%1 · layer %2").arg(attentionName(layer.stack, layer.kind)).arg(layer.layer);
}

QString headName(const HeadRef& head)
{
    return tr("%1 · head %2").arg(layerName(head.layerRef())).arg(head.head);
}

QString shortHeadName(const HeadRef& head)
{
    return (head.kind == AttentionKind::kCross      ? tr("cross head %1")
                : head.stack == StackKind::kEncoder ? tr("encoder head %1")
                                                    : tr("decoder head %1"))
        .arg(headNumbers(head));
}

QString headNumbers(const HeadRef& head)
{
    return QStringLiteral("%1.%2").arg(head.layer).arg(head.head);
}

QString offWords()
{
    return tr("switched off");
}

QString activationName(Activation activation, bool gated)
{
    switch (activation) {
    case Activation::kRelu:
        return gated ? QStringLiteral("ReGLU") : QStringLiteral("ReLU");
    case Activation::kSilu:
        return gated ? QStringLiteral("SwiGLU") : QStringLiteral("SiLU");
    case Activation::kTanh:
        return QStringLiteral("tanh");
    default:
        return gated ? QStringLiteral("GeGLU") : QStringLiteral("GELU");
    }
}

namespace {

const HeadStatistic& statisticOf(const HeadBehaviour& behaviour)
{
    return headStatisticList()[behaviour.statistic];
}

} // namespace

QString behaviourName(const HeadBehaviour& behaviour)
{
    return QCoreApplication::translate("HeadStatistic", statisticOf(behaviour).behaviour);
}

QString behaviourText(const HeadBehaviour& behaviour)
{
    return QStringLiteral("%1 %2").arg(behaviourName(behaviour), localNumber(behaviour.value, 2));
}

QString sinkWords()
{
    return tr("A learned sink takes a share of each row. What it leaves is not scaled up to the sum 1.");
}

QString behaviourTip(const HeadBehaviour& behaviour)
{
    const HeadStatistic& statistic = statisticOf(behaviour);
    const std::string_view formula = statistic.formula;
    const QString words
        = tr("Named by what it does on this text: %1\n%2\nMean over the rows of %3: %4. A head "
             "has this name from %5 on.");
    return (behaviour.hasSink ? words + QLatin1Char('\n') + sinkWords() : words)
        .arg(behaviourText(behaviour), QCoreApplication::translate("HeadStatistic", statistic.description),
             QString::fromUtf8(formula.data(), static_cast<qsizetype>(formula.size())),
             localNumber(behaviour.value, 3), localNumber(leastBehaviour(behaviour.statistic), 2));
}

} // namespace headlight
