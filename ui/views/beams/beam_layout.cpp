#include "ui/views/beams/beam_layout.h"

#include "core/sampling/decode_step.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace headlight {

namespace {
constexpr double kGapAcross = 34; ///< between columns: room for the edges
constexpr double kGapDown = 5;
constexpr double kGroupGap = 8; ///< extra space between groups
} // namespace

BeamLayout::BeamLayout(const BeamTree& tree, const QSizeF& box, double lineHeight, bool showPruned)
    : m_rects(tree.nodes.size())
    , m_pitch(box.width() + kGapAcross)
{
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const BeamNode& node = tree.nodes[i];
        if (!showPruned && node.state == BeamState::kPruned)
            continue;
        const auto step = static_cast<std::size_t>(node.step);
        if (step >= m_columns.size())
            m_columns.resize(step + 1);
        m_columns[step].push_back(static_cast<int>(i));
    }
    const double top = m_margin + lineHeight + 4; // below the number of the step
    double bottom = top;
    for (std::size_t step = 0; step < m_columns.size(); ++step) {
        double y = top;
        int group = 0;
        for (const int node : m_columns[step]) {
            const BeamNode& one = tree.nodes[static_cast<std::size_t>(node)];
            if (one.group != group)
                y += kGroupGap;
            group = one.group;
            m_rects[static_cast<std::size_t>(node)]
                = QRectF(columnLeft(static_cast<int>(step)), y, box.width(), box.height());
            y += box.height() + kGapDown;
        }
        bottom = std::max(bottom, y - kGapDown);
    }
    const auto columns = static_cast<double>(m_columns.size());
    m_size = {2 * m_margin + std::max(0.0, columns * m_pitch - kGapAcross), bottom + m_margin};
}

std::optional<int> BeamLayout::nodeAt(const QPointF& point) const
{
    const int step = m_pitch > 0 ? static_cast<int>(std::floor((point.x() - m_margin) / m_pitch)) : -1;
    if (step < 0 || step >= steps())
        return std::nullopt;
    for (const int node : column(step))
        if (rect(node).contains(point))
            return node;
    return std::nullopt;
}

std::vector<int> BeamLayout::nodesBetween(double left, double right) const
{
    std::vector<int> nodes;
    for (int step = 0; step < steps(); ++step) {
        const double x = columnLeft(step);
        if (x + m_pitch >= left && x - m_pitch <= right)
            nodes.insert(nodes.end(), column(step).begin(), column(step).end());
    }
    return nodes;
}

std::optional<int> BeamLayout::neighbour(const BeamTree& tree, int node, Direction direction) const
{
    const BeamNode& own = tree.nodes[static_cast<std::size_t>(node)];
    if (direction == Direction::kLeft)
        return own.parent >= 0 ? std::optional(own.parent) : std::nullopt;
    if (direction == Direction::kRight) {
        if (own.step + 1 >= steps())
            return std::nullopt;
        for (const int next : column(own.step + 1))
            if (tree.nodes[static_cast<std::size_t>(next)].parent == node)
                return next;
        return std::nullopt;
    }
    const std::vector<int>& nodes = column(own.step);
    const auto at = std::find(nodes.begin(), nodes.end(), node);
    if (direction == Direction::kUp)
        return at == nodes.begin() || at == nodes.end() ? std::nullopt : std::optional(*(at - 1));
    return at == nodes.end() || at + 1 == nodes.end() ? std::nullopt : std::optional(*(at + 1));
}

/// The chosen token and the best others, most likely first.
static std::vector<BeamNode> nodesOf(const DecodeStep& step, int candidates)
{
    std::vector<BeamNode> nodes;
    const auto add = [&](TokenLabel label, int rank, float logProbability, bool chosen) {
        BeamNode node;
        node.rank = rank;
        node.token = static_cast<TokenId>(label.id);
        node.label = std::move(label);
        node.logProbability = logProbability;
        node.state = chosen ? BeamState::kKept : BeamState::kPruned;
        nodes.push_back(std::move(node));
    };
    const int count = std::min(candidates, static_cast<int>(step.candidates.size()));
    bool listed = false; // whether the chosen token is among them
    for (int rank = 0; rank < count; ++rank) {
        const DecodeStep::Choice& choice = step.candidates[static_cast<std::size_t>(rank)];
        if (choice.id == step.id()) {
            add(step.token, rank, step.logProbability, true);
            listed = true;
            continue;
        }
        add({.id = choice.id, .text = choice.text}, rank, choice.logProbability, false);
    }
    if (!listed)
        add(step.token, step.rank, step.logProbability, true);
    return nodes;
}

std::shared_ptr<const BeamTree> decodedTree(const std::vector<DecodeStep>& steps, int candidates)
{
    auto tree = std::make_shared<BeamTree>();
    int chosen = -1; // of the step before
    double sum = 0;
    for (std::size_t i = 0; i < steps.size() && steps[i].hasToken(); ++i) {
        const int parent = chosen;
        for (BeamNode& node : nodesOf(steps[i], candidates)) {
            node.step = static_cast<int>(i);
            node.parent = parent;
            node.sum = node.score = sum + static_cast<double>(node.logProbability);
            if (node.state == BeamState::kKept)
                chosen = static_cast<int>(tree->nodes.size());
            tree->nodes.push_back(std::move(node));
        }
        sum = tree->nodes[static_cast<std::size_t>(chosen)].sum;
    }
    if (chosen < 0)
        return nullptr;
    tree->results = {chosen};
    return tree;
}

} // namespace headlight
