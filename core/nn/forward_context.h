#pragma once

#include "core/math/matrix.h"
#include "core/nn/tap.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace headlight {

class Workers;

/// Keys and values of one sub-layer on one lane, as used in the dot products. Rows beyond `length` are spare.
struct KeyValues
{
    Matrix key; ///< [capacity × kvHeads·d_k]
    Matrix value; ///< [capacity × kvHeads·d_v]
    Index length = 0;

    /// Appends rows; the capacity doubles when it runs out.
    void append(const MatrixView& keys, const MatrixView& values);
};

/// What a decoding step of one lane needs from the earlier ones. A value type: a beam that splits copies it.
struct LaneCache
{
    std::vector<KeyValues> self; ///< per layer
    std::vector<std::shared_ptr<const KeyValues>> cross; ///< per layer; computed once, shared by beams
    Index counted = 0; ///< number of earlier ids that have a position (PositionCounting::kNonPadIds)
};

/// Number of real tokens in one lane, without padding.
struct LaneLengths
{
    Index source = 0;
    Index target = 0;
    /// Positions masked as keys in addition to the padding at the end: those that hold the pad id, if the
    /// model masks it. Ascending.
    std::vector<Index> hiddenSource = {}, hiddenTarget = {};

    Index of(StackKind stack) const { return stack == StackKind::kEncoder ? source : target; }
};

struct RowRange
{
    Index first = 0, count = 0;
};

/// Everything a pass needs besides the model and its input. Lanes (sentences of a batch, or beams) are
/// stacked: rows lane·n … (lane+1)·n of every matrix belong to lane `lane`.
struct ForwardContext
{
    const Tap& tap;
    std::vector<LaneLengths> lanes;
    Index firstRow = 0; ///< position of the first row: the length of the cache
    std::vector<LaneCache>* cache = nullptr; ///< one per lane; null = every row is computed anew
    Workers* workers = nullptr; ///< null = one thread
    std::stop_token stop;
    std::function<void()> layerDone = {}; ///< called after each layer; may be empty
    /// The rows of each lane that a layer is to compute; the others are only keys of its self-attention.
    std::optional<RowRange> wanted = {};
};

} // namespace headlight
