#include "ui/views/whatif/sweep_canvas.h"

#include "core/trace/trace.h"
#include "ui/picture/colour_map.h"
#include "ui/widgets/canvas.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headlight {

SweepCanvas::SweepCanvas(QWidget* parent)
    : Canvas(tr("Results of the sweep"), parent)
{ }

void SweepCanvas::showResult(std::shared_ptr<const SweepResult> result, const Trace& trace, Metric measure)
{
    const std::size_t before = m_result ? m_result->points.size() : 0;
    m_result = std::move(result);
    m_measure = measure;
    m_grids = m_result ? sweepGrids(*m_result, trace) : std::vector<SweepGrid>();
    if (!m_result || m_result->points.size() != before)
        m_current.reset();
    relayout();
    update();
}

QSize SweepCanvas::sizeHint() const
{
    return m_picture.size();
}

void SweepCanvas::relayout()
{
    const QWidget* const frame = parentWidget();
    m_picture = SweepPicture(m_grids, font(), frame != nullptr ? frame->width() : width());
    setMinimumSize(m_picture.size());
}

void SweepCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    painter.fillRect(rect(), colours.background);
    if (!m_result)
        return;
    m_picture.paint(painter, *m_result, m_measure, colours);
    if (m_current && hasFocus()) {
        painter.setPen(QPen(colours.text, 2));
        painter.drawRect(m_picture.cellOf(*m_current).adjusted(0, 0, -2, -2));
    }
}

void SweepCanvas::moveTo(int point)
{
    m_current = point;
    update();
    if (!m_result || !m_tip)
        return;
    sayCurrent(*this, m_tip(m_result->points[static_cast<std::size_t>(point)]));
}

void SweepCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const auto point = m_picture.pointAt(event->position());
    if (!point || event->button() != Qt::LeftButton)
        return;
    moveTo(*point);
    emit chosen(*point);
}

void SweepCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!m_result || m_result->points.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int at = m_current.value_or(0);
    if (const auto step = arrowStep(*event))
        return moveTo(m_current ? m_picture.neighbour(at, step->y(), step->x()) : at);
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        moveTo(at);
        emit chosen(at);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

SweepCanvas::Tip SweepCanvas::tipAt(const QPoint& point) const
{
    const auto at = m_picture.pointAt(point);
    return at && m_result && m_tip ? Tip{m_tip(m_result->points[static_cast<std::size_t>(*at)]), {}} : Tip();
}

namespace {

constexpr double kGap = 2;
constexpr double kMargin = 6;
constexpr double kSmallestCell = 7;
constexpr double kLargestCell = 46;
constexpr double kNumberMargin = 3; ///< beside a number in its cell

QString words(const char* text)
{
    return QCoreApplication::translate("Sweep", text);
}

std::vector<SweepGrid> headGrids(const SweepResult& result)
{
    std::map<std::pair<StackKind, AttentionKind>, std::vector<std::pair<HeadRef, int>>> groups;
    for (std::size_t i = 0; i < result.points.size(); ++i)
        if (const auto head = headOf(result.points[i]))
            groups[{head->stack, head->kind}].emplace_back(*head, static_cast<int>(i));
    std::vector<SweepGrid> grids;
    for (const auto& [kind, heads] : groups) {
        SweepGrid grid;
        grid.title = attentionName(kind.first, kind.second);
        int firstLayer = heads.front().first.layer, lastLayer = firstLayer, heads2 = 0;
        for (const auto& [head, point] : heads) {
            firstLayer = std::min(firstLayer, head.layer);
            lastLayer = std::max(lastLayer, head.layer);
            heads2 = std::max(heads2, head.head + 1);
        }
        for (int layer = firstLayer; layer <= lastLayer; ++layer)
            grid.rows << QString::number(layer);
        for (int head = 0; head < heads2; ++head)
            grid.columns << QString::number(head);
        grid.points.assign(static_cast<std::size_t>(grid.rows.size() * grid.columns.size()), -1);
        for (const auto& [head, point] : heads)
            grid.points[static_cast<std::size_t>(head.layer - firstLayer) * static_cast<std::size_t>(heads2)
                        + static_cast<std::size_t>(head.head)]
                = point;
        grids.push_back(std::move(grid));
    }
    return grids;
}

/// A number of a sweep with the given decimals; zero has no sign. Nothing if there is no number.
QString sweepNumber(double value, int decimals)
{
    if (std::isnan(value))
        return {};
    const double scale = std::pow(10.0, decimals);
    const double rounded = std::round(value * scale) / scale;
    return withMinus(QLocale().toString(rounded == 0 ? 0.0 : rounded, 'f', decimals));
}

/// The number of decimals with which all numbers of a grid fit into its cells, so that the largest ones are
/// not missing; -1 = not even whole numbers fit.
int decimalsThatFit(const SweepGrid& grid, const SweepResult& result, Metric measure,
                    const QFontMetricsF& metrics, double room)
{
    for (int decimals = 2; decimals >= 0; --decimals) {
        double widest = 0;
        for (const int index : grid.points)
            if (index >= 0 && result.points[static_cast<std::size_t>(index)].known)
                widest
                    = std::max(widest,
                               metrics.horizontalAdvance(sweepNumber(
                                   result.points[static_cast<std::size_t>(index)].value(measure), decimals)));
        if (widest <= room)
            return decimals;
    }
    return -1;
}

QString tokenAt(const Trace& trace, StackKind stack, Index token)
{
    const auto index = static_cast<std::size_t>(token);
    if (trace.isNull() || index >= trace.tokens(stack).size())
        return QString::number(token);
    return tokenText(trace.tokens(stack)[index]);
}

SweepGrid hideGrid(const SweepResult& result, const Trace& trace)
{
    SweepGrid grid;
    grid.rows << QString();
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const auto& hidden = std::get<TokenHidden>(result.points[i].edit);
        grid.title = hidden.stack == StackKind::kEncoder
            ? words(QT_TRANSLATE_NOOP("Sweep", "Encoder tokens, hidden one at a time"))
            : words(QT_TRANSLATE_NOOP("Sweep", "Decoder tokens, hidden one at a time"));
        grid.columns << tokenAt(trace, hidden.stack, hidden.token);
        grid.points.push_back(static_cast<int>(i));
    }
    return grid;
}

std::vector<SweepGrid> patchGrids(const SweepResult& result, const Trace& trace)
{
    std::map<std::pair<StackKind, AttentionKind>, std::vector<int>> groups;
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const auto& patch = std::get<ActivationPatch>(result.points[i].edit);
        groups[{patch.where.stack, patch.where.kind}].push_back(static_cast<int>(i));
    }
    std::vector<SweepGrid> grids;
    for (const auto& [kind, points] : groups) {
        SweepGrid grid;
        const auto patchOf = [&result](int point) -> const ActivationPatch& {
            return std::get<ActivationPatch>(result.points[static_cast<std::size_t>(point)].edit);
        };
        const ActivationPatch& first = patchOf(points.front());
        const bool keys = first.site == Site::kKey || first.site == Site::kValue;
        const StackKind tokens
            = keys && kind.second == AttentionKind::kCross ? StackKind::kEncoder : kind.first;
        grid.title = words(QT_TRANSLATE_NOOP("Sweep", "%1: layers × positions"))
                         .arg(attentionName(kind.first, kind.second));
        for (const int point : points) { // layer by layer, positions ascending
            const ActivationPatch& patch = patchOf(point);
            if (patch.where.layers.first == first.where.layers.first)
                grid.columns << tokenAt(trace, tokens, patch.target);
            if (patch.target == first.target)
                grid.rows << QString::number(patch.where.layers.first);
            grid.points.push_back(point);
        }
        grids.push_back(std::move(grid));
    }
    return grids;
}

} // namespace

std::vector<SweepGrid> sweepGrids(const SweepResult& result, const Trace& trace)
{
    if (result.points.empty())
        return {};
    const Intervention& first = result.points.front().edit;
    if (std::holds_alternative<TokenHidden>(first))
        return {hideGrid(result, trace)};
    if (std::holds_alternative<ActivationPatch>(first))
        return patchGrids(result, trace);
    return headGrids(result);
}

ValueScale sweepScale(const SweepResult& result, Metric measure)
{
    float lower = 0, upper = 0;
    for (const SweepPoint& point : result.points) {
        if (!point.known)
            continue;
        lower = std::min(lower, static_cast<float>(point.value(measure)));
        upper = std::max(upper, static_cast<float>(point.value(measure)));
    }
    if (measure != Metric::kDivergence)
        return scoreScale(lower, upper);
    return {0, std::max(upper, 1e-6F), false};
}

SweepPicture::SweepPicture(std::vector<SweepGrid> grids, const QFont& font, int width)
    : m_grids(std::move(grids))
    , m_font(font)
{
    const QFontMetricsF metrics(font);
    m_labelHeight = metrics.height();
    for (const SweepGrid& grid : m_grids)
        for (const QString& row : grid.rows)
            m_labelWidth = std::max(m_labelWidth, metrics.horizontalAdvance(row) + 6);
    double top = kMargin;
    double right = 0;
    for (const SweepGrid& grid : m_grids) {
        Block block;
        block.title = {kMargin, top, std::max(40.0, width - 2 * kMargin), m_labelHeight};
        top += m_labelHeight + 2 + m_labelHeight;
        const auto columns = static_cast<double>(std::max<qsizetype>(1, grid.columns.size()));
        block.cellWidth
            = std::clamp((width - 2 * kMargin - m_labelWidth) / columns, kSmallestCell, kLargestCell);
        block.cellHeight = std::clamp(block.cellWidth, kSmallestCell, 24.0);
        block.cells = {kMargin + m_labelWidth, top, block.cellWidth * columns,
                       block.cellHeight * static_cast<double>(grid.rows.size())};
        right = std::max(right, block.cells.right());
        top = block.cells.bottom() + 2 * kMargin;
        m_blocks.push_back(block);
    }
    m_size = {static_cast<int>(std::ceil(right + kMargin)), static_cast<int>(std::ceil(top))};
}

QRectF SweepPicture::cell(std::size_t block, int row, int column) const
{
    const Block& place = m_blocks[block];
    return {place.cells.left() + column * place.cellWidth, place.cells.top() + row * place.cellHeight,
            place.cellWidth, place.cellHeight};
}

void SweepPicture::paint(QPainter& painter, const SweepResult& result, Metric measure,
                         const PicturePalette& palette) const
{
    const ValueScale scale = sweepScale(result, measure);
    const ColourMap& map = colourMap(
        measure != Metric::kDivergence ? divergingMapName() : QStringLiteral("mist"), palette.backdrop);
    const QFontMetricsF metrics(m_font);
    painter.setFont(m_font);
    for (std::size_t b = 0; b < m_grids.size(); ++b) {
        const SweepGrid& grid = m_grids[b];
        const Block& block = m_blocks[b];
        const int decimals
            = decimalsThatFit(grid, result, measure, metrics, block.cellWidth - kGap / 2 - kNumberMargin);
        painter.setPen(palette.text);
        painter.drawText(block.title, Qt::AlignLeft | Qt::AlignVCenter, grid.title);
        painter.setPen(palette.mutedText);
        for (int column = 0; column < grid.columns.size(); ++column) {
            const QRectF place = cell(b, 0, column).translated(0, -m_labelHeight);
            const QString text
                = metrics.elidedText(grid.columns[column], Qt::ElideRight, block.cellWidth - 1);
            painter.drawText(
                QRectF(place.left(), block.cells.top() - m_labelHeight, place.width(), m_labelHeight),
                Qt::AlignCenter, text);
        }
        for (int row = 0; row < grid.rows.size(); ++row) {
            painter.setPen(palette.mutedText);
            painter.drawText(QRectF(kMargin, cell(b, row, 0).top(), m_labelWidth - 4, block.cellHeight),
                             Qt::AlignRight | Qt::AlignVCenter, grid.rows[row]);
            for (int column = 0; column < grid.columns.size(); ++column) {
                const int index = grid.at(row, column);
                if (index < 0)
                    continue;
                const QRectF area = cell(b, row, column).adjusted(0, 0, -kGap / 2, -kGap / 2);
                const SweepPoint& point = result.points[static_cast<std::size_t>(index)];
                if (!point.known) {
                    painter.setPen(palette.line);
                    painter.drawRect(area.adjusted(0, 0, -1, -1));
                    continue;
                }
                const auto value = static_cast<float>(point.value(measure));
                const QRgb colour = map.at(std::max(0, scale.level(value)));
                painter.fillRect(area, QColor(colour));
                if (decimals >= 0) {
                    painter.setPen(inkOn(colour));
                    painter.drawText(area, Qt::AlignCenter, sweepNumber(point.value(measure), decimals));
                }
            }
        }
    }
}

std::optional<int> SweepPicture::pointAt(const QPointF& position) const
{
    for (std::size_t b = 0; b < m_blocks.size(); ++b) {
        if (!m_blocks[b].cells.contains(position))
            continue;
        const int row
            = std::min(static_cast<int>((position.y() - m_blocks[b].cells.top()) / m_blocks[b].cellHeight),
                       static_cast<int>(m_grids[b].rows.size()) - 1);
        const int column
            = std::min(static_cast<int>((position.x() - m_blocks[b].cells.left()) / m_blocks[b].cellWidth),
                       static_cast<int>(m_grids[b].columns.size()) - 1);
        const int point = m_grids[b].at(row, column);
        return point < 0 ? std::nullopt : std::optional(point);
    }
    return std::nullopt;
}

QRectF SweepPicture::cellOf(int point) const
{
    for (std::size_t b = 0; b < m_grids.size(); ++b) {
        const auto& points = m_grids[b].points;
        const auto found = std::find(points.begin(), points.end(), point);
        if (found == points.end())
            continue;
        const auto place = static_cast<int>(found - points.begin());
        const auto columns = static_cast<int>(m_grids[b].columns.size());
        return cell(b, place / columns, place % columns);
    }
    return {};
}

int SweepPicture::neighbour(int point, int down, int across) const
{
    const QRectF from = cellOf(point);
    if (from.isNull())
        return point;
    QPointF to = from.center() + QPointF(across * from.width(), down * from.height());
    if (const auto next = pointAt(to))
        return *next;
    // Continue beyond the title in the next block.
    for (std::size_t b = 0; b < m_blocks.size() && down != 0; ++b) {
        if (!m_blocks[b].cells.contains(from.center()))
            continue;
        const std::size_t other = down > 0 ? b + 1 : b - 1;
        if (other >= m_blocks.size())
            return point;
        to.setY(down > 0 ? m_blocks[other].cells.top() + 1 : m_blocks[other].cells.bottom() - 1);
        return pointAt(to).value_or(point);
    }
    return point;
}

} // namespace headlight
