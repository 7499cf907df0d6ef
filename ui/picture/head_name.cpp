#include "ui/picture/head_name.h"

#include <QCoreApplication>

namespace headlight {

namespace {

QString headNameText(const char* text)
{
    return QCoreApplication::translate("HeadName", text);
}

} // namespace

QString attentionName(StackKind stack, AttentionKind kind)
{
    if (kind == AttentionKind::kCross)
        return headNameText(QT_TRANSLATE_NOOP("HeadName", "Cross-attention"));
    return stack == StackKind::kEncoder
        ? headNameText(QT_TRANSLATE_NOOP("HeadName", "Encoder self-attention"))
        : headNameText(QT_TRANSLATE_NOOP("HeadName", "Decoder self-attention"));
}

QString layerName(StackKind stack, int layer)
{
    return (stack == StackKind::kEncoder ? headNameText(QT_TRANSLATE_NOOP("HeadName", "Encoder layer %1"))
                                         : headNameText(QT_TRANSLATE_NOOP("HeadName", "Decoder layer %1")))
        .arg(layer);
}

QString layerName(const LayerRef& layer)
{
    if (layer.kind == AttentionKind::kCross)
        return headNameText(QT_TRANSLATE_NOOP("HeadName", "Decoder layer %1 · cross-attention"))
            .arg(layer.layer);
    return (layer.stack == StackKind::kEncoder
                ? headNameText(QT_TRANSLATE_NOOP("HeadName", "Encoder layer %1 · self-attention"))
                : headNameText(QT_TRANSLATE_NOOP("HeadName", "Decoder layer %1 · self-attention")))
        .arg(layer.layer);
}

QString headName(const HeadRef& head)
{
    return headNameText(QT_TRANSLATE_NOOP("HeadName", "%1 · head %2"))
        .arg(layerName(head.layerRef()))
        .arg(head.head);
}

} // namespace headlight
