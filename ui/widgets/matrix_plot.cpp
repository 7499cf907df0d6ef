#include "ui/widgets/matrix_plot.h"

#include "ui/picture/chip_colours.h"
#include "ui/widgets/plot_theme.h"

#include <qcustomplot.h>

#include <QBoxLayout>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int kNamedFrom = 130; ///< pixels of height from which the axes have names

QCPColorGradient gradientOf(const QList<QRgb>& colours)
{
    QCPColorGradient gradient;
    gradient.clearColorStops();
    const auto last = static_cast<double>(std::max<qsizetype>(colours.size() - 1, 1));
    for (qsizetype i = 0; i < colours.size(); ++i)
        gradient.setColorStopAt(static_cast<double>(i) / last, QColor(colours[i]));
    gradient.setLevelCount(256);
    return gradient;
}

} // namespace

MatrixPlot::MatrixPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_map(new QCPColorMap(m_plot->xAxis, m_plot->yAxis))
    , m_scale(new QCPColorScale(m_plot))
    , m_rowMarker(new QCPItemStraightLine(m_plot))
    , m_columnMarker(new QCPItemStraightLine(m_plot))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_plot->yAxis->setRangeReversed(true);
    countInWholes(*m_plot->xAxis);
    countInWholes(*m_plot->yAxis);
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->yAxis->grid()->setVisible(false);
    m_plot->plotLayout()->addElement(0, 1, m_scale);
    m_scale->setType(QCPAxis::atRight);
    m_scale->setBarWidth(12);
    m_scale->setRangeDrag(false);
    m_scale->setRangeZoom(false);
    m_map->setColorScale(m_scale);
    m_map->setInterpolate(false);
    m_map->setTightBoundary(false);
    auto* group = new QCPMarginGroup(m_plot);
    m_plot->axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, group);
    m_scale->setMarginGroup(QCP::msTop | QCP::msBottom, group);
    for (QCPItemStraightLine* marker : {m_rowMarker, m_columnMarker}) {
        marker->setVisible(false);
        marker->setSelectable(false);
    }
    applyTheme(*m_plot, palette());
    applyTheme(*m_scale->axis(), palette(), font());
}

void MatrixPlot::setNames(const QString& rows, const QString& columns, const QString& values)
{
    m_rows = rows;
    m_columns = columns;
    m_values = values;
    fit();
    m_plot->setAccessibleName(values);
}

void MatrixPlot::fit()
{
    const int line = fontMetrics().height();
    const bool named = height() >= std::max(kNamedFrom, 7 * line);
    // Below the cells stand the numbers and the name of the columns.
    const int along = height() - (named ? 2 * line + 24 : 30);
    fitAxis(*m_plot->xAxis, width() - 90, m_columns, named);
    fitAxis(*m_plot->yAxis, along, m_rows, named);
    fitAxis(*m_scale->axis(), along, {}, false);
    m_scale->setLabel(named ? fittingName(m_values, along, font()) : QString());
}

void MatrixPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void MatrixPlot::setMatrix(const Matrix& matrix, const Scale& scale)
{
    const bool sameSize = matrix.rows() == m_matrix.rows() && matrix.cols() == m_matrix.cols();
    m_matrix = matrix;
    m_map->setGradient(gradientOf(scale.colours));
    fillCells();
    m_map->setDataRange(QCPRange(scale.low, scale.high));
    // The same size is the usual case while typing or choosing: the part that is looked at stays.
    if (sameSize)
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    else
        showAll();
}

void MatrixPlot::fillCells()
{
    const auto tile
        = [](Index cells) { return std::max<Index>(1, (cells + kLargestSide - 1) / kLargestSide); };
    m_tileRows = tile(m_matrix.rows());
    m_tileColumns = tile(m_matrix.cols());
    const Index rows = (m_matrix.rows() + m_tileRows - 1) / m_tileRows;
    const Index columns = (m_matrix.cols() + m_tileColumns - 1) / m_tileColumns;
    auto* cells = m_map->data();
    cells->setSize(static_cast<int>(columns), static_cast<int>(rows));
    // Ranges go through the centres of the first and the last tile.
    const auto centre = [](Index index, Index size) {
        return static_cast<double>(index * size) + (static_cast<double>(size) - 1) / 2;
    };
    cells->setRange(
        QCPRange(centre(0, m_tileColumns), centre(std::max<Index>(columns - 1, 0), m_tileColumns)),
        QCPRange(centre(0, m_tileRows), centre(std::max<Index>(rows - 1, 0), m_tileRows)));
    for (Index r = 0; r < rows; ++r) {
        const Index height = std::min(m_tileRows, m_matrix.rows() - r * m_tileRows);
        for (Index c = 0; c < columns; ++c) {
            const Index width = std::min(m_tileColumns, m_matrix.cols() - c * m_tileColumns);
            const float mean = m_matrix.block(r * m_tileRows, c * m_tileColumns, height, width).mean();
            cells->setCell(static_cast<int>(c), static_cast<int>(r), static_cast<double>(mean));
        }
    }
}

void MatrixPlot::showAll()
{
    m_plot->xAxis->setRange(-0.5, std::max(0.5, static_cast<double>(m_matrix.cols()) - 0.5));
    m_plot->yAxis->setRange(-0.5, std::max(0.5, static_cast<double>(m_matrix.rows()) - 0.5));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MatrixPlot::setMarker(std::optional<Place> place)
{
    m_rowMarker->setVisible(place.has_value());
    m_columnMarker->setVisible(place.has_value());
    if (place) {
        m_rowMarker->point1->setCoords(0, place->row);
        m_rowMarker->point2->setCoords(1, place->row);
        m_columnMarker->point1->setCoords(place->column, 0);
        m_columnMarker->point2->setCoords(place->column, 1);
    }
    const ChipColours colours = chipColours(palette());
    m_rowMarker->setPen(QPen(colours.text, 1));
    m_columnMarker->setPen(QPen(colours.text, 1, Qt::DashLine));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<MatrixPlot::Place> MatrixPlot::placeAt(const QPointF& point) const
{
    if (!m_plot->axisRect()->rect().contains(point.toPoint()))
        return std::nullopt;
    const Place place{static_cast<int>(std::lround(m_plot->yAxis->pixelToCoord(point.y()))),
                      static_cast<int>(std::lround(m_plot->xAxis->pixelToCoord(point.x())))};
    const bool inside = place.row >= 0 && place.row < m_matrix.rows() && place.column >= 0
        && place.column < m_matrix.cols();
    return inside ? std::optional(place) : std::nullopt;
}

void MatrixPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme(*m_plot, palette());
        applyTheme(*m_scale->axis(), palette(), font());
        fit();
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

bool MatrixPlot::eventFilter(QObject* watched, QEvent* event)
{
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    if (event->type() == QEvent::MouseMove && mouse != nullptr) {
        emit hovered(placeAt(mouse->position()));
    } else if (event->type() == QEvent::Leave) {
        emit hovered(std::nullopt);
    } else if (event->type() == QEvent::MouseButtonPress && mouse != nullptr) {
        m_press = mouse->position().toPoint();
    } else if (event->type() == QEvent::MouseButtonRelease && mouse != nullptr) {
        // A press that moved was a drag.
        const auto place = placeAt(mouse->position());
        if (m_press && place && (mouse->position().toPoint() - *m_press).manhattanLength() < 4)
            emit clicked(*place);
        m_press.reset();
    } else if (event->type() == QEvent::MouseButtonDblClick) {
        m_press.reset();
        showAll();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
