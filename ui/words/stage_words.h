#pragma once

#include "core/trace/attention_map.h"

#include <QString>

#include <span>

namespace headlight {

// The stages of computing attention, in the words and the order of menus, palette, heatmap and Cell.

/// In the order of the formula, then the mask by itself.
std::span<const MapKind> stageOrder();

QString stageName(MapKind kind); ///< "Dot products", "Scores", …
QString stageTip(MapKind kind); ///< one sentence
/// The stage in the formula: "Q·Kᵀ", "+ bias", "+ mask", "softmax", "× V"; "mask" for the mask by itself. For
/// scores use scaleSymbol().
QString stageSymbol(MapKind kind);

/// "÷√48" for the usual scale of queries and keys of this width, "× 0.2" for any other; empty for 1.
QString scaleSymbol(double scale, int headWidth);

} // namespace headlight
