#pragma once

#include "ui/picture/picture_palette.h"
#include "ui/picture/plot.h"

#include <QFont>
#include <QSize>
#include <QString>

#include <vector>

class QColor;
class QCPBars;
class QCPColorMap;
class QCustomPlot;
class QPaintDevice;
class QPalette;

namespace headlight {

/// Puts the points of a plot, its axes and their ranges in place of what is drawn; `bars` of a histogram.
/// Returns the squares of a scatter of many points, for countPoints(); null = there are none.
QCPColorMap* drawPlot(QCustomPlot& drawn, const Plot& plot, const std::vector<PlotBar>& bars,
                      const QPalette& palette);
/// Counts the points in each square of the shown part, which is so many pixels large.
void countPoints(QCPColorMap& squares, const Plot& plot, const QSize& size);
QCPBars* addBars(QCustomPlot& drawn, const std::vector<PlotBar>& bars, const QColor& colour);
/// Sets as many ticks and names as there is room for.
void fitTicks(QCustomPlot& drawn, const Plot& plot, const QSize& size);

struct PlotLook
{
    Backdrop backdrop{};
    QFont font{};
    QFont titleFont{};
};

/// Draws a plot for a figure, with its title unless that is empty. size: in units of which `scale` are as
/// large as one of the device's. UI thread.
void paintPlot(QPaintDevice& device, const QSizeF& size, double scale, const Plot& plot, const QString& title,
               const PlotLook& look);

} // namespace headlight
