#include "ui/widgets/plot_drawing.h"

#include "ui/picture/chip_colours.h"
#include "ui/widgets/grid_cells.h"
#include "ui/widgets/plot_theme.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace headlight {

namespace {

constexpr double kDotSize = 6; ///< pixels
constexpr std::size_t kSmallDotsFrom = 300; ///< points
constexpr std::size_t kCountedFrom = 4096; ///< points of a scatter, of which most would hide others
constexpr int kSquare = 3; ///< pixels, in which points are counted
constexpr int kBetweenNames = 10; ///< pixels
constexpr int kShortestName = 24, kWidestName = 60; ///< pixels, of a grid's column
constexpr int kNamedFrom = 110; ///< height in pixels from which the axes have names

struct Bounds
{
    QCPRange across, up;
};

QCPRange widened(QCPRange range)
{
    if (!(range.size() > 0))
        range = {range.lower - 0.5, range.upper + 0.5};
    const double margin = 0.06 * range.size();
    return {range.lower - margin, range.upper + margin};
}

/// What shows everything.
Bounds boundsOf(const Plot& plot, const std::vector<PlotBar>& bars)
{
    if (plot.points.empty())
        return {{0, 1}, {0, 1}};
    if (plot.kind == Plot::Kind::kHistogram) {
        std::size_t most = 1;
        for (const PlotBar& bar : bars)
            most = std::max(most, bar.points.size());
        QCPRange across(bars.front().lower, bars.back().upper);
        if (plot.mean)
            across.expand(*plot.mean);
        return {widened(across), {0, 1.15 * static_cast<double>(most)}};
    }
    if (plot.kind == Plot::Kind::kGrid)
        return {{-0.5, static_cast<double>(plot.columns.size()) - 0.5},
                {-0.5, static_cast<double>(plot.rows.size()) - 0.5}};
    const auto& first = plot.points.front();
    Bounds bounds{{first.across, first.across}, {first.up, first.up}};
    for (const Plot::Point& point : plot.points) {
        bounds.across.expand(point.across);
        bounds.up.expand(point.up - point.error.value_or(0));
        bounds.up.expand(point.up + point.error.value_or(0));
    }
    bounds.up.expand(0.0); // where nothing changes
    const auto last = static_cast<double>(plot.points.size()) - 1;
    bounds.across = plot.kind == Plot::Kind::kDots ? QCPRange(-0.02 * last - 0.3, 1.02 * last + 0.3)
                                                   : widened(bounds.across);
    bounds.up = widened(bounds.up);
    return bounds;
}

void addDots(QCustomPlot& drawn, const Plot& plot, const QColor& colour)
{
    QVector<double> across, up, errors;
    for (std::size_t i = 0; i < plot.points.size(); ++i) {
        const Plot::Point& point = plot.points[i];
        across.append(plot.kind == Plot::Kind::kDots ? static_cast<double>(i) : point.across);
        up.append(point.up);
        errors.append(point.error.value_or(std::nan("")));
    }
    QCPGraph* const dots = drawn.addGraph();
    dots->setData(across, up, plot.kind == Plot::Kind::kDots);
    dots->setLineStyle(QCPGraph::lsNone);
    const bool many = plot.kind == Plot::Kind::kScatter && plot.points.size() > kSmallDotsFrom;
    QColor filled = colour;
    filled.setAlphaF(many ? 0.5F : 1.0F);
    dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, filled, filled, many ? 4 : kDotSize));
    if (plot.kind != Plot::Kind::kDots)
        return;
    auto* const whiskers = new QCPErrorBars(drawn.xAxis, drawn.yAxis);
    whiskers->setDataPlottable(dots);
    whiskers->setPen(QPen(colour, 1.2));
    whiskers->setData(errors);
}

/// Squares instead of dots, darker the more points they hold.
QCPColorMap* addSquares(QCustomPlot& drawn, const QColor& colour)
{
    auto* const squares = new QCPColorMap(drawn.xAxis, drawn.yAxis);
    QColor pale = colour;
    pale.setAlphaF(0.35F);
    QCPColorGradient shades;
    shades.setColorStops({{0, pale}, {1, colour}});
    shades.setNanHandling(QCPColorGradient::nhTransparent);
    squares->setGradient(shades);
    squares->setDataScaleType(QCPAxis::stLogarithmic);
    squares->setInterpolate(false);
    return squares;
}

void addDiagonal(QCustomPlot& drawn, const Bounds& bounds, const QColor& colour)
{
    const double low = std::max(bounds.across.lower, bounds.up.lower);
    const double high = std::min(bounds.across.upper, bounds.up.upper);
    QCPGraph* const line = drawn.addGraph();
    line->setData({low, high}, {low, high});
    line->setPen(QPen(colour, 1, Qt::DashLine));
}

/// A dot above the bars with its whisker, and a line down.
void addMean(QCustomPlot& drawn, const Plot& plot, double top, const QColor& colour)
{
    QCPGraph* const dot = drawn.addGraph();
    dot->setData({*plot.mean}, {top});
    dot->setLineStyle(QCPGraph::lsImpulse);
    dot->setPen(QPen(colour, 1.5, Qt::DashLine));
    dot->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, kDotSize + 1));
    if (!plot.error)
        return;
    auto* const whisker = new QCPErrorBars(drawn.xAxis, drawn.yAxis);
    whisker->setDataPlottable(dot);
    whisker->setErrorType(QCPErrorBars::etKeyError);
    whisker->setPen(QPen(colour, 1.5));
    whisker->setData(QVector<double>{*plot.error});
}

/// Names the places 0, 1, …: as many of them as fit along `pixels`, if each takes `room` of them.
void nameTicks(QCPAxis& axis, const QStringList& names, int pixels, int room)
{
    const double each = std::max(1, pixels) / axis.range().size();
    const auto step = std::max<qsizetype>(1, static_cast<qsizetype>(std::ceil(room / each)));
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (qsizetype i = 0; i < names.size(); i += step)
        ticker->addTick(static_cast<double>(i), names[i]);
    axis.setTicker(ticker);
}

} // namespace

QCPBars* addBars(QCustomPlot& drawn, const std::vector<PlotBar>& bars, const QColor& colour)
{
    QVector<double> places, counts;
    for (const PlotBar& bar : bars) {
        places.append((bar.lower + bar.upper) / 2);
        counts.append(static_cast<double>(bar.points.size()));
    }
    auto* const drawnBars = new QCPBars(drawn.xAxis, drawn.yAxis);
    drawnBars->setWidth(0.94 * (bars.empty() ? 1 : bars.front().upper - bars.front().lower));
    drawnBars->setData(places, counts);
    drawnBars->setPen(Qt::NoPen);
    drawnBars->setBrush(colour);
    return drawnBars;
}

void countPoints(QCPColorMap& squares, const Plot& plot, const QSize& size)
{
    const QCPRange across = squares.keyAxis()->range(), up = squares.valueAxis()->range();
    const int columns = std::max(1, size.width() / kSquare), rows = std::max(1, size.height() / kSquare);
    std::vector<int> counts(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    int most = 2; // a scale needs two ends
    for (const Plot::Point& point : plot.points) {
        const double x = (point.across - across.lower) / across.size(), y = (point.up - up.lower) / up.size();
        if (x >= 0 && x < 1 && y >= 0 && y < 1)
            most = std::max(most,
                            ++counts[static_cast<std::size_t>(y * rows) * static_cast<std::size_t>(columns)
                                     + static_cast<std::size_t>(x * columns)]);
    }
    QCPColorMapData& data = *squares.data();
    data.setSize(columns, rows);
    const double width = across.size() / columns, height = up.size() / rows; // of a square
    data.setRange({across.lower + width / 2, across.upper - width / 2},
                  {up.lower + height / 2, up.upper - height / 2});
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const int held = counts[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns)
                                    + static_cast<std::size_t>(column)];
            data.setCell(column, row, held > 0 ? held : std::nan(""));
        }
    squares.setDataRange({1, static_cast<double>(most)});
}

QCPColorMap* drawPlot(QCustomPlot& drawn, const Plot& plot, const std::vector<PlotBar>& bars,
                      const QPalette& palette)
{
    QCPColorMap* squares = nullptr;
    drawn.clearPlottables();
    drawn.clearItems();
    const QColor colour = lineColours(palette).front();
    const Bounds bounds = boundsOf(plot, bars);
    if (plot.kind == Plot::Kind::kGrid) {
        addGridCells(drawn, plot, PicturePalette::of(palette).backdrop);
    } else if (plot.kind == Plot::Kind::kHistogram) {
        addBars(drawn, bars, mixed(palette.color(QPalette::Base), colour, 0.6));
        if (plot.mean)
            addMean(drawn, plot, bounds.up.upper / 1.15 * 1.07, chipColours(palette).key);
    } else {
        if (plot.kind == Plot::Kind::kScatter && plot.sameUnit)
            addDiagonal(drawn, bounds, chipColours(palette).muted);
        if (plot.kind == Plot::Kind::kScatter && plot.points.size() >= kCountedFrom)
            squares = addSquares(drawn, colour);
        else
            addDots(drawn, plot, colour);
    }
    drawn.xAxis->grid()->setVisible(plot.kind == Plot::Kind::kScatter);
    drawn.yAxis->grid()->setVisible(plot.kind != Plot::Kind::kGrid);
    drawn.yAxis->setRangeReversed(plot.kind == Plot::Kind::kGrid);
    countInNumbers(*drawn.xAxis);
    (plot.kind == Plot::Kind::kHistogram ? countInWholes : countInNumbers)(*drawn.yAxis);
    drawn.xAxis->setRange(bounds.across);
    drawn.yAxis->setRange(bounds.up);
    return squares;
}

void fitTicks(QCustomPlot& drawn, const Plot& plot, const QSize& size)
{
    const bool named = size.height() >= std::max(kNamedFrom, 6 * QFontMetrics(drawn.font()).height());
    fitAxis(*drawn.xAxis, size.width() - 60, plot.across, named);
    fitAxis(*drawn.yAxis, size.height() - 30, plot.up, named);
    if (plot.kind != Plot::Kind::kDots && plot.kind != Plot::Kind::kGrid)
        return;
    const QFontMetrics metrics(drawn.font());
    QStringList names = plot.columns;
    for (std::size_t i = 0; plot.kind == Plot::Kind::kDots && i < plot.points.size(); ++i)
        names << plot.points[i].name;
    const int across = size.width() - 60;
    const int column = across / std::max(1, static_cast<int>(names.size())) - kBetweenNames;
    int widest = 1;
    for (QString& name : names) {
        if (plot.kind == Plot::Kind::kGrid)
            name = metrics.elidedText(name, Qt::ElideRight, std::clamp(column, kShortestName, kWidestName));
        widest = std::max(widest, metrics.horizontalAdvance(name) + kBetweenNames);
    }
    nameTicks(*drawn.xAxis, names, across, widest);
    if (plot.kind == Plot::Kind::kGrid)
        nameTicks(*drawn.yAxis, plot.rows, size.height() - 30, metrics.height());
}

void paintPlot(QPaintDevice& device, const QSizeF& size, double scale, const Plot& plot, const QString& title,
               const PlotLook& look)
{
    const PicturePalette colours = PicturePalette::figure(look.backdrop);
    QPalette palette;
    for (const auto role : {QPalette::Base, QPalette::Window})
        palette.setColor(role, colours.background);
    for (const auto role : {QPalette::Text, QPalette::WindowText})
        palette.setColor(role, colours.text);
    const int head = title.isEmpty() ? 0 : QFontMetrics(look.titleFont).height() + 8;
    const QSize room(static_cast<int>(size.width()), static_cast<int>(size.height()) - head);
    QCustomPlot drawn;
    drawn.setFont(look.font);
    applyTheme(drawn, palette);
    QCPColorMap* const squares = drawPlot(drawn, plot, barsOf(plot), palette);
    fitTicks(drawn, plot, room);
    if (squares != nullptr)
        countPoints(*squares, plot, room);
    QCPPainter painter(&device);
    painter.setLayoutDirection(Qt::LayoutDirectionAuto);
    painter.scale(scale, scale);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), size), colours.background);
    if (head > 0) {
        painter.setPen(colours.text);
        painter.setFont(look.titleFont);
        const double width = size.width() - 2 * kBetweenNames;
        painter.drawText(
            QRectF(kBetweenNames, 4, width, head), Qt::AlignLeft | Qt::AlignTop,
            QFontMetrics(look.titleFont).elidedText(title, Qt::ElideRight, static_cast<int>(width)));
        painter.translate(0, head);
    }
    drawn.toPainter(&painter, room.width(), room.height());
}

} // namespace headlight
