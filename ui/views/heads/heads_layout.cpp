#include "ui/views/heads/heads_layout.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace headlight {

namespace {

constexpr double kMargin = 12;
constexpr double kGap = 4; ///< between thumbnails
constexpr double kBracket = 5; ///< under the layers of heads that share keys
constexpr double kGroupGap = 18;
constexpr double kLargest = 132, kComfortable = 40;
constexpr double kStripMargin = 6, kLargestOfStrip = 96;
constexpr double kSmallest = 12; ///< fits 12 heads side by side in a narrow dock

} // namespace

int headsPerKvHead(const TraceInfo& info, StackKind stack, AttentionKind kind)
{
    const StackShape* const shape = info.stack(stack);
    if (shape == nullptr || kind == AttentionKind::kCross || shape->kvHeads <= 0)
        return 1;
    return std::max(1, shape->heads / shape->kvHeads);
}

std::vector<HeadGroup> headGroups(const TraceInfo& info)
{
    std::vector<HeadGroup> groups;
    for (const LayerRef& layer : info.layers()) {
        if (groups.empty() || groups.back().stack != layer.stack || groups.back().kind != layer.kind)
            groups.push_back({layer.stack,
                              layer.kind,
                              0,
                              info.heads(layer.stack),
                              {},
                              {},
                              headsPerKvHead(info, layer.stack, layer.kind)});
        groups.back().layers = std::max(groups.back().layers, layer.layer + 1);
    }
    return groups;
}

HeadsLayout::HeadsLayout(std::vector<HeadGroup> groups, const QSizeF& viewport, double line, double number,
                         double caption, bool strip)
    : m_groups(std::move(groups))
    , m_line(line)
    , m_number(number)
    , m_caption(caption)
    , m_strip(strip)
    , m_visibleWidth(viewport.width())
{
    if (strip) {
        placeStrip();
        return;
    }
    if (std::any_of(m_groups.begin(), m_groups.end(), [](const HeadGroup& each) { return each.sharing > 1; }))
        m_below = kBracket;
    int best = 1;
    double largest = 0;
    for (int columns = 1; columns <= static_cast<int>(m_groups.size()); ++columns) {
        const double size = sizeFor(columns, viewport);
        if (size > largest) {
            largest = size;
            best = columns;
        }
    }
    if (largest < kComfortable) {
        // It has to scroll: vertically, as long as the thumbnails of one row can be told apart.
        best = 1;
        largest = std::clamp(sizeFor(1, {viewport.width(), 1e9}), kSmallest, kComfortable * 1.6);
    }
    m_thumbnail = std::floor(std::min(largest, kLargest));
    place(best);
}

double HeadsLayout::sizeFor(int columns, const QSizeF& viewport) const
{
    double width = 0, height = 0; // parts that do not grow with the thumbnails
    double across = 0, down = 0; // number of thumbnails
    for (std::size_t i = 0; i < m_groups.size(); i += static_cast<std::size_t>(columns)) {
        double rowWidth = 0, rowAcross = 0, rowDown = 0;
        for (std::size_t g = i; g < std::min(m_groups.size(), i + static_cast<std::size_t>(columns)); ++g) {
            rowAcross += m_groups[g].heads;
            rowWidth += m_number + kGap * (m_groups[g].heads - 1) + (g > i ? kGroupGap : 0);
            rowDown = std::max(rowDown, static_cast<double>(m_groups[g].layers));
        }
        across = std::max(across, rowAcross);
        width = std::max(width, rowWidth);
        down += rowDown;
        height += m_line * 2 + (kGap + m_below) * rowDown + (i > 0 ? kGroupGap : 0);
    }
    return std::min((viewport.width() - 2 * kMargin - width) / std::max(1.0, across),
                    (viewport.height() - 2 * kMargin - height) / std::max(1.0, down));
}

double HeadsLayout::step() const
{
    return m_thumbnail + kGap;
}

void HeadsLayout::place(int columns)
{
    double y = kMargin, right = 0;
    for (std::size_t i = 0; i < m_groups.size(); i += static_cast<std::size_t>(columns)) {
        double x = kMargin, bottom = y;
        for (std::size_t g = i; g < std::min(m_groups.size(), i + static_cast<std::size_t>(columns)); ++g) {
            HeadGroup& group = m_groups[g];
            const double width = group.heads * step() - kGap, height = group.layers * down() - kGap;
            group.heading = {x, y, m_number + width, m_line};
            // Below the heading: the numbers of the heads.
            group.grid = {x + m_number, y + 2 * m_line, width, height};
            bottom = std::max(bottom, group.grid.bottom());
            right = std::max(right, group.grid.right());
            x = group.grid.right() + kGroupGap;
        }
        // The last group in a row may have room for a name that is wider than its thumbnails.
        QRectF& last = m_groups[std::min(m_groups.size(), i + static_cast<std::size_t>(columns)) - 1].heading;
        last.setRight(std::max(last.right(), m_visibleWidth - kMargin));
        y = bottom + kGroupGap;
    }
    m_size = {right + kMargin, y - kGroupGap + kMargin};
}

void HeadsLayout::placeStrip()
{
    m_thumbnail
        = std::floor(std::clamp(m_visibleWidth - m_number - 2 * kStripMargin, kSmallest, kLargestOfStrip));
    double y = kStripMargin;
    for (HeadGroup& group : m_groups) {
        // Two lines: the names have more than one word.
        group.heading = {kStripMargin, y, m_visibleWidth - 2 * kStripMargin, 2 * m_line};
        group.grid = {kStripMargin + m_number, group.heading.bottom(), m_thumbnail,
                      group.layers * group.heads * step() - kGap};
        y = group.grid.bottom() + kGroupGap;
    }
    m_size = {m_thumbnail + m_number + 2 * kStripMargin, y - kGroupGap + kStripMargin};
}

const HeadGroup* HeadsLayout::groupOf(const HeadRef& head) const
{
    for (const HeadGroup& group : m_groups)
        if (group.stack == head.stack && group.kind == head.kind)
            return &group;
    return nullptr;
}

QRectF HeadsLayout::rectOf(const HeadRef& head) const
{
    const HeadGroup* group = groupOf(head);
    if (group == nullptr)
        return {};
    const int row = m_strip ? head.layer * group->heads + head.head : head.layer;
    const int across = m_strip ? 0 : head.head;
    return {group->grid.left() + across * step(), group->grid.top() + row * down(), m_thumbnail,
            m_thumbnail - m_caption};
}

QRectF HeadsLayout::captionOf(const HeadRef& head) const
{
    const QRectF box = rectOf(head);
    return m_caption > 0 && !box.isEmpty() ? QRectF(box.left(), box.bottom(), box.width(), m_caption)
                                           : QRectF();
}

std::optional<HeadRef> HeadsLayout::headAt(const QPointF& position) const
{
    for (const HeadGroup& group : m_groups) {
        // The gap after a thumbnail belongs to it: no dead stripes between neighbours.
        const QPointF at = position - group.grid.topLeft();
        int head = static_cast<int>(std::floor(at.x() / step()));
        int layer = static_cast<int>(std::floor(at.y() / down()));
        if (m_strip && head == 0 && layer >= 0 && group.heads > 0) {
            head = layer % group.heads;
            layer /= group.heads;
        }
        if (head >= 0 && head < group.heads && layer >= 0 && layer < group.layers)
            return HeadRef{group.stack, layer, group.kind, head};
    }
    return std::nullopt;
}

HeadRef HeadsLayout::neighbour(const HeadRef& head, int down, int across) const
{
    const HeadGroup* group = groupOf(head);
    if (group == nullptr)
        return m_groups.empty() ? head : HeadRef{m_groups.front().stack, 0, m_groups.front().kind, 0};
    HeadRef next = head;
    const bool along = m_strip && across == 0 && std::abs(down) == 1; // a single column, layer after layer
    if (along) {
        const int place = head.layer * group->heads + head.head + down;
        if (place >= 0 && place < group->layers * group->heads)
            return {head.stack, place / group->heads, head.kind, place % group->heads};
    } else {
        next.head = std::clamp(head.head + across, 0, group->heads - 1);
        next.layer = head.layer + down;
        if (next.layer >= 0 && next.layer < group->layers)
            return next;
    }
    const std::ptrdiff_t other = group - m_groups.data() + (down > 0 ? 1 : -1);
    if (other < 0 || other >= static_cast<std::ptrdiff_t>(m_groups.size())) {
        next.layer = head.layer;
        return next;
    }
    const HeadGroup& to = m_groups[static_cast<std::size_t>(other)];
    const int column = !along ? std::min(next.head, to.heads - 1) : down > 0 ? 0 : to.heads - 1;
    return {to.stack, down > 0 ? 0 : to.layers - 1, to.kind, column};
}

int HeadsLayout::indexOf(const HeadRef& head) const
{
    int before = 0;
    for (const HeadGroup& group : m_groups) {
        if (group.stack == head.stack && group.kind == head.kind) {
            const bool inside
                = head.layer >= 0 && head.layer < group.layers && head.head >= 0 && head.head < group.heads;
            return inside ? before + head.layer * group.heads + head.head : -1;
        }
        before += group.layers * group.heads;
    }
    return -1;
}

std::vector<HeadRef> HeadsLayout::heads() const
{
    std::vector<HeadRef> all;
    for (const HeadGroup& group : m_groups)
        for (int layer = 0; layer < group.layers; ++layer)
            for (int head = 0; head < group.heads; ++head)
                all.push_back({group.stack, layer, group.kind, head});
    return all;
}

namespace {

constexpr double kBelow = 3.5; ///< between the thumbnails and the ends of the bracket
constexpr double kHeight = 4;

} // namespace

std::vector<KvBracket> kvBrackets(const HeadsLayout& layout, const HeadGroup& group)
{
    std::vector<KvBracket> brackets;
    const int each = group.sharing;
    for (int layer = 0; layer < group.layers && each > 1; ++layer)
        for (int first = 0; first < group.heads; first += each) {
            const int last = std::min(first + each, group.heads) - 1;
            const QRectF left = layout.rectOf({group.stack, layer, group.kind, first});
            const QRectF right = layout.rectOf({group.stack, layer, group.kind, last});
            const QRectF caption = layout.captionOf({group.stack, layer, group.kind, first});
            const double top = caption.isEmpty() ? left.bottom() + kBelow : caption.bottom();
            brackets.push_back({layer, first / each, first, last,
                                QRectF(QPointF(left.left(), top), QPointF(right.right(), top + kHeight))});
        }
    return brackets;
}

void paintKvBrackets(QPainter& painter, const std::vector<KvBracket>& brackets, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const KvBracket& bracket : brackets) {
        const QRectF& rect = bracket.rect;
        painter.drawPolyline(
            QPolygonF({rect.topLeft(), rect.bottomLeft(), rect.bottomRight(), rect.topRight()}));
    }
    painter.restore();
}

QString kvShareInWords(const TraceInfo& info, const HeadRef& head)
{
    const int each = headsPerKvHead(info, head.stack, head.kind);
    if (each <= 1)
        return {};
    const int kvHead = head.head / each;
    return QCoreApplication::translate("KvGroups", "heads %1–%2 share key/value head %3")
        .arg(kvHead * each)
        .arg(kvHead * each + each - 1)
        .arg(kvHead);
}

} // namespace headlight
