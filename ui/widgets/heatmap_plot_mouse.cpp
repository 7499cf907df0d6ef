#include "ui/widgets/heatmap_plot.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

// What the mouse does in a HeatmapPlot.

namespace headlight {

Cell HeatmapPlot::cellAt(const QPointF& position) const
{
    if (!m_picture)
        return {};
    const CellFrame& frame = m_layout.cells;
    if (frame.area.contains(position)) {
        const auto within = [](double at, Index count) {
            return static_cast<int>(std::clamp<double>(std::floor(at), 0, static_cast<double>(count - 1)));
        };
        return {within(frame.queryAt(position.y()), pictured().queries()),
                within(frame.keyAt(position.x()), pictured().keys())};
    }
    if (const auto query = m_picture->queryRuler().tokenAt(m_layout.queryAxis, position))
        return {*query, std::nullopt};
    return {std::nullopt, m_picture->keyRuler().tokenAt(m_layout.keyAxis, position)};
}

void HeatmapPlot::mouseMoved(const QPointF& position, bool dragging)
{
    const Cell cell = dragging ? m_lastHover : cellAt(position);
    m_plot->setCursor(dragging && isZoomed() ? Qt::ClosedHandCursor
                          : cell.empty()     ? Qt::ArrowCursor
                                             : Qt::CrossCursor);
    if (cell == m_lastHover)
        return;
    m_lastHover = cell;
    emit hovered(cell);
}

void HeatmapPlot::mousePressed(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton)
        return;
    m_press = event.position();
    constexpr Qt::KeyboardModifiers kPainting = Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier;
    const bool pans = m_dragPans && !(event.modifiers() & kPainting);
    m_plot->setInteraction(QCP::iRangeDrag, pans);
    const Cell cell = cellAt(event.position());
    if (pans || cell.empty())
        return;
    m_gesture = m_gestureEnd = cell;
    emit cellPressed(cell, event.modifiers());
}

void HeatmapPlot::mouseDragged(const QMouseEvent& event)
{
    const Cell cell = cellAt(event.position());
    if (!m_gesture || cell.empty() || cell == m_gestureEnd)
        return;
    m_gestureEnd = cell;
    emit cellDragged(*m_gesture, cell, event.modifiers());
}

void HeatmapPlot::mouseReleased(const QMouseEvent& event)
{
    const QPointF at = event.position();
    if (m_press && (at - *m_press).manhattanLength() < 4 && !cellAt(at).empty())
        emit clicked(cellAt(at));
    m_press.reset();
    if (m_gesture)
        emit cellReleased(*m_gesture, *m_gestureEnd, event.modifiers());
    m_gesture.reset();
    m_gestureEnd.reset();
    mouseMoved(at, false);
}

void HeatmapPlot::showTip(const QPoint& position, const QPoint& globalPosition)
{
    const Cell cell = cellAt(position);
    QString text;
    if (m_picture && cell.query.has_value() != cell.key.has_value()) {
        const TokenRuler& ruler = cell.query ? m_picture->queryRuler() : m_picture->keyRuler();
        const int token = cell.query.value_or(cell.key.value_or(0));
        text = tr("%1 at position %2").arg(ruler.textOf(token)).arg(token);
    }
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPosition, text, m_plot);
}

bool HeatmapPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return QWidget::eventFilter(watched, event);
    const auto mouse = [event] { return static_cast<QMouseEvent*>(event); };
    switch (event->type()) {
    case QEvent::MouseMove:
        mouseMoved(mouse()->position(), mouse()->buttons().testFlag(Qt::LeftButton) && !m_gesture);
        mouseDragged(*mouse());
        break;
    case QEvent::MouseButtonPress:
        mousePressed(*mouse());
        break;
    case QEvent::MouseButtonDblClick:
        m_press.reset();
        emit doubleClicked();
        break;
    case QEvent::MouseButtonRelease:
        mouseReleased(*mouse());
        break;
    case QEvent::Leave:
        m_lastHover = {};
        emit hovered({});
        break;
    case QEvent::ContextMenu: {
        auto* menu = static_cast<QContextMenuEvent*>(event);
        emit menuRequested(cellAt(menu->pos()), menu->globalPos());
        return true;
    }
    case QEvent::ToolTip: {
        auto* help = static_cast<QHelpEvent*>(event);
        showTip(help->pos(), help->globalPos());
        return true;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
