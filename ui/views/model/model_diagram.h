#pragma once

#include "core/analysis/architecture.h"

#include <QFont>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// One block of the diagram.
struct DiagramPart
{
    enum class Kind : unsigned char {
        kInput, ///< "tokens": a label at the bottom of a stack
        kEmbedding,
        kProjection, ///< between the widths of embeddings and residual stream
        kPositions,
        kSegments,
        kLayer, ///< the title of a layer: opens and closes it
        kStep, ///< `step` of a layer, or a norm of the stack
        kHead,
        kOutput, ///< output at the top: a label
    };
    Kind kind = Kind::kInput;
    StackKind stack = StackKind::kEncoder;
    int layer = -1; ///< −1 = whole stack
    LayerStep::Kind step = LayerStep::Kind::kNorm; ///< for kStep
    AttentionKind attention = AttentionKind::kSelf; ///< of attention, and of the norms and sums around it
    QRectF rect = {};
    QString title = {}, detail = {};
    std::vector<QRectF> heads = {}; ///< of attention: one square per head

    bool is(LayerStep::Kind what) const { return kind == Kind::kStep && step == what; }
    bool isLabel() const { return kind == Kind::kInput || kind == Kind::kOutput; }
};

/// A path of the data, with an arrow at its end.
struct DiagramLine
{
    QPolygonF points;
    bool residual = false; ///< goes around a sub-layer
    bool memory = false; ///< from the encoder's output to a cross-attention
};

/// Positions of a model's blocks: stacks side by side, data flowing upwards as in "Attention Is All You
/// Need", figure 1. A value; geometry only, in logical pixels.
class ModelDiagram
{
public:
    ModelDiagram() = default;
    /// `open`: layers drawn with all their blocks; each of the others is a single line. `widest`: the diagram
    /// is not wider if its texts can be cut so far; 0 = as wide as they need.
    ModelDiagram(const Architecture& architecture, const LayerSet& open, const QFont& font,
                 double widest = 0);

    const std::vector<DiagramPart>& parts() const { return m_parts; }
    const std::vector<DiagramLine>& lines() const { return m_lines; }
    /// Frames around the layers drawn with their blocks.
    const std::vector<QRectF>& frames() const { return m_frames; }
    QSizeF size() const { return m_size; }
    const DiagramPart* part(int index) const; ///< null = none
    /// Index of the block at a point; −1 = none. Labels do not count as blocks.
    int partAt(const QPointF& point) const;
    /// The head whose square is at the point.
    std::optional<int> headAt(int index, const QPointF& point) const;
    /// The attention block of a head; if its layer is closed, the layer's title; −1 if there is neither.
    int partOf(const LayerRef& layer) const;
    /// The block for the same part of the model after layers may have opened or closed; −1 = none.
    int find(const DiagramPart& part) const;
    /// The next block up (+1) or down (−1), or the nearest one in the other stack (across ±1). The same block
    /// at the ends.
    int neighbour(int index, int up, int across) const;

private:
    friend class DiagramBuilder;
    std::vector<DiagramPart> m_parts; ///< each stack from bottom to top
    std::vector<DiagramLine> m_lines;
    std::vector<QRectF> m_frames;
    QSizeF m_size;
};

} // namespace headlight
