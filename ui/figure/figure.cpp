#include "ui/figure/figure.h"

#include "core/analysis/map_transform.h"
#include "core/base/text_list.h"
#include "core/edit/recorded_edits.h"
#include "ui/figure/figure_panels.h"
#include "ui/picture/marks.h"
#include "ui/state/translation.h"
#include "ui/words/head_name.h"
#include "ui/words/map_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kFigureMargin = 18;
constexpr double kHeadingGap = 12;
constexpr double kSmallFigure = 400; ///< below this height or width, margins shrink with the figure
constexpr int kTitleLines = 3;

double marginOf(const QSizeF& figure)
{
    return kFigureMargin * std::min(1.0, std::min(figure.width(), figure.height()) / kSmallFigure);
}

CellLimits limitsOf(const CellReader& reader)
{
    return reader.holdsWhole() ? reader.limits() : reader.read(reader.whole(), 2048, 2048).limits;
}

void paintSingle(QPainter& painter, const QRectF& area, const FigureRequest& request, const AttentionMap& own,
                 bool asShapes)
{
    const bool table = std::holds_alternative<PositionPicture>(request.subject);
    const MapKind kind = figureKind(request);
    const ShownMaps room = table ? ShownMaps() : roomMaps(request);
    const AttentionMap map = room.maps.empty() ? own : inRoomOf(own, room.maps.front());
    HeatmapOptions options = figureLook(request);
    options.legend = request.scaleBar;
    if (table) {
        options.nextTokens = false; // rows are positions
        options.table = TableNames{tr("positional encoding"), tr("position"), tr("dimension")};
    }
    const auto readerOf = [&](const AttentionMap& each) {
        return CellReader(each, kind, CellReader::Keep::kWholeIfSmall, shadeFor(kind, options));
    };
    const CellReader reader = readerOf(map);
    CellLimits limits = limitsOf(room.maps.empty() ? reader : readerOf(own));
    if (!room.maps.empty())
        limits.join(limitsOf(readerOf(room.maps.front())));
    const auto pictureOf = [&] {
        HeatmapPicture picture(map, reader.kind(), limits, options, PicturePalette::figure(request.backdrop),
                               figureFont(kFigureText));
        if (request.options.marginals && hasSums(kind))
            picture.setSums(mapSums(own, kind));
        return picture;
    };
    HeatmapPicture picture = pictureOf();
    const HeatmapMarks marks = table ? HeatmapMarks{{}, request.marks.pin} : pinOn(request, map.head());
    picture.explainNewest(marks.newest.has_value());
    const HeatmapLayout layout = shownPart(request, picture.layout(area), map, map);
    const CellGrid cells = visibleCells(painter, reader, layout);
    if (table && cells.pooled()) { // a name is as high as another, so that the layout stays
        options.table->columns = tr("dimension (mean of %1 × %2)").arg(cells.tileRows).arg(cells.tileColumns);
        picture = pictureOf();
        picture.explainNewest(marks.newest.has_value());
    }
    picture.paintCells(painter, layout, cells, asShapes);
    paintAbsent(painter, layout, own, PicturePalette::figure(request.backdrop));
    picture.paintFurniture(painter, layout);
    if (!headsOff(request).empty())
        paintOffMap(painter, layout.cells.area, PicturePalette::figure(request.backdrop));
    HeatmapMarksPainter(picture, layout).paint(painter, marks);
}

/// The largest font in which the title fits; narrow figures get smaller ones.
QFont titleFont(const QString& title, double width)
{
    for (const int pixels : {kFigureTitle, kFigureText + 2, kFigureText}) {
        const QFont font = figureFont(pixels, QFont::DemiBold);
        if (QFontMetricsF(font).horizontalAdvance(title) <= width)
            return font;
    }
    return figureFont(kFigureText, QFont::DemiBold);
}

/// The title, and what was done to the maps' numbers. Returns the y at which the maps begin.
double paintHeadings(QPainter& painter, const QRectF& inside, const FigureRequest& request,
                     const PicturePalette& palette)
{
    double top = inside.top();
    const auto line = [&](const QString& text, const QFont& font, const QColor& ink) {
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(ink);
        // A title that is cut loses what it is about: the head's number is at its end.
        const QRectF room(inside.left(), top, inside.width(), std::ceil(metrics.height()) * kTitleLines);
        QRectF drawn;
        painter.drawText(room, Qt::TextWordWrap,
                         metrics.elidedText(text, Qt::ElideRight, inside.width() * (kTitleLines - 0.5)),
                         &drawn);
        top += std::ceil(drawn.height());
    };
    if (request.showTitle)
        line(figureTitle(request), titleFont(figureTitle(request), inside.width()), palette.text);
    // Mention left-out or merged tokens even without a title.
    const QString changes = std::holds_alternative<PositionPicture>(request.subject)
        ? QString()
        : changesText(request.options.transform);
    if (!changes.isEmpty()) {
        top += request.showTitle ? 2 : 0;
        line(changes, figureFont(kFigureSmall), palette.mutedText);
    }
    return top > inside.top() ? top + kHeadingGap * marginOf(inside.size()) / kFigureMargin : top;
}

} // namespace

std::vector<HeadRef> figureHeads(const FigureRequest& request)
{
    std::vector<HeadRef> heads;
    const auto addLayer = [&](const LayerRef& layer) {
        for (int h = 0; h < request.trace.info().heads(layer.stack); ++h)
            heads.push_back({layer.stack, layer.layer, layer.kind, h});
    };
    if (const auto* head = std::get_if<HeadRef>(&request.subject))
        return {*head};
    if (const auto* list = std::get_if<std::vector<HeadRef>>(&request.subject))
        return *list;
    if (request.trace.isNull())
        return heads;
    if (const auto* layer = std::get_if<LayerRef>(&request.subject))
        addLayer(*layer);
    if (const auto* grid = std::get_if<HeadGridRef>(&request.subject)) {
        const StackShape* shape = request.trace.info().stack(grid->stack);
        for (int layer = 0; shape != nullptr && layer < shape->layers; ++layer)
            addLayer({grid->stack, layer, grid->kind});
    }
    return heads;
}

ShownMaps figureMaps(const FigureRequest& request)
{
    if (!request.before.isNull())
        return shownDifferences(request.before, request.trace, figureHeads(request), request.options,
                                request.map);
    return shownMaps(request.trace, figureHeads(request), request.options);
}

std::vector<MapPart> figureNumberParts(const FigureRequest& request, const ShownMaps& shown)
{
    const auto cellsOf = [](const std::optional<AxisSpan>& span, Index count) {
        const auto first = span ? static_cast<Index>(std::floor(span->lower)) : 0;
        const auto end = span ? static_cast<Index>(std::ceil(span->upper)) : count;
        const Index begin = std::clamp<Index>(first, 0, count);
        return std::pair(begin, std::clamp<Index>(end, begin, count) - begin);
    };
    return listFrom(shown.maps, [&](const AttentionMap& map) {
        const AttentionMap& first = shown.maps.front();
        const bool cut = map.queries() == first.queries() && map.keys() == first.keys();
        const auto [query, queries] = cellsOf(cut ? request.queries : std::nullopt, map.queries());
        const auto [key, keys] = cellsOf(cut ? request.keys : std::nullopt, map.keys());
        return MapPart{query, queries, key, keys};
    });
}

ShownMaps figureNumberMaps(const FigureRequest& request)
{
    ShownMaps shown = figureMaps(request);
    if (!request.queries && !request.keys)
        return shown;
    const std::vector<MapPart> parts = figureNumberParts(request, shown);
    for (std::size_t i = 0; i < parts.size(); ++i)
        shown.maps[i] = partOf(shown.maps[i], parts[i]);
    return shown;
}

ShownMaps roomMaps(const FigureRequest& request)
{
    if (request.room.trace.isNull())
        return {};
    FigureRequest last = request;
    last.trace = request.room.trace;
    last.before = request.room.before;
    ShownMaps room = figureMaps(last);
    if (room.heads == figureMaps(request).heads)
        return room;
    return {};
}

MapKind figureKind(const FigureRequest& request)
{
    const bool signs = !request.before.isNull() || std::holds_alternative<PositionPicture>(request.subject);
    return signs ? MapKind::kScores : request.map;
}

HeatmapOptions figureLook(const FigureRequest& request)
{
    HeatmapOptions look = heatmapOptions(request.options, request.colourMap);
    if (!request.before.isNull())
        look.differenceOf = request.map;
    look.written = request.written;
    look.manyRuns = request.manyRuns;
    if (request.manyRuns && request.manyRuns->spread)
        look.weightRange = WeightRange::kMaximum;
    return look;
}

FigureRequest figureOf(const Trace& trace, const Focus& focus)
{
    FigureRequest request;
    request.trace = trace;
    std::vector<HeadRef> heads = listFrom(focus.heads(), &SelectedHead::head);
    if (heads.size() == 1)
        request.subject = heads.front();
    else
        request.subject = std::move(heads);
    request.map = focus.map();
    request.colourMap = focus.colourMap();
    request.options = focus.mapOptions();
    request.marks.pin = focus.pin();
    return request;
}

std::vector<HeadRef> headsOff(const FigureRequest& request)
{
    std::vector<HeadRef> heads = figureHeads(request);
    if (request.trace.isNull() || request.options.heads != HeadsTogether::kBeside
        || figureMaps(request).isCombined())
        return {};
    std::erase_if(heads, [edits = recordedEdits(request.trace.info())](const HeadRef& head) {
        return !isSwitchedOff(edits, head);
    });
    return heads;
}

/// What the run's edits are to the figure: "switched off" for its only head, or "with edits"; empty without.
static QString editsWords(const FigureRequest& request)
{
    if (request.trace.isNull() || editsInWords(request.trace.info()).empty())
        return {};
    const std::vector<HeadRef> off = headsOff(request);
    if (std::holds_alternative<HeadRef>(request.subject) && !off.empty())
        return offWords();
    if (!off.empty())
        return tr("with edits (cross-hatched: switched off)");
    return request.before.isNull() ? tr("with edits") : QString(); // a difference is one by edits
}

/// The title of the run's own numbers.
static QString runTitle(const FigureRequest& request)
{
    if (std::holds_alternative<std::vector<HeadRef>>(request.subject)
        || (request.options.heads != HeadsTogether::kBeside
            && !std::holds_alternative<PositionPicture>(request.subject)))
        return headsTitle(shownMaps(request.trace, figureHeads(request), request.options).heads,
                          request.options.heads);
    if (const auto* head = std::get_if<HeadRef>(&request.subject))
        return headName(*head);
    if (const auto* layer = std::get_if<LayerRef>(&request.subject))
        return layerName(*layer);
    if (const auto* grid = std::get_if<HeadGridRef>(&request.subject))
        return attentionName(grid->stack, grid->kind);
    return tr("Positional encodings");
}

QString figureTitle(const FigureRequest& request)
{
    if (!request.title.isEmpty())
        return request.title;
    if (const auto* plot = std::get_if<Plot>(&request.subject))
        return plot->title;
    QString title = runTitle(request);
    if (const QString edits = editsWords(request); !edits.isEmpty())
        title = tr("%1 · %2").arg(title, edits);
    if (request.manyRuns)
        title = (request.manyRuns->spread ? tr("Spread over %1 runs: %2") : tr("Mean of %1 runs: %2"))
                    .arg(QString::number(request.manyRuns->runs), title);
    return request.before.isNull() ? title : tr("Difference, after − before: %1").arg(title);
}

Result<void> checkFigure(const FigureRequest& request)
{
    if (const auto* plot = std::get_if<Plot>(&request.subject))
        return plot->points.empty() ? badArgument("plot", "there are no numbers to draw") : Result<void>();
    if (const auto* table = std::get_if<PositionPicture>(&request.subject)) {
        if (table->values.size() == 0)
            return badArgument("positions",
                               "the model adds nothing for the position, so there is nothing to draw");
        return {};
    }
    if (request.trace.isNull())
        return badArgument("trace", "it is empty");
    for (const HeadRef& head : figureHeads(request)) {
        const AttentionMap map = request.trace.attention(head);
        if (!map.isNull() && map.has(request.map) && map.queries() > 0 && map.keys() > 0)
            return {};
    }
    const std::string what(wordOf(request.map));
    if (const auto* head = std::get_if<HeadRef>(&request.subject))
        return badArgument("head", "the trace has no " + what + " of " + toString(*head));
    if (std::holds_alternative<std::vector<HeadRef>>(request.subject))
        return badArgument("head", "the trace has no " + what + " of any of these heads");
    return badArgument("layer", "the trace has no " + what + " of any of these heads");
}

QSizeF naturalSize(const FigureRequest& request)
{
    if (std::holds_alternative<Plot>(request.subject))
        return {640, 420};
    const bool single = std::holds_alternative<PositionPicture>(request.subject)
        || (!isGrid(request) && figureMaps(request).maps.size() == 1);
    if (!single && !isGrid(request))
        return {1280, 800};
    if (const auto* grid = std::get_if<HeadGridRef>(&request.subject); grid != nullptr && !single) {
        const StackShape* shape = request.trace.isNull() ? nullptr : request.trace.info().stack(grid->stack);
        const double heads = shape != nullptr ? shape->heads : 8,
                     layers = shape != nullptr ? shape->layers : 6;
        return {std::clamp(heads * 120 + 180, 560.0, 2000.0), std::clamp(layers * 120 + 100, 360.0, 2000.0)};
    }
    double rows = 64, columns = 256;
    if (const auto* table = std::get_if<PositionPicture>(&request.subject)) {
        rows = static_cast<double>(table->values.rows()) * 0.3;
        columns = static_cast<double>(table->values.cols()) * 0.1;
    } else if (!request.trace.isNull()) {
        const AttentionMap map = figureMaps(request).maps.front();
        rows = static_cast<double>(map.queries());
        columns = static_cast<double>(map.keys());
    }
    return {std::clamp(300 + columns * 50, 640.0, 1500.0), std::clamp(200 + rows * 34, 420.0, 1100.0)};
}

double fittingHeight(const FigureRequest& request, double width)
{
    constexpr double kFlattest = 0.35, kTallest = 1.4; // of the width
    const QSizeF natural = naturalSize(request);
    double height = width * natural.height() / natural.width();
    const ShownMaps shown = isGrid(request) ? ShownMaps() : figureMaps(request);
    if (shown.maps.size() == 1) {
        const AttentionMap& map = shown.maps.front();
        const AxisSpan queries = spanOr(request.queries, map.queries()),
                       keys = spanOr(request.keys, map.keys());
        // Room beside and above the cells for labels of usual length.
        const double line = std::ceil(QFontMetricsF(figureFont(kFigureText)).height());
        const double sums = request.options.marginals ? 70 : 0;
        const double beside = 2 * kFigureMargin + 6.5 * line + (request.scaleBar ? 6 * line : 0) + sums;
        const double above = 2 * kFigureMargin + 6 * line + (request.showTitle ? 2.5 * line : 0) + sums;
        const double cell = std::max(2.0, (width - beside) / keys.size());
        height = above + queries.size() * std::min(80.0, std::max(cell, std::min(line + 1, 2 * cell)));
    }
    return std::clamp(height, width * kFlattest, width * kTallest);
}

Index figureCells(const FigureRequest& request)
{
    if (const auto* table = std::get_if<PositionPicture>(&request.subject))
        return table->values.size();
    Index cells = 0;
    for (const AttentionMap& map : figureMaps(request).maps)
        cells += map.queries() * map.keys();
    return cells;
}

void paintFigure(QPainter& painter, const QRectF& area, const FigureRequest& request, bool asShapes)
{
    const PicturePalette palette = PicturePalette::figure(request.backdrop);
    painter.save();
    painter.setLayoutDirection(Qt::LayoutDirectionAuto); // the same in every language
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.fillRect(area, palette.background);
    const double margin = marginOf(area.size());
    const QRectF inside = area.adjusted(margin, margin, -margin, -margin);
    const double top = paintHeadings(painter, inside, request, palette);
    const auto* table = std::get_if<PositionPicture>(&request.subject);
    const QRectF body(inside.left(), top, inside.width(), inside.bottom() - top);
    if (table != nullptr && checkFigure(request))
        paintSingle(painter, body, request, tableMap(table->values), asShapes);
    else if (checkFigure(request)) {
        const ShownMaps shown = figureMaps(request);
        if (shown.maps.size() == 1 && !isGrid(request))
            paintSingle(painter, body, request, shown.maps.front(), asShapes);
        else
            paintPanels(painter, body, request, asShapes);
    }
    painter.restore();
}

} // namespace headlight
