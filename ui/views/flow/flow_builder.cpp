#include "ui/views/flow/flow_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kOneStack = 560, kTwoStacks = 390; ///< height of a stack's rows
constexpr double kFlowGap = 18; ///< between parts, for the arrows
constexpr double kSignGap = 22; ///< between the matrices of a formula
constexpr double kRailHeight = 14;
constexpr double kFramePadding = 10;
constexpr double kBusGap = 28; ///< between the line to the heads and their rows
constexpr double kBetweenStacks = 40;
constexpr double kTokensWidth = 130;
constexpr double kInputWidth = 76; ///< width of embeddings and positions
constexpr double kStreamWidth = 34, kThinStream = 18;
constexpr double kUpdateWidth = 44;
constexpr double kLogitsWidth = 78, kNextWidth = 340;
constexpr double kBarWidth = 24;
constexpr double kSumSize = 22;
constexpr double kLargestThumbnail = 92, kSmallestThumbnail = 40;
constexpr double kTallestThumbnail = 2; ///< ratio of height to width
constexpr double kThumbnailGap = 6;
constexpr std::size_t kManyLayers = 16;

} // namespace

/// Lays out the stacks of one model from left to right, the encoder above the decoder.
class FlowBuilder
{
public:
    FlowBuilder(const Architecture& architecture, const LayerSet& open, double rows, double line,
                const FlowWords& least)
        : m_facts(architecture)
        , m_open(open)
        , m_height(rows > 0                                           ? rows
                       : architecture.encoder && architecture.decoder ? kTwoStacks
                                                                      : kOneStack)
        , m_title(1.5 * line)
        , m_heading(1.2 * line)
        , m_footer(1.3 * line)
        , m_tokensWidth(std::max(kTokensWidth, least.tokens))
        , m_nextWidth(std::max(kNextWidth, least.next))
    { }

    FlowLayout build()
    {
        double top = m_title + kRailHeight + m_heading;
        for (const auto* stack : {&m_facts.encoder, &m_facts.decoder})
            if (*stack) {
                buildStack(**stack, top);
                top += m_height + m_footer + kBetweenStacks + m_title + kRailHeight + m_heading;
            }
        joinStacks();
        m_layout.m_rows = m_height;
        QRectF bounds;
        for (const FlowBox& box : m_layout.m_boxes)
            bounds |= box.rect;
        m_layout.m_bounds = bounds.adjusted(-kFlowGap, -kFlowGap, kFlowGap, kFlowGap);
        return std::move(m_layout);
    }

private:
    using Kind = FlowBox::Kind;

    /// One column of a head's row: a matrix, and the operator after it.
    struct Column
    {
        Site site;
        double width;
        char32_t sign;
    };
    /// Where a value of a layer's plan can be taken: the box that ends in it, and the middle of the gap
    /// behind.
    struct Value
    {
        int box = -1;
        double x = 0;
    };

    double middle() const { return m_top + m_height / 2; }

    /// Vertical position of the path around a sub-layer.
    double rail() const { return m_top - m_heading - kRailHeight / 2; }

    FlowBox& add(Kind kind, const QRectF& rect)
    {
        m_layout.m_boxes.push_back({.kind = kind,
                                    .stack = m_stack,
                                    .layer = m_layer,
                                    .attention = m_attention,
                                    .rect = rect,
                                    .parent = m_frame});
        return m_layout.m_boxes.back();
    }

    int count() const { return static_cast<int>(m_layout.m_boxes.size()); }
    QRectF rectOf(int box) const { return m_layout.m_boxes[static_cast<std::size_t>(box)].rect; }

    void link(int from, int to, std::optional<double> over = {})
    {
        m_layout.m_links.push_back({from, to, over});
    }

    void line(const QPolygonF& points, FlowLine::Kind kind = FlowLine::Kind::kData)
    {
        m_layout.m_lines.push_back({points, kind});
    }

    /// Above the last box.
    void addHeading(double beside)
    {
        const QRectF rect = m_layout.m_boxes.back().rect;
        m_layout.m_headings.push_back(
            {{rect.left() - beside / 2, m_top - m_heading, rect.width() + beside, m_heading},
             count() - 1,
             m_top + m_height});
    }

    void addNote(double left, double right, bool feedForward = false)
    {
        m_layout.m_notes.push_back({{left, m_top + m_height + 2, right - left, m_footer - 4},
                                    {m_stack, m_layer, m_attention},
                                    feedForward});
    }

    /// A box in the middle of the main path, connected to its end.
    FlowBox& addNext(Kind kind, double width, double height)
    {
        const double left = std::exchange(m_x, m_x + width + kFlowGap);
        FlowBox& box = add(kind, {left, middle() - height / 2, width, height});
        const int index = count() - 1;
        if (m_last >= 0) {
            line({{rectOf(m_last).right(), middle()}, {left, middle()}});
            link(m_last, index);
        }
        for (const int head : std::exchange(m_lastHeads, {}))
            link(head, index);
        m_last = index;
        return box;
    }

    /// A box as high as the stack.
    void addTall(Site site, double width, Kind kind = Kind::kMatrix)
    {
        addNext(kind, width, m_height).site = site;
        addHeading(kFlowGap);
    }

    void addBar(LayerStep::Kind step) { addNext(Kind::kStep, kBarWidth, m_height * 0.5).step = step; }

    void addNorm(const NormFacts& norm)
    {
        if (norm.present)
            addBar(LayerStep::Kind::kNorm);
    }

    const Value& valueOf(int place) const { return m_values[static_cast<std::size_t>(place)]; }

    void addSum(const LayerStep& step)
    {
        addNext(Kind::kStep, kSumSize, kSumSize).step = step.kind;
        bringOver(valueOf(step.reads[0]));
        if (step.reads[2] == LayerStep::kNone)
            return;
        // The update of the sub-layer that came first.
        const Value& added = valueOf(step.reads[1]);
        const QRectF sum = rectOf(m_last);
        const double over = m_top - m_heading * 0.9;
        line({{added.x, middle()}, {added.x, over}, {sum.left() - 4, over}, sum.center() - QPointF(7, 7)});
        link(added.box, m_last, over);
    }

    /// A path over everything else from an earlier value to the last box.
    void bringOver(const Value& value)
    {
        const QRectF to = rectOf(m_last);
        const double over = rail();
        line({{value.x, middle()}, {value.x, over}, {to.center().x(), over}, {to.center().x(), to.top()}},
             FlowLine::Kind::kResidual);
        link(value.box, m_last, over);
    }

    /// The main path continues at an earlier value, below what comes after it.
    void goBackTo(const Value& value)
    {
        const double below = m_top + m_height + kFramePadding / 2;
        const double turn = m_x - kFlowGap / 4;
        m_last = -1;
        line({{value.x, middle()}, {value.x, below}, {turn, below}, {turn, middle()}, {m_x, middle()}},
             FlowLine::Kind::kResidual);
        link(value.box, count(), below);
    }

    void buildStack(const StackFacts& stack, double top)
    {
        m_stack = stack.kind;
        m_top = top;
        m_x = 0;
        m_last = -1;
        addInput(stack);
        for (const LayerFacts& layer : stack.layers)
            addLayer(layer, stack.layers.size() > kManyLayers ? kThinStream : kStreamWidth);
        addOutput(stack);
    }

    void addInput(const StackFacts& stack)
    {
        m_layer = -1;
        addTall(Site::kEmbeddings, m_tokensWidth, Kind::kTokens);
        addTall(Site::kEmbeddings, kInputWidth);
        const PositionMethod method = stack.positions;
        const bool positions = isSinusoidal(method) || method == PositionMethod::kLearned
            || method == PositionMethod::kUnknown;
        for (const auto& [site, added] :
             {std::pair(Site::kPositions, positions), std::pair(Site::kSegments, stack.segments > 0)}) {
            if (!added)
                continue;
            m_layout.m_signs.push_back({{m_x - kFlowGap / 2, m_top + m_height * 0.25}, U'+'});
            addTall(site, kInputWidth);
        }
        addNorm(stack.embeddingNorm);
    }

    void addOutput(const StackFacts& stack)
    {
        ++m_layer;
        addTall(Site::kResidual, kStreamWidth);
        m_layer = -1;
        if (stack.finalNorm.present) {
            addNorm(stack.finalNorm);
            addTall(Site::kFinal, kStreamWidth);
        }
        if (stack.kind == StackKind::kEncoder && m_facts.decoder) {
            m_memory = m_last;
        } else if (m_facts.head.present) {
            addTall(Site::kLogits, kLogitsWidth);
            addNext(Kind::kNext, m_nextWidth, m_height);
        }
    }

    void addLayer(const LayerFacts& facts, double streamWidth)
    {
        ++m_layer;
        addTall(Site::kResidual, streamWidth);
        const int stream = m_last;
        const bool open = m_open.contains({m_stack, m_layer});
        add(Kind::kLayer, {}).open = open;
        const int frame = m_frame = count() - 1;
        const double left = m_x - kFlowGap / 2;
        m_x += kFramePadding;
        if (open)
            addSteps(facts);
        else
            addFolded(facts);
        m_attention = AttentionKind::kSelf;
        m_frame = -1;
        const double top = m_top - m_heading - kRailHeight - m_title;
        const double right = m_x - kFlowGap / 2 + kFramePadding / 2;
        FlowBox& placed = m_layout.m_boxes[static_cast<std::size_t>(frame)];
        placed.rect = QRectF(left, top, right - left, m_top + m_height + m_footer - top);
        placed.title = QRectF(left, top, right - left, m_title);
        m_x = right + kFlowGap;
        if (open)
            return;
        // Goes around the weights, as the stream itself goes around the sub-layers.
        line({{rectOf(stream).right(), middle()}, {left, middle()}});
        m_last = -1;
        line({{right, middle()}, {m_x, middle()}});
        link(stream, count(), rail());
    }

    /// The weights of all heads of one attention, in columns.
    void addThumbnails(AttentionKind kind, int heads)
    {
        m_attention = kind;
        const double room = m_height + kThumbnailGap;
        int columns = 1;
        const auto sizeFor = [&](int across) {
            return std::min(kLargestThumbnail, room / std::ceil(1.0 * heads / across) - kThumbnailGap);
        };
        while (columns < 6 && sizeFor(columns) < kSmallestThumbnail)
            ++columns;
        const double size = sizeFor(columns);
        const int rows = (heads + columns - 1) / columns;
        const double height = std::min(room / rows - kThumbnailGap, kTallestThumbnail * size);
        const double top = m_top + (m_height - rows * (height + kThumbnailGap) + kThumbnailGap) / 2;
        for (int head = 0; head < heads; ++head) {
            const int column = head / rows, row = head % rows;
            FlowBox& box = add(
                Kind::kMatrix,
                {m_x + column * (size + kThumbnailGap), top + row * (height + kThumbnailGap), size, height});
            box.head = head;
            box.site = Site::kWeights;
            if (head == 0)
                addHeading(kThumbnailGap);
        }
        const double width = columns * (size + kThumbnailGap) - kThumbnailGap;
        if (kind == AttentionKind::kCross)
            m_readers.emplace_back(m_x + width / 2, m_top - m_heading);
        addNote(m_x - kThumbnailGap, m_x + width + kThumbnailGap);
        m_x += width + kFlowGap;
    }

    void addFolded(const LayerFacts& facts)
    {
        addThumbnails(AttentionKind::kSelf, facts.self.heads);
        if (!facts.cross)
            return;
        m_x -= kFlowGap / 2;
        addThumbnails(AttentionKind::kCross, facts.cross->heads);
    }

    void addSteps(const LayerFacts& facts)
    {
        m_values = {{m_last, m_x - kFlowGap / 2}};
        for (const LayerStep& step : facts.plan.steps) {
            m_attention = step.attention.value_or(AttentionKind::kSelf);
            addStep(step, facts);
            m_values.push_back({m_last, m_x - kFlowGap / 2});
        }
    }

    void addStep(const LayerStep& step, const LayerFacts& facts)
    {
        if (step.kind == LayerStep::Kind::kSum)
            return addSum(step);
        if (static_cast<std::size_t>(step.reads[0]) + 1 != m_values.size())
            goBackTo(valueOf(step.reads[0]));
        if (step.kind == LayerStep::Kind::kAttention)
            return addAttention(m_attention == AttentionKind::kSelf ? facts.self : *facts.cross);
        if (step.kind == LayerStep::Kind::kUpdate)
            return addTall(step.attention ? Site::kOutput : Site::kFeedForwardOutput, kUpdateWidth);
        if (step.kind == LayerStep::Kind::kFeedForward)
            addNote(m_x - kFlowGap, m_x + kBarWidth + kUpdateWidth + 2 * kFlowGap, true);
        addBar(step.kind);
        if (step.reads[1] != LayerStep::kNone)
            bringOver(valueOf(step.reads[1]));
    }

    void addAttention(const AttentionFacts& facts)
    {
        const int heads = std::max(1, facts.heads);
        const double step = m_height / heads;
        const double height = std::max(step * 0.8, step - 12);
        const double map = std::clamp(height, 34.0, 110.0), vectors = std::clamp(height, 44.0, 84.0);
        const bool rotary = facts.positions == PositionMethod::kRotary;
        const bool bias = !rotary && facts.positions != PositionMethod::kNone;
        std::vector<Column> columns{{Site::kQuery, vectors, U'·'},
                                    {Site::kKey, vectors, U'→'},
                                    {Site::kScores, map, bias ? U'+' : U'→'},
                                    {Site::kWeights, map, U'×'},
                                    {Site::kValue, vectors, U'='},
                                    {Site::kHeadOutput, vectors, U' '}};
        if (bias)
            columns.insert(columns.begin() + 3, {Site::kBias, map, U'→'});
        double width = -kSignGap;
        for (const Column& column : columns)
            width += column.width + kSignGap;
        const double bus = m_x;
        const double left = bus + kBusGap;
        line({{rectOf(m_last).right(), middle()}, {bus, middle()}}, FlowLine::Kind::kPlain);
        line({{bus, m_top + step / 2}, {bus, m_top + m_height - step / 2}}, FlowLine::Kind::kPlain);
        const double end = left + width + kFlowGap;
        line({{end, m_top + step / 2}, {end, m_top + m_height - step / 2}}, FlowLine::Kind::kPlain);
        if (m_attention == AttentionKind::kCross)
            m_readers.emplace_back(left + vectors * 1.5 + kSignGap, m_top - m_heading);
        const int before = m_last;
        for (int head = 0; head < heads; ++head) {
            const double y = m_top + head * step;
            line({{bus, y + step / 2}, {left, y + step / 2}});
            line({{left + width, y + step / 2}, {end, y + step / 2}}, FlowLine::Kind::kPlain);
            m_last = before;
            addHeadRow(head, columns, {left, y + (step - height) / 2, width, height}, rotary);
        }
        m_last = -1;
        m_x = end + kFlowGap;
        line({{end, middle()}, {m_x, middle()}});
        addNote(left, end);
    }

    void addHeadRow(int head, const std::vector<Column>& columns, const QRectF& row, bool rotary)
    {
        add(Kind::kHead, row.adjusted(-6, -2, 6, 2)).head = head;
        const int parent = count() - 1;
        double x = row.left();
        for (const Column& column : columns) {
            FlowBox& box = add(Kind::kMatrix, {x, row.top(), column.width, row.height()});
            box.parent = parent;
            box.head = head;
            box.site = column.site;
            box.rotated = rotary && (column.site == Site::kQuery || column.site == Site::kKey);
            if (head == 0)
                addHeading(kSignGap);
            x += column.width;
            if (column.sign != U' ')
                m_layout.m_signs.push_back({{x + kSignGap / 2, row.center().y()}, column.sign});
            x += kSignGap;
            // The path of a query; keys and values belong to other tokens.
            if (column.site == Site::kKey || column.site == Site::kValue)
                continue;
            link(m_last, count() - 1);
            m_last = count() - 1;
        }
        m_lastHeads.push_back(m_last);
    }

    void joinStacks()
    {
        if (m_memory < 0)
            return;
        const QRectF memory = rectOf(m_memory);
        const double bus = memory.bottom() + m_footer + kBetweenStacks / 2;
        const double x = memory.center().x();
        for (const QPointF& reader : m_readers)
            line({{x, memory.bottom()}, {x, bus}, {reader.x(), bus}, reader}, FlowLine::Kind::kMemory);
    }

    const Architecture& m_facts;
    const LayerSet& m_open;
    FlowLayout m_layout;
    double m_height; ///< height of the rows of a stack
    double m_title, m_heading, m_footer; ///< heights of the words above and below the rows
    double m_tokensWidth, m_nextWidth;
    StackKind m_stack = StackKind::kEncoder;
    int m_layer = -1;
    int m_frame = -1; ///< layer that is being drawn
    AttentionKind m_attention = AttentionKind::kSelf;
    double m_top = 0; ///< top of the rows of the stack
    double m_x = 0; ///< left edge of the next part
    int m_last = -1; ///< end of the main path
    std::vector<Value> m_values; ///< of the layer's plan
    std::vector<int> m_lastHeads; ///< boxes that the path ends in, already connected
    int m_memory = -1; ///< last box of the encoder
    std::vector<QPointF> m_readers; ///< where cross-attention takes the encoder's output
};

FlowLayout::FlowLayout(const Architecture& architecture, const LayerSet& open, double rows, double line,
                       const FlowWords& least)
{
    *this = FlowBuilder(architecture, open, rows, line, least).build();
}

} // namespace headlight
