#include "ui/views/beams/beam_canvas.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/token_flow.h"
#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace headlight {

namespace {

constexpr int kBoxInEms = 15;
constexpr double kBoxPadding = 5;
constexpr double kBeamNumberSize = 0.82; ///< of the letters of numbers

} // namespace

QString stateInWords(BeamState state)
{
    switch (state) {
    case BeamState::kKept:
        return BeamCanvas::tr("kept");
    case BeamState::kFinished:
        return BeamCanvas::tr("finished");
    case BeamState::kPruned:
        break;
    }
    return BeamCanvas::tr("pruned");
}

BeamCanvas::BeamCanvas()
    : Canvas(tr("Beam tree"))
{
    setObjectName(QStringLiteral("beamCanvas"));
}

void BeamCanvas::setTree(std::shared_ptr<const BeamTree> tree, bool searched)
{
    if (tree == m_tree)
        return;
    m_tree = std::move(tree);
    m_searched = searched;
    m_current = -1;
    m_best.assign(m_tree ? m_tree->nodes.size() : 0, false);
    if (m_tree && !m_tree->results.empty())
        for (const int node : m_tree->path(m_tree->results.front()))
            m_best[static_cast<std::size_t>(node)] = true;
    placeNodes();
}

void BeamCanvas::setPrunedShown(bool shown)
{
    m_showPruned = shown;
    placeNodes();
}

void BeamCanvas::placeNodes()
{
    const QFontMetricsF metrics(font());
    const QSizeF box(kBoxInEms * metrics.averageCharWidth(),
                     metrics.height() + QFontMetricsF(scaledFont(font(), kBeamNumberSize)).height() + 4);
    m_layout
        = m_tree ? BeamLayout(*m_tree, box, metrics.height(), m_showPruned || !m_searched) : BeamLayout();
    setMinimumSize(sizeHint());
    updateGeometry();
    update();
}

QSize BeamCanvas::sizeHint() const
{
    return {static_cast<int>(std::ceil(m_layout.size().width())),
            static_cast<int>(std::ceil(m_layout.size().height()))};
}

void BeamCanvas::setCurrent(int node)
{
    if (m_current == node)
        return;
    m_current = node;
    sayCurrent(*this, node >= 0 ? describe(node) : QString());
    if (node >= 0 && m_layout.isShown(node))
        emit revealed(m_layout.rect(node).toAlignedRect());
    update();
}

void BeamCanvas::choose(int node)
{
    setCurrent(node);
    emit chosen(node);
}

QString BeamCanvas::describe(int node) const
{
    const BeamNode& one = m_tree->nodes[static_cast<std::size_t>(node)];
    if (!m_searched)
        return (isBest(node) ? tr("%1 (id %2), step %3, rank %4: chosen, probability %5")
                             : tr("%1 (id %2), step %3, rank %4: not chosen, probability %5"))
            .arg(chipText(one.label, true).text)
            .arg(one.token)
            .arg(one.step + 1)
            .arg(one.rank + 1)
            .arg(probabilityText(std::exp(static_cast<double>(one.logProbability))));
    QString text = tr("%1 (id %2), step %3, rank %4: %5")
                       .arg(chipText(one.label, true).text)
                       .arg(one.token)
                       .arg(one.step + 1)
                       .arg(one.rank + 1)
                       .arg(stateInWords(one.state));
    text += QLatin1Char('\n')
        + tr("log p %1 nats (%2), sum %3 nats, score %4")
              .arg(numberText(static_cast<double>(one.logProbability)),
                   probabilityText(std::exp(static_cast<double>(one.logProbability))), numberText(one.sum),
                   numberText(one.score));
    if (m_tree->groups > 1)
        text += QLatin1Char('\n')
            + tr("group %1, diversity penalty %2").arg(one.group + 1).arg(numberText(one.diversity));
    if (one.ends && one.state == BeamState::kPruned)
        text += QLatin1Char('\n')
            + tr("An end token finishes a hypothesis only if it ranks among the top N candidates (N = number "
                 "of beams).");
    return text;
}

BeamCanvas::Tip BeamCanvas::tipAt(const QPoint& point) const
{
    const auto node = m_layout.nodeAt(point);
    return node ? Tip{describe(*node), m_layout.rect(*node).toAlignedRect()} : Tip();
}

void BeamCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const int node = m_layout.nodeAt(event->position()).value_or(-1);
    choose(node == m_current ? -1 : node);
}

void BeamCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!m_tree || m_tree->nodes.empty())
        return QWidget::keyPressEvent(event);
    using Direction = BeamLayout::Direction;
    if (const auto step = arrowStep(*event)) {
        if (m_current < 0)
            return choose(m_tree->results.empty() ? 0 : m_tree->path(m_tree->results.front()).front());
        const Direction direction = step->x() < 0 ? Direction::kLeft
            : step->x() > 0                       ? Direction::kRight
            : step->y() < 0                       ? Direction::kUp
                                                  : Direction::kDown;
        if (const auto next = m_layout.neighbour(*m_tree, m_current, direction))
            choose(*next);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Home:
        return choose(m_layout.column(0).front());
    case Qt::Key_End:
        return m_tree->results.empty() ? void() : choose(m_tree->results.front());
    case Qt::Key_Escape:
        if (m_current >= 0)
            return choose(-1);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void BeamCanvas::paintEdge(QPainter& painter, int node) const
{
    const BeamNode& one = m_tree->nodes[static_cast<std::size_t>(node)];
    if (one.parent < 0 || !m_layout.isShown(one.parent))
        return;
    const ChipColours colours = chipColours(palette());
    const QRectF from = m_layout.rect(one.parent);
    const QRectF to = m_layout.rect(node);
    const QPointF a(from.right(), from.center().y());
    const QPointF b(to.left(), to.center().y());
    const double bend = (b.x() - a.x()) / 2;
    QPainterPath path(a);
    path.cubicTo(a + QPointF(bend, 0), b - QPointF(bend, 0), b);
    const bool pruned = one.state == BeamState::kPruned;
    painter.setPen(isBest(node) ? QPen(colours.rampEnd, 3)
                       : pruned ? QPen(colours.outline, 1, Qt::DotLine)
                                : QPen(colours.muted, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void BeamCanvas::paintNode(QPainter& painter, int node) const
{
    const ChipColours colours = chipColours(palette());
    const BeamNode& one = m_tree->nodes[static_cast<std::size_t>(node)];
    const QRectF box = m_layout.rect(node);
    const bool pruned = one.state == BeamState::kPruned;
    const bool current = node == m_current;
    const QColor fill = current ? mixed(colours.background, colours.query, 0.30)
        : isBest(node)          ? mixed(colours.background, colours.rampEnd, 0.28)
        : pruned                ? colours.background
                                : colours.surface;
    painter.setBrush(fill);
    painter.setPen(current            ? QPen(colours.query, 2)
                       : isBest(node) ? QPen(colours.rampEnd, 1.5)
                       : pruned       ? QPen(colours.outline, 1, Qt::DotLine)
                                      : QPen(colours.outline, 1));
    const double radius = one.state == BeamState::kFinished ? box.height() / 2.4 : 5;
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    const QRectF inside
        = box.adjusted(kBoxPadding + (one.state == BeamState::kFinished ? 4 : 0), 1, -kBoxPadding, -1);
    const QFontMetricsF metrics(font());
    painter.setFont(font());
    painter.setPen(pruned ? colours.muted : colours.text);
    painter.drawText(QRectF(inside.left(), inside.top(), inside.width(), metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(chipText(one.label, true).text, Qt::ElideMiddle, inside.width()));
    const QFont small = scaledFont(font(), kBeamNumberSize);
    const QFontMetricsF smallMetrics(small);
    painter.setFont(small);
    painter.setPen(colours.muted);
    // Two decimals have room in every box; the tip has them all.
    const auto shortly = [](double number) { return withMinus(localNumber(number, 2)); };
    painter.drawText(
        QRectF(inside.left(), inside.bottom() - smallMetrics.height(), inside.width(), smallMetrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        m_searched ? QStringLiteral("%1  Σ %2")
                         .arg(shortly(static_cast<double>(one.logProbability)), shortly(one.sum))
                   : probabilityText(std::exp(static_cast<double>(one.logProbability))));
}

void BeamCanvas::paintEvent(QPaintEvent* event)
{
    if (!m_tree)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF part = event->rect();
    const ChipColours colours = chipColours(palette());
    const QFontMetricsF metrics(font());
    const std::vector<int> nodes = m_layout.nodesBetween(part.left(), part.right());
    for (const int node : nodes)
        if (!isBest(node))
            paintEdge(painter, node);
    for (const int node : nodes)
        if (isBest(node))
            paintEdge(painter, node);
    for (const int node : nodes)
        if (m_layout.rect(node).intersects(part))
            paintNode(painter, node);
    painter.setFont(font());
    painter.setPen(colours.muted);
    for (int step = 0; step < m_layout.steps(); ++step)
        painter.drawText(QPointF(m_layout.columnLeft(step) + kBoxPadding, 4 + metrics.ascent()),
                         tr("step %1").arg(step + 1));
}

} // namespace headlight
