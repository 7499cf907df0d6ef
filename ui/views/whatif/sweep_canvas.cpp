#include "ui/views/whatif/sweep_canvas.h"

#include "core/trace/trace.h"
#include "ui/widgets/canvas_accessible.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <utility>

namespace headlight {

SweepCanvas::SweepCanvas(QWidget* parent)
    : Canvas(tr("Results of the sweep"), parent)
{ }

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
    if (const auto step = arrowStep(*event))
        return moveTo(m_current ? m_picture.neighbour(at, step->y(), step->x()) : at);
    switch (event->key()) {
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

SweepCanvas::Tip SweepCanvas::tipAt(const QPoint& point) const
{
    const auto at = m_picture.pointAt(point);
    return at && m_result && m_tip ? Tip{m_tip(m_result->points[static_cast<std::size_t>(*at)]), {}} : Tip();
}

} // namespace headlight
