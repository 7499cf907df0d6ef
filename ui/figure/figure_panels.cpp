#include "ui/figure/figure_panels.h"

#include "core/analysis/map_transform.h"
#include "core/base/text_list.h"
#include "ui/picture/marks.h"
#include "ui/state/translation.h"
#include "ui/words/head_name.h"
#include "ui/words/map_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr double kPanelGap = 14;
constexpr Index kMostTiles = 512;

/// One map of a figure with its picture.
struct Panel
{
    HeadRef head;
    AttentionMap own; ///< the map itself; the reader's map may have the room of a later one
    CellReader reader;
    CellGrid overview;
};

std::vector<Panel> panelsOf(const FigureRequest& request, CellLimits& limits)
{
    std::vector<Panel> panels;
    const ShownMaps shown = figureMaps(request);
    const ShownMaps room = roomMaps(request);
    const MapKind kind = figureKind(request);
    const auto readerOf = [&](const AttentionMap& map) {
        return CellReader(map, kind, CellReader::Keep::kWholeIfSmall, shadeFor(kind, figureLook(request)));
    };
    const auto limitsOf = [&](const AttentionMap& map) {
        const CellReader reader = readerOf(map);
        return reader.read(reader.whole(), kMostTiles, kMostTiles).limits;
    };
    for (std::size_t i = 0; i < shown.maps.size(); ++i) {
        const AttentionMap& own = shown.maps[i];
        if (!own.has(kind))
            continue;
        Panel panel{shown.heads[i], own, readerOf(room.maps.empty() ? own : inRoomOf(own, room.maps[i])), {}};
        panel.overview = panel.reader.read(panel.reader.whole(), kMostTiles, kMostTiles);
        if (!room.maps.empty()) { // cells that do not exist yet do not affect the scale
            panel.overview.limits = limitsOf(own);
            panel.overview.limits.join(limitsOf(room.maps[i]));
        }
        limits.join(panel.overview.limits);
        panels.push_back(std::move(panel));
    }
    return panels;
}

/// Layout of the panels of several heads.
struct PanelPlan
{
    bool thumbnails = false; ///< a grid of layers × heads: no token labels, numbers along its sides
    int columns = 1;
    double width = 0, height = 0; ///< of a panel
    double gap = 0;
    double title = 0; ///< above each panel, or above the grid
    double rowName = 0; ///< left of a grid
    QPointF origin; ///< of the first panel

    QRectF panel(std::size_t i) const
    {
        const int column = static_cast<int>(i) % columns, row = static_cast<int>(i) / columns;
        return {origin.x() + column * (width + gap), origin.y() + row * (height + gap), width, height};
    }
};

PanelPlan planPanels(const FigureRequest& request, const std::vector<Panel>& panels, const QRectF& room,
                     const QFontMetricsF& metrics)
{
    const AttentionMap& map = panels.front().reader.map();
    const double aspect
        = std::clamp(static_cast<double>(map.keys()) / static_cast<double>(map.queries()), 0.5, 2.0);
    PanelPlan plan;
    plan.thumbnails = isGrid(request);
    plan.title = std::ceil(metrics.height()) + 3;
    plan.gap = plan.thumbnails ? 4 : kPanelGap;
    plan.columns = plan.thumbnails ? request.trace.info().heads(panels.front().head.stack)
                                   : bestColumns(static_cast<int>(panels.size()), aspect, room.size());
    const int rows = (static_cast<int>(panels.size()) + plan.columns - 1) / plan.columns;
    plan.rowName = plan.thumbnails ? metrics.horizontalAdvance(tr("layer %1").arg(88)) + 8 : 0;
    const double top = plan.thumbnails ? plan.title : 0;
    plan.width = (room.width() - plan.rowName - plan.gap * (plan.columns - 1)) / plan.columns;
    plan.height = (room.height() - top - plan.gap * (rows - 1)) / rows;
    if (plan.thumbnails) {
        plan.width = std::max(2.0, std::floor(std::min(plan.width, plan.height * aspect)));
        plan.height = std::max(2.0, std::floor(plan.width / aspect));
    }
    const double block = plan.rowName + plan.columns * (plan.width + plan.gap) - plan.gap;
    plan.origin = {room.left() + plan.rowName + std::floor((room.width() - block) / 2), room.top() + top};
    return plan;
}

/// The names of a panel: "head 3" above it, or the numbers of layer and head beside the grid.
void paintPanelName(QPainter& painter, const PanelPlan& plan, std::size_t i, const HeadRef& head,
                    const QString& label)
{
    const QFontMetricsF metrics(painter.font());
    const QRectF panel = plan.panel(i);
    if (!plan.thumbnails) {
        // A name that is cut loses the head's number, which is at its end.
        const bool fits = metrics.horizontalAdvance(label) <= panel.width();
        painter.drawText(QPointF(panel.left(), panel.top() + metrics.ascent()),
                         fits ? label
                              : metrics.elidedText(shortHeadName(head), Qt::ElideLeft, panel.width()));
        return;
    }
    const QString name = tr("head %1").arg(head.head);
    if (static_cast<int>(i) < plan.columns) {
        const bool fits = metrics.horizontalAdvance(name) < panel.width();
        const QString text = fits ? name : QString::number(head.head);
        painter.drawText(QPointF(panel.center().x() - metrics.horizontalAdvance(text) / 2,
                                 panel.top() - plan.title + metrics.ascent()),
                         text);
    }
    if (static_cast<int>(i) % plan.columns == 0) {
        const QString text = tr("layer %1").arg(head.layer);
        painter.drawText(QPointF(panel.left() - 8 - metrics.horizontalAdvance(text),
                                 panel.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                         text);
    }
}

} // namespace

int bestColumns(int panels, double aspectOfPanel, const QSizeF& area)
{
    int best = 1;
    double largest = 0;
    for (int columns = 1; columns <= panels; ++columns) {
        const int rows = (panels + columns - 1) / columns;
        const double width = std::min(area.width() / columns, area.height() / rows * aspectOfPanel);
        if (width > largest) {
            largest = width;
            best = columns;
        }
    }
    return best;
}

QFont figureFont(int pixels, QFont::Weight weight)
{
    QFont font(QStringLiteral("Sans Serif"));
    font.setPixelSize(pixels);
    font.setWeight(weight);
    // Anything not set here would come from the desktop's font.
    font.setStyle(QFont::StyleNormal);
    font.setStretch(QFont::Unstretched);
    font.setLetterSpacing(QFont::PercentageSpacing, 100);
    font.setWordSpacing(0);
    font.setCapitalization(QFont::MixedCase);
    font.setKerning(true);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(
        static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return font;
}

HeatmapLayout shownPart(const FigureRequest& request, const HeatmapLayout& layout, const AttentionMap& map,
                        const AttentionMap& first)
{
    if (map.queries() != first.queries() || map.keys() != first.keys())
        return layout.showing(spanOr({}, map.queries()), spanOr({}, map.keys()));
    return layout.showing(spanOr(request.queries, map.queries()), spanOr(request.keys, map.keys()));
}

CellGrid visibleCells(const QPainter& painter, const CellReader& reader, const HeatmapLayout& layout)
{
    const AxisSpan &queries = layout.cells.queries, &keys = layout.cells.keys;
    const auto first = [](const AxisSpan& span) { return static_cast<Index>(std::floor(span.lower)); };
    const auto count
        = [&](const AxisSpan& span) { return static_cast<Index>(std::ceil(span.upper)) - first(span); };
    const double scale = std::max(1.0, painter.transform().m11());
    return reader.read({first(queries), first(keys), count(queries), count(keys)},
                       static_cast<Index>(layout.cells.area.height() * scale),
                       static_cast<Index>(layout.cells.area.width() * scale));
}

bool isGrid(const FigureRequest& request)
{
    return std::holds_alternative<HeadGridRef>(request.subject)
        && request.options.heads == HeadsTogether::kBeside;
}

AxisSpan spanOr(const std::optional<AxisSpan>& wanted, Index count)
{
    const AxisSpan all{0, static_cast<double>(count)};
    if (!wanted)
        return all;
    const double lower = std::clamp(wanted->lower, 0.0, all.upper);
    const double upper = std::clamp(wanted->upper, 0.0, all.upper);
    return upper > lower ? AxisSpan{lower, upper} : all;
}

void paintAbsent(QPainter& painter, const HeatmapLayout& layout, const AttentionMap& now,
                 const PicturePalette& palette)
{
    const CellFrame& frame = layout.cells;
    const QPointF corner = frame.cell(now.queries(), now.keys()).topLeft();
    QRectF below = frame.area, beside = frame.area;
    below.setTop(std::max(below.top(), corner.y()));
    beside.setLeft(std::max(beside.left(), corner.x()));
    for (const QRectF& empty : {below, beside}) // including the soft edges of its last cells
        if (empty.isValid())
            painter.fillRect(empty.adjusted(0, 0, 1, 1), palette.background);
}

HeatmapMarks pinOn(const FigureRequest& request, const HeadRef& head)
{
    // If a step is drawn in the room of the last one, tokens have the same places in both.
    const AttentionMap plain
        = (request.room.trace.isNull() ? request.trace : request.room.trace).attention(head);
    Cell pin = request.marks.pin;
    std::optional<int> newest
        = head.stack == StackKind::kDecoder ? request.marks.newest : std::optional<int>();
    if (request.options.transform.words) {
        if (pin.query && *pin.query < plain.queries())
            pin.query
                = static_cast<int>(wordGroups(plain.queryTokens(), plain.queries()).groupOf(*pin.query));
        if (pin.key && *pin.key < plain.keys())
            pin.key = static_cast<int>(wordGroups(plain.keyTokens(), plain.keys()).groupOf(*pin.key));
        if (newest && *newest < plain.queries())
            newest = static_cast<int>(wordGroups(plain.queryTokens(), plain.queries()).groupOf(*newest));
    }
    return {{}, pin, {}, newest};
}

/// Position of a panel's cells and labels.
static HeatmapLayout layoutIn(const PanelPlan& plan, std::size_t index, const FigureRequest& request,
                              const HeatmapPicture& picture, const std::vector<Panel>& panels)
{
    const AttentionMap& map = panels[index].reader.map();
    HeatmapLayout layout;
    if (!plan.thumbnails)
        return shownPart(request, picture.layout(plan.panel(index).adjusted(0, plan.title, 0, 0)), map,
                         panels.front().reader.map());
    layout.cells = {plan.panel(index), spanOr({}, map.queries()), spanOr({}, map.keys())};
    return layout;
}

/// What stands around and over the cells of a panel; isOff: its head is switched off.
static void paintOver(QPainter& painter, const PanelPlan& plan, const HeatmapLayout& layout,
                      const HeatmapPicture& picture, const PicturePalette& palette, bool isOff,
                      const HeatmapMarks& marks)
{
    if (plan.thumbnails) {
        if (isOff)
            paintOffHatch(painter, layout.cells.area, palette, kOffSpacing);
        return;
    }
    picture.paintFurniture(painter, layout);
    if (isOff)
        paintOffMap(painter, layout.cells.area, palette);
    HeatmapMarksPainter(picture, layout).paint(painter, marks);
}

void paintPanels(QPainter& painter, const QRectF& area, const FigureRequest& request, bool asShapes)
{
    CellLimits limits;
    const std::vector<Panel> panels = panelsOf(request, limits);
    if (panels.empty())
        return;
    const PicturePalette palette = PicturePalette::figure(request.backdrop);
    const QFont font = figureFont(kFigureSmall);
    HeatmapOptions options = figureLook(request);
    const MapKind kind = figureKind(request);
    HeatmapPicture legend(panels.front().reader.map(), kind, limits, options, palette,
                          figureFont(kFigureText));
    legend.explainNewest(request.marks.newest.has_value() && !isGrid(request));
    const bool shared = isGrid(request) || request.options.sharedScale;
    const double legendWidth
        = shared && request.scaleBar ? scaleBarWidth(legend.scaleBar(), legend.font()) : 0;
    const PanelPlan plan
        = planPanels(request, panels, area.adjusted(0, 0, -legendWidth, 0), QFontMetricsF(font));
    options.captions = false;
    options.legend = !shared && request.scaleBar;
    options.labels = !plan.thumbnails;
    options.marginals = options.marginals && !plan.thumbnails;
    const std::vector<HeadRef> heads = listFrom(panels, &Panel::head);
    const std::vector<HeadRef> off = headsOff(request);
    double right = plan.origin.x();
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const AttentionMap& map = panels[i].reader.map();
        HeatmapPicture picture(map, kind, shared ? limits : panels[i].overview.limits, options, palette,
                               font);
        if (options.marginals && hasSums(kind))
            picture.setSums(mapSums(panels[i].own, kind));
        const HeatmapMarks marks = pinOn(request, panels[i].head);
        picture.explainNewest(marks.newest.has_value() && !plan.thumbnails);
        const HeatmapLayout layout = layoutIn(plan, i, request, picture, panels);
        const CellGrid& grid
            = plan.thumbnails ? panels[i].overview : visibleCells(painter, panels[i].reader, layout);
        picture.paintCells(painter, layout, grid, asShapes);
        paintAbsent(painter, layout, panels[i].own, palette);
        const bool isOff = std::ranges::count(off, panels[i].head) > 0;
        paintOver(painter, plan, layout, picture, palette, isOff, marks);
        painter.setFont(font);
        painter.setPen(palette.mutedText);
        const QString name = panelName(panels[i].head, heads);
        paintPanelName(painter, plan, i, panels[i].head, isOff ? tr("%1 · %2").arg(name, offWords()) : name);
        right = std::max(right, plan.thumbnails ? layout.cells.area.right() : plan.panel(i).right());
    }
    if (shared && request.scaleBar)
        paintScaleBar(painter, {right, area.top() + plan.title, legendWidth, area.height() - plan.title},
                      legend.scaleBar(), legend.font());
}

} // namespace headlight
