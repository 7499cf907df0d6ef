#include "ui/picture/scale_bar.h"

#include "ui/picture/marks.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

const char* missingName(const ScaleBar& bar)
{
    return bar.missingInOne ? QT_TRANSLATE_NOOP("ScaleBar", "not in both")
                            : QT_TRANSLATE_NOOP("ScaleBar", "not computed");
}

constexpr double kDistance = 18; ///< between the cells and the bar
constexpr double kBarWidth = 12;
constexpr double kTick = 4;
constexpr double kSwatch = 13;
constexpr double kTitleGap = 6; ///< between the numbers and the title

QString legend(const char* text)
{
    return QCoreApplication::translate("ScaleBar", text);
}

int wantedTicks(double height)
{
    return std::clamp(static_cast<int>(height / 44), 2, 6);
}

double widestTick(const ScaleBar& bar, const QFontMetricsF& metrics)
{
    double widest = 0;
    for (const int wanted : {2, 6})
        for (const double tick : bar.colours.scale.ticks(wanted))
            widest = std::max(widest, metrics.horizontalAdvance(bar.colours.scale.tickText(tick, wanted)));
    return std::ceil(widest);
}

/// Returns the y below it.
double paintSwatch(QPainter& painter, const QPointF& at, const CellColours& colours, CellState state,
                   const QString& text)
{
    // Paint a one-cell map, so that a swatch looks exactly like the cells it explains.
    CellGrid grid;
    grid.rect = {0, 0, 1, 1};
    grid.values = Matrix::Constant(1, 1, state == CellState::kPlain ? 1.0F : 0.0F);
    grid.states = ByteMatrix::Constant(1, 1, static_cast<std::uint8_t>(state));
    CellColours plain = colours;
    plain.maskedKeepColour = false;
    const QRectF box(at, QSizeF(kSwatch, kSwatch));
    paintCellsAsShapes(painter, grid, {box, {0, 1}, {0, 1}}, plain);
    if (state == CellState::kLeftOut) { // looks like the background, so it needs an edge
        painter.setPen(QPen(colours.palette.line, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const QFontMetricsF metrics(painter.font());
    painter.setPen(colours.palette.mutedText);
    painter.drawText(QPointF(box.right() + 6, box.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                     text);
    return box.bottom() + std::max(6.0, metrics.height() - kSwatch + 4);
}

/// The arrow shown beside the row.
void paintNewest(QPainter& painter, const QPointF& at, const PicturePalette& palette)
{
    const QRectF box(at, QSizeF(kSwatch, kSwatch));
    paintNewestArrow(painter, {box.center().x() + kNewestArrow / 2, box.center().y()}, 1, palette);
    const QFontMetricsF metrics(painter.font());
    painter.setPen(palette.mutedText);
    painter.drawText(QPointF(box.right() + 6, box.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                     legend("just computed"));
}

void paintBar(QPainter& painter, const QRectF& box, const ScaleBar& bar)
{
    const double step = box.height() / 256;
    painter.setRenderHint(QPainter::Antialiasing, false);
    // Each strip extends to the end of the bar, so that there are no hairlines between strips.
    for (int strip = 0; strip < 256; ++strip)
        painter.fillRect(box.adjusted(0, strip * step, 0, 0),
                         QColor::fromRgb(bar.colours.map->at(255 - strip)));
}

} // namespace

double scaleBarWidth(const ScaleBar& bar, const QFont& font)
{
    const QFontMetricsF metrics(font);
    double width = 0;
    if (!bar.statesOnly)
        width = kBarWidth + kTick + 4 + widestTick(bar, metrics)
            + (bar.title.isEmpty() ? 0 : kTitleGap + metrics.height());
    const auto swatch = [&](const char* text) {
        width = std::max(width, kSwatch + 6 + metrics.horizontalAdvance(legend(text)));
    };
    if (bar.statesOnly)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "allowed"));
    if (bar.showLeftOut)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "left out"));
    if (bar.showFuture || bar.roomForSteps)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "still to come"));
    if (bar.statesOnly || bar.showMasked)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "masked"));
    if (bar.showMissing)
        swatch(missingName(bar));
    if (bar.showNewest || bar.roomForSteps)
        swatch(QT_TRANSLATE_NOOP("ScaleBar", "just computed"));
    return std::ceil(kDistance + width + 2);
}

void paintScaleBar(QPainter& painter, const QRectF& area, const ScaleBar& bar, const QFont& font)
{
    painter.save();
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double left = area.left() + kDistance;
    double y = area.top();
    if (bar.statesOnly) {
        y = paintSwatch(painter, {left, y}, bar.colours, CellState::kPlain, legend("allowed"));
    } else {
        const int swatches = (bar.showLeftOut ? 1 : 0) + (bar.showMasked ? 1 : 0) + (bar.showMissing ? 1 : 0)
            + (bar.showNewest ? 1 : 0);
        const double below = swatches * (metrics.height() + 6) + (swatches > 0 ? 12 : 0);
        const QRectF box(left, y, kBarWidth, std::round(std::max(area.height() - below, 40.0)));
        paintBar(painter, box, bar);
        const int wanted = wantedTicks(box.height());
        const ValueScale& scale = bar.colours.scale;
        for (const double tick : scale.ticks(wanted)) {
            const double at = box.bottom() - scale.place(tick) * box.height();
            painter.setPen(QPen(bar.colours.palette.line, 1));
            painter.drawLine(QPointF(box.right() + 1, at), QPointF(box.right() + kTick, at));
            painter.setPen(bar.colours.palette.mutedText);
            // Keep the numbers at the ends within the height of the bar.
            const double baseline = std::clamp(at + (metrics.ascent() - metrics.descent()) / 2,
                                               box.top() + metrics.ascent() - 2, box.bottom());
            painter.drawText(QPointF(box.right() + kTick + 4, baseline), scale.tickText(tick, wanted));
        }
        painter.save();
        painter.translate(box.right() + kTick + 4 + widestTick(bar, metrics) + kTitleGap, box.center().y());
        painter.rotate(-90);
        const double room = std::max(box.height(), 60.0);
        const bool whole = bar.brief.isEmpty() || metrics.horizontalAdvance(bar.title) <= room;
        const QString title = metrics.elidedText(whole ? bar.title : bar.brief, Qt::ElideRight, room);
        painter.drawText(QPointF(-metrics.horizontalAdvance(title) / 2, metrics.ascent()), title);
        painter.restore();
        y = box.bottom() + 12;
    }
    if (bar.showLeftOut)
        y = paintSwatch(painter, {left, y}, bar.colours, CellState::kLeftOut,
                        legend(bar.showFuture ? "still to come" : "left out"));
    if (bar.statesOnly || bar.showMasked)
        y = paintSwatch(painter, {left, y}, bar.colours, CellState::kMasked, legend("masked"));
    if (bar.showMissing)
        y = paintSwatch(painter, {left, y}, bar.colours, CellState::kMissing, legend(missingName(bar)));
    if (bar.showNewest)
        paintNewest(painter, {left, y}, bar.colours.palette);
    painter.restore();
}

} // namespace headlight
