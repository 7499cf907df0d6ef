#include "ui/words/head_name.h"

#include "ui/state/translation.h"

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
    if (layer.kind == AttentionKind::kCross)
        return tr("Decoder layer %1 · cross-attention").arg(layer.layer);
    return (layer.stack == StackKind::kEncoder ? tr("Encoder layer %1 · self-attention")
                                               : tr("Decoder layer %1 · self-attention"))
        .arg(layer.layer);
}

QString headName(const HeadRef& head)
{
    return tr("%1 · head %2").arg(layerName(head.layerRef())).arg(head.head);
}

} // namespace headlight
