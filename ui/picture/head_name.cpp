#include "ui/picture/head_name.h"

#include <QCoreApplication>

namespace headlight {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("HeadName", text);
}

} // namespace

QString attentionName(StackKind stack, AttentionKind kind)
{
    if (kind == AttentionKind::kCross)
        return words(QT_TRANSLATE_NOOP("HeadName", "Cross-attention"));
    return stack == StackKind::kEncoder ? words(QT_TRANSLATE_NOOP("HeadName", "Encoder self-attention"))
                                        : words(QT_TRANSLATE_NOOP("HeadName", "Decoder self-attention"));
}

QString layerName(const LayerRef& layer)
{
    if (layer.kind == AttentionKind::kCross)
        return words(QT_TRANSLATE_NOOP("HeadName", "Decoder layer %1 · cross-attention")).arg(layer.layer);
    return (layer.stack == StackKind::kEncoder
                ? words(QT_TRANSLATE_NOOP("HeadName", "Encoder layer %1 · self-attention"))
                : words(QT_TRANSLATE_NOOP("HeadName", "Decoder layer %1 · self-attention")))
        .arg(layer.layer);
}

QString headName(const HeadRef& head)
{
    return words(QT_TRANSLATE_NOOP("HeadName", "%1 · head %2"))
        .arg(layerName(head.layerRef()))
        .arg(head.head);
}

} // namespace headlight
