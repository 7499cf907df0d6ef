#pragma once

#include "core/math/matrix.h"
#include "core/nn/tap.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace headlight {

class Workers;

/// Keys and values of one sub-layer on one lane, as they enter the dot products. Rows beyond `length`
/// are room to grow.
struct KeyValues
{
    Matrix key; ///< [capacity × kvHeads·d_k]
    Matrix value; ///< [capacity × kvHeads·d_v]
    Index length = 0;

    /// Adds rows below the last one; the room doubles when it runs out.
    void append(const MatrixView& keys, const MatrixView& values);
};

/// What a decoding step of one lane needs of the earlier ones. A value: a beam that splits copies it.
struct LaneCache
{
    std::vector<KeyValues> self; ///< per layer
    std::vector<std::shared_ptr<const KeyValues>> cross; ///< per layer; computed once, shared by beams
    Index counted = 0; ///< earlier ids that have a position (PositionCounting::kNonPadIds)
};

/// Real tokens of one lane, without padding.
struct LaneLengths
{
    Index source = 0;
    Index target = 0;
    /// Positions that are masked as keys besides the padding at the end: those that hold the pad id, of a
    /// model that masks them. Ascending.
    std::vector<Index> hiddenSource = {}, hiddenTarget = {};
};

/// Everything that a pass needs besides the model and its input. Lanes (sentences of a batch, or beams)
/// lie below each other: rows lane·n … (lane+1)·n of every matrix belong to lane `lane`.
struct ForwardContext
{
    const Tap& tap;
    std::vector<LaneLengths> lanes;
    Index firstRow = 0; ///< position of the first row: the length of the cache
    std::vector<LaneCache>* cache = nullptr; ///< one per lane; null: every row is computed anew
    Workers* workers = nullptr; ///< null: one thread
    std::stop_token stop;
    std::function<void()> layerDone = {}; ///< called when a layer is through; may be empty
};

} // namespace headlight
