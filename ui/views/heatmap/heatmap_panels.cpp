#include "ui/views/heatmap/heatmap_panels.h"

#include "ui/figure/figure_panels.h"
#include "ui/picture/token_shading.h"
#include "ui/widgets/layouts.h"

#include <QGridLayout>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kSwatch = 10;
constexpr int kSmallest = 110; ///< side of a panel
constexpr int kLabelled = 230; ///< width from which a small panel has token labels

QPixmap swatch(const QColor& colour, double ratio)
{
    QPixmap pixmap(QSize(kSwatch, kSwatch) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(colour);
    return pixmap;
}

QToolButton* flatButton()
{
    auto* button = new QToolButton;
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

/// The legend that several panels share.
class HeatmapPanels::Legend : public QWidget
{
public:
    explicit Legend(const HeatmapPanels& owner)
        : m_owner(owner)
    { }
    void adapt()
    {
        const ScaleBar* bar = m_owner.main().scaleBar();
        setFixedWidth(bar != nullptr ? static_cast<int>(scaleBarWidth(*bar, font())) + 12 : 0);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const ScaleBar* bar = m_owner.main().scaleBar();
        if (bar == nullptr)
            return;
        QPainter painter(this);
        paintScaleBar(painter, QRectF(rect()).adjusted(0, 34, 0, -12), *bar, font());
    }

private:
    const HeatmapPanels& m_owner;
};

/// A plot with its head's name above it.
class HeatmapPanels::Frame : public QWidget
{
public:
    explicit Frame(HeatmapPlot* plot)
        : m_bar(new QWidget)
        , m_name(flatButton())
        , m_close(flatButton())
        , m_plot(plot)
    {
        auto* column = makeColumn(this, {}, 0);
        auto* row = makeRow(m_bar, {8, 2, 4, 0}, 2);
        m_name->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_name->setIconSize({kSwatch, kSwatch});
        m_close->setText(QStringLiteral("×"));
        // Cut off a long name instead of taking room from the docks beside the heatmap.
        m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        row->addWidget(m_name, 1);
        row->addWidget(m_close);
        column->addWidget(m_bar);
        column->addWidget(plot, 1);
    }
    QToolButton& name() const { return *m_name; }
    QToolButton& close() const { return *m_close; }

    void setName(const Panel& panel, bool main, bool shown)
    {
        m_bar->setVisible(shown);
        m_plot->setMinimumSize(shown ? QSize(kSmallest, kSmallest) : QSize(0, 0));
        m_name->setText(panel.name);
        m_name->setIcon(swatch(panel.colour, devicePixelRatioF()));
        QFont font = this->font();
        font.setWeight(main ? QFont::DemiBold : QFont::Normal);
        m_name->setFont(font);
        m_name->setToolTip(main ? tr("%1: main head, shown in all views").arg(panel.name)
                                : tr("Make %1 the main head").arg(panel.name));
        m_name->setAccessibleName(m_name->toolTip());
        m_close->setToolTip(tr("Remove %1").arg(panel.name));
        m_close->setAccessibleName(m_close->toolTip());
        if (!panel.name.isEmpty())
            m_plot->setAccessibleName(panel.name);
    }

private:
    static QString tr(const char* text) { return HeatmapPanels::tr(text); }

    QWidget* m_bar;
    QToolButton* m_name;
    QToolButton* m_close;
    HeatmapPlot* m_plot;
};

HeatmapPanels::HeatmapPanels()
    : m_legend(new Legend(*this))
    , m_grid(new QGridLayout)
{
    auto* row = makeRow(this, {}, 0);
    m_grid->setSpacing(0);
    row->addLayout(m_grid, 1);
    row->addWidget(m_legend);
    m_legend->hide();
    addPlot();
    m_frames.front()->setName({}, true, false);
    arrange();
    onEvent(*this, {QEvent::Resize}, *this, [this] { arrange(); });
}

void HeatmapPanels::setAnimated(bool on)
{
    m_animated = on;
    for (HeatmapPlot* const plot : m_plots)
        plot->setAnimated(on);
}

HeatmapPlot* HeatmapPanels::addPlot()
{
    auto* plot = new HeatmapPlot;
    plot->setAnimated(m_animated);
    const int number = static_cast<int>(m_plots.size());
    m_plots.push_back(plot);
    auto* frame = new Frame(plot);
    m_frames.push_back(frame);
    connect(plot, &HeatmapPlot::hovered, this, &HeatmapPanels::hovered);
    connect(plot, &HeatmapPlot::clicked, this, &HeatmapPanels::clicked);
    connect(plot, &HeatmapPlot::doubleClicked, this, &HeatmapPanels::doubleClicked);
    connect(plot, &HeatmapPlot::menuRequested, this, &HeatmapPanels::menuRequested);
    connect(plot, &HeatmapPlot::viewChanged, this, [this, plot] {
        followZoom(*plot);
        emit viewChanged();
    });
    connect(plot, &HeatmapPlot::limitsChanged, this, &HeatmapPanels::shareLimits);
    connect(&frame->name(), &QToolButton::clicked, this, [this, number] { emit chosen(number); });
    connect(&frame->close(), &QToolButton::clicked, this, [this, number] { emit closed(number); });
    return plot;
}

void HeatmapPanels::setPanels(const std::vector<Panel>& panels, MapKind kind, const HeatmapOptions& options,
                              bool sharedScale)
{
    const bool several = panels.size() > 1;
    m_count = std::max(1, static_cast<int>(panels.size()));
    m_shared = several && sharedScale;
    while (static_cast<int>(m_plots.size()) < m_count)
        addPlot();
    arrange();
    HeatmapOptions each = options;
    each.captions = each.captions && !several;
    each.legend = each.legend && !m_shared;
    m_following = true;
    for (std::size_t i = 0; i < m_plots.size(); ++i) {
        const Panel panel = i < panels.size() ? panels[i] : Panel();
        m_frames[i]->setName(panel, i == 0, several);
        if (!m_shared)
            m_plots[i]->setSharedLimits({});
        each.labels = !several || width() / std::max(1, m_columns) >= kLabelled;
        m_plots[i]->showMap(panel.map, kind, each);
        m_plots[i]->setSwitchedOff(panel.off);
        const bool alike
            = panel.map.queries() == main().map().queries() && panel.map.keys() == main().map().keys();
        if (i > 0 && alike && m_zoomLinked) // a new panel of the same size shows the same part
            m_plots[i]->showSpans(main().shownLayout().cells.queries, main().shownLayout().cells.keys);
    }
    m_following = false;
    shareLimits();
}

void HeatmapPanels::shareLimits()
{
    if (m_following)
        return;
    m_following = true;
    CellLimits all;
    for (int i = 0; i < m_count; ++i)
        all.join(plot(i).limits());
    for (int i = 0; m_shared && i < m_count; ++i)
        plot(i).setSharedLimits(all);
    m_following = false;
    m_legend->setVisible(m_shared);
    if (m_shared)
        m_legend->adapt();
}

void HeatmapPanels::setZoomLinked(bool linked)
{
    m_zoomLinked = linked;
    followZoom(main());
}

void HeatmapPanels::followZoom(const HeatmapPlot& leader)
{
    if (m_following || !m_zoomLinked || leader.colours() == nullptr)
        return;
    m_following = true;
    const CellFrame& cells = leader.shownLayout().cells;
    for (int i = 0; i < m_count; ++i) {
        HeatmapPlot& other = plot(i);
        const AttentionMap &map = other.map(), &led = leader.map();
        const CellFrame& own = other.shownLayout().cells;
        if (&other == &leader || other.colours() == nullptr)
            continue;
        // Compare each axis separately: the decoder's self- and cross-attention share only the queries.
        const bool rows = map.queries() == led.queries() && queryStack(map.head()) == queryStack(led.head());
        const bool columns = map.keys() == led.keys() && keyStack(map.head()) == keyStack(led.head());
        const AxisSpan queries = rows ? cells.queries : own.queries, keys = columns ? cells.keys : own.keys;
        if (!(own.queries == queries && own.keys == keys))
            other.showSpans(queries, keys);
    }
    m_following = false;
}

void HeatmapPanels::setMarks(const HeatmapMarks& marks) const
{
    const auto rowsOf = [](const HeatmapPlot& each) { return queryStack(each.map().head()); };
    const auto columnsOf = [](const HeatmapPlot& each) { return keyStack(each.map().head()); };
    const bool explained = main().marks().newest.has_value();
    for (int i = 0; i < m_count; ++i) {
        // Found tokens belong to the main map; the newest row belongs to the decoder.
        HeatmapMarks own = marks;
        if (rowsOf(plot(i)) != rowsOf(main()))
            own.found.queries.clear();
        if (columnsOf(plot(i)) != columnsOf(main()))
            own.found.keys.clear();
        if (own.newest && (rowsOf(plot(i)) != StackKind::kDecoder || *own.newest >= plot(i).map().queries()))
            own.newest.reset();
        plot(i).setMarks(own);
    }
    if (m_shared && explained != main().marks().newest.has_value())
        m_legend->adapt();
}

bool HeatmapPanels::isReading() const
{
    return std::any_of(m_plots.begin(), m_plots.begin() + m_count,
                       [](const HeatmapPlot* plot) { return plot->isReading(); });
}

void HeatmapPanels::arrange()
{
    const int best = bestColumns(m_count, 1.15, size()); // for maps about as wide as high
    if (best == m_columns && m_count == m_arranged)
        return;
    for (Frame* frame : m_frames)
        m_grid->removeWidget(frame);
    for (int i = 0; i < static_cast<int>(m_frames.size()); ++i) {
        Frame* frame = m_frames[static_cast<std::size_t>(i)];
        if (i < m_count)
            m_grid->addWidget(frame, i / best, i % best);
        frame->setVisible(i < m_count);
    }
    for (int i = 0; i < std::max(m_grid->columnCount(), m_grid->rowCount()); ++i) {
        m_grid->setColumnStretch(i, i < best ? 1 : 0);
        m_grid->setRowStretch(i, i < (m_count + best - 1) / best ? 1 : 0);
    }
    m_columns = best;
    m_arranged = m_count;
}

} // namespace headlight
