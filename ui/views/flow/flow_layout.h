#pragma once

#include "core/analysis/architecture.h"
#include "core/trace/site.h"

#include <QFont>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// One element of the flow, or of the model's diagram, whose boxes have names. Boxes of kMatrix show a
/// recorded matrix; kLayer and kHead are frames around others.
struct FlowBox
{
    enum class Kind : unsigned char {
        kTokens, ///< column of the stack's tokens
        kMatrix, ///< the numbers of `site`
        kStep, ///< `step` of a layer, or a norm of the stack
        kLayer, ///< a layer's frame, with its title at the top
        kHead, ///< the row of one head in an open layer
        kNext, ///< the most likely next tokens
        // In the diagram:
        kLabel, ///< what goes in or comes out
        kPart, ///< what computes `site` for the whole stack
        kSquare, ///< a head, in the block of its attention
    };
    Kind kind = Kind::kMatrix;
    StackKind stack = StackKind::kEncoder;
    int layer = -1; ///< −1 = whole stack; for kResidual: the layer that reads the stream
    AttentionKind attention = AttentionKind::kSelf;
    int head = -1; ///< −1 = all heads
    Site site = Site::kEmbeddings; ///< for kMatrix and kPart
    LayerStep::Kind step = LayerStep::Kind::kNorm; ///< for kStep
    QRectF rect = {};
    QRectF title = {}; ///< for kLayer: a click there opens or folds it
    QString name = {}, detail = {}; ///< in the diagram: "Self-attention", "4 heads, width 48 · 148 k"
    int parent = -1; ///< frame or block that contains it
    bool open = false; ///< for kLayer
    bool rotated = false; ///< queries and keys rotated by their positions

    LayerRef layerRef() const { return {stack, layer, attention}; }
    HeadRef headRef() const { return {stack, layer, attention, head}; }
    bool is(LayerStep::Kind what) const { return kind == Kind::kStep && step == what; }
    bool isSum() const { return is(LayerStep::Kind::kSum); }
    bool isFrame() const { return kind == Kind::kLayer || kind == Kind::kHead; }
    /// Whether its rows are tokens that can be followed.
    bool hasRows() const { return kind == Kind::kTokens || kind == Kind::kMatrix; }
    /// Where the keyboard's cursor is: an open layer is more than its title.
    const QRectF& place() const { return open ? title : rect; }
    /// The stack whose tokens are the rows.
    StackKind rowStack() const;
    /// The stack whose tokens are the columns; nothing if columns are dimensions.
    std::optional<StackKind> columnStack() const;
};

/// A path of the data, with an arrow at its end.
struct FlowLine
{
    enum class Kind : unsigned char {
        kData,
        kResidual, ///< goes around a sub-layer
        kMemory, ///< from the encoder to cross-attention
        kPlain, ///< without an arrow: shared by several paths
    };
    QPolygonF points;
    Kind kind = Kind::kData;
};

/// One step of a token's path from box to box.
struct FlowLink
{
    int from = 0, to = 0;
    std::optional<double> over; ///< height at which it goes around something
};

/// An operator between two boxes.
struct FlowSign
{
    QPointF at;
    char32_t sign = U'·';
};

/// Room for the name of a column of matrices; `box` is the first one.
struct FlowHeading
{
    QRectF room;
    int box = 0;
    double bottom = 0; ///< bottom of the column
};

/// Room for the name of a sub-layer below it.
struct FlowNote
{
    QRectF room;
    LayerRef layer;
    bool feedForward = false;
};

/// Pixels at the edge of a window that shows all of a layout.
inline constexpr double kFlowEdge = 14;

/// Least widths of the words at both ends of a flow.
struct FlowWords
{
    double tokens = 0; ///< before the first numbers
    double next = 0; ///< the next tokens with their probabilities
};

/// Positions of all parts of a model: data flows from left to right, the encoder above the decoder. A value;
/// geometry only, in its own units, which a canvas scales.
class FlowLayout
{
public:
    static constexpr double kUsualLine = 20;
    FlowLayout() = default;
    /// `open`: layers drawn with all their parts; the others show only the weights of their heads.
    /// `rows`: height of the rows of a stack's tokens; 0 = default. `line`: height of a line of words.
    FlowLayout(const Architecture& architecture, const LayerSet& open, double rows = 0,
               double line = kUsualLine, const FlowWords& least = {});
    /// The same with rows high enough to fill a window of this shape, within reason, and with room for words
    /// whose lines are as high as `line` in the window. Where the window is narrow, the numbers shrink before
    /// the words become narrower than `words` in it, unless these would take most of it.
    static FlowLayout fitting(const Architecture& architecture, const LayerSet& open, const QSizeF& window,
                              double line, const FlowWords& words = {});
    /// The model from afar, without numbers, as in "Attention Is All You Need", figure 1: stacks side by
    /// side, data flowing upwards, every box in words. In logical pixels for this font; closed layers are a
    /// line. `widest`: it is not wider if its words can be cut so far; 0 = as wide as they need.
    static FlowLayout diagram(const Architecture& architecture, const LayerSet& open, const QFont& font,
                              double widest = 0);

    const std::vector<FlowBox>& boxes() const { return m_boxes; }
    const std::vector<FlowLine>& lines() const { return m_lines; }
    const std::vector<FlowLink>& links() const { return m_links; }
    const std::vector<FlowSign>& signs() const { return m_signs; }
    const std::vector<FlowHeading>& headings() const { return m_headings; }
    const std::vector<FlowNote>& notes() const { return m_notes; }
    const QRectF& bounds() const { return m_bounds; }
    double rowsHeight() const { return m_rows; }
    const FlowBox* box(int index) const;
    /// The innermost box at a point; −1 = none.
    int boxAt(const QPointF& point) const;
    /// The first box for the same part of the model after layers may have opened or folded; −1 = none.
    int find(const FlowBox& part) const;
    int findMatrix(Site site, const HeadRef& head) const;
    int findLayer(StackKind stack, int layer) const;
    /// The attention of a head in the diagram; if its layer is closed, the layer.
    int findAttention(const LayerRef& layer) const;
    /// The nearest box in a direction, (±1, 0) or (0, ±1), or the same box if there is none. Skips labels and
    /// heads.
    int neighbour(int index, const QPoint& direction) const;
    /// Rectangles from the whole model inwards: the frames around the box, then the box itself.
    std::vector<QRectF> levels(int index) const;

private:
    friend class FlowBuilder;
    friend class DiagramBuilder;
    std::vector<FlowBox> m_boxes;
    std::vector<FlowLine> m_lines;
    std::vector<FlowLink> m_links;
    std::vector<FlowSign> m_signs;
    std::vector<FlowHeading> m_headings;
    std::vector<FlowNote> m_notes;
    QRectF m_bounds;
    double m_rows = 0;
};

} // namespace headlight
