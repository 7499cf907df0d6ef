#include "ui/picture/head_name.h"

#include <QCoreApplication>

namespace headlight {

namespace {

struct HeadNameText
{
    Q_DECLARE_TR_FUNCTIONS(HeadName)
};

} // namespace

QString attentionName(StackKind stack, AttentionKind kind)
{
    if (kind == AttentionKind::kCross)
        return HeadNameText::tr("Cross-attention");
    return stack == StackKind::kEncoder ? HeadNameText::tr("Encoder self-attention")
                                        : HeadNameText::tr("Decoder self-attention");
}

QString layerName(StackKind stack, int layer)
{
    return (stack == StackKind::kEncoder ? HeadNameText::tr("Encoder layer %1")
                                         : HeadNameText::tr("Decoder layer %1"))
        .arg(layer);
}

QString layerName(const LayerRef& layer)
{
    if (layer.kind == AttentionKind::kCross)
        return HeadNameText::tr("Decoder layer %1 · cross-attention").arg(layer.layer);
    return (layer.stack == StackKind::kEncoder ? HeadNameText::tr("Encoder layer %1 · self-attention")
                                               : HeadNameText::tr("Decoder layer %1 · self-attention"))
        .arg(layer.layer);
}

QString headName(const HeadRef& head)
{
    return HeadNameText::tr("%1 · head %2").arg(layerName(head.layerRef())).arg(head.head);
}

} // namespace headlight
