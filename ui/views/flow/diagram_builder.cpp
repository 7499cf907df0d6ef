#include "ui/state/translation.h"
#include "ui/views/flow/flow_layout.h"
#include "ui/views/flow/flow_words.h"
#include "ui/widgets/step_words.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kDiagramMargin = 12;
constexpr double kArrowGap = 9; ///< between blocks, for the arrows
constexpr double kRail = 16; ///< beside the blocks of a layer, for the path around a sub-layer
constexpr double kFrame = 8; ///< between a layer's frame and its contents
constexpr int kCharacters = 43, kFewCharacters = 18; ///< width of a block, and the least one

} // namespace

/// Stacks the blocks of one model from bottom to top. Here y grows upwards; it is flipped at the end.
class DiagramBuilder
{
public:
    DiagramBuilder(const Architecture& architecture, const LayerSet& open, const QFont& font, double widest)
        : m_facts(architecture)
        , m_open(open)
        , m_metrics(font)
        , m_em(std::ceil(m_metrics.height()))
        , m_width(std::ceil(m_metrics.averageCharWidth() * kCharacters))
        , m_stackGap(4 * m_em)
    {
        const int stacks = architecture.encoder && architecture.decoder ? 2 : 1;
        const auto beside
            = [&] { return stacks * (2 * kFrame + kRail) + (stacks - 1) * m_stackGap + 2 * kDiagramMargin; };
        if (widest <= 0 || stacks * m_width + beside() <= widest)
            return;
        m_stackGap = 2.4 * m_em;
        m_width = std::clamp(std::floor((widest - beside()) / stacks),
                             std::ceil(m_metrics.averageCharWidth() * kFewCharacters), m_width);
    }

    FlowLayout build()
    {
        double left = kDiagramMargin;
        for (const auto* stack : {&m_facts.encoder, &m_facts.decoder}) {
            if (!*stack)
                continue;
            m_stack = &**stack;
            m_left = left;
            m_y = kDiagramMargin;
            buildStack();
            left += m_width + 2 * kFrame + kRail + m_stackGap;
            m_height = std::max(m_height, m_y + kDiagramMargin);
        }
        joinStacks();
        m_layout.m_bounds = {0, 0, left - m_stackGap + kDiagramMargin, m_height};
        turnRound();
        return std::move(m_layout);
    }

private:
    using Kind = FlowBox::Kind;

    /// Qt's tables list the texts of a class under its name.
    static QString tr(const char* text) { return QCoreApplication::translate("DiagramBuilder", text); }

    double blockLeft() const { return m_left + kFrame + kRail; }
    double middle() const { return blockLeft() + m_width / 2; }

    FlowBox& place(Kind kind, const QRectF& rect, const QString& name, const QString& detail = {})
    {
        m_layout.m_boxes.push_back({.kind = kind,
                                    .stack = m_stack->kind,
                                    .layer = m_layer,
                                    .attention = m_attention,
                                    .rect = rect,
                                    .name = name,
                                    .detail = detail,
                                    .parent = m_frame});
        return m_layout.m_boxes.back();
    }

    /// Adds a block above the last one and an arrow to it.
    FlowBox& add(Kind kind, double height, const QString& name, const QString& detail = {})
    {
        if (m_lastTop) {
            const double bend = (*m_lastTop + m_y) / 2;
            if (std::abs(m_lastX - middle()) < 0.5)
                arrow({{middle(), *m_lastTop}, {middle(), m_y}});
            else
                arrow({{m_lastX, *m_lastTop}, {m_lastX, bend}, {middle(), bend}, {middle(), m_y}});
        }
        m_lastTop = m_y + height;
        m_lastX = middle();
        const QRectF rect(blockLeft(), m_y, m_width, height);
        m_y += height + kArrowGap;
        return place(kind, rect, name, detail);
    }

    void addPart(Site site, const QString& name, const QString& detail)
    {
        add(Kind::kPart, twoLines(), name, detail).site = site;
    }

    void arrow(const QPolygonF& points, FlowLine::Kind kind = FlowLine::Kind::kData)
    {
        m_layout.m_lines.push_back({points, kind});
    }

    double twoLines() const { return std::ceil(2 * m_em + 8); }
    double oneLine() const { return std::ceil(m_em + 6); }

    void buildStack()
    {
        m_layer = -1;
        m_lastTop.reset();
        const bool decoder = m_stack->kind == StackKind::kDecoder;
        add(Kind::kLabel, oneLine(),
            m_facts.encoder && decoder ? tr("target tokens so far") : tr("tokens of the text"));
        addPart(Site::kEmbeddings, tr("Token embedding"), embeddingDetail(*m_stack));
        if (m_stack->embeddingWidth != m_facts.width)
            addPart(Site::kResidual, tr("Projection"),
                    QStringLiteral("%1 → %2 · %3")
                        .arg(m_stack->embeddingWidth)
                        .arg(m_facts.width)
                        .arg(countText(m_stack->projectionParameters)));
        addPart(Site::kPositions, positionsTitle(*m_stack), positionsDetail(*m_stack));
        if (m_stack->segmentParameters > 0)
            addPart(Site::kSegments, tr("+ Segments"),
                    QStringLiteral("%1 × %2 · %3")
                        .arg(m_stack->segments)
                        .arg(m_stack->embeddingWidth)
                        .arg(countText(m_stack->segmentParameters)));
        addNorm(m_stack->embeddingNorm);
        for (std::size_t i = 0; i < m_stack->layers.size(); ++i)
            addLayer(static_cast<int>(i), m_stack->layers[i]);
        m_layer = -1;
        m_attention = AttentionKind::kSelf;
        addNorm(m_stack->finalNorm);
        const bool last = decoder || !m_facts.decoder;
        m_outputs[decoder ? 1 : 0] = m_lastTop.value_or(m_y);
        if (last && m_facts.head.present)
            addPart(Site::kLogits, tr("Language-model head"), headDetail(m_facts.head));
        add(Kind::kLabel, oneLine(),
            !last                                      ? tr("to the decoder")
                : !m_facts.head.present                ? tr("one vector per token")
                : m_stack->kind == StackKind::kDecoder ? tr("the next token")
                                                       : tr("the tokens behind the masks"));
    }

    void addNorm(const NormFacts& norm)
    {
        if (norm.present)
            addBlock(LayerStep::Kind::kNorm, oneLine(), normTitle(norm.kind));
    }

    FlowBox& addBlock(LayerStep::Kind step, double height, const QString& name, const QString& detail = {})
    {
        FlowBox& box = add(Kind::kStep, height, name, detail);
        box.step = step;
        return box;
    }

    void addLayer(int layer, const LayerFacts& facts)
    {
        m_layer = layer;
        m_attention = AttentionKind::kSelf;
        const QString name = headlight::tr("Layer %1").arg(layer), count = countText(facts.parameters);
        if (!m_open.contains({m_stack->kind, layer})) {
            FlowBox& closed = add(Kind::kLayer, oneLine(), name, count);
            closed.title = closed.rect;
            return;
        }
        const double from = m_y;
        const auto index = m_layout.m_boxes.size();
        place(Kind::kLayer, {}, name, count).open = true;
        m_frame = static_cast<int>(index);
        m_y += kFrame;
        addSteps(facts);
        m_frame = -1;
        // The title is at the top of the frame, beside the data path.
        const double width = m_width + 2 * kFrame + kRail;
        FlowBox& frame = m_layout.m_boxes[index];
        frame.title = {m_left, m_y - kArrowGap + 2, width, oneLine()};
        m_y += oneLine() + 2 - kArrowGap;
        frame.rect = {m_left, from, width, m_y - from};
        m_y += kArrowGap;
    }

    /// Where a value of the layer's plan leaves a block.
    struct Value
    {
        double x = 0;
        std::optional<double> top; ///< of the block; unset = none below
        double y = 0; ///< in the gap above the block
    };
    Value value() const { return {m_lastX, m_lastTop, m_y - kArrowGap / 2}; }

    void addSteps(const LayerFacts& facts)
    {
        const double left = m_left, width = m_width;
        // A sum of two updates: its sub-layers stand side by side.
        const auto& steps = facts.plan.steps;
        if (std::any_of(steps.begin(), steps.end(),
                        [](const LayerStep& step) { return step.reads[2] != LayerStep::kNone; }))
            m_width = std::floor((width - kArrowGap) / 2);
        std::vector<Value> values{value()};
        for (const LayerStep& step : steps) {
            m_attention = step.attention.value_or(AttentionKind::kSelf);
            const Value& from = values[static_cast<std::size_t>(step.reads[0])];
            if (step.kind == LayerStep::Kind::kSum) {
                m_left = left;
                m_width = width;
                addSum(step, values);
            } else {
                if (static_cast<std::size_t>(step.reads[0]) + 1 != values.size()) {
                    m_left += m_width + kArrowGap;
                    m_y = from.y + kArrowGap / 2;
                    m_lastTop = from.top;
                    m_lastX = from.x;
                }
                addStep(step, facts);
                if (step.reads[1] != LayerStep::kNone)
                    bringUp(values[static_cast<std::size_t>(step.reads[1])], kRail - 3);
            }
            values.push_back(value());
        }
        m_attention = AttentionKind::kSelf;
    }

    void addStep(const LayerStep& step, const LayerFacts& facts)
    {
        switch (step.kind) {
        case LayerStep::Kind::kNorm:
            return addNorm(facts.norms.at(step.norm));
        case LayerStep::Kind::kAttention:
            return addAttention(m_attention == AttentionKind::kSelf ? facts.self : *facts.cross);
        case LayerStep::Kind::kFeedForward:
            addBlock(step.kind, twoLines(), headlight::tr(stepWords(step.kind).title),
                     feedForwardDetail(facts.feedForward));
            return;
        case LayerStep::Kind::kUpdate:
            return; // the same numbers as below
        case LayerStep::Kind::kScale:
            addBlock(step.kind, oneLine(), scaleTitle(step.factor));
            return;
        default:
            addBlock(step.kind, oneLine(), headlight::tr(stepWords(step.kind).title));
        }
    }

    void addSum(const LayerStep& step, const std::vector<Value>& values)
    {
        const bool columns = step.reads[2] != LayerStep::kNone;
        const Value& first = values[static_cast<std::size_t>(step.reads[1])];
        if (columns) {
            m_y = std::max(m_y, first.y + kArrowGap / 2);
            m_lastTop.reset();
        }
        FlowBox& sum = addBlock(step.kind, m_em, QStringLiteral("+"));
        sum.rect = QRectF(middle() - m_em / 2, sum.rect.top(), m_em, m_em);
        const QRectF rect = sum.rect;
        bringUp(values[static_cast<std::size_t>(step.reads[0])], kRail / 2);
        if (!columns)
            return;
        const Value& second = values[static_cast<std::size_t>(step.reads[2])];
        const double y = rect.center().y();
        arrow({{first.x, *first.top}, {first.x, y}, {rect.left(), y}});
        arrow({{second.x, *second.top}, {second.x, y}, {rect.right(), y}});
    }

    /// A path beside the blocks from an earlier value to the last block.
    void bringUp(const Value& value, double beside)
    {
        const QRectF rect = m_layout.m_boxes.back().rect;
        const double rail = blockLeft() - beside;
        const double y = rect.center().y();
        arrow({{middle(), value.y}, {rail, value.y}, {rail, y}, {rect.left(), y}}, FlowLine::Kind::kResidual);
    }

    void addAttention(const AttentionFacts& facts)
    {
        const double square = std::round(0.85 * m_em);
        const double step = square + 3;
        const double groupGap = facts.kvHeads < facts.heads ? 5 : 0;
        const int perGroup = std::max(1, facts.heads / std::max(1, facts.kvHeads));
        // Positions from the left, in rows as wide as the block.
        std::vector<QPointF> places;
        double x = 0;
        double row = 0;
        for (int head = 0; head < facts.heads; ++head) {
            const bool first = head % perGroup == 0;
            x += head > 0 && first ? groupGap : 0;
            // Heads that share keys and values stay in one row if it is wide enough.
            const double group = perGroup * step - 3;
            const double needed = first && group <= m_width - 16 ? group : square;
            if (x > 0 && x + needed > m_width - 16) {
                x = 0;
                row += 1;
            }
            places.emplace_back(x, row);
            x += step;
        }
        const double rows = (row + 1) * step;
        const auto index = static_cast<int>(m_layout.m_boxes.size());
        const QRectF rect = addBlock(LayerStep::Kind::kAttention, twoLines() + rows + 2,
                                     attentionTitle(m_attention, facts), attentionDetail(facts))
                                .rect;
        // The squares are below the text: nearer to the bottom, where y is small.
        for (std::size_t head = 0; head < places.size(); ++head) {
            FlowBox& box = place(Kind::kSquare,
                                 {rect.left() + 8 + places[head].x(),
                                  rect.top() + 6 + (row - places[head].y()) * step, square, square},
                                 {});
            box.head = static_cast<int>(head);
            box.parent = index;
        }
    }

    /// The encoder's output goes to every cross-attention of the decoder.
    void joinStacks()
    {
        if (!m_facts.encoder || !m_facts.decoder)
            return;
        const double start = kDiagramMargin + kFrame + kRail + m_width / 2;
        const double trunk = kDiagramMargin + m_width + 2 * kFrame + kRail + 0.4 * m_stackGap;
        const double from = m_outputs[0] + kArrowGap / 2;
        for (const FlowBox& part : m_layout.m_boxes) {
            if (part.stack != StackKind::kDecoder || part.layer < 0)
                continue;
            const bool closed = part.kind == Kind::kLayer && !part.open
                && m_facts.decoder->layers[static_cast<std::size_t>(part.layer)].cross;
            const bool cross
                = part.is(LayerStep::Kind::kAttention) && part.attention == AttentionKind::kCross;
            if (!cross && !closed)
                continue;
            const double y = part.rect.center().y() + (cross ? part.rect.height() / 4 : 0);
            arrow({{start, from}, {trunk, from}, {trunk, y}, {part.rect.left(), y}}, FlowLine::Kind::kMemory);
        }
    }

    void turnRound()
    {
        const auto turned = [this](QRectF& rect) { rect.moveTop(m_height - rect.bottom()); };
        for (FlowBox& box : m_layout.m_boxes) {
            turned(box.rect);
            turned(box.title);
        }
        for (FlowLine& line : m_layout.m_lines)
            for (QPointF& point : line.points)
                point.setY(m_height - point.y());
    }

    const Architecture& m_facts;
    const LayerSet& m_open;
    QFontMetricsF m_metrics;
    double m_em, m_width;
    double m_stackGap; ///< between the stacks
    FlowLayout m_layout;
    const StackFacts* m_stack = nullptr;
    int m_layer = -1;
    int m_frame = -1; ///< open layer that is being drawn
    AttentionKind m_attention = AttentionKind::kSelf;
    double m_left = 0, m_y = 0, m_height = 0;
    std::optional<double> m_lastTop; ///< top of the block below
    double m_lastX = 0; ///< middle of the block below
    std::array<double, 2> m_outputs{}; ///< where each stack's output leaves it
};

FlowLayout FlowLayout::diagram(const Architecture& architecture, const LayerSet& open, const QFont& font,
                               double widest)
{
    return DiagramBuilder(architecture, open, font, widest).build();
}

} // namespace headlight
