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
constexpr int kManyLayers = 16;

} // namespace

/// Lays out the stacks of one model from left to right, the encoder above the decoder.
class FlowBuilder
{
public:
    FlowBuilder(const Architecture& architecture, const LayerSet& open, double rows, double line)
        : m_facts(architecture)
        , m_open(open)
        , m_height(rows > 0                                           ? rows
                       : architecture.encoder && architecture.decoder ? kTwoStacks
                                                                      : kOneStack)
        , m_title(1.5 * line)
        , m_heading(1.2 * line)
        , m_footer(1.3 * line)
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

    FlowBox make(Kind kind, const QRectF& rect, int frame) const
    {
        return {.kind = kind,
                .stack = m_stack,
                .layer = m_layer,
                .attention = m_attention,
                .rect = rect,
                .parent = frame};
    }

    int add(const FlowBox& box)
    {
        m_layout.m_boxes.push_back(box);
        return static_cast<int>(m_layout.m_boxes.size()) - 1;
    }

    void line(const QPolygonF& points, FlowLine::Kind kind = FlowLine::Kind::kData)
    {
        m_layout.m_lines.push_back({points, kind});
    }

    void addHeading(int box, double beside)
    {
        const QRectF& rect = m_layout.m_boxes[static_cast<std::size_t>(box)].rect;
        m_layout.m_headings.push_back(
            {{rect.left() - beside / 2, m_top - m_heading, rect.width() + beside, m_heading},
             box,
             m_top + m_height});
    }

    void addNote(double left, double right, bool feedForward = false)
    {
        m_layout.m_notes.push_back({{left, m_top + m_height + 2, right - left, m_footer - 4},
                                    {m_stack, m_layer, m_attention},
                                    feedForward});
    }

    /// Connects the end of the main path to the box that follows.
    void join(int box)
    {
        const QRectF& to = m_layout.m_boxes[static_cast<std::size_t>(box)].rect;
        if (m_last >= 0) {
            const QRectF& from = m_layout.m_boxes[static_cast<std::size_t>(m_last)].rect;
            line({{from.right(), middle()}, {to.left(), middle()}});
            m_layout.m_links.push_back({m_last, box, std::nullopt});
        }
        for (const int head : m_lastHeads)
            m_layout.m_links.push_back({head, box, std::nullopt});
        m_lastHeads.clear();
        m_last = box;
    }

    /// A box as high as the stack, connected to the previous one.
    int addTall(Site site, double width, int frame = -1)
    {
        FlowBox box = make(Kind::kMatrix, {m_x, m_top, width, m_height}, frame);
        box.site = site;
        const int index = add(box);
        join(index);
        addHeading(index, kFlowGap);
        m_x += width + kFlowGap;
        return index;
    }

    void addBar(LayerStep::Kind step, int frame = -1)
    {
        const double height = m_height * 0.5;
        FlowBox box = make(Kind::kStep, {m_x, middle() - height / 2, kBarWidth, height}, frame);
        box.step = step;
        join(add(box));
        m_x += kBarWidth + kFlowGap;
    }

    void addNorm(const NormFacts& norm)
    {
        if (norm.present)
            addBar(LayerStep::Kind::kNorm);
    }

    void addSum(const LayerStep& step, int frame)
    {
        FlowBox box = make(Kind::kStep, {m_x, middle() - kSumSize / 2, kSumSize, kSumSize}, frame);
        box.step = step.kind;
        join(add(box));
        m_x += kSumSize + kFlowGap;
        const Value& first = m_values[static_cast<std::size_t>(step.reads[0])];
        bringOver(first);
        if (step.reads[2] == LayerStep::kNone)
            return;
        // The update of the sub-layer that came first.
        const Value& added = m_values[static_cast<std::size_t>(step.reads[1])];
        const QRectF sum = m_layout.m_boxes[static_cast<std::size_t>(m_last)].rect;
        const double over = m_top - m_heading * 0.9;
        line({{added.x, middle()}, {added.x, over}, {sum.left() - 4, over}, sum.center() - QPointF(7, 7)});
        m_layout.m_links.push_back({added.box, m_last, over});
    }

    /// A path over everything else from an earlier value to the last box.
    void bringOver(const Value& value)
    {
        const QRectF& to = m_layout.m_boxes[static_cast<std::size_t>(m_last)].rect;
        const double over = rail();
        line({{value.x, middle()}, {value.x, over}, {to.center().x(), over}, {to.center().x(), to.top()}},
             FlowLine::Kind::kResidual);
        m_layout.m_links.push_back({value.box, m_last, over});
    }

    /// The main path continues at an earlier value, below what comes after it.
    void goBackTo(const Value& value)
    {
        const double below = m_top + m_height + kFramePadding / 2;
        m_last = -1;
        line({{value.x, middle()},
              {value.x, below},
              {m_x - kFlowGap / 4, below},
              {m_x - kFlowGap / 4, middle()},
              {m_x, middle()}},
             FlowLine::Kind::kResidual);
        m_layout.m_links.push_back({value.box, static_cast<int>(m_layout.m_boxes.size()), below});
    }

    void buildStack(const StackFacts& stack, double top)
    {
        m_stack = stack.kind;
        m_layers = static_cast<int>(stack.layers.size());
        m_top = top;
        m_x = 0;
        m_last = -1;
        m_layer = -1;
        m_attention = AttentionKind::kSelf;
        addInput(stack);
        for (int layer = 0; layer < m_layers; ++layer)
            addLayer(layer, stack.layers[static_cast<std::size_t>(layer)]);
        addOutput(stack);
    }

    void addInput(const StackFacts& stack)
    {
        const int tokens = add(make(Kind::kTokens, {m_x, m_top, kTokensWidth, m_height}, -1));
        join(tokens);
        addHeading(tokens, kFlowGap);
        m_x += kTokensWidth + kFlowGap;
        addTall(Site::kEmbeddings, kInputWidth);
        const auto plus = [this] {
            m_layout.m_signs.push_back({{m_x - kFlowGap / 2, m_top + m_height * 0.25}, U'+'});
        };
        const PositionMethod method = stack.positions;
        if (isSinusoidal(method) || method == PositionMethod::kLearned
            || method == PositionMethod::kUnknown) {
            plus();
            addTall(Site::kPositions, kInputWidth);
        }
        if (stack.segments > 0) {
            plus();
            addTall(Site::kSegments, kInputWidth);
        }
        addNorm(stack.embeddingNorm);
    }

    void addOutput(const StackFacts& stack)
    {
        m_layer = m_layers;
        addTall(Site::kResidual, kStreamWidth);
        m_layer = -1;
        m_attention = AttentionKind::kSelf;
        if (stack.finalNorm.present) {
            addNorm(stack.finalNorm);
            addTall(Site::kFinal, kStreamWidth);
        }
        if (stack.kind == StackKind::kEncoder && m_facts.decoder) {
            m_memory = m_last;
            return;
        }
        if (!m_facts.head.present)
            return;
        addTall(Site::kLogits, kLogitsWidth);
        const int next = add(make(Kind::kNext, {m_x, m_top, kNextWidth, m_height}, -1));
        join(next);
    }

    void addLayer(int layer, const LayerFacts& facts)
    {
        m_layer = layer;
        m_attention = AttentionKind::kSelf;
        const int stream = addTall(Site::kResidual, m_layers > kManyLayers ? kThinStream : kStreamWidth);
        FlowBox frame = make(Kind::kLayer, {}, -1);
        frame.open = m_open.contains({m_stack, layer});
        const int index = add(frame);
        const double left = m_x - kFlowGap / 2;
        m_x += kFramePadding;
        if (!frame.open) {
            addFolded(facts, index);
            m_last = stream;
        } else {
            addSteps(facts, index);
        }
        m_attention = AttentionKind::kSelf;
        const double top = m_top - m_heading - kRailHeight - m_title;
        const double right = m_x - kFlowGap / 2 + kFramePadding / 2;
        FlowBox& placed = m_layout.m_boxes[static_cast<std::size_t>(index)];
        placed.rect = QRectF(left, top, right - left, m_top + m_height + m_footer - top);
        placed.title = QRectF(left, top, right - left, m_title);
        m_x = right + kFlowGap;
        if (frame.open)
            return;
        // Goes around the weights, as the stream itself goes around the sub-layers.
        const QRectF& from = m_layout.m_boxes[static_cast<std::size_t>(stream)].rect;
        line({{from.right(), middle()}, {left, middle()}});
        m_last = -1;
        line({{right, middle()}, {m_x, middle()}});
        m_layout.m_links.push_back({stream, static_cast<int>(m_layout.m_boxes.size()), rail()});
    }

    /// The weights of all heads of one attention, in columns; returns their middle.
    double addThumbnails(AttentionKind kind, int heads, int frame)
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
        const double height
            = std::min((m_height + kThumbnailGap) / rows - kThumbnailGap, kTallestThumbnail * size);
        const double top = m_top + (m_height - rows * (height + kThumbnailGap) + kThumbnailGap) / 2;
        for (int head = 0; head < heads; ++head) {
            const int column = head / rows, row = head % rows;
            FlowBox box = make(
                Kind::kMatrix,
                {m_x + column * (size + kThumbnailGap), top + row * (height + kThumbnailGap), size, height},
                frame);
            box.head = head;
            box.site = Site::kWeights;
            const int index = add(box);
            if (head == 0)
                addHeading(index, kThumbnailGap);
        }
        const double width = columns * (size + kThumbnailGap) - kThumbnailGap;
        const double centre = m_x + width / 2;
        addNote(m_x - kThumbnailGap, m_x + width + kThumbnailGap);
        m_x += width + kFlowGap;
        return centre;
    }

    void addFolded(const LayerFacts& facts, int frame)
    {
        addThumbnails(AttentionKind::kSelf, facts.self.heads, frame);
        if (!facts.cross)
            return;
        m_x -= kFlowGap / 2;
        const double centre = addThumbnails(AttentionKind::kCross, facts.cross->heads, frame);
        m_readers.emplace_back(centre, m_top - m_heading);
    }

    void addSteps(const LayerFacts& facts, int frame)
    {
        m_values = {{m_last, m_x - kFlowGap / 2}};
        for (const LayerStep& step : facts.plan.steps) {
            m_attention = step.attention.value_or(AttentionKind::kSelf);
            addStep(step, facts, frame);
            m_values.push_back({m_last, m_x - kFlowGap / 2});
        }
    }

    void addStep(const LayerStep& step, const LayerFacts& facts, int frame)
    {
        if (step.kind == LayerStep::Kind::kSum)
            return addSum(step, frame);
        if (const auto value = static_cast<std::size_t>(step.reads[0]); value + 1 != m_values.size())
            goBackTo(m_values[value]);
        switch (step.kind) {
        case LayerStep::Kind::kAttention:
            return addAttention(m_attention, m_attention == AttentionKind::kSelf ? facts.self : *facts.cross,
                                frame);
        case LayerStep::Kind::kUpdate:
            addTall(step.attention ? Site::kOutput : Site::kFeedForwardOutput, kUpdateWidth, frame);
            return;
        case LayerStep::Kind::kFeedForward:
            addNote(m_x - kFlowGap, m_x + kBarWidth + kUpdateWidth + 2 * kFlowGap, true);
            [[fallthrough]];
        default:
            addBar(step.kind, frame);
        }
        if (step.reads[1] != LayerStep::kNone)
            bringOver(m_values[static_cast<std::size_t>(step.reads[1])]);
    }

    void addAttention(AttentionKind kind, const AttentionFacts& facts, int frame)
    {
        m_attention = kind;
        m_rotary = facts.positions == PositionMethod::kRotary;
        const int heads = std::max(1, facts.heads);
        const double step = m_height / heads;
        const double height = std::max(step * 0.8, step - 12);
        const double map = std::clamp(height, 34.0, 110.0), vectors = std::clamp(height, 44.0, 84.0);
        const bool bias = facts.positions == PositionMethod::kRelativeBias
            || facts.positions == PositionMethod::kAlibi || facts.positions == PositionMethod::kDisentangled;
        std::vector<Column> columns{{Site::kQuery, vectors, U'·'},
                                    {Site::kKey, vectors, U'→'},
                                    {Site::kScores, map, bias ? U'+' : U'→'},
                                    {Site::kWeights, map, U'×'},
                                    {Site::kValue, vectors, U'='},
                                    {Site::kHeadOutput, vectors, U' '}};
        if (bias)
            columns.insert(columns.begin() + 3, {Site::kBias, map, U'→'});
        double width = 0;
        for (const Column& column : columns)
            width += column.width + kSignGap;
        width -= kSignGap;
        const QRectF& from = m_layout.m_boxes[static_cast<std::size_t>(m_last)].rect;
        const double bus = m_x;
        const double left = bus + kBusGap;
        line({{from.right(), middle()}, {bus, middle()}}, FlowLine::Kind::kPlain);
        line({{bus, m_top + step / 2}, {bus, m_top + m_height - step / 2}}, FlowLine::Kind::kPlain);
        const double end = left + width + kFlowGap;
        line({{end, m_top + step / 2}, {end, m_top + m_height - step / 2}}, FlowLine::Kind::kPlain);
        if (kind == AttentionKind::kCross)
            m_readers.emplace_back(left + vectors * 1.5 + kSignGap, m_top - m_heading);
        const int before = m_last;
        for (int head = 0; head < heads; ++head) {
            const double y = m_top + head * step;
            line({{bus, y + step / 2}, {left, y + step / 2}});
            line({{left + width, y + step / 2}, {end, y + step / 2}}, FlowLine::Kind::kPlain);
            m_last = before;
            addHeadRow(head, columns, {left, y + (step - height) / 2, width, height}, frame);
        }
        m_last = -1;
        m_x = end + kFlowGap;
        line({{end, middle()}, {m_x, middle()}});
        addNote(left, end);
    }

    void addHeadRow(int head, const std::vector<Column>& columns, const QRectF& row, int frame)
    {
        FlowBox outline = make(Kind::kHead, row.adjusted(-6, -2, 6, 2), frame);
        outline.head = head;
        const int parent = add(outline);
        double x = row.left();
        for (const Column& column : columns) {
            FlowBox box = make(Kind::kMatrix, {x, row.top(), column.width, row.height()}, parent);
            box.head = head;
            box.site = column.site;
            box.rotated = m_rotary && (column.site == Site::kQuery || column.site == Site::kKey);
            const int index = add(box);
            if (head == 0)
                addHeading(index, kSignGap);
            x += column.width;
            if (column.sign != U' ')
                m_layout.m_signs.push_back({{x + kSignGap / 2, row.center().y()}, column.sign});
            x += kSignGap;
            // The path of a query; keys and values belong to other tokens.
            if (column.site == Site::kKey || column.site == Site::kValue)
                continue;
            m_layout.m_links.push_back({m_last, index, std::nullopt});
            m_last = index;
        }
        m_lastHeads.push_back(m_last);
    }

    void joinStacks()
    {
        if (m_memory < 0)
            return;
        const QRectF memory = m_layout.m_boxes[static_cast<std::size_t>(m_memory)].rect;
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
    StackKind m_stack = StackKind::kEncoder;
    int m_layers = 0;
    int m_layer = -1;
    AttentionKind m_attention = AttentionKind::kSelf;
    bool m_rotary = false;
    double m_top = 0; ///< top of the rows of the stack
    double m_x = 0; ///< left edge of the next part
    int m_last = -1; ///< end of the main path
    std::vector<Value> m_values; ///< of the layer's plan
    std::vector<int> m_lastHeads; ///< boxes that the path ends in, already connected
    int m_memory = -1; ///< last box of the encoder
    std::vector<QPointF> m_readers; ///< where cross-attention takes the encoder's output
};

FlowLayout::FlowLayout(const Architecture& architecture, const LayerSet& open, double rows, double line)
{
    *this = FlowBuilder(architecture, open, rows, line).build();
}

} // namespace headlight
