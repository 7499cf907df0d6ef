#include "ui/widgets/result_plot.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/picture_palette.h"
#include "ui/widgets/grid_cells.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plot_theme.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace headlight {

namespace {

constexpr double kDotSize = 6; ///< pixels
constexpr double kRingSize = 12;
constexpr std::size_t kSmallDotsFrom = 300; ///< points
constexpr std::size_t kCountedFrom = 4096; ///< points of a scatter, of which most would hide others
constexpr int kSquare = 3; ///< pixels, in which points are counted
constexpr int kNear = 14; ///< pixels from the mouse to a point that it points at
constexpr int kStill = 6; ///< pixels that the mouse may move between press and release
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

/// Counts the points in each square of the shown part, which is so many pixels large.
void count(QCPColorMap& squares, const Plot& plot, const QSize& size)
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
            const int held = counts[static_cast<std::size_t>(row * columns + column)];
            data.setCell(column, row, held > 0 ? held : std::nan(""));
        }
    squares.setDataRange({1, static_cast<double>(most)});
}

void addDiagonal(QCustomPlot& drawn, const Bounds& bounds, const QColor& colour)
{
    const double low = std::max(bounds.across.lower, bounds.up.lower);
    const double high = std::min(bounds.across.upper, bounds.up.upper);
    QCPGraph* const line = drawn.addGraph();
    line->setData({low, high}, {low, high});
    line->setPen(QPen(colour, 1, Qt::DashLine));
}

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

/// The squares, whose points are yet to be counted; null = there are none.
QCPColorMap* fill(QCustomPlot& drawn, const Plot& plot, const std::vector<PlotBar>& bars,
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

/// Sets as many ticks and names as there is room for.
void fit(QCustomPlot& drawn, const Plot& plot, const QSize& size)
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
            count(*m_squares, m_shown, m_drawn->axisRect()->size());
    });
    connect(m_drawn, &QCustomPlot::mouseDoubleClick, this, &ResultPlot::rebuild);
    connect(m_drawn, &QCustomPlot::mousePress, this, [this](const QMouseEvent* mouse) {
        m_pressed = mouse->position();
        setFocus(Qt::MouseFocusReason);
    });
    connect(m_drawn, &QCustomPlot::mouseRelease, this, [this](const QMouseEvent* mouse) { release(*mouse); });
    setFocusPolicy(Qt::StrongFocus);
    setPlot({});
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
    m_squares = fill(*m_drawn, m_shown, m_bars, palette());
    const auto ways = hasRows() ? Qt::Horizontal | Qt::Vertical : Qt::Orientations(Qt::Horizontal);
    m_drawn->axisRect()->setRangeDrag(ways);
    m_drawn->axisRect()->setRangeZoom(ways);
    const QColor key = chipColours(palette()).key;
    m_ring = m_drawn->addGraph();
    m_ring->setLineStyle(QCPGraph::lsNone);
    m_ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(key, 2), Qt::NoBrush, kRingSize));
    m_bar = m_shown.kind == Plot::Kind::kHistogram ? addBars(*m_drawn, {}, key) : nullptr;
    m_cells = m_drawn->item();
    fit(*m_drawn, m_shown, size());
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

void ResultPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit(*m_drawn, m_shown, size());
}

void ResultPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuild();
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
    double nearest = kNear;
    for (int place = 0; place < places(); ++place) {
        const QPointF at = middleOf(place);
        if (m_bar != nullptr) {
            const PlotBar& bar = m_bars[static_cast<std::size_t>(place)];
            if (across >= bar.lower && across < bar.upper && !bar.points.empty())
                return place;
        } else if (m_cells != nullptr) {
            if (std::abs(at.x() - across) < 0.5 && std::abs(at.y() - up) < 0.5)
                return place;
        } else if (const double distance = QLineF(pixelOf(place), m_drawn->mapToParent(pixel)).length();
                   distance < nearest) {
            nearest = distance;
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

/// The place that a key leads to: left and right across, up and down by the other number of a scatter; in a
/// grid, the next cell.
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
    QCPColorMap* const squares = fill(drawn, plot, barsOf(plot), palette);
    fit(drawn, plot, room);
    if (squares != nullptr)
        count(*squares, plot, room);
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
