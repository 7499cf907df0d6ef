#include "ui/picture/heatmap_picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kWidestCell = 132, kTallestCell = 84;
constexpr double kReadable = 26; ///< a side of this size is allowed whatever the other side
constexpr double kWidest = 2; ///< largest width of a readable cell, in heights
constexpr double kMostLabel = 150, kMostPair = 210; ///< pair: a row's token and the next one
constexpr double kMostOfWidth = 0.4, kMostOfHeight = 0.3; ///< shares of the room for labels
constexpr double kCaptionGap = 4;

struct PictureText
{
    Q_DECLARE_TR_FUNCTIONS(HeatmapPicture)
};

TokenRuler rowRuler(const AttentionMap& map, const HeatmapOptions& options, const QFont& font)
{
    return options.nextTokens ? TokenRuler::ofQueriesWithNext(map, options.written, font)
                              : TokenRuler::ofQueries(map, font);
}

/// Size of cells along one axis, given the available room, the size of the other side and the largest ratio.
double limited(double cell, double other, double largest, double ratio)
{
    return std::min({cell, largest, std::max(kReadable, other * ratio)});
}

/// Whole pixels per cell if that costs little, so that all cells are equal.
double snapped(double cell)
{
    return cell >= 8 ? std::floor(cell) : cell;
}

} // namespace

HeatmapLayout HeatmapLayout::showing(const AxisSpan& queries, const AxisSpan& keys) const
{
    HeatmapLayout other = *this;
    other.cells.queries = other.queryAxis.span = queries;
    other.cells.keys = other.keyAxis.span = keys;
    return other;
}

bool isWeightKind(MapKind kind)
{
    return kind == MapKind::kWeights || kind == MapKind::kNormWeighted;
}

bool hasSums(MapKind kind)
{
    return isWeightKind(kind) || kind == MapKind::kMask;
}

Shade shadeFor(MapKind kind, ColourScale scale)
{
    return isWeightKind(kind) && scale == ColourScale::kRow ? Shade::kRowShare : Shade::kValue;
}

Shade shadeFor(MapKind kind, const HeatmapOptions& options)
{
    return options.table       ? Shade::kMean
        : options.differenceOf ? Shade::kDifference
                               : shadeFor(kind, options.scale);
}

HeatmapOptions heatmapOptions(const MapOptions& options, const QString& colourMap)
{
    HeatmapOptions out;
    out.colourMap = colourMap;
    out.weightRange = options.range;
    out.scale = options.scale;
    out.values = options.values;
    out.marginals = options.marginals;
    out.nextTokens = options.nextTokens;
    return out;
}

CellColours coloursFor(MapKind kind, const CellLimits& limits, const HeatmapOptions& options,
                       const PicturePalette& palette)
{
    CellColours colours;
    colours.palette = palette;
    const bool truth = kind == MapKind::kMask || kind == MapKind::kKept;
    const bool signs = !truth && !isWeightKind(kind) && options.aroundZero;
    colours.maskedKeepColour = signs && kind != MapKind::kMasked;
    colours.map = &colourMap(signs ? divergingMapName() : options.colourMap, palette.backdrop);
    if (truth) {
        colours.scale = maskScale();
    } else if (signs) {
        const float least = options.differenceOf ? kLeastDifference : options.leastReach;
        colours.scale = scoreScale(std::min(limits.minimum, -least), std::max(limits.maximum, least));
    } else if (!isWeightKind(kind)) {
        const auto lower = static_cast<double>(limits.minimum), upper = static_cast<double>(limits.maximum);
        colours.scale = {lower, upper > lower ? upper : lower + 1, false, false};
    } else {
        // A weight times a norm has no natural maximum.
        const WeightRange range
            = kind == MapKind::kNormWeighted ? WeightRange::kMaximum : options.weightRange;
        colours.scale = weightScale(range, limits.maximum);
        if (options.scale == ColourScale::kLog)
            colours.scale = logScale(colours.scale);
        else if (options.scale == ColourScale::kRow)
            colours.scale = {0, 1, false, false};
    }
    return colours;
}

QString mapTitle(MapKind kind)
{
    switch (kind) {
    case MapKind::kScores:
        return PictureText::tr("score (scaled dot product)");
    case MapKind::kMask:
        return PictureText::tr("mask");
    case MapKind::kProducts:
        return PictureText::tr("dot product of query and key");
    case MapKind::kMasked:
        return PictureText::tr("masked score (softmax input)");
    case MapKind::kBias:
        return PictureText::tr("bias added to the score");
    case MapKind::kContentToPosition:
        return PictureText::tr("query · relative position of the key");
    case MapKind::kPositionToContent:
        return PictureText::tr("key · relative position of the query");
    case MapKind::kNormWeighted:
        return PictureText::tr("weight × ‖v‖");
    case MapKind::kEffect:
        return PictureText::tr("direct effect on the logit");
    case MapKind::kIfMasked:
        return PictureText::tr("loss if masked (estimate, nats)");
    case MapKind::kKept:
        return PictureText::tr("what is shown");
    case MapKind::kWeights:
        break;
    }
    return PictureText::tr("attention weight");
}

/// What is shown, and how it maps to colours.
static QString legendWords(MapKind kind, const CellLimits& limits, const HeatmapOptions& options)
{
    if (options.table)
        return options.table->title;
    if (options.differenceOf)
        return PictureText::tr("after − before: %1").arg(mapTitle(*options.differenceOf));
    if (!isWeightKind(kind))
        return mapTitle(kind);
    if (options.scale == ColourScale::kRow)
        return kind == MapKind::kWeights ? PictureText::tr("weight ÷ row maximum")
                                         : PictureText::tr("weight × ‖v‖ ÷ row maximum");
    QString title = mapTitle(kind);
    if (kind == MapKind::kWeights && options.weightRange == WeightRange::kMaximum)
        title = PictureText::tr("attention weight, 0 to maximum (%1)").arg(cellText(limits.maximum));
    if (options.scale == ColourScale::kLog)
        title = PictureText::tr("%1, logarithmic").arg(title);
    return title;
}

static QString legendTitle(MapKind kind, const CellLimits& limits, const HeatmapOptions& options)
{
    const QString words = legendWords(kind, limits, options);
    if (!options.manyRuns)
        return words;
    return (options.manyRuns->spread ? PictureText::tr("standard deviation of %1 runs: %2")
                                     : PictureText::tr("mean of %1 runs: %2"))
        .arg(QString::number(options.manyRuns->runs), words);
}

/// Whether only the cells above the diagonal have no number: step by step, what is masked is not computed.
static bool skipsMasked(const AttentionMap& map, MapKind kind)
{
    if ((kind != MapKind::kProducts && kind != MapKind::kScores) || !map.has(kind)
        || !map.has(MapKind::kMask))
        return false;
    const Index last = map.keys() - 1;
    return map.at(MapKind::kMask, 0, last) == 0.0F && std::isnan(map.at(kind, 0, last))
        && !std::isnan(map.at(kind, map.queries() - 1, 0));
}

HeatmapPicture::HeatmapPicture(const AttentionMap& map, MapKind kind, const CellLimits& limits,
                               const HeatmapOptions& options, const PicturePalette& palette,
                               const QFont& font)
    : m_font(font)
    , m_options(options)
    , m_queryRuler(rowRuler(map, options, font))
    , m_keyRuler(TokenRuler::ofKeys(map, font))
{
    m_bar.colours = coloursFor(kind, limits, options, palette);
    m_bar.title = legendTitle(kind, limits, options);
    const MapKind shown = options.differenceOf.value_or(kind);
    m_bar.brief = options.table ? PictureText::tr("value")
        : options.manyRuns
        ? (options.manyRuns->spread ? PictureText::tr("standard deviation") : PictureText::tr("mean"))
        : shown == MapKind::kWeights ? PictureText::tr("weight")
                                     : mapTitle(shown);
    m_bar.statesOnly = kind == MapKind::kMask || kind == MapKind::kKept;
    m_bar.showLeftOut = limits.leftOut;
    m_bar.showMasked = limits.masked;
    m_bar.showMissing = limits.missing;
    m_bar.missingMasked = limits.missing && skipsMasked(map, kind);
    m_bar.missingInOne = options.differenceOf.has_value();
    m_options.marginals = options.marginals && hasSums(kind);
    if (options.table) {
        m_queryCaption = options.table->rows;
        m_keyCaption = options.table->columns;
        return;
    }
    if (kind == MapKind::kWeights && !options.differenceOf && options.scale != ColourScale::kRow)
        m_sinks = sinkShares(map);
    const bool encoder = map.head().stack == StackKind::kEncoder;
    const QString source = PictureText::tr("encoder tokens");
    const QString target = PictureText::tr("decoder tokens");
    const bool encoderKeys = encoder || map.head().kind == AttentionKind::kCross;
    m_queryCaption = PictureText::tr("queries: %1").arg(encoder ? source : target);
    m_keyCaption = PictureText::tr("keys: %1").arg(encoderKeys ? source : target);
}

double HeatmapPicture::keyRoomFor(double cellWidth, double height) const
{
    return std::ceil(m_keyRuler.thicknessFor(cellWidth, std::min(kMostLabel, height * kMostOfHeight)));
}

double HeatmapPicture::rowRoomFor(double cellHeight, double width) const
{
    const double most = std::min(m_options.nextTokens ? kMostPair : kMostLabel, width * kMostOfWidth);
    return std::ceil(m_queryRuler.thicknessFor(cellHeight, most));
}

double HeatmapPicture::rowRoom(const QSizeF& room) const
{
    // As low as the cells can become under the labels of the columns.
    const double cell = room.height() * (1 - kMostOfHeight) / std::max(1, m_queryRuler.count());
    return rowRoomFor(cell, room.width());
}

HeatmapPicture::Furniture HeatmapPicture::furniture() const
{
    Furniture out;
    out.line = std::ceil(QFontMetricsF(m_font).height());
    out.caption = m_options.captions ? out.line + kCaptionGap : 0;
    out.sums = m_options.marginals ? marginalThickness(m_font) : 0;
    out.legend = m_options.legend ? scaleBarWidth(m_bar, m_font) : 0;
    out.sink = m_sinks.empty() ? 0 : sinkColumnWidth(m_font);
    out.right = out.sink + out.sums + out.legend;
    out.below = m_sinks.empty() ? out.sums : std::max(out.sums, sinkColumnFoot(m_font));
    return out;
}

HeatmapPicture::Cells HeatmapPicture::fittedCells(const QSizeF& outer, const Furniture& around,
                                                  const SharedRoom& shared) const
{
    const double rows = std::max(shared.leastRows, m_queryRuler.count());
    const double columns = std::max(shared.leastColumns, m_keyRuler.count());
    Cells out;
    const auto roomX
        = [&] { return std::max(24.0, outer.width() - around.right - around.caption - out.left) / columns; };
    const auto roomY
        = [&] { return std::max(24.0, outer.height() - around.caption - around.below - out.top) / rows; };
    // Labels take room from the cells, and the cells' size turns the labels: a few rounds settle it.
    for (int round = 0; round < 4; ++round) {
        out.width = limited(roomX(), roomY(), kWidestCell, kWidest);
        out.height = limited(roomY(), out.width, kTallestCell, m_options.tallest);
        if (m_options.labels) {
            // The legend does not count, so that maps with and without one can have equal cells.
            out.left = shared.rows ? *shared.rows : rowRoomFor(out.height, outer.width() - around.right);
            out.top = shared.columns ? *shared.columns : keyRoomFor(snapped(out.width), outer.height());
        }
    }
    out.width = limited(roomX(), out.height, kWidestCell, kWidest);
    out.height = limited(roomY(), out.width, kTallestCell, m_options.tallest);
    // The last width may turn the labels once more, which then need more room than the last round gave them.
    if (const double needed
        = m_options.labels && !shared.columns ? keyRoomFor(snapped(out.width), outer.height()) : 0;
        needed > out.top) {
        out.top = needed;
        out.height = limited(roomY(), out.width, kTallestCell, m_options.tallest);
    }
    return out;
}

HeatmapLayout HeatmapPicture::layout(const QRectF& outer, Place place) const
{
    const double rows = std::max(1, m_queryRuler.count()), columns = std::max(1, m_keyRuler.count());
    const Furniture around = furniture();
    const Cells cells = fittedCells(outer.size(), around, m_options.shared);
    const double areaWidth = std::max(1.0, std::floor(snapped(cells.width) * columns));
    const double areaHeight = std::max(1.0, std::floor(snapped(cells.height) * rows));

    HeatmapLayout out;
    const double blockWidth = around.caption + cells.left + areaWidth + around.right;
    const double share = place == Place::kMiddle ? 0.5 : 0;
    const double blockHeight = around.caption + cells.top + areaHeight + around.below;
    const double x = outer.left() + std::max(0.0, std::floor((outer.width() - blockWidth) * share));
    const double y = outer.top() + std::max(0.0, std::floor((outer.height() - blockHeight) * share));
    out.cells.area = {x + around.caption + cells.left, y + around.caption + cells.top, areaWidth, areaHeight};
    out.cells.queries = {0, rows};
    out.cells.keys = {0, columns};
    out.queryAxis = {out.cells.queries, out.cells.area.top(), areaHeight, out.cells.area.left(), cells.left};
    out.keyAxis = {out.cells.keys, out.cells.area.left(), areaWidth, out.cells.area.top(), cells.top};
    if (m_options.captions) {
        out.queryCaption = {x, out.cells.area.top(), around.line, areaHeight};
        out.keyCaption = {out.cells.area.left(), y, outer.right() - out.cells.area.left(), around.line};
    }
    if (m_options.marginals) {
        out.sums.rows
            = {out.cells.area.right() + around.sink + 6, out.cells.area.top(), around.sums - 6, areaHeight};
        out.sums.columns = {out.cells.area.left(), out.cells.area.bottom() + 6, areaWidth, around.sums - 6};
    }
    if (!m_sinks.empty())
        out.sink = {out.cells.area.right() + 6, out.cells.area.top(), around.sink - 6, areaHeight};
    if (m_options.legend)
        out.scaleBar
            = {out.cells.area.right() + around.sink + around.sums, out.cells.area.top(), around.legend,
               std::max(areaHeight, std::min(150.0, outer.bottom() - out.cells.area.top()))};
    return out;
}

void HeatmapPicture::paintFurniture(QPainter& painter, const HeatmapLayout& layout) const
{
    painter.save();
    painter.setFont(m_font);
    if (m_options.labels) {
        for (const PlacedLabel& label : m_queryRuler.place(layout.queryAxis))
            m_queryRuler.paint(painter, label, palette());
        for (const PlacedLabel& label : m_keyRuler.place(layout.keyAxis))
            m_keyRuler.paint(painter, label, palette());
    }
    if (m_options.marginals)
        paintMarginals(painter, layout.sums, layout.cells, m_sums, palette());
    if (!layout.sink.isNull())
        paintSinkColumn(painter, layout.sink, layout.cells, m_sinks, colours(), m_font);
    const QFontMetricsF metrics(m_font);
    painter.setPen(palette().mutedText);
    // The whole caption; where it does not fit, what is in brackets ("mean of 1 × 4"), or its beginning.
    const auto captionIn
        = [&](double room, const QString& pattern, const QString& whole, const QString& word) {
              const QString inside = whole.section(QLatin1Char('('), 1).section(QLatin1Char(')'), 0, 0);
              QString said = m_options.table ? whole.section(QStringLiteral(" ("), 0, 0) : word;
              for (const QString& each : {m_options.table ? inside : QString(), whole})
                  if (!each.isEmpty() && metrics.horizontalAdvance(pattern.arg(each)) <= room)
                      said = each;
              return metrics.elidedText(pattern.arg(said), Qt::ElideRight, std::max(0.0, room));
          };
    if (!layout.keyCaption.isNull())
        painter.drawText(QPointF(layout.keyCaption.left(), layout.keyCaption.top() + metrics.ascent()),
                         captionIn(layout.keyCaption.width(), QStringLiteral("%1  →"), m_keyCaption,
                                   PictureText::tr("keys")));
    if (!layout.queryCaption.isNull()) {
        // The caption is beside the cells; if they are too low for it, it extends beside the key labels.
        const QString text = captionIn(layout.queryCaption.bottom() - layout.keyCaption.top(),
                                       QStringLiteral("←  %1"), m_queryCaption, PictureText::tr("queries"));
        const double length = metrics.horizontalAdvance(text);
        painter.translate(layout.queryCaption.left() + metrics.ascent(),
                          std::min(layout.queryCaption.top(), layout.queryCaption.bottom() - length));
        painter.rotate(-90);
        painter.drawText(QPointF(-length, 0), text);
    }
    painter.restore();
    if (!layout.scaleBar.isNull())
        paintScaleBar(painter, layout.scaleBar, m_bar, m_font);
}

void HeatmapPicture::paintCells(QPainter& painter, const HeatmapLayout& layout, const CellGrid& grid,
                                bool asShapes) const
{
    if (grid.isNull())
        return;
    painter.save();
    painter.setFont(m_font);
    if (asShapes) {
        paintCellsAsShapes(painter, grid, layout.cells, colours());
    } else {
        // Printers have far more pixels than the eye needs: keep the image below 40 million.
        const double wanted = painter.device()->devicePixelRatioF() * painter.transform().m11();
        const double most = std::sqrt(4e7 / (layout.cells.area.width() * layout.cells.area.height()));
        const QImage image
            = composeCells(grid, layout.cells, colours(), std::clamp(wanted, 1.0, std::max(1.0, most)));
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.drawImage(layout.cells.area, image);
    }
    if (!m_bar.statesOnly && m_options.values) {
        painter.setClipRect(layout.cells.area, Qt::IntersectClip);
        paintCellValues(painter, grid, layout.cells, colours());
    }
    painter.restore();
}

} // namespace headlight
