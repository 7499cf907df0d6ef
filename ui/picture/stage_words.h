#pragma once

#include "core/trace/attention_map.h"

#include <QString>

#include <span>

namespace headlight {

// The stages by which attention is computed, in the words and the order of menus, palette, heatmap and Cell.

/// In the order of the formula, then the mask by itself.
std::span<const MapKind> stageOrder();

QString stageName(MapKind kind); ///< "Dot products", "Scores", …
QString stageTip(MapKind kind); ///< a sentence
/// In the formula: "Q·Kᵀ", "+ bias", "+ mask", "softmax", "× V"; "mask" of the mask by itself. Of the scores:
/// scaleSymbol().
QString stageSymbol(MapKind kind);

/// "÷√48" for the usual scale of queries and keys of this width, "× 0.2" for another one; empty for 1.
QString scaleSymbol(double scale, int headWidth);

} // namespace headlight
