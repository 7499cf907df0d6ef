#include "ui/plot/figure.h"

#include "ui/paint/head_name.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace headlight {

namespace {

constexpr double kMargin = 18;
constexpr double kPanelGap = 14;
constexpr int kTextPixels = 13, kTitlePixels = 17, kSmallPixels = 11;
constexpr Index kMostTiles = 512;

QString words(const char* text)
{
    return QCoreApplication::translate("Figure", text);
}

QFont textFont(int pixels, QFont::Weight weight = QFont::Normal)
{
    QFont font;
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

/// A matrix that is not attention, in the shape that pictures read.
class TableSource : public AttentionSource
{
public:
    explicit TableSource(Matrix values)
        : m_values(std::move(values))
    { }
    Index queries() const override { return m_values.rows(); }
    Index keys() const override { return m_values.cols(); }
    bool has(MapKind kind) const override { return kind == MapKind::kScores; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        out = m_values.block(query, key, out.rows(), out.cols());
    }

private:
    Matrix m_values;
};

AttentionMap positionMap(const PositionTable& table)
{
    return {{}, std::make_shared<const TableSource>(table.values), nullptr, nullptr};
}

/// One map of a figure with its picture.
struct Panel
{
    HeadRef head;
    CellReader reader;
    CellGrid overview;
};

HeatmapOptions optionsOf(const FigureRequest& request)
{
    HeatmapOptions options;
    options.colourMap = request.colourMap;
    options.weightRange = request.weightRange;
    return options;
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

CellLimits limitsOf(const CellReader& reader)
{
    return reader.holdsWhole() ? reader.limits() : reader.read(reader.whole(), 2048, 2048).limits;
}

void paintSingle(QPainter& painter, const QRectF& area, const FigureRequest& request, const AttentionMap& own,
                 bool asShapes)
{
    const bool table = std::holds_alternative<PositionTable>(request.subject);
    const AttentionMap& map = request.substitute.isNull() ? own : request.substitute;
    const CellReader reader(map, table ? MapKind::kScores : request.map);
    CellLimits limits = limitsOf(reader);
    if (!request.substitute.isNull())
        limits.join(limitsOf(CellReader(own, request.map)));
    HeatmapPicture picture(map, reader.kind(), limits, optionsOf(request),
                           PicturePalette::figure(request.backdrop), textFont(kTextPixels));
    if (table)
        picture.setNames(words(QT_TRANSLATE_NOOP("Figure", "positional encoding")),
                         words(QT_TRANSLATE_NOOP("Figure", "position")),
                         words(QT_TRANSLATE_NOOP("Figure", "dimension")));
    const HeatmapLayout layout = picture.layout(area).showing(spanOr(request.queries, map.queries()),
                                                              spanOr(request.keys, map.keys()));
    const AxisSpan &q = layout.cells.queries, &k = layout.cells.keys;
    const auto first = [](const AxisSpan& span) { return static_cast<Index>(std::floor(span.lower)); };
    const auto count
        = [&](const AxisSpan& span) { return static_cast<Index>(std::ceil(span.upper)) - first(span); };
    const double scale = std::max(1.0, painter.transform().m11());
    const CellGrid grid = reader.read({first(q), first(k), count(q), count(k)},
                                      static_cast<Index>(layout.cells.area.height() * scale),
                                      static_cast<Index>(layout.cells.area.width() * scale));
    picture.paintCells(painter, layout, grid, asShapes);
    picture.paintFurniture(painter, layout);
    picture.paintMarks(painter, layout, {{}, request.marks.pin});
}

/// Columns of panels such that they fill the area best.
int bestColumns(int panels, double aspectOfPanel, const QRectF& area)
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

std::vector<Panel> panelsOf(const FigureRequest& request, CellLimits& limits)
{
    std::vector<Panel> panels;
    for (const HeadRef& head : figureHeads(request)) {
        const AttentionMap map = request.trace.attention(head);
        if (map.isNull() || !map.has(request.map))
            continue;
        Panel panel{head, CellReader(map, request.map), {}};
        panel.overview = panel.reader.read(panel.reader.whole(), kMostTiles, kMostTiles);
        limits.join(panel.overview.limits);
        panels.push_back(std::move(panel));
    }
    return panels;
}

/// Where the panels of several heads stand.
struct PanelPlan
{
    bool thumbnails = false; ///< a grid of layers × heads: no token labels, numbers at its sides
    int columns = 1;
    double width = 0, height = 0; ///< of a panel
    double gap = 0;
    double title = 0; ///< over each panel, or over the grid
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
    plan.thumbnails = std::holds_alternative<HeadGridRef>(request.subject);
    plan.title = std::ceil(metrics.height()) + 3;
    plan.gap = plan.thumbnails ? 4 : kPanelGap;
    plan.columns = plan.thumbnails ? request.trace.info().heads(panels.front().head.stack)
                                   : bestColumns(static_cast<int>(panels.size()), aspect, room);
    const int rows = (static_cast<int>(panels.size()) + plan.columns - 1) / plan.columns;
    plan.rowName = plan.thumbnails ? metrics.horizontalAdvance(words("layer %1").arg(88)) + 8 : 0;
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

/// The names at a panel: "head 3" over it, or the numbers of layer and head beside the grid.
void paintPanelName(QPainter& painter, const PanelPlan& plan, std::size_t i, const HeadRef& head, double left)
{
    const QFontMetricsF metrics(painter.font());
    const QRectF panel = plan.panel(i);
    const QString name = words(QT_TRANSLATE_NOOP("Figure", "head %1")).arg(head.head);
    if (!plan.thumbnails) {
        painter.drawText(QPointF(left, panel.top() + metrics.ascent()), name);
        return;
    }
    if (static_cast<int>(i) < plan.columns) {
        const bool fits = metrics.horizontalAdvance(name) < panel.width();
        const QString text = fits ? name : QString::number(head.head);
        painter.drawText(QPointF(panel.center().x() - metrics.horizontalAdvance(text) / 2,
                                 panel.top() - plan.title + metrics.ascent()),
                         text);
    }
    if (static_cast<int>(i) % plan.columns == 0) {
        const QString text = words(QT_TRANSLATE_NOOP("Figure", "layer %1")).arg(head.layer);
        painter.drawText(QPointF(panel.left() - 8 - metrics.horizontalAdvance(text),
                                 panel.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                         text);
    }
}

void paintPanels(QPainter& painter, const QRectF& area, const FigureRequest& request, bool asShapes)
{
    CellLimits limits;
    const std::vector<Panel> panels = panelsOf(request, limits);
    if (panels.empty())
        return;
    const PicturePalette palette = PicturePalette::figure(request.backdrop);
    const QFont font = textFont(kSmallPixels);
    HeatmapOptions options = optionsOf(request);
    const HeatmapPicture legend(panels.front().reader.map(), request.map, limits, options, palette,
                                textFont(kTextPixels));
    const double legendWidth = scaleBarWidth(legend.scaleBar(), legend.font());
    const PanelPlan plan
        = planPanels(request, panels, area.adjusted(0, 0, -legendWidth, 0), QFontMetricsF(font));
    options.captions = options.legend = false;
    options.labels = !plan.thumbnails;
    double right = plan.origin.x();
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const AttentionMap& map = panels[i].reader.map();
        const HeatmapPicture picture(map, request.map, limits, options, palette, font);
        HeatmapLayout layout;
        if (plan.thumbnails)
            layout.cells = {plan.panel(i), spanOr({}, map.queries()), spanOr({}, map.keys())};
        else
            layout = picture.layout(plan.panel(i).adjusted(0, plan.title, 0, 0));
        picture.paintCells(painter, layout, panels[i].overview, asShapes);
        if (!plan.thumbnails) {
            picture.paintFurniture(painter, layout);
            picture.paintMarks(painter, layout, {{}, {request.marks.pin.query, std::nullopt}});
        }
        painter.setFont(font);
        painter.setPen(palette.mutedText);
        paintPanelName(painter, plan, i, panels[i].head, layout.cells.area.left());
        right = std::max(right, plan.thumbnails ? layout.cells.area.right() : plan.panel(i).right());
    }
    paintScaleBar(painter, {right, area.top() + plan.title, legendWidth, area.height() - plan.title},
                  legend.scaleBar(), legend.font());
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

QString figureTitle(const FigureRequest& request)
{
    if (!request.title.isEmpty())
        return request.title;
    if (const auto* head = std::get_if<HeadRef>(&request.subject))
        return headName(*head);
    if (const auto* layer = std::get_if<LayerRef>(&request.subject))
        return layerName(*layer);
    if (const auto* grid = std::get_if<HeadGridRef>(&request.subject))
        return attentionName(grid->stack, grid->kind);
    return words(QT_TRANSLATE_NOOP("Figure", "Positional encodings"));
}

Result<void> checkFigure(const FigureRequest& request)
{
    if (const auto* table = std::get_if<PositionTable>(&request.subject)) {
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
    const std::string what = request.map == MapKind::kWeights ? "weights"
        : request.map == MapKind::kScores                     ? "scores"
                                                              : "mask";
    if (const auto* head = std::get_if<HeadRef>(&request.subject))
        return badArgument("head", "the trace has no " + what + " of " + toString(*head));
    return badArgument("layer", "the trace has no " + what + " of any of these heads");
}

QSizeF naturalSize(const FigureRequest& request)
{
    if (std::holds_alternative<LayerRef>(request.subject))
        return {1280, 800};
    if (const auto* grid = std::get_if<HeadGridRef>(&request.subject)) {
        const StackShape* shape = request.trace.isNull() ? nullptr : request.trace.info().stack(grid->stack);
        const double heads = shape != nullptr ? shape->heads : 8,
                     layers = shape != nullptr ? shape->layers : 6;
        return {std::clamp(heads * 120 + 180, 560.0, 2000.0), std::clamp(layers * 120 + 100, 360.0, 2000.0)};
    }
    double rows = 64, columns = 256;
    if (const auto* table = std::get_if<PositionTable>(&request.subject)) {
        rows = static_cast<double>(table->values.rows()) * 0.3;
        columns = static_cast<double>(table->values.cols()) * 0.1;
    } else if (!request.trace.isNull()) {
        const AttentionMap map = request.trace.attention(std::get<HeadRef>(request.subject));
        rows = static_cast<double>(map.queries());
        columns = static_cast<double>(map.keys());
    }
    return {std::clamp(300 + columns * 50, 640.0, 1500.0), std::clamp(200 + rows * 34, 420.0, 1100.0)};
}

Index figureCells(const FigureRequest& request)
{
    if (const auto* table = std::get_if<PositionTable>(&request.subject))
        return table->values.size();
    Index cells = 0;
    for (const HeadRef& head : figureHeads(request)) {
        const AttentionMap map = request.trace.attention(head);
        cells += map.queries() * map.keys();
    }
    return cells;
}

void paintFigure(QPainter& painter, const QRectF& area, const FigureRequest& request, bool asShapes)
{
    const PicturePalette palette = PicturePalette::figure(request.backdrop);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.fillRect(area, palette.background);
    const QFont font = textFont(kTitlePixels, QFont::DemiBold);
    const QFontMetricsF metrics(font);
    const QRectF inside = area.adjusted(kMargin, kMargin, -kMargin, -kMargin);
    painter.setFont(font);
    painter.setPen(palette.text);
    painter.drawText(QPointF(inside.left(), inside.top() + metrics.ascent()),
                     metrics.elidedText(figureTitle(request), Qt::ElideRight, inside.width()));
    const QRectF body = inside.adjusted(0, std::ceil(metrics.height()) + 12, 0, 0);
    if (checkFigure(request)) {
        if (const auto* head = std::get_if<HeadRef>(&request.subject))
            paintSingle(painter, body, request, request.trace.attention(*head), asShapes);
        else if (const auto* table = std::get_if<PositionTable>(&request.subject))
            paintSingle(painter, body, request, positionMap(*table), asShapes);
        else
            paintPanels(painter, body, request, asShapes);
    }
    painter.restore();
}

} // namespace headlight
