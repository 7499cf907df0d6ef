#pragma once

#include "core/options/map_options.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"

#include <QString>

#include <span>
#include <vector>

namespace headlight {

struct TraceInfo;

// How a picture of attention maps describes itself.

/// "head 3", "layer 1 · head 3" or the full name: as much as it takes to tell the heads apart.
QString panelName(const HeadRef& head, const std::vector<HeadRef>& among);

/// The title of a picture of these heads: a single head's name, "Mean of 3 heads: …", or "3 heads".
QString headsTitle(const std::vector<HeadRef>& heads, HeadsTogether together);

/// What was done to the numbers: "First token left out, rows renormalised · …"; empty = nothing.
QString changesText(const MapTransform& transform);

/// "causal mask", "sliding window of 4" or "no mask", from the recorded mask; empty if none was recorded or
/// it is none of these.
QString maskName(const AttentionMap& map);

/// Why this query may not attend to this key: "it comes later (causal mask)", "it is padding", …; empty if
/// that is not known. For a masked cell of a map as recorded; `info`: of its trace.
QString maskReason(const AttentionMap& map, Index query, Index key, const TraceInfo& info);

// The stages of computing attention, in the words and the order of menus, palette, heatmap and Cell.

/// In the order of the formula, then the mask by itself.
std::span<const MapKind> stageOrder();

QString stageName(MapKind kind); ///< "Dot products", "Scores", …
QString stageTip(MapKind kind); ///< one sentence
/// The stage in the formula: "Q·Kᵀ", "+ bias", "+ mask", "softmax", "× V"; "mask" for the mask by itself. For
/// scores use scaleSymbol().
QString stageSymbol(MapKind kind);

/// The width w of which a scale is 1/√w: d_head, or d_model, by which an edit may divide; 0 = another scale.
int widthOfScale(double scale, int headWidth, int modelWidth);
/// "÷√48" for such a scale, "× 0.2" for any other; empty for 1.
QString scaleSymbol(double scale, int headWidth, int modelWidth);

} // namespace headlight
