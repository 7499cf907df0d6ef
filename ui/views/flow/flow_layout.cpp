#include "ui/views/flow/flow_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

namespace {

bool isMap(Site site)
{
    return site == Site::kScores || site == Site::kBias || site == Site::kMask || site == Site::kWeights;
}

bool isOfKeys(Site site)
{
    return site == Site::kKey || site == Site::kValue;
}

/// Whether the keyboard stops at the box.
bool isStop(const FlowBox& box)
{
    return box.hasRows() || box.kind == FlowBox::Kind::kNext || box.kind == FlowBox::Kind::kLayer
        || (box.kind != FlowBox::Kind::kLabel && !box.name.isEmpty());
}

double widthOf(const FlowLayout& layout, FlowBox::Kind kind)
{
    const auto& boxes = layout.boxes();
    const auto found = std::ranges::find(boxes, kind, &FlowBox::kind);
    return found == boxes.end() ? 0 : found->rect.width();
}

/// The least widths of words in the units of a layout that fills this width of a window, in pixels.
FlowWords leastIn(const FlowLayout& usual, double width, FlowWords words)
{
    constexpr double kMost = 0.6; // of the width; the rest is for the numbers
    const double tokens = widthOf(usual, FlowBox::Kind::kTokens), next = widthOf(usual, FlowBox::Kind::kNext);
    words.next = next > 0 ? words.next : 0;
    if (words.tokens + words.next > kMost * width)
        return {};
    double scale = width / usual.bounds().width();
    for (int i = 0; i < 2; ++i) { // what one of them takes may leave the other one too little
        double pixels = width, units = usual.bounds().width();
        for (const auto& [has, wants] : {std::pair(tokens, words.tokens), std::pair(next, words.next)})
            if (has * scale < wants) {
                pixels -= wants;
                units -= has;
            }
        scale = pixels / units;
    }
    return {words.tokens / scale, words.next / scale};
}

} // namespace

StackKind FlowBox::rowStack() const
{
    const bool cross = kind == Kind::kMatrix && attention == AttentionKind::kCross && isOfKeys(site);
    return cross ? StackKind::kEncoder : stack;
}

std::optional<StackKind> FlowBox::columnStack() const
{
    if (kind != Kind::kMatrix || !isMap(site))
        return std::nullopt;
    return attention == AttentionKind::kCross ? StackKind::kEncoder : stack;
}

FlowLayout FlowLayout::fitting(const Architecture& architecture, const LayerSet& open, const QSizeF& window,
                               double line, const FlowWords& words)
{
    constexpr double kMost = 3; ///< times the usual height of rows
    constexpr double kLines = 4; ///< of words in the height of a stack: its title, headings and notes
    FlowLayout usual(architecture, open);
    if (window.isEmpty())
        return usual;
    const FlowWords least = leastIn(usual, window.width() - 2 * kFlowEdge, words);
    usual = FlowLayout(architecture, open, 0, kUsualLine, least);
    const int stacks = architecture.encoder && architecture.decoder ? 2 : 1;
    const double scale = window.width() / usual.bounds().width();
    const double missing = window.height() / scale - usual.bounds().height();
    if (missing <= 0)
        return usual;
    // The words come first: a wide flow is small, and its names are not.
    const double lines = std::clamp(line / scale, kUsualLine, kUsualLine + missing / (kLines * stacks));
    const double rest = missing / stacks - kLines * (lines - kUsualLine);
    // Use steps, so that small changes of the window do not move anything.
    const double rows = std::floor((usual.m_rows + rest) / 20) * 20;
    const double height = std::clamp(rows, usual.m_rows, kMost * usual.m_rows);
    const FlowLayout tall(architecture, open, height, lines); // wider: thumbnails grow with their rows
    return {architecture, open, height, lines, leastIn(tall, window.width() - 2 * kFlowEdge, words)};
}

const FlowBox* FlowLayout::box(int index) const
{
    return index >= 0 && static_cast<std::size_t>(index) < m_boxes.size()
        ? &m_boxes[static_cast<std::size_t>(index)]
        : nullptr;
}

int FlowLayout::boxAt(const QPointF& point) const
{
    int found = -1;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const QRectF& rect = m_boxes[i].rect;
        if (const double area = rect.width() * rect.height(); area < smallest && rect.contains(point)) {
            smallest = area;
            found = static_cast<int>(i);
        }
    }
    return found;
}

int FlowLayout::find(const FlowBox& part) const
{
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const FlowBox& each = m_boxes[i];
        if (each.kind == part.kind && each.headRef() == part.headRef() && each.site == part.site
            && each.step == part.step)
            return static_cast<int>(i);
    }
    return -1;
}

int FlowLayout::findMatrix(Site site, const HeadRef& head) const
{
    return find(
        {.stack = head.stack, .layer = head.layer, .attention = head.kind, .head = head.head, .site = site});
}

int FlowLayout::findLayer(StackKind stack, int layer) const
{
    return find({.kind = FlowBox::Kind::kLayer, .stack = stack, .layer = layer});
}

int FlowLayout::findAttention(const LayerRef& layer) const
{
    const int found = find({.kind = FlowBox::Kind::kStep,
                            .stack = layer.stack,
                            .layer = layer.layer,
                            .attention = layer.kind,
                            .step = LayerStep::Kind::kAttention});
    return found >= 0 ? found : findLayer(layer.stack, layer.layer);
}

int FlowLayout::neighbour(int index, const QPoint& direction) const
{
    const FlowBox* const from = box(index);
    const QRectF start = from != nullptr ? from->place() : QRectF();
    int best = index;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; from != nullptr && i < m_boxes.size(); ++i) {
        const FlowBox& to = m_boxes[i];
        const QRectF& place = to.place();
        if (static_cast<int>(i) == index || !isStop(to) || place.contains(start.center()))
            continue;
        const QPointF step = place.center() - start.center();
        const double ahead = step.x() * direction.x() + step.y() * direction.y();
        const double aside = std::abs(step.x() * direction.y()) + std::abs(step.y() * direction.x());
        // A box more to the side than ahead is in another direction, unless it reaches into the row or
        // column.
        const QRectF lane = direction.x() != 0
            ? QRectF(place.left(), start.top(), place.width(), start.height())
            : QRectF(start.left(), place.top(), start.width(), place.height());
        const bool inLane = lane.intersects(place);
        const bool otherStack = !from->name.isEmpty() && to.stack != from->stack; // beside all of this one
        if (ahead <= 1 || (!inLane && !otherStack && aside > ahead))
            continue;
        const double distance = ahead + (inLane ? 0.2 : 2) * aside;
        if (distance < nearest) {
            nearest = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

std::vector<QRectF> FlowLayout::levels(int index) const
{
    std::vector<QRectF> found;
    for (const FlowBox* each = box(index); each != nullptr; each = box(each->parent))
        found.push_back(each->rect);
    found.push_back(m_bounds);
    std::reverse(found.begin(), found.end());
    return found;
}

} // namespace headlight
