#pragma once

#include "core/analysis/architecture.h"

#include <QString>

namespace headlight {

// Texts for the blocks of a model's diagram: a title, and a line of shapes and counts below it.

/// "512", "16.4 k", "31.5 M", "7.2 G": a parameter count with three digits.
QString countText(std::int64_t count);

QString normTitle(NormKind kind);
/// "× 0.22".
QString scaleTitle(float factor);
QString attentionTitle(AttentionKind kind, const AttentionFacts& facts);
/// "4 heads of 64 · causal · 263 k".
QString attentionDetail(const AttentionFacts& facts);
QString feedForwardDetail(const FeedForwardFacts& facts);
QString embeddingDetail(const StackFacts& stack);
QString positionsTitle(const StackFacts& stack);
QString positionsDetail(const StackFacts& stack);
QString headDetail(const HeadFacts& head);

} // namespace headlight
