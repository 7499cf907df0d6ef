#include "ui/widgets/grid_cells.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/value_scale.h"
#include "ui/words/local_number.h"

#include <qcustomplot.h>

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kBetweenCells = 1; ///< pixels
constexpr double kBesideNumber = 3;

/// Zero has no sign.
QString cellNumber(double value, int decimals)
{
    const double scale = std::pow(10.0, decimals);
    const double rounded = std::round(value * scale) / scale;
    return withMinus(QLocale().toString(rounded == 0 ? 0.0 : rounded, 'f', decimals));
}

/// The coloured cells of a grid, with their numbers where there is room for all of them. Cell (column, row)
/// is at these coordinates of the axes. Belongs to the QCustomPlot that draws it.
class GridCells : public QCPAbstractItem
{
public:
    GridCells(QCustomPlot& drawn, const Plot& plot, Backdrop backdrop);

    void choose(int point) { m_chosen = point; }
    double selectTest(const QPointF& place, bool onlySelectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    QRectF cellOf(const Plot::Point& point) const;

    std::vector<Plot::Point> m_points;
    bool m_diverging;
    Backdrop m_backdrop;
    int m_chosen = -1;
};

} // namespace

int decimalsThatFit(const std::vector<Plot::Point>& points, const QFontMetricsF& metrics, double room)
{
    for (int decimals = 2; decimals >= 0; --decimals)
        if (std::all_of(points.begin(), points.end(), [&](const Plot::Point& point) {
                return metrics.horizontalAdvance(cellNumber(point.value, decimals)) <= room;
            }))
            return decimals;
    return -1;
}

GridCells::GridCells(QCustomPlot& drawn, const Plot& plot, Backdrop backdrop)
    : QCPAbstractItem(&drawn)
    , m_points(plot.points)
    , m_diverging(plot.diverging)
    , m_backdrop(backdrop)
{ }

double GridCells::selectTest(const QPointF&, bool, QVariant*) const
{
    return -1;
}

QRectF GridCells::cellOf(const Plot::Point& point) const
{
    const auto pixel = [&](double by) {
        return QPointF(parentPlot()->xAxis->coordToPixel(point.across + by),
                       parentPlot()->yAxis->coordToPixel(point.up + by));
    };
    return QRectF(pixel(-0.5), pixel(0.5)).normalized();
}

void GridCells::draw(QCPPainter* painter)
{
    if (m_points.empty())
        return;
    float largest = 0;
    for (const Plot::Point& point : m_points)
        largest = std::max(largest, std::abs(static_cast<float>(point.value)));
    const ValueScale scale = m_diverging ? scoreScale(0, largest) : ValueScale{0, largest > 0 ? largest : 1};
    const ColourMap& map = colourMap(m_diverging ? divergingMapName() : QStringLiteral("mist"), m_backdrop);
    const QFontMetricsF metrics(parentPlot()->font());
    const QRectF first = cellOf(m_points.front());
    const int decimals = first.height() < metrics.height()
        ? -1
        : decimalsThatFit(m_points, metrics, first.width() - kBesideNumber);
    painter->setFont(parentPlot()->font());
    for (const Plot::Point& point : m_points) {
        const QRectF cell = cellOf(point).adjusted(0, 0, -kBetweenCells, -kBetweenCells);
        const QRgb colour = map.at(std::max(0, scale.level(static_cast<float>(point.value))));
        painter->fillRect(cell, QColor(colour));
        if (decimals < 0)
            continue;
        painter->setPen(QPen(inkOn(colour)));
        painter->drawText(cell, Qt::AlignCenter, cellNumber(point.value, decimals));
    }
    if (m_chosen < 0 || static_cast<std::size_t>(m_chosen) >= m_points.size())
        return;
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(chipColours(parentPlot()->palette()).key, 2));
    painter->drawRect(cellOf(m_points[static_cast<std::size_t>(m_chosen)]).adjusted(0, 0, -2, -2));
}

void addGridCells(QCustomPlot& drawn, const Plot& plot, Backdrop backdrop)
{
    new GridCells(drawn, plot, backdrop);
}

void chooseCell(QCPAbstractItem& cells, int point)
{
    if (auto* const own = dynamic_cast<GridCells*>(&cells))
        own->choose(point);
}

} // namespace headlight
