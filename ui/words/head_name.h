#pragma once

#include "core/trace/site.h"

#include <QString>

namespace headlight {

// Heads in words. Numbers start at 0, as in the addresses on the command line and in trace files.

/// "Encoder self-attention", "Decoder self-attention", "Cross-attention".
QString attentionName(StackKind stack, AttentionKind kind);
/// "Decoder layer 2".
QString layerName(StackKind stack, int layer);
/// "Decoder layer 2 · cross-attention".
QString layerName(const LayerRef& layer);
/// "Decoder layer 2 · cross-attention · head 1".
QString headName(const HeadRef& head);

} // namespace headlight
