#include "ui/widgets/result_plot.h"

#include "ui/picture/chip_colours.h"
#include "ui/widgets/grid_cells.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plot_drawing.h"
#include "ui/widgets/plot_theme.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace headlight {

namespace {

constexpr double kRingSize = 12;
constexpr int kNear = 14; ///< pixels from the mouse to a point that it points at
constexpr int kStill = 6; ///< pixels that the mouse may move between press and release

} // namespace

ResultPlot::ResultPlot(const QString& name)
    : m_drawn(new QCustomPlot(this))
{
    setAccessibleName(name);
    makeColumn(this)->addWidget(m_drawn);
    m_drawn->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_drawn->setMinimumSize(1, 1); // it cannot paint on nothing
    m_drawn->setMouseTracking(true);
    m_drawn->setFocusPolicy(Qt::NoFocus);
    connect(m_drawn, &QCustomPlot::mouseMove, this,
            [this](const QMouseEvent* mouse) { emit hovered(placeAt(mouse->position())); });
    connect(m_drawn, &QCustomPlot::beforeReplot, this, [this] {
        if (m_squares != nullptr)
            countPoints(*m_squares, m_shown, m_drawn->axisRect()->size());
    });
    connect(m_drawn, &QCustomPlot::mouseDoubleClick, this, &ResultPlot::rebuild);
    connect(m_drawn, &QCustomPlot::mousePress, this, [this](const QMouseEvent* mouse) {
        m_pressed = mouse->position();
        setFocus(Qt::MouseFocusReason);
    });
    connect(m_drawn, &QCustomPlot::mouseRelease, this, [this](const QMouseEvent* mouse) { release(*mouse); });
    setFocusPolicy(Qt::StrongFocus);
    setPlot({});
    onEvent(*this, {QEvent::Resize}, *this, [this] { fitTicks(*m_drawn, m_shown, size()); });
    onEvent(*this, {QEvent::PaletteChange, QEvent::FontChange}, *this, [this] { rebuild(); });
}

void ResultPlot::setPlot(Plot plot)
{
    m_shown = std::move(plot);
    m_bars = m_shown.kind == Plot::Kind::kHistogram ? barsOf(m_shown) : std::vector<PlotBar>();
    m_choice = -1;
    setAccessibleDescription({});
    rebuild();
}

void ResultPlot::rebuild()
{
    applyTheme(*m_drawn, palette());
    m_squares = drawPlot(*m_drawn, m_shown, m_bars, palette());
    const auto ways = hasRows() ? Qt::Horizontal | Qt::Vertical : Qt::Orientations(Qt::Horizontal);
    m_drawn->axisRect()->setRangeDrag(ways);
    m_drawn->axisRect()->setRangeZoom(ways);
    const QColor key = chipColours(palette()).key;
    m_ring = m_drawn->addGraph();
    m_ring->setLineStyle(QCPGraph::lsNone);
    m_ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(key, 2), Qt::NoBrush, kRingSize));
    m_bar = m_shown.kind == Plot::Kind::kHistogram ? addBars(*m_drawn, {}, key) : nullptr;
    m_cells = m_drawn->item();
    fitTicks(*m_drawn, m_shown, size());
    mark();
}

int ResultPlot::places() const
{
    return static_cast<int>(m_shown.kind == Plot::Kind::kHistogram ? m_bars.size() : m_shown.points.size());
}

QPointF ResultPlot::middleOf(int place) const
{
    const auto at = static_cast<std::size_t>(place);
    if (m_shown.kind == Plot::Kind::kHistogram)
        return {(m_bars[at].lower + m_bars[at].upper) / 2, static_cast<double>(m_bars[at].points.size()) / 2};
    const Plot::Point& point = m_shown.points[at];
    return {m_shown.kind == Plot::Kind::kDots ? place : point.across, point.up};
}

QPointF ResultPlot::pixelOf(int place) const
{
    const QPointF at = middleOf(place);
    return m_drawn->mapToParent(
        QPointF(m_drawn->xAxis->coordToPixel(at.x()), m_drawn->yAxis->coordToPixel(at.y())));
}

int ResultPlot::placeMadeFrom(int entry) const
{
    const auto isIt = [&](int point) { return m_shown.points[static_cast<std::size_t>(point)].of == entry; };
    for (int place = 0; place < places(); ++place)
        if (m_bar == nullptr ? isIt(place)
                             : std::ranges::any_of(m_bars[static_cast<std::size_t>(place)].points, isIt))
            return place;
    return -1;
}

void ResultPlot::setChoice(int place)
{
    m_choice = place < places() ? place : -1;
    const bool named = m_choice >= 0 && m_bar == nullptr;
    setAccessibleDescription(named ? m_shown.points[static_cast<std::size_t>(m_choice)].name : QString());
    mark();
}

void ResultPlot::mark()
{
    if (m_bar != nullptr)
        m_bar->data()->clear();
    m_ring->data()->clear();
    if (m_choice >= 0 && m_bar != nullptr) {
        const PlotBar& bar = m_bars[static_cast<std::size_t>(m_choice)];
        m_bar->setWidth(0.94 * (bar.upper - bar.lower));
        m_bar->addData((bar.lower + bar.upper) / 2, static_cast<double>(bar.points.size()));
    } else if (m_cells != nullptr) {
        chooseCell(*m_cells, m_choice);
    } else if (m_choice >= 0) {
        const QPointF at = middleOf(m_choice);
        m_ring->addData(at.x(), at.y());
    }
    m_drawn->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<int> ResultPlot::placeAt(const QPointF& pixel) const
{
    const double across = m_drawn->xAxis->pixelToCoord(pixel.x());
    if (m_shown.kind == Plot::Kind::kDots) {
        const auto nearest = static_cast<int>(std::lround(across));
        return nearest >= 0 && nearest < places() ? std::optional(nearest) : std::nullopt;
    }
    const double up = m_drawn->yAxis->pixelToCoord(pixel.y());
    std::optional<int> found;
    const double pixelsAcross = m_drawn->axisRect()->width() / m_drawn->xAxis->range().size();
    const double pixelsUp = m_drawn->axisRect()->height() / m_drawn->yAxis->range().size();
    double nearest = kNear * kNear; // squared, as the distances
    for (int place = 0; place < places(); ++place) {
        const QPointF at = middleOf(place);
        if (m_bar != nullptr) {
            const PlotBar& bar = m_bars[static_cast<std::size_t>(place)];
            if (across >= bar.lower && across < bar.upper && !bar.points.empty())
                return place;
        } else if (m_cells != nullptr) {
            if (std::abs(at.x() - across) < 0.5 && std::abs(at.y() - up) < 0.5)
                return place;
        } else if (const QPointF away((at.x() - across) * pixelsAcross, (at.y() - up) * pixelsUp);
                   QPointF::dotProduct(away, away) < nearest) {
            nearest = QPointF::dotProduct(away, away);
            found = place;
        }
    }
    return found;
}

void ResultPlot::release(const QMouseEvent& mouse)
{
    const bool still = (mouse.position() - m_pressed).manhattanLength() < kStill;
    const auto choice = still && mouse.button() == Qt::LeftButton ? placeAt(mouse.position()) : std::nullopt;
    if (!choice)
        return;
    setChoice(*choice);
    emit chosen(*choice);
    emit activated(*choice);
}

/// The cell of a grid beside the chosen one; the chosen one at the edge.
int ResultPlot::cellBeside(int key) const
{
    const QPointF next = middleOf(m_choice)
        + QPointF((key == Qt::Key_Right) - (key == Qt::Key_Left),
                  (key == Qt::Key_Down) - (key == Qt::Key_Up));
    for (int place = 0; place < places(); ++place)
        if (middleOf(place) == next)
            return place;
    return m_choice;
}

/// The place that a key leads to: across, along the other number of a scatter, or to the next cell of a grid.
int ResultPlot::neighbour(int key) const
{
    const bool ends = key == Qt::Key_Home || key == Qt::Key_End;
    if (m_cells != nullptr && m_choice >= 0 && !ends)
        return cellBeside(key);
    const bool upwards = m_shown.kind == Plot::Kind::kScatter && (key == Qt::Key_Up || key == Qt::Key_Down);
    const auto order = [this, upwards](int place) { // among equal numbers, by place
        const QPointF middle = middleOf(place);
        return std::pair(upwards ? middle.y() : middle.x(), place);
    };
    const bool back = key == Qt::Key_End || (m_choice >= 0 && (key == Qt::Key_Left || key == Qt::Key_Down));
    const auto isBefore
        = [&](int one, int other) { return back ? order(one) > order(other) : order(one) < order(other); };
    int found = -1;
    for (int place = 0; place < places(); ++place) {
        const bool empty = m_bar != nullptr && m_bars[static_cast<std::size_t>(place)].points.empty();
        if (!empty && (ends || m_choice < 0 || isBefore(m_choice, place))
            && (found < 0 || isBefore(place, found)))
            found = place;
    }
    return found >= 0 ? found : m_choice;
}

void ResultPlot::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool vertical = key == Qt::Key_Up || key == Qt::Key_Down;
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_choice >= 0)
        return emit activated(m_choice);
    const bool walks = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home
        || key == Qt::Key_End || (vertical && hasRows());
    if (!walks || places() == 0)
        return QWidget::keyPressEvent(event);
    setChoice(neighbour(key));
    emit hovered(m_choice);
    emit chosen(m_choice);
}

} // namespace headlight
