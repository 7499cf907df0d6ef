#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace headlight {

/// The numbers of a result as a picture. A value; ui/widgets/result_plot.h draws it.
struct Plot
{
    enum class Kind : unsigned char {
        kDots, ///< one beside the other, with whiskers
        kScatter, ///< two numbers of each point
        kHistogram, ///< how many points have about the same number
        kGrid, ///< a coloured cell for each point
    };
    struct Point
    {
        QString name; ///< also stands below a dot
        double across = 0; ///< of a scatter; of a histogram: what is counted; of a grid: the column
        double up = 0; ///< not of a histogram; of a grid: the row, from the top
        std::optional<double> error = {}; ///< of dots: half of the whisker
        int of = 0; ///< place in the list that the plot was made from
        double value = 0; ///< of a cell
    };
    Kind kind = Kind::kDots;
    QString title; ///< of a figure
    QString across, up; ///< names of the axes, with units
    std::vector<Point> points = {}; ///< finite numbers
    std::optional<double> mean = {}, error = {}; ///< of a histogram
    bool sameUnit = false; ///< of a scatter: both numbers would agree on a diagonal, which is drawn
    QStringList columns = {}, rows = {}; ///< of a grid: their names
    bool diverging = false; ///< of a grid: zero is neutral; otherwise it is the lowest number
};

/// A bar of a histogram.
struct PlotBar
{
    double lower = 0, upper = 0; ///< holds lower ≤ number < upper
    std::vector<int> points; ///< indices into Plot::points, ascending by number
};
/// Bars of one width, as many as about the root of the number of points, from the first to the last that
/// holds a point. Their edges are multiples of the width.
std::vector<PlotBar> barsOf(const Plot& plot);

} // namespace headlight
