#include "ui/views/compare/compare_canvas.h"

#include "ui/picture/picture_palette.h"
#include "ui/picture/value_scale.h"
#include "ui/widgets/elided_label.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_details.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kPanelGap = 16, kPlotMargin = 4, kBesideTitle = 4;
constexpr double kWideFrom = 1.3; ///< ratio of width to height from which the panels are side by side
constexpr int kStackedLines = 15, kLeastLetters = 20; ///< of a map below another, and beside another
constexpr Index kFlat = 4; ///< keys per query from which a map is flat
constexpr int kLinesAround = 5; ///< of a flat map below another: its title and labels
constexpr double kTallest = 4; ///< cells in widths: narrow maps of few tokens use the height
/// Width of a panel from which its rows also name the next token: with labels of its own, and without.
constexpr int kPairLetters = 60, kPairLettersOnce = 42;
constexpr double kKeyZoom = 0.8;
constexpr std::array<CompareCanvas::Panel, 3> kPanels{CompareCanvas::kA, CompareCanvas::kB,
                                                      CompareCanvas::kDifference};

/// What the rows and columns of a panel are.
AlignedAxis axisOf(CompareCanvas::Panel panel)
{
    return panel == CompareCanvas::kA ? AlignedAxis::kA
        : panel == CompareCanvas::kB  ? AlignedAxis::kB
                                      : AlignedAxis::kPairs;
}

/// The token on one axis that belongs to a token of another.
std::optional<int> partner(std::optional<int> token, const TokenAlignment& alignment, AlignedAxis from,
                           AlignedAxis to)
{
    if (!token || from == to)
        return token;
    const Index place = from == AlignedAxis::kA ? alignment.placeOfA(*token)
        : from == AlignedAxis::kB               ? alignment.placeOfB(*token)
                                                : *token;
    if (place < 0 || place >= alignment.size())
        return std::nullopt;
    const TokenAlignment::Pair& pair = alignment.pairs()[static_cast<std::size_t>(place)];
    return to == AlignedAxis::kA ? pair.a : to == AlignedAxis::kB ? pair.b : static_cast<int>(place);
}

} // namespace

CompareCanvas::CompareCanvas()
    : Canvas(tr("A, B and their difference"))
    , m_invites(new QWidget(this))
    , m_plots{new HeatmapPlot(this), new HeatmapPlot(this), new HeatmapPlot(this)}
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_invites->setProperty("advice", true);
    m_invites->setGeometry({});
    m_invites->show(); // until somebody hides it
    onEvent(*m_invites, {QEvent::ShowToParent, QEvent::HideToParent}, *this, [this] { placePanels(); });
    for (const Panel panel : kPanels) {
        const HeatmapPlot& plot = this->plot(panel);
        connect(&plot, &HeatmapPlot::hovered, this,
                [this, panel](const Cell& cell) { emit hovered(ofB(panel, cell)); });
        connect(&plot, &HeatmapPlot::clicked, this, [this, panel](const Cell& cell) {
            if (const Cell own = ofB(panel, cell); !own.empty())
                emit clicked(own);
        });
        connect(&plot, &HeatmapPlot::doubleClicked, this, [this] {
            emit doubleClicked();
            showAll();
        });
        connect(&plot, &HeatmapPlot::viewChosen, this, [this, panel] { choosePart(panel); });
        connect(&plot, &HeatmapPlot::limitsChanged, this, &CompareCanvas::shareLimits);
    }
}

void CompareCanvas::setContent(std::shared_ptr<const Content> content)
{
    m_content = std::move(content);
    m_wide = isWide();
    showMaps();
    for (HeatmapPlot* plot : m_plots)
        plot->showAll();
    showMarks();
    placePanels();
}

void CompareCanvas::setColourMap(const QString& name)
{
    if (std::exchange(m_colourMap, name) != name)
        showMaps();
}

void CompareCanvas::setNextTokens(bool on)
{
    if (std::exchange(m_nextTokens, on) != on)
        showMaps();
}

void CompareCanvas::showMaps()
{
    HeatmapOptions options;
    options.colourMap = m_colourMap;
    options.weightRange = WeightRange::kMaximum;
    options.captions = false;
    options.tallest = kTallest;
    m_roomy = isRoomy();
    const bool pairs = m_nextTokens && m_roomy;
    options.nextTokens = pairs;
    for (const Panel panel : kPanels) {
        plot(panel).setVisible(shows(panel));
        const bool difference = panel == kDifference;
        options.legend = !m_wide; // side by side, legends are below the maps: these need the width
        options.written = m_content ? m_content->written[panel] : std::nullopt;
        if (difference) {
            options.table = TableNames{}; // its name is above it
            options.leastReach = kLeastDifference;
            // If rows of B are left out, the row below is not the next token.
            options.nextTokens = pairs && shows(panel) && m_content->comparison.queries().complete();
        }
        const MapKind kind = difference || !m_content ? MapKind::kScores : m_content->kind;
        plot(panel).setSwitchedOff(m_content && m_content->off[panel]);
        plot(panel).showMap(shows(panel) ? mapOf(panel) : AttentionMap(), kind, options);
    }
    placePanels();
}

void CompareCanvas::shareLimits()
{
    // Use one scale for both, so that the same colour means the same number.
    CellLimits both = plot(kA).limits();
    if (!alone())
        both.join(plot(kB).limits());
    plot(kA).setSharedLimits(both);
    plot(kB).setSharedLimits(both);
    placePanels(); // the labels of maps that were just read need room
}

void CompareCanvas::setMarks(const HeatmapMarks& marks)
{
    if (marks == m_marks)
        return;
    const bool explains = std::exchange(m_marks, marks).newest != marks.newest;
    sayCurrent(*this, inWords(m_marks.hover.empty() ? m_marks.pin : m_marks.hover));
    showMarks();
    if (explains) // legends begin or end to explain the mark of the newest row
        update();
}

void CompareCanvas::showMarks()
{
    for (const Panel panel : kPanels) {
        // A is older than B: it has no newest row.
        const auto newest
            = panel == kA && !alone() ? std::nullopt : inPanel(panel, {m_marks.newest, std::nullopt}).query;
        plot(panel).setMarks({inPanel(panel, m_marks.hover), inPanel(panel, m_marks.pin), {}, newest});
    }
}

const AttentionMap& CompareCanvas::mapOf(Panel panel) const
{
    const MapComparison& comparison = m_content->comparison;
    return alone()    ? m_content->only
        : panel == kA ? comparison.a()
        : panel == kB ? comparison.b()
                      : comparison.difference();
}

QString CompareCanvas::inWords(const Cell& cell) const
{
    if (!m_content || !cell.query || !cell.key)
        return {};
    const auto shows = [&](Panel panel, const Cell& at) {
        return at.query && at.key && *at.query < mapOf(panel).queries() && *at.key < mapOf(panel).keys();
    };
    const auto number = [&](Panel panel) -> std::optional<float> {
        const Cell at = inPanel(panel, cell);
        if (!shows(panel, at))
            return std::nullopt;
        return sharedNumber(mapOf(panel), m_content->kind, *at.query, *at.key);
    };
    const auto words
        = [](const std::optional<float>& value) { return value ? fullText(*value) : tr("none"); };
    const AttentionMap& current = m_content->current();
    const QString query = placedToken(current.queryTokens(), *cell.query),
                  key = placedToken(current.keyTokens(), *cell.key);
    const std::optional<float> a = number(kA);
    if (alone())
        return tr("Query %1, key %2: %3").arg(query, key, words(a));
    const std::optional<float> b = number(kB);
    std::optional<float> difference; // reading it from its map would compute the rows of A and B again
    if (a && b && shows(kDifference, inPanel(kDifference, cell)))
        difference = *b - *a;
    return tr("Query %1, key %2: A %3, B %4, difference %5")
        .arg(query, key, words(a), words(b), words(difference));
}

bool CompareCanvas::isWide() const
{
    const AttentionMap map = m_content ? m_content->current() : AttentionMap();
    const auto rows = static_cast<int>(std::min<Index>(map.queries(), kStackedLines));
    // Of the first steps of a decoding: side by side, their few rows would be narrow.
    const bool flat = rows > 0 && kFlat * map.queries() <= map.keys();
    // Below each other, maps need some height.
    const int lines = flat ? std::min(kStackedLines, kLinesAround + rows) : kStackedLines;
    const bool low = height() < 3 * lines * fontMetrics().height()
        && width() > 3 * kLeastLetters * fontMetrics().averageCharWidth();
    return low || (!flat && width() >= kWideFrom * height());
}

void CompareCanvas::relayout()
{
    const bool wide = isWide();
    if (std::exchange(m_wide, wide) != wide || isRoomy() != m_roomy)
        showMaps();
    placePanels();
}

// Labels that stand once take their room from all maps.
bool CompareCanvas::isRoomy() const
{
    const int letters = rowsOnce() ? 2 * kPairLettersOnce : 3 * kPairLetters;
    return !m_wide || width() >= letters * fontMetrics().averageCharWidth();
}

QStringList CompareCanvas::titleOf(Panel panel) const
{
    return m_content ? elidedLines(m_content->titles[panel], font(),
                                   panelRect(panel).width() - 2 * kBesideTitle, m_wide ? 3 : 1)
                     : QStringList();
}

void CompareCanvas::placePanels()
{
    const bool once = rowsOnce();
    const HeatmapPicture* const first = plot(kA).picture();
    const QSizeF usual(width() / 3.0, panelRect(kA).height() - fontMetrics().height());
    m_rowRoom = once && first != nullptr ? static_cast<int>(first->rowRoom(usual)) : 0;
    qsizetype lines = 1; // depends on the room of A's rows
    for (const Panel panel : kPanels)
        lines = std::max(lines, titleOf(panel).size());
    const int heading = static_cast<int>(lines) * fontMetrics().lineSpacing() + 2;
    // The last slanted label lies over the gap beside its map.
    const int beyond = m_wide ? kPanelGap : 0;
    const QMargins margins(kPlotMargin, kPlotMargin, kPlotMargin + beyond, kPlotMargin);
    const auto place = [&](Panel panel) { return panelRect(panel).adjusted(0, heading, beyond, 0); };
    const SharedRoom shared = m_wide
        ? sharedRoom([&](Panel panel) { return QSizeF(place(panel).marginsRemoved(margins).size()); })
        : SharedRoom();
    for (const Panel panel : kPanels) {
        SharedRoom own = shared;
        if (once)
            own.rows = panel == kA ? m_rowRoom : 0;
        plot(panel).setFixedRoom(margins, own);
        plot(panel).setGeometry(place(panel));
    }
    update();
}

/// Side by side, a row has one height in all maps, whatever the labels above each.
SharedRoom CompareCanvas::sharedRoom(const std::function<QSizeF(Panel)>& room) const
{
    SharedRoom shared;
    if (rowsOnce())
        shared.rows = 0;
    const auto pictures = [this](const auto& work) {
        for (const Panel panel : kPanels)
            if (const HeatmapPicture* const picture = plot(panel).picture();
                picture != nullptr && shows(panel))
                work(panel, *picture);
    };
    double rows = 0, columns = 0;
    pictures([&](Panel panel, const HeatmapPicture& picture) {
        shared.leastRows = std::max(shared.leastRows, picture.queryRuler().count());
        shared.leastColumns = std::max(shared.leastColumns, picture.keyRuler().count());
        rows = std::max(rows, picture.rowRoom(room(panel)));
    });
    if (!rowsOnce())
        shared.rows = rows;
    pictures([&](Panel panel, const HeatmapPicture& picture) {
        SharedRoom own = shared;
        if (rowsOnce() && panel == kA)
            own.rows = m_rowRoom;
        columns = std::max(columns, picture.columnRoom(room(panel), own));
    });
    shared.columns = columns;
    return shared;
}

QRectF CompareCanvas::legendRect(Panel panel) const
{
    const HeatmapPlot& first = plot(panel == kB ? kA : panel);
    const double left = first.x() + first.shownLayout().cells.area.left();
    const int high = legendHeight();
    return {left, static_cast<double>(height() - high), panelRect(panel == kA ? kB : panel).right() - left,
            static_cast<double>(high)};
}

QRect CompareCanvas::panelRect(Panel panel) const
{
    if (fills())
        return {0, 0, width(), height() - legendHeight()};
    if (!m_wide) {
        const int each = (height() - 2 * kPanelGap) / 3;
        return {0, panel * (each + kPanelGap), width(), each};
    }
    // The maps have the same room, to which the labels of all rows add their width. A gap is beside each.
    const int each = std::max(0, (width() - m_rowRoom) / 3 - kPanelGap);
    const int before = panel * (each + kPanelGap) + (panel == kA ? 0 : m_rowRoom);
    return {before, 0, each + (panel == kA ? m_rowRoom : 0), height() - legendHeight()};
}

QRectF CompareCanvas::emptyFrame(Panel panel) const
{
    const QRect from = panelRect(kA), to = panelRect(panel);
    return plot(kA).shownLayout().cells.area.translated(
        plot(kA).pos() + QPoint(to.left() - from.left() - m_rowRoom, to.top() - from.top()));
}

Cell CompareCanvas::moved(const Cell& cell, Panel from, Panel to) const
{
    if (!m_content)
        return {};
    if (alone()) // in the place of B
        return from == kA || to == kA ? cell : Cell();
    const MapComparison& comparison = m_content->comparison;
    return {partner(cell.query, comparison.queries(), axisOf(from), axisOf(to)),
            partner(cell.key, comparison.keys(), axisOf(from), axisOf(to))};
}

void CompareCanvas::setSpans(const AxisSpan& queries, const AxisSpan& keys)
{
    if (!m_content)
        return;
    if (alone())
        return plot(kA).showSpans(queries, keys);
    const MapComparison& comparison = m_content->comparison;
    for (const Panel panel : kPanels)
        plot(panel).showSpans(alignedSpan(queries, comparison.queries(), AlignedAxis::kB, axisOf(panel)),
                              alignedSpan(keys, comparison.keys(), AlignedAxis::kB, axisOf(panel)));
}

void CompareCanvas::choosePart(Panel panel)
{
    if (!m_content)
        return;
    const MapComparison& comparison = m_content->comparison;
    const CellFrame& cells = plot(alone() ? kA : panel).shownLayout().cells;
    if (alone())
        return emit zoomed(cells.queries, cells.keys);
    emit zoomed(alignedSpan(cells.queries, comparison.queries(), axisOf(panel), AlignedAxis::kB),
                alignedSpan(cells.keys, comparison.keys(), axisOf(panel), AlignedAxis::kB));
}

void CompareCanvas::showAll()
{
    leader().showAll();
    choosePart(kB);
}

bool CompareCanvas::zoomByKey(int key)
{
    const bool nearer = key == Qt::Key_Plus || key == Qt::Key_Equal;
    if (!m_content || (!nearer && key != Qt::Key_Minus && key != Qt::Key_0))
        return false;
    if (key == Qt::Key_0)
        leader().showAll();
    else
        leader().zoom(nearer ? kKeyZoom : 1 / kKeyZoom);
    choosePart(kB);
    return true;
}

void CompareCanvas::paintEvent(QPaintEvent*)
{
    if (!m_content)
        return;
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    for (const Panel panel : kPanels) {
        if (!shows(panel)) {
            if (fills())
                continue;
            painter.setPen(QPen(colours.line, 1, Qt::DashLine));
            painter.drawRect(emptyFrame(panel).adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter.setPen(shows(panel) ? colours.text : colours.mutedText);
        painter.drawText(panelRect(panel).adjusted(kBesideTitle, 2, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                         titleOf(panel).join(u'\n'));
    }
    for (const Panel panel : {alone() ? kA : kB, kDifference}) // A and B have one scale
        if (const ScaleBar* const bar = plot(panel).scaleBar(); m_wide && shows(panel) && bar != nullptr)
            paintScaleStrip(painter, legendRect(panel), *bar, font());
}

bool CompareCanvas::isOwnKey(const QKeyEvent& event) const
{
    return event.modifiers() == Qt::NoModifier && arrowStep(event); // the arrows walk through the cells
}

void CompareCanvas::keyPressEvent(QKeyEvent* event)
{
    if (zoomByKey(event->key()))
        return;
    const std::optional<QPoint> step = arrowStep(*event);
    const bool chosen = event->key() == Qt::Key_Return || event->key() == Qt::Key_Space;
    const Cell from = m_marks.hover.empty() ? m_marks.pin : m_marks.hover;
    if (!m_content || (!step && !chosen) || (chosen && from.empty()))
        return Canvas::keyPressEvent(event);
    if (chosen)
        return emit clicked(from);
    const auto walked = [](std::optional<int> at, int by, Index count) {
        // The first key press only shows where the cursor is.
        return static_cast<int>(std::clamp<Index>(at.value_or(0) + (at ? by : 0), 0, count - 1));
    };
    const AttentionMap& map = m_content->current();
    if (map.queries() > 0 && map.keys() > 0)
        emit hovered({walked(from.query, step->y(), map.queries()), walked(from.key, step->x(), map.keys())});
}

} // namespace headlight
