#pragma once

#include "ui/picture/colour_map.h"
#include "ui/picture/plot.h"

#include <qcustomplot.h>

#include <vector>

namespace headlight {

/// The coloured cells of a grid, with their numbers where there is room for all of them. Cell (column, row)
/// is at these coordinates of the axes. Belongs to the QCustomPlot that draws it.
class GridCells : public QCPAbstractItem
{
public:
    GridCells(QCustomPlot& drawn, const Plot& plot, Backdrop backdrop);

    /// Frames this point; -1 = none.
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

/// The number of decimals, up to two, with which all numbers are at most this wide, so that the largest ones
/// are not missing; -1 = not even whole numbers are.
int decimalsThatFit(const std::vector<Plot::Point>& points, const QFontMetricsF& metrics, double room);

} // namespace headlight
