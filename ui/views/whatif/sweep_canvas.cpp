#include "ui/views/whatif/sweep_canvas.h"

#include "core/trace/trace.h"
#include "ui/widgets/canvas_accessible.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <utility>

namespace headlight {

SweepCanvas::SweepCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    makeCanvasAccessible(*this);
    setAccessibleName(tr("Results of the sweep"));
}

void SweepCanvas::showResult(std::shared_ptr<const SweepResult> result, const Trace& trace,
                             SweepMeasure measure)
{
    const std::size_t before = m_result ? m_result->points.size() : 0;
    m_result = std::move(result);
    m_measure = measure;
    m_grids = m_result ? sweepGrids(*m_result, trace) : std::vector<SweepGrid>();
    if (!m_result || m_result->points.size() != before)
        m_current.reset();
    relayout();
    update();
}

QSize SweepCanvas::sizeHint() const
{
    return m_picture.size();
}

void SweepCanvas::relayout()
{
    const QWidget* const frame = parentWidget();
    m_picture = SweepPicture(m_grids, font(), frame != nullptr ? frame->width() : width());
    setMinimumSize(m_picture.size());
}

void SweepCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    painter.fillRect(rect(), colours.background);
    if (!m_result)
        return;
    m_picture.paint(painter, *m_result, m_measure, colours);
    if (m_current && hasFocus()) {
        painter.setPen(QPen(colours.text, 2));
        painter.drawRect(m_picture.cellOf(*m_current).adjusted(0, 0, -2, -2));
    }
}

void SweepCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    relayout();
}

void SweepCanvas::moveTo(int point)
{
    m_current = point;
    update();
    if (!m_result || !m_tip)
        return;
    sayCurrent(*this, m_tip(m_result->points[static_cast<std::size_t>(point)]));
}

void SweepCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const auto point = m_picture.pointAt(event->position());
    if (!point || event->button() != Qt::LeftButton)
        return;
    moveTo(*point);
    emit chosen(*point);
}

void SweepCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!m_result || m_result->points.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int at = m_current.value_or(0);
    switch (event->key()) {
    case Qt::Key_Up:
        return moveTo(m_current ? m_picture.neighbour(at, -1, 0) : at);
    case Qt::Key_Down:
        return moveTo(m_current ? m_picture.neighbour(at, 1, 0) : at);
    case Qt::Key_Left:
        return moveTo(m_current ? m_picture.neighbour(at, 0, -1) : at);
    case Qt::Key_Right:
        return moveTo(m_current ? m_picture.neighbour(at, 0, 1) : at);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        moveTo(at);
        emit chosen(at);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool SweepCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto point = m_picture.pointAt(help->pos());
        if (point && m_result && m_tip)
            QToolTip::showText(help->globalPos(), m_tip(m_result->points[static_cast<std::size_t>(*point)]),
                               this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace headlight
