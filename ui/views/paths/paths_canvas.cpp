#include "ui/views/paths/paths_canvas.h"

#include "ui/picture/marks.h"
#include "ui/picture/picture_palette.h"
#include "ui/widgets/plot_theme.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace headlight {

namespace {

constexpr double kEdgeReach = 8; ///< pixels from an edge within which it is meant
constexpr double kPathsMargin = 8;
constexpr double kBesideBox = 3; ///< pixels between a box and the lines that pass it

} // namespace

PathsCanvas::PathsCanvas()
    : Canvas(tr("Paths between heads"))
{
    setMouseTracking(true);
}

void PathsCanvas::setGraph(PathGraph graph, std::function<QString(const PathEdge&)> words)
{
    m_graph = std::move(graph);
    m_words = std::move(words);
    m_current = -1;
    passHeads();
    update();
}

void PathsCanvas::setEffects(PathEffects effects)
{
    m_effects = std::move(effects);
    update();
}

void PathsCanvas::setHead(const HeadRef& head)
{
    m_head = head;
    update();
}

void PathsCanvas::setCurrent(int edge)
{
    m_current = edge;
    if (edge >= 0)
        sayCurrent(*this, currentTip().text);
    update();
}

QRectF PathsCanvas::room() const
{
    const double line = fontMetrics().height() + 4.0;
    return QRectF(rect()).adjusted(kPathsMargin, kPathsMargin + line, -kPathsMargin,
                                   -kPathsMargin - 2 * line);
}

int PathsCanvas::rows() const
{
    return std::max(1, m_graph.shape.heads * (m_graph.shape.cross ? 2 : 1));
}

int PathsCanvas::rowOf(const HeadRef& head) const
{
    return head.head + (head.kind == AttentionKind::kCross ? m_graph.shape.heads : 0);
}

QRectF PathsCanvas::boxOf(const HeadRef& head) const
{
    const QRectF all = room();
    const double column = all.width() / std::max(1, m_graph.shape.layers);
    const double row = all.height() / rows();
    const double widest = m_graph.shape.cross ? 80 : 48; // room for "cross 2.1"
    const double width = std::clamp(column * 0.4, 4.0, widest), height = std::clamp(row * 0.6, 4.0, 24.0);
    const QPointF centre(all.left() + column * (head.layer + 0.5), all.top() + row * (rowOf(head) + 0.5));
    return {centre.x() - width / 2, centre.y() - height / 2, width, height};
}

// Each line goes through the gap that is nearest to its way, where all keep their order and distance.
void PathsCanvas::passHeads()
{
    constexpr double kApart = 0.01; ///< of a row, between lines into queries, keys and values of one head
    m_passages.assign(m_graph.edges.size(), {});
    for (int layer = 1; layer + 1 < m_graph.shape.layers; ++layer) {
        std::map<int, std::vector<std::pair<double, std::size_t>>> gaps; // rows on the way there, and edges
        for (std::size_t i = 0; i < m_graph.edges.size(); ++i) {
            const PathEdge& edge = m_graph.edges[i];
            if (layer <= edge.from.layer || layer >= edge.to.layer)
                continue;
            const double way
                = static_cast<double>(layer - edge.from.layer) / (edge.to.layer - edge.from.layer);
            const double begin = rowOf(edge.from);
            const double end = rowOf(edge.to) + kApart * static_cast<double>(edge.reads);
            const double row = std::lerp(begin, end, way);
            gaps[static_cast<int>(std::lround(row + 0.5))].emplace_back(row, i);
        }
        for (auto& [gap, lines] : gaps) {
            std::ranges::sort(lines);
            double before = 0;
            for (const auto& [row, edge] : lines)
                m_passages[edge].push_back({gap, ++before / static_cast<double>(lines.size() + 1)});
        }
    }
}

double PathsCanvas::heightOf(const Passage& passage) const
{
    const QRectF all = room();
    const double row = all.height() / rows();
    const double box = boxOf({m_graph.stack, 0, AttentionKind::kSelf, 0}).height();
    const double away = std::min(box / 2 + kBesideBox, row / 2);
    const double above = passage.gap == 0 ? 0 : row * (passage.gap - 0.5) + away;
    const double below = passage.gap == rows() ? all.height() : row * (passage.gap + 0.5) - away;
    return all.top() + std::lerp(above, below, passage.part);
}

// Queries end above, keys in the middle and values below. Paths over several layers pass between the heads.
QPainterPath PathsCanvas::pathOf(int edge) const
{
    const PathEdge& shown = m_graph.edges.at(static_cast<std::size_t>(edge));
    const QRectF from = boxOf(shown.from), to = boxOf(shown.to);
    const double step = to.height() * 0.3 * (static_cast<double>(shown.reads) - 1);
    const QPointF begin(from.right(), from.center().y()), end(to.left(), to.center().y() + step);
    QPainterPath path(begin);
    const auto bend = [&path](const QPointF& next, double leaving, double arriving) {
        const QPointF here = path.currentPosition();
        const double reach = (next.x() - here.x()) / 3;
        path.cubicTo(here + QPointF(reach, leaving), next + QPointF(-reach, arriving), next);
    };
    double leaving = step;
    int layer = shown.from.layer;
    for (const Passage& passage : m_passages.at(static_cast<std::size_t>(edge))) {
        const QRectF passed = boxOf({m_graph.stack, ++layer, AttentionKind::kSelf, 0});
        const double y = heightOf(passage);
        bend({passed.left(), y}, std::exchange(leaving, 0), 0);
        path.lineTo(passed.right(), y);
    }
    bend(end, leaving, step);
    return path;
}

QPointF PathsCanvas::middleOf(int edge) const
{
    return pathOf(edge).pointAtPercent(0.5);
}

std::optional<int> PathsCanvas::edgeAt(const QPointF& point) const
{
    QPainterPathStroker stroker;
    stroker.setWidth(kEdgeReach);
    for (int edge = 0; edge < std::ssize(m_graph.edges); ++edge)
        if (stroker.createStroke(pathOf(edge)).contains(point))
            return edge;
    return std::nullopt;
}

std::vector<HeadRef> PathsCanvas::headsIn(int layer) const
{
    std::vector<HeadRef> heads;
    for (const AttentionKind kind : {AttentionKind::kSelf, AttentionKind::kCross})
        for (int head = 0; head < m_graph.shape.heads; ++head)
            if (kind == AttentionKind::kSelf || m_graph.shape.cross)
                heads.push_back({m_graph.stack, layer, kind, head});
    return heads;
}

std::optional<HeadRef> PathsCanvas::headAt(const QPointF& point) const
{
    for (int layer = 0; layer < m_graph.shape.layers; ++layer)
        for (const HeadRef& head : headsIn(layer))
            if (boxOf(head).contains(point))
                return head;
    return std::nullopt;
}

CanvasPicture::Tip PathsCanvas::tipAt(const QPoint& point) const
{
    if (const auto edge = edgeAt(point); edge && m_words)
        return {m_words(m_graph.edges[static_cast<std::size_t>(*edge)])};
    if (const auto head = headAt(point))
        return {headName(*head), boxOf(*head).toAlignedRect()};
    return {};
}

CanvasPicture::Tip PathsCanvas::currentTip() const
{
    return m_current >= 0 && m_words ? Tip{m_words(m_graph.edges.at(static_cast<std::size_t>(m_current)))}
                                     : Tip{};
}

QRect PathsCanvas::currentRect() const
{
    return m_current >= 0 ? QRectF(middleOf(m_current), QSizeF(1, 1)).toAlignedRect() : QRect();
}

QColor PathsCanvas::colourOf(Reads reads) const
{
    const QList<QColor> colours = lineColours(palette());
    return colours.at(static_cast<int>(reads) % colours.size());
}

void PathsCanvas::drawEdge(QPainter& painter, int edge) const
{
    const PathEdge& shown = m_graph.edges[static_cast<std::size_t>(edge)];
    const auto found = m_effects.find(shown.name());
    const bool tried = found != m_effects.end();
    const bool none = tried && found->second.none();
    const PicturePalette look = PicturePalette::of(palette());
    const double strongest = m_graph.edges.front().composition;
    QPen pen(none ? look.faintText : colourOf(shown.reads), 1 + 2 * shown.composition / strongest,
             tried ? Qt::SolidLine : Qt::DashLine);
    pen.setCapStyle(Qt::FlatCap);
    if (edge == m_current)
        painter.strokePath(pathOf(edge), QPen(faded(look.text, 0.25F), pen.widthF() + 6));
    painter.strokePath(pathOf(edge), pen);
    if (!tried)
        return;
    QString text = none ? tr("no effect") : withMinus(numberText(found->second.change.mean.value_or(0)));
    if (found->second.former)
        text = QLatin1Char('(') + text + QLatin1Char(')');
    QRectF box = painter.fontMetrics().boundingRect(text);
    // In the middle of a path over an odd number of layers is a column of heads.
    const int layers = shown.to.layer - shown.from.layer;
    constexpr double kAside = 0.35;
    box.moveCenter(layers % 2 == 0 ? pathOf(edge).pointAtPercent(kAside) : middleOf(edge));
    painter.fillRect(box.adjusted(-2, 0, 2, 0), look.background);
    painter.setPen(none ? look.mutedText : look.text);
    painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
}

void PathsCanvas::drawHeads(QPainter& painter) const
{
    const PicturePalette look = PicturePalette::of(palette());
    const QFontMetricsF metrics(font());
    for (int layer = 0; layer < m_graph.shape.layers; ++layer) {
        const QRectF first = boxOf({m_graph.stack, layer, AttentionKind::kSelf, 0});
        const double column = room().width() / m_graph.shape.layers;
        const QString title = column > metrics.horizontalAdvance(tr("Layer %1").arg(99))
            ? tr("Layer %1").arg(layer)
            : QString::number(layer);
        painter.setPen(look.mutedText);
        painter.drawText(QRectF(first.center().x() - column / 2, kPathsMargin, column, metrics.height()),
                         Qt::AlignCenter, title);
        for (const HeadRef& head : headsIn(layer)) {
            const QRectF box = boxOf(head);
            painter.setPen(head == m_head ? QPen(look.text, 2) : QPen(look.line, 1));
            painter.setBrush(look.background);
            painter.drawRoundedRect(box, 3, 3);
            const QString numbers = headNumbers(head);
            QStringList names{numbers};
            if (head.kind == AttentionKind::kCross)
                names = {tr("cross %1").arg(numbers), tr("c %1", "cross-attention").arg(numbers)};
            const auto name = std::ranges::find_if(
                names, [&](const QString& each) { return metrics.horizontalAdvance(each) <= box.width(); });
            painter.setPen(look.text);
            if (name != names.end() && metrics.height() <= box.height() + 4)
                painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, *name);
        }
    }
}

void PathsCanvas::drawKey(QPainter& painter) const
{
    const PicturePalette look = PicturePalette::of(palette());
    const double line = fontMetrics().height() + 4.0;
    double left = kPathsMargin;
    const double middle = height() - kPathsMargin - 1.5 * line;
    for (const auto& [reads, name] : {std::pair{Reads::kQueries, tr("into queries")},
                                      {Reads::kKeys, tr("into keys")},
                                      {Reads::kValues, tr("into values")}}) {
        painter.setPen(QPen(colourOf(reads), 2, Qt::DashLine));
        painter.drawLine(QPointF(left, middle), QPointF(left + 28, middle));
        painter.setPen(look.text);
        const double width = fontMetrics().horizontalAdvance(name);
        painter.drawText(QRectF(left + 34, middle - line / 2, width + 2, line), Qt::AlignVCenter, name);
        left += 34 + width + 18;
    }
    painter.setPen(look.mutedText);
    painter.drawText(QRectF(kPathsMargin, middle + line / 2, width() - 2 * kPathsMargin, line),
                     Qt::AlignVCenter,
                     fontMetrics().elidedText(tr("Dashed: composition of the weights. Solid: confirmed by a "
                                                 "patch, with the change. Grey: patched, no effect."),
                                              Qt::ElideRight, static_cast<int>(width() - 2 * kPathsMargin)));
}

void PathsCanvas::draw(QPainter& painter) const
{
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), PicturePalette::of(palette()).background);
    for (int edge = static_cast<int>(m_graph.edges.size()) - 1; edge >= 0; --edge)
        if (edge != m_current)
            drawEdge(painter, edge);
    if (m_current >= 0)
        drawEdge(painter, m_current);
    drawHeads(painter);
    drawKey(painter);
}

void PathsCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter);
}

void PathsCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto head = headAt(event->position())) {
        emit headChosen(*head);
    } else if (const auto edge = edgeAt(event->position())) {
        setCurrent(*edge);
        emit activated(*edge);
    }
}

void PathsCanvas::mouseMoveEvent(QMouseEvent* event)
{
    emit hovered(edgeAt(event->position()));
}

void PathsCanvas::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_graph.edges.size()) - 1;
    if (isPinning(*event) && m_current >= 0) {
        emit activated(m_current);
    } else if (isWalking(*event) && last >= 0) {
        const auto step = arrowStep(*event).value_or(QPoint());
        setCurrent(event->key() == Qt::Key_Home      ? 0
                       : event->key() == Qt::Key_End ? last
                                                     : std::clamp(m_current + step.x() + step.y(), 0, last));
    } else {
        Canvas::keyPressEvent(event);
    }
}

std::string PathEdge::receiver() const
{
    constexpr std::array kLetters{".q", ".k", ".v"};
    return toString(to) + kLetters.at(static_cast<std::size_t>(reads));
}

bool PathEffect::none() const
{
    constexpr double kLeast = 0.02;
    const double size = std::abs(change.mean.value_or(0));
    return size < kLeast || size < 2 * change.error.value_or(0);
}

PathGraph PathGraph::of(const StackCompositions& found, StackKind stack, std::optional<Reads> reads)
{
    PathGraph graph{stack, found.shape, found.random, {}, 0};
    const double chance = found.random.mean + 3 * found.random.deviation;
    for (const auto& [from, to, composition] : found.pairs)
        for (const auto& [kind, number] : {std::pair{Reads::kQueries, composition.query},
                                           {Reads::kKeys, composition.key},
                                           {Reads::kValues, composition.value}})
            if (number > chance && reads.value_or(kind) == kind
                && (to.kind == AttentionKind::kSelf || kind == Reads::kQueries))
                graph.edges.push_back({from, to, kind, number});
    graph.beyondChance = graph.edges.size();
    std::stable_sort(graph.edges.begin(), graph.edges.end(),
                     [](const PathEdge& a, const PathEdge& b) { return a.composition > b.composition; });
    graph.edges.resize(std::min(graph.edges.size(), kMostEdges));
    return graph;
}

} // namespace headlight
