#include "ui/views/compare/compare_canvas.h"

#include "ui/picture/token_text.h"
#include "ui/picture/value_scale.h"
#include "ui/widgets/canvas_accessible.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr Index kMostTiles = 700; ///< in each direction of a panel
constexpr double kGap = 8;
constexpr double kWideFrom = 1.5; ///< width to height from which on the panels stand beside each other

CellGrid readAll(const AttentionMap& map, MapKind kind, Shade shade, const std::stop_token& stop)
{
    const CellReader reader(map, kind, CellReader::Keep::kNothing, shade);
    return reader.read(reader.whole(), kMostTiles, kMostTiles, stop);
}

std::optional<int> partner(std::optional<int> token, const TokenAlignment& alignment,
                           CompareCanvas::Panel panel)
{
    if (!token || panel == CompareCanvas::kB)
        return token;
    const Index place = alignment.placeOfB(*token);
    if (place < 0)
        return std::nullopt;
    if (panel == CompareCanvas::kDifference)
        return static_cast<int>(place);
    return alignment.pairs()[static_cast<std::size_t>(place)].a;
}

/// The token of B that a token of a panel stands for.
std::optional<int> ofB(Index token, const TokenAlignment& alignment, CompareCanvas::Panel panel)
{
    if (panel == CompareCanvas::kB)
        return static_cast<int>(token);
    const Index place = panel == CompareCanvas::kA ? alignment.placeOfA(token) : token;
    if (place < 0 || place >= alignment.size())
        return std::nullopt;
    return alignment.pairs()[static_cast<std::size_t>(place)].b;
}

} // namespace

std::shared_ptr<CompareCanvas::Content> CompareCanvas::read(const MapComparison& comparison,
                                                            const std::stop_token& stop)
{
    auto content = std::make_shared<Content>();
    content->comparison = comparison;
    content->grids[kA] = readAll(comparison.a(), comparison.kind(), Shade::kValue, stop);
    content->grids[kB] = readAll(comparison.b(), comparison.kind(), Shade::kValue, stop);
    if (comparison.difference().queries() > 0 && comparison.difference().keys() > 0)
        content->grids[kDifference]
            = readAll(comparison.difference(), MapKind::kScores, Shade::kDifference, stop);
    return content;
}

namespace {

/// Cells to the right and down that a key moves by; nothing for another key.
std::optional<QPoint> stepOf(int key)
{
    switch (key) {
    case Qt::Key_Left:
        return QPoint(-1, 0);
    case Qt::Key_Right:
        return QPoint(1, 0);
    case Qt::Key_Up:
        return QPoint(0, -1);
    case Qt::Key_Down:
        return QPoint(0, 1);
    default:
        return std::nullopt;
    }
}

} // namespace

CompareCanvas::CompareCanvas(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    makeCanvasAccessible(*this);
    setAccessibleName(tr("A, B and their difference"));
}

void CompareCanvas::setContent(std::shared_ptr<const Content> content)
{
    m_content = std::move(content);
    m_queries.reset();
    m_keys.reset();
    m_details.reset();
    rebuild();
}

void CompareCanvas::setColourMap(const QString& name)
{
    if (name == m_colourMap)
        return;
    m_colourMap = name;
    rebuild();
}

void CompareCanvas::setMarks(const HeatmapMarks& marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    sayCurrent(*this, inWords(m_marks.hover.empty() ? m_marks.pin : m_marks.hover));
    update();
}

QString CompareCanvas::inWords(const Cell& cell) const
{
    if (!m_content || !cell.query || !cell.key)
        return {};
    const MapComparison& comparison = m_content->comparison;
    const auto number = [&](Panel panel, const AttentionMap& map, MapKind kind) {
        const Cell at = inPanel(panel, cell);
        return at.query && at.key && *at.query < map.queries() && *at.key < map.keys()
            ? fullText(map.at(kind, *at.query, *at.key))
            : tr("none");
    };
    const auto token = [](const std::vector<TokenLabel>& tokens, int i) {
        const auto place = static_cast<std::size_t>(i);
        return place < tokens.size() ? quotedToken(tokens[place]) : QString::number(i);
    };
    return tr("Query %1, key %2: A %3, B %4, difference %5")
        .arg(token(comparison.b().queryTokens(), *cell.query), token(comparison.b().keyTokens(), *cell.key),
             number(kA, comparison.a(), comparison.kind()), number(kB, comparison.b(), comparison.kind()),
             number(kDifference, comparison.difference(), MapKind::kScores));
}

const CellColours& CompareCanvas::colours(Panel panel) const
{
    return m_pictures[panel]->colours();
}

void CompareCanvas::rebuild()
{
    for (auto& picture : m_pictures)
        picture.reset();
    if (m_content) {
        const PicturePalette palette = PicturePalette::of(this->palette());
        HeatmapOptions options;
        options.colourMap = m_colourMap;
        options.weightRange = WeightRange::kMaximum;
        options.captions = false;
        const MapComparison& comparison = m_content->comparison;
        // One scale for both, so that the same colour is the same number.
        CellLimits both = m_content->grids[kA].limits;
        both.join(m_content->grids[kB].limits);
        m_pictures[kA].emplace(comparison.a(), comparison.kind(), both, options, palette, font());
        m_pictures[kB].emplace(comparison.b(), comparison.kind(), both, options, palette, font());
        if (!m_content->grids[kDifference].isNull()) {
            m_pictures[kDifference].emplace(comparison.difference(), MapKind::kScores,
                                            m_content->grids[kDifference].limits, options, palette, font());
            m_pictures[kDifference]->setNames(tr("B − A"), QString(), QString());
        }
    }
    relayout();
}

QRectF CompareCanvas::panelRect(int panel) const
{
    const bool wide = width() >= kWideFrom * height();
    const double each = ((wide ? width() : height()) - 2 * kGap) / 3.0;
    const double at = panel * (each + kGap);
    return wide ? QRectF(at, 0, each, height()) : QRectF(0, at, width(), each);
}

void CompareCanvas::relayout()
{
    const double title = std::ceil(QFontMetricsF(font()).height()) + 2;
    for (std::size_t i = 0; i < m_pictures.size(); ++i)
        if (m_pictures[i])
            m_layouts[i]
                = m_pictures[i]->layout(panelRect(static_cast<int>(i)).adjusted(4, title + 2, -4, -4));
    if (m_queries && m_keys)
        showSpans();
    update();
}

Cell CompareCanvas::inPanel(Panel panel, const Cell& cell) const
{
    if (!m_content)
        return {};
    const MapComparison& comparison = m_content->comparison;
    return {partner(cell.query, comparison.queries(), panel), partner(cell.key, comparison.keys(), panel)};
}

Cell CompareCanvas::cellAt(const QPointF& point) const
{
    const std::optional<Panel> panel = panelAt(point);
    if (!panel)
        return {};
    const CellFrame& cells = m_layouts[*panel].cells;
    const MapComparison& comparison = m_content->comparison;
    const AttentionMap& map = *panel == kA ? comparison.a()
        : *panel == kB                     ? comparison.b()
                                           : comparison.difference();
    // The area's right and bottom edges belong to the last cells.
    const Index query = std::min(static_cast<Index>(cells.queryAt(point.y())), map.queries() - 1);
    const Index key = std::min(static_cast<Index>(cells.keyAt(point.x())), map.keys() - 1);
    return {ofB(query, comparison.queries(), *panel), ofB(key, comparison.keys(), *panel)};
}

QSize CompareCanvas::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 48, fontMetrics().height() * 30};
}

QSize CompareCanvas::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 26, fontMetrics().height() * 12};
}

void CompareCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    painter.fillRect(rect(), colours.background);
    if (!m_content)
        return;
    for (const Panel panel : {kA, kB, kDifference}) {
        const QRectF place = panelRect(panel);
        painter.setFont(font());
        painter.setPen(colours.text);
        const QString title
            = QFontMetricsF(font()).elidedText(m_content->titles[panel], Qt::ElideRight, place.width() - 8);
        painter.drawText(place.adjusted(4, 2, -4, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine,
                         title);
        if (!m_pictures[panel])
            continue;
        const HeatmapPicture& picture = *m_pictures[panel];
        picture.paintCells(painter, m_layouts[panel], shownGrid(panel), false);
        picture.paintFurniture(painter, m_layouts[panel]);
        // A was kept: its rows are not new.
        const auto newest = panel == kA ? std::nullopt : inPanel(panel, {m_marks.newest, std::nullopt}).query;
        picture.paintMarks(painter, m_layouts[panel],
                           {inPanel(panel, m_marks.hover), inPanel(panel, m_marks.pin), {}, newest});
    }
}

void CompareCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    relayout();
}

void CompareCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuild();
}

bool CompareCanvas::event(QEvent* event)
{
    // The window has shortcuts on the arrows; here they walk through the cells.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = dynamic_cast<QKeyEvent*>(event);
        if (key != nullptr && key->modifiers() == Qt::NoModifier && stepOf(key->key())) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void CompareCanvas::keyPressEvent(QKeyEvent* event)
{
    if (zoomByKey(event->key()))
        return;
    const std::optional<QPoint> step = stepOf(event->key());
    const bool chosen = event->key() == Qt::Key_Return || event->key() == Qt::Key_Space;
    const Cell from = m_marks.hover.empty() ? m_marks.pin : m_marks.hover;
    if (!m_content || (!step && !chosen) || (chosen && from.empty())) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (chosen) {
        emit clicked(from);
        return;
    }
    const auto moved = [](std::optional<int> at, int by, Index count) {
        // The first key press shows where the cursor stands.
        return static_cast<int>(std::clamp<Index>(at.value_or(0) + (at ? by : 0), 0, count - 1));
    };
    const AttentionMap& map = m_content->comparison.b();
    if (map.queries() > 0 && map.keys() > 0)
        emit hovered({moved(from.query, step->y(), map.queries()), moved(from.key, step->x(), map.keys())});
}

} // namespace headlight
