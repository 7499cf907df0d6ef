#pragma once

#include "core/analysis/position_effects.h"
#include "core/analysis/position_tables.h"
#include "core/math/matrix.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"

#include <QString>

#include <vector>

namespace headlight {

/// What a stack adds for positions, in a few words: "sine and cosine in turns, as in the paper".
QString methodInWords(PositionMethod method);

/// Why a stack has no encodings to show, and how it distinguishes its tokens instead.
QString whyNothingIsAdded(PositionMethod method);

/// How a layer's positions act inside its attention.
QString effectsInWords(const PositionEffects& effects, const LayerRef& of);

/// The angle by which a pair of dimensions is rotated at a position; empty if there is no such pair.
QString angleInWords(const PositionEffects& effects, int position, int pair);

/// The mean effect of a rotation and a score at a distance, if known; both start at distance 0.
QString rotationInWords(int distance, const std::vector<float>& means, const std::vector<float>& scores);

/// What a head adds to the scores at a distance (key − query), in comparison with the other heads; empty
/// beyond the table. bias: [heads × 2 · longest distance + 1].
QString biasInWords(const Matrix& bias, int head, int distance);

/// The query and key whose score is plotted over the distance.
QString pairInWords(const std::vector<TokenLabel>& tokens, int query, int key, int head);

/// Parses a list of whole numbers: "0, 1, 8-11". Ignores numbers outside 0 … count-1, repetitions and
/// anything that is not a number; keeps at most `most`, in the given order.
std::vector<int> parseIndexList(const QString& text, int count, std::size_t most);

/// "0, 1, 8".
QString indexListText(const std::vector<int>& indexes);

} // namespace headlight
