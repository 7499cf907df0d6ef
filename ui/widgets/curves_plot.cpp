#include "ui/widgets/curves_plot.h"

#include "ui/picture/chip_colours.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plot_theme.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int kCurvesNamedFrom = 110; ///< height in pixels from which the axis has a name
constexpr std::size_t kDottedUpTo = 40; ///< number of points up to which each is shown

QVector<double> countingFrom(int start, std::size_t size)
{
    QVector<double> places(static_cast<qsizetype>(size));
    for (qsizetype i = 0; i < places.size(); ++i)
        places[i] = static_cast<double>(start) + static_cast<double>(i);
    return places;
}

} // namespace

CurvesPlot::CurvesPlot()
    : m_plot(new QCustomPlot(this))
    , m_marker(new QCPItemStraightLine(m_plot))
{
    auto* layout = makeColumn(this);
    layout->addWidget(m_plot);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    m_plot->setMouseTracking(true);
    connect(m_plot, &QCustomPlot::mouseMove, this,
            [this](const QMouseEvent* mouse) { emit hovered(placeAt(mouse->position())); });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &CurvesPlot::showAll);
    m_marker->setVisible(false);
    m_marker->setSelectable(false);
    countInWholes(*m_plot->xAxis);
    countInNumbers(*m_plot->yAxis);
    applyTheme(*m_plot, palette());
    onEvent(*this, {QEvent::Resize}, *this, [this] { fit(); });
    onEvent(*this, {QEvent::PaletteChange, QEvent::FontChange}, *this, [this] {
        applyTheme(*m_plot, palette());
        fit();
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    });
}

void CurvesPlot::setAxisName(const QString& across)
{
    m_across = across;
    fit();
}

void CurvesPlot::setStart(int place)
{
    if (place == m_start)
        return;
    m_start = place;
    rebuild();
    showAll();
}

void CurvesPlot::fit()
{
    fitAxis(*m_plot->xAxis, width() - 60, m_across,
            height() >= std::max(kCurvesNamedFrom, 6 * fontMetrics().height()));
    fitAxis(*m_plot->yAxis, height() - 30, {}, false);
}

void CurvesPlot::setCurves(std::vector<Curve> curves)
{
    const auto longest = [](const std::vector<Curve>& all) {
        std::size_t length = 0;
        for (const Curve& curve : all)
            length = std::max(length, curve.values.size());
        return length;
    };
    const bool sameLength = longest(curves) == longest(m_curves);
    m_curves = std::move(curves);
    rebuild();
    // A different choice of curves keeps the visible part.
    if (sameLength)
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    else
        showAll();
}

std::pair<double, double> CurvesPlot::valueRange() const
{
    const QCPRange range = m_plot->yAxis->range();
    return {range.lower, range.upper};
}

QString CurvesPlot::legend() const
{
    QString text;
    for (std::size_t i = 0; i < m_curves.size(); ++i)
        text += m_curves[i].name.isEmpty()
            ? QString()
            : QStringLiteral("<span style='color:%1'><b>%2</b></span>&nbsp;%3&ensp; ")
                  .arg(m_curves[i].colour.name(), i % 2 == 0 ? QStringLiteral("━━") : QStringLiteral("╍╍"),
                       m_curves[i].name.toHtmlEscaped());
    return text;
}

void CurvesPlot::rebuild()
{
    m_plot->clearPlottables();
    const std::array<Qt::PenStyle, 2> styles{Qt::SolidLine, Qt::DashLine};
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const Curve& curve = m_curves[i];
        QCPGraph* graph = m_plot->addGraph();
        QVector<double> values;
        values.reserve(static_cast<qsizetype>(curve.values.size()));
        for (const float value : curve.values)
            values.append(static_cast<double>(value));
        graph->setData(curve.places.empty() ? countingFrom(m_start, curve.values.size())
                                            : QVector<double>(curve.places.begin(), curve.places.end()),
                       values, curve.places.empty());
        graph->setName(curve.name);
        if (curve.dots > 0) {
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(
                QCPScatterStyle(QCPScatterStyle::ssDisc, curve.colour, curve.colour, curve.dots));
            continue;
        }
        // Neighbouring curves also differ in their strokes.
        graph->setPen(curve.quiet ? QPen(curve.colour, 1)
                                  : QPen(curve.colour, 1.8, styles.at(i % styles.size())));
        graph->setAntialiased(true);
        if (!curve.quiet && curve.values.size() <= kDottedUpTo)
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, curve.colour, 5));
    }
    if (m_view)
        return m_plot->yAxis->setRange(m_view->top(), m_view->bottom());
    m_plot->yAxis->setRange(0, 1); // stays if there are no numbers
    m_plot->yAxis->rescale();
    const QCPRange range = m_plot->yAxis->range();
    const double margin = std::max(0.06 * range.size(), 1e-6);
    m_plot->yAxis->setRange(range.lower - margin, range.upper + margin);
}

void CurvesPlot::showAll()
{
    if (m_view) {
        m_plot->xAxis->setRange(m_view->left(), m_view->right());
        return m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
    double last = 0;
    for (const Curve& curve : m_curves)
        last = std::max(last, static_cast<double>(curve.values.size()) - 1);
    const double start = m_start;
    m_plot->xAxis->setRange(start - 0.02 * last - 0.3, start + 1.02 * last + 0.3);
    fit();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void CurvesPlot::setView(const QRectF& part, const QList<std::pair<double, QString>>& ticks)
{
    m_view = part;
    m_plot->setInteractions({});
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const auto& [place, name] : ticks)
        ticker->addTick(place, name);
    m_plot->xAxis->setTicker(ticker);
    rebuild();
    showAll();
}

QPointF CurvesPlot::placeOf(double place, double value) const
{
    return m_plot->mapToParent(
        QPointF(m_plot->xAxis->coordToPixel(place), m_plot->yAxis->coordToPixel(value)));
}

void CurvesPlot::setMarker(std::optional<double> place)
{
    m_marker->setVisible(place.has_value());
    if (place) {
        m_marker->point1->setCoords(*place, 0);
        m_marker->point2->setCoords(*place, 1);
    }
    m_marker->setPen(QPen(chipColours(palette()).key, 1.5));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<int> CurvesPlot::placeAt(const QPointF& pixel) const
{
    const auto length = m_curves.empty() ? 0 : static_cast<int>(m_curves.front().values.size());
    const auto nearest = static_cast<int>(std::lround(m_plot->xAxis->pixelToCoord(pixel.x())));
    return nearest >= m_start && nearest < m_start + length ? std::optional(nearest) : std::nullopt;
}

} // namespace headlight
