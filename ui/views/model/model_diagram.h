#pragma once

#include "core/analysis/architecture.h"
#include "ui/picture/picture_palette.h"

#include <QFont>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <optional>
#include <set>
#include <utility>
#include <vector>

class QPainter;

namespace headlight {

/// One block of the diagram.
struct DiagramPart
{
    enum class Kind : unsigned char {
        kInput, ///< "tokens": a label at the bottom of a stack
        kEmbedding,
        kProjection, ///< between the widths of embeddings and stream
        kPositions,
        kSegments,
        kLayer, ///< the title of a layer: opens and closes it
        kNorm,
        kAttention,
        kFeedForward,
        kSum, ///< where a sub-layer's output joins the stream
        kHead,
        kOutput, ///< what comes out at the top: a label
    };
    Kind kind = Kind::kInput;
    StackKind stack = StackKind::kEncoder;
    int layer = -1; ///< −1: of the whole stack
    AttentionKind attention = AttentionKind::kSelf; ///< of kAttention, and of the norms and sums around it
    QRectF rect;
    QString title, detail;
    std::vector<QRectF> heads; ///< kAttention: one square per head

    bool isLabel() const { return kind == Kind::kInput || kind == Kind::kOutput; }
};

/// A path of the data, with an arrow at its end.
struct DiagramLine
{
    QPolygonF points;
    bool residual = false; ///< goes around a sub-layer
    bool memory = false; ///< from the encoder's output to a cross-attention
};

/// Which layers are drawn with all their blocks; the others are one line each.
using OpenLayers = std::set<std::pair<StackKind, int>>;

/// Where the blocks of a model stand: stacks side by side, the data rising from the bottom as in "Attention
/// Is All You Need", figure 1. A value; geometry only, in logical pixels.
class ModelDiagram
{
public:
    ModelDiagram() = default;
    ModelDiagram(const Architecture& architecture, const OpenLayers& open, const QFont& font);

    const std::vector<DiagramPart>& parts() const { return m_parts; }
    const std::vector<DiagramLine>& lines() const { return m_lines; }
    /// Frames around layers that are drawn with their blocks.
    const std::vector<QRectF>& frames() const { return m_frames; }
    QSizeF size() const { return m_size; }
    /// Index of the block under a point; −1: none. Labels are no blocks.
    int partAt(const QPointF& point) const;
    /// The head whose square is under a point.
    std::optional<int> headAt(int part, const QPointF& point) const;
    /// The attention block of a head; −1 where its layer is closed or there is none. The layer's title then.
    int partOf(const LayerRef& layer) const;
    int find(DiagramPart::Kind kind, StackKind stack, int layer, AttentionKind attention) const;
    /// The next block upwards (+1) or downwards (−1), or the nearest one in the other stack (across ±1). The
    /// same one at the ends.
    int neighbour(int part, int up, int across) const;

private:
    friend class DiagramBuilder;
    std::vector<DiagramPart> m_parts; ///< of each stack from the bottom to the top
    std::vector<DiagramLine> m_lines;
    std::vector<QRectF> m_frames;
    QSizeF m_size;
};

} // namespace headlight
