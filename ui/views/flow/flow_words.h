#pragma once

#include "core/analysis/architecture.h"
#include "ui/state/view_id.h"
#include "ui/views/flow/flow_scene.h"
#include "ui/widgets/term.h"

#include <QString>

#include <optional>

namespace headlight {

/// "Queries", "Weights", …
QString siteTitle(const FlowBox& box);
/// The same as a symbol for narrow places: "Q", "K", "A"; empty if there is none.
QString siteSign(const FlowBox& box);
/// "Cross-attention · layer 1 · head 3 · Weights".
QString boxName(const FlowBox& box);
/// A cell of a box with its number, in words; only the row if there is no column.
QString placeWords(const Trace& trace, const FlowBox& box, int row, int column, float value);
/// A box, or a row or cell of it with its number, in words; empty without a box.
QString flowWords(const FlowScene& scene, const FlowPlace& place);
/// The same with the scale of its colours and what Enter does.
QString flowTip(const FlowScene& scene, const FlowPlace& place);

/// The term for a box; nothing if there is none.
std::optional<Term> termOfBox(const FlowBox& box);

/// The view that shows the inside of a box; nothing if there is none.
std::optional<ViewId> viewInto(const FlowBox& box);

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
