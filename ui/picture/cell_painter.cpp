#include "ui/picture/cell_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace headlight {

namespace {

constexpr double kHatchPeriod = 6; ///< logical pixels between two lines or dots, along the axis
constexpr double kDot = 2; ///< side of a dot
constexpr float kLargeNumbers = 0.9F; ///< opacity
constexpr double kLeastWidthOfNumbers = 40;
constexpr double kLeastWidthOfShortNumbers = 24; ///< without the zero before the point
constexpr double kLeastHeightOfNumbers = 17;

/// Space between cells, the same in both directions and no wider than a hairline: the numbers matter. None
/// while they are small, so that a map does not become all grid.
double gapFor(const CellFrame& frame)
{
    const double side = std::min(frame.cellWidth(), frame.cellHeight());
    return side >= 14 ? 1 : 0;
}

/// The tile shown by each device pixel along one axis, or −1 (outside, or a gap).
std::vector<int> tilesAlong(const AxisSpan& span, int pixels, Index first, Index tileCells, Index tiles,
                            double gap)
{
    std::vector<int> found(static_cast<std::size_t>(pixels), -1);
    const double perPixel = span.size() / pixels;
    for (int p = 0; p < pixels; ++p) {
        const double cell = span.lower + (p + 0.5) * perPixel;
        const double tile = std::floor((cell - static_cast<double>(first)) / static_cast<double>(tileCells));
        if (tile >= 0 && tile < static_cast<double>(tiles))
            found[static_cast<std::size_t>(p)] = static_cast<int>(tile);
    }
    // The gap is cut from the far end of each cell in whole device pixels, so that all gaps are equal.
    const int cut = static_cast<int>(std::lround(gap));
    if (cut > 0) {
        const std::vector<int> full = found;
        for (int p = 0; p < pixels; ++p) {
            const int ahead = std::min(p + cut, pixels - 1);
            if (full[static_cast<std::size_t>(ahead)] != full[static_cast<std::size_t>(p)])
                found[static_cast<std::size_t>(p)] = -1;
        }
    }
    return found;
}

bool isHatched(CellState state)
{
    return state == CellState::kMasked || state == CellState::kMissing;
}

/// Colour of the lines or dots over a masked or missing cell: derived from the cell's own colour if it keeps
/// it.
QRgb hatchOn(QRgb colour, const CellColours& colours)
{
    if (colour == colours.palette.masked.rgb() || colour == colours.palette.background.rgb())
        return colours.palette.hatch.rgb();
    return mixed(QColor::fromRgb(colour), inkOn(colour), 0.45).rgb();
}

/// The colours of one row of tiles at a time, from tables that are made once.
class RowColours
{
public:
    RowColours(const CellGrid& grid, const CellColours& colours)
        : colour(static_cast<std::size_t>(grid.values.cols()))
        , hatch(colour.size())
        , state(colour.size())
        , m_grid(grid)
        , m_colours(colours)
        , m_levels(colour.size())
        , m_hatchKnown(kColours, 0)
    {
        for (int s = 0; s < kStates; ++s)
            for (int level = -1; level < kLevels; ++level)
                m_table.at(place(s, level)) = colours.ofLevel(level, static_cast<CellState>(s)) | 0xFF000000U;
    }
    void read(Index row)
    {
        const Matrix& shades = m_grid.shades.size() == 0 ? m_grid.values : m_grid.shades;
        m_colours.scale.levels({&shades(row, 0), m_levels.size()}, m_levels);
        hasMasked = hasMissing = false;
        for (std::size_t i = 0; i < colour.size(); ++i) {
            state[i] = m_grid.state(row, static_cast<Index>(i));
            const std::size_t at = place(static_cast<int>(state[i]), m_levels[i]);
            colour[i] = m_table[at]; // NOLINT(*-constant-array-index): the hottest line of a repaint
            if (isHatched(state[i])) {
                hatch[i] = hatchAt(at);
                (state[i] == CellState::kMasked ? hasMasked : hasMissing) = true;
            }
        }
    }
    std::vector<QRgb> colour, hatch;
    std::vector<CellState> state;
    bool hasMasked = false, hasMissing = false; ///< in the row

private:
    static constexpr int kStates = 4, kLevels = 256;
    static constexpr std::size_t kColours = std::size_t{kStates} * (kLevels + 1);
    static std::size_t place(int state, int level)
    {
        return static_cast<std::size_t>(state) * (kLevels + 1) + static_cast<std::size_t>(level + 1);
    }
    /// Computed on first use, since it is expensive.
    QRgb hatchAt(std::size_t place)
    {
        if (m_hatchKnown[place] == 0) {
            m_hatches.at(place) = hatchOn(m_table.at(place), m_colours);
            m_hatchKnown[place] = 1;
        }
        return m_hatches.at(place);
    }

    const CellGrid& m_grid;
    const CellColours& m_colours;
    std::vector<std::int16_t> m_levels;
    std::array<QRgb, kColours> m_table{}, m_hatches{};
    std::vector<std::uint8_t> m_hatchKnown;
};

/// The row's colours for each device pixel, plain and hatched.
struct PixelRow
{
    explicit PixelRow(std::size_t pixels)
        : plain(pixels)
        , hatch(pixels)
        , state(pixels)
    { }
    void fill(const RowColours& row, const std::vector<int>& columns)
    {
        for (std::size_t x = 0; x < columns.size(); ++x)
            plain[x] = columns[x] < 0 ? 0U : row.colour[static_cast<std::size_t>(columns[x])];
        hasMasked = row.hasMasked;
        hasMissing = row.hasMissing;
        if (!hasMasked && !hasMissing)
            return;
        for (std::size_t x = 0; x < columns.size(); ++x) {
            const auto tile = static_cast<std::size_t>(std::max(columns[x], 0));
            hatch[x] = row.hatch[tile];
            state[x] = columns[x] < 0 ? CellState::kPlain : row.state[tile];
        }
    }
    /// Draws pixels first, first + period, …, `thick` at a time, where the tile has this state.
    void drawHatch(QRgb* out, CellState of, int first, int period, int thick) const
    {
        const int count = static_cast<int>(plain.size());
        for (int begin = first - period; begin < count; begin += period) {
            for (int x = std::max(begin, 0); x < std::min(begin + thick, count); ++x)
                if (state[static_cast<std::size_t>(x)] == of)
                    out[x] = hatch[static_cast<std::size_t>(x)];
        }
    }
    std::vector<QRgb> plain, hatch;
    std::vector<CellState> state;
    bool hasMasked = false, hasMissing = false;
};

/// The first multiple of the period from here.
double hatchFrom(double at)
{
    return std::ceil(at / kHatchPeriod) * kHatchPeriod;
}

/// Lines at 45° through the rectangle, aligned with those of its neighbours.
void paintLines(QPainter& painter, const QRectF& r, const QColor& colour)
{
    QList<QLineF> lines;
    for (double sum = hatchFrom(r.left() + r.top()); sum < r.right() + r.bottom(); sum += kHatchPeriod) {
        const double x0 = std::max(r.left(), sum - r.bottom()), x1 = std::min(r.right(), sum - r.top());
        lines.append({x0, sum - x0, x1, sum - x1});
    }
    painter.setPen(QPen(colour, 0.8));
    painter.drawLines(lines);
}

/// Rows of dots, aligned with those of its neighbours. A row is one dashed line.
void paintDots(QPainter& painter, const QRectF& r, const QColor& colour)
{
    QList<QLineF> rows;
    const double left = hatchFrom(r.left());
    for (double y = hatchFrom(r.top()) + kDot / 2; y < r.bottom() && left < r.right(); y += kHatchPeriod)
        rows.append({left, y, r.right(), y});
    QPen pen(colour, kDot);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({1, kHatchPeriod / kDot - 1}); // in widths of the pen
    painter.setPen(pen);
    painter.drawLines(rows);
}

} // namespace

QRgb CellColours::ofLevel(int level, CellState state) const
{
    if (state == CellState::kLeftOut || state == CellState::kMissing)
        return palette.background.rgb();
    if (level < 0 || (state == CellState::kMasked && !maskedKeepColour))
        return palette.masked.rgb();
    return map->at(level);
}

QImage composeCells(const CellGrid& grid, const CellFrame& frame, const CellColours& colours,
                    double pixelRatio)
{
    const int width = static_cast<int>(std::lround(frame.area.width() * pixelRatio));
    const int height = static_cast<int>(std::lround(frame.area.height() * pixelRatio));
    if (width <= 0 || height <= 0 || grid.isNull())
        return {};
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    const std::vector<int> columns
        = tilesAlong(frame.keys, width, grid.rect.key, grid.tileColumns, grid.values.cols(),
                     grid.tileColumns > 1 || !colours.gaps ? 0 : gapFor(frame) * pixelRatio);
    const std::vector<int> rows
        = tilesAlong(frame.queries, height, grid.rect.query, grid.tileRows, grid.values.rows(),
                     grid.tileRows > 1 || !colours.gaps ? 0 : gapFor(frame) * pixelRatio);
    const int period = std::max(2, static_cast<int>(std::lround(kHatchPeriod * pixelRatio)));
    const int thick = std::max(1, static_cast<int>(std::lround(pixelRatio)));
    const int dot = std::max(1, static_cast<int>(std::lround(kDot * pixelRatio)));
    RowColours tiles(grid, colours);
    PixelRow pixels(columns.size());
    int shown = -1; ///< row of tiles that `pixels` holds
    for (int y = 0; y < height; ++y) {
        auto* out = reinterpret_cast<QRgb*>(image.scanLine(y));
        const int row = rows[static_cast<std::size_t>(y)];
        if (row < 0) {
            std::fill(out, out + width, 0U);
            continue;
        }
        if (row != shown) {
            tiles.read(row);
            pixels.fill(tiles, columns);
            shown = row;
        }
        std::copy(pixels.plain.begin(), pixels.plain.end(), out);
        // Masked cells have lines where x + y is a multiple of the period, missing ones dots.
        if (pixels.hasMasked)
            pixels.drawHatch(out, CellState::kMasked, (period - y % period) % period, period, thick);
        if (pixels.hasMissing && y % period < dot)
            pixels.drawHatch(out, CellState::kMissing, 0, period, dot);
    }
    return image;
}

void paintCellsAsShapes(QPainter& painter, const CellGrid& grid, const CellFrame& frame,
                        const CellColours& colours)
{
    const double gapX = grid.pooled() || !colours.gaps ? 0 : gapFor(frame);
    const double gapY = grid.pooled() || !colours.gaps ? 0 : gapFor(frame);
    const auto rectOf = [&](Index row, Index rowEnd, Index begin, Index end) {
        const double top = frame.y(static_cast<double>(grid.rect.query + row * grid.tileRows));
        const double bottom = frame.y(static_cast<double>(
            std::min(grid.rect.query + rowEnd * grid.tileRows, grid.rect.query + grid.rect.rows)));
        const double left = frame.x(static_cast<double>(grid.rect.key + begin * grid.tileColumns));
        const double right = frame.x(static_cast<double>(
            std::min(grid.rect.key + end * grid.tileColumns, grid.rect.key + grid.rect.columns)));
        return QRectF(left, top, right - left - gapX, bottom - top - gapY);
    };
    // Antialiasing renderers let the background shine through between two rectangles that merely touch.
    // Without a gap between them, a rectangle therefore extends under its next neighbours, which are painted
    // over it.
    const Index below = gapY == 0 ? 1 : 0, beside = gapX == 0 ? 1 : 0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (Index row = 0; row < grid.values.rows(); ++row) {
        for (Index column = 0, end = 0; column < grid.values.cols(); column = end) {
            const CellState state = grid.state(row, column);
            const QRgb colour = colours.of(grid.shade(row, column), state);
            // Neighbours of one colour become one shape if there is no gap between them.
            end = column + 1;
            while (gapX == 0 && end < grid.values.cols() && grid.state(row, end) == state
                   && colours.of(grid.shade(row, end), state) == colour)
                ++end;
            painter.setPen(Qt::NoPen);
            painter.setBrush(QColor::fromRgb(colour));
            painter.drawRect(rectOf(row, row + 1 + below, column, end + beside));
            if (isHatched(state))
                (state == CellState::kMasked ? paintLines : paintDots)(
                    painter, rectOf(row, row + 1, column, end), QColor::fromRgb(hatchOn(colour, colours)));
        }
    }
    painter.restore();
}

/// "0.98" as ".98", "1.00" as "1". Small numbers are left out.
static QString shortCellText(float value)
{
    QString text = cellText(value);
    if (text.startsWith(QLatin1Char('<')) || value == 0)
        return {};
    const qsizetype digit = value < 0 ? 1 : 0; // after the sign
    if (text.size() != digit + 4 || text[digit + 1].isDigit())
        return text; // not of the form 0.98
    if (text[digit] == QLatin1Char('0'))
        text.remove(digit, 1);
    else if (text.endsWith(QLatin1String("00")))
        text.chop(3);
    return text;
}

/// Widest text that `words` makes of numbers on the scale.
static double widestValue(const ValueScale& scale, const QFontMetricsF& metrics, QString (*words)(float))
{
    double widest = metrics.horizontalAdvance(words(scale.lower < 0 ? -0.88F : 0.88F));
    for (const double end : {scale.lower, scale.upper})
        widest = std::max(widest, metrics.horizontalAdvance(words(static_cast<float>(end))));
    return widest;
}

void paintCellValues(QPainter& painter, const CellGrid& grid, const CellFrame& frame,
                     const CellColours& colours)
{
    if (grid.pooled() || frame.cellWidth() < kLeastWidthOfShortNumbers
        || frame.cellHeight() < kLeastHeightOfNumbers)
        return;
    const bool narrow = frame.cellWidth() < kLeastWidthOfNumbers;
    const auto words = narrow ? shortCellText : cellText;
    painter.save();
    QFont font = painter.font();
    const double widest = widestValue(colours.scale, QFontMetricsF(font), words);
    const double room = frame.cellWidth() - (narrow ? 4 : 8);
    if (widest > room)
        font.setPixelSize(std::max(8, static_cast<int>(QFontInfo(font).pixelSize() * room / widest)));
    painter.setFont(font);
    for (Index row = 0; row < grid.values.rows(); ++row) {
        for (Index column = 0; column < grid.values.cols(); ++column) {
            const CellState state = grid.state(row, column);
            const QRectF cell = frame.cell(grid.rect.query + row, grid.rect.key + column);
            if (state != CellState::kPlain || !frame.area.intersects(cell))
                continue;
            QColor ink = inkOn(colours.of(grid.shade(row, column), state));
            // Dim small numbers, so that the eye finds the large ones first.
            const auto shade = static_cast<double>(grid.shade(row, column));
            const double size = colours.scale.diverging ? std::abs(shade) / colours.scale.upper
                                                        : colours.scale.place(shade);
            const float least = colours.palette.smallNumbers;
            ink.setAlphaF(least + (kLargeNumbers - least) * static_cast<float>(std::min(1.0, size / 0.15)));
            painter.setPen(ink);
            painter.drawText(cell.adjusted(0, 0, -gapFor(frame), -gapFor(frame)), Qt::AlignCenter,
                             words(grid.values(row, column)));
        }
    }
    painter.restore();
}

} // namespace headlight
