// What the stream view says of one cell: its words, the best tokens there, and its way through the layers.

#include "ui/views/stream/stream_view.h"

#include "ui/state/focus.h"
#include "ui/views/stream/lens_model.h"
#include "ui/views/stream/stream_canvas.h"
#include "ui/widgets/candidate_table.h"
#include "ui/widgets/canvas_accessible.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/plot_theme.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// The attention sub-layer that a row of the table belongs to.
LayerRef layerOf(const StreamRow& row, StackKind stack, int layers)
{
    const AttentionKind kind
        = row.part == StreamRow::Part::kCross ? AttentionKind::kCross : AttentionKind::kSelf;
    return {stack, std::clamp(row.layer, 0, std::max(layers - 1, 0)), kind};
}

} // namespace

QWidget* StreamView::buildDetails()
{
    auto* details = new QWidget;
    auto* column = new QVBoxLayout(details);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(3);
    m_words = new ElidedLabel;
    m_words->setAccessibleName(tr("The chosen cell, or the one under the mouse"));
    column->addWidget(m_words);
    m_detailParts = new QSplitter(Qt::Horizontal);
    m_detailParts->setChildrenCollapsible(false);
    m_table = new CandidateTable(m_best);
    m_table->setAccessibleName(tr("Best tokens of the chosen cell"));
    m_detailParts->addWidget(m_table);
    m_curvesPart = new QWidget;
    auto* right = new QVBoxLayout(m_curvesPart);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(2);
    m_curvesTitle = new QLabel;
    m_curvesTitle->setTextFormat(Qt::RichText);
    m_curvesTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_curves = new CurvesPlot;
    right->addWidget(m_curvesTitle);
    right->addWidget(m_curves, 1);
    m_detailParts->addWidget(m_curvesPart);
    m_detailParts->setStretchFactor(0, 1);
    m_detailParts->setStretchFactor(1, 1);
    m_detailParts->setSizes({1000, 1000}); // halves
    column->addWidget(m_detailParts, 1);
    return details;
}

const StreamRow* StreamView::rowAt(const StreamPlace& place) const
{
    const auto row = static_cast<std::size_t>(place.row);
    const bool inside = place.row >= 0 && row < m_content.rows().size() && place.column >= 0
        && static_cast<std::size_t>(place.column) < m_content.tokens().size();
    return inside ? &m_content.rows()[row] : nullptr;
}

void StreamView::showPlace(std::optional<StreamPlace> place)
{
    m_canvas->setHover(place);
    const std::optional<StreamPlace> said = place ? place : m_canvas->current();
    const StreamRow* row = said ? rowAt(*said) : nullptr;
    const QString words = row != nullptr ? m_content.words(*row, said->column)
                                         : tr("Click a cell, or move with the arrow keys.");
    m_words->setText(
        row != nullptr && m_canvas->newest() == said->column ? tr("▸ just computed · %1").arg(words) : words);
    sayCurrent(*m_canvas, m_words->text());
}

void StreamView::choose(const StreamPlace& place)
{
    const StreamRow* row = rowAt(place);
    if (row == nullptr)
        return;
    m_row = *row;
    m_position = place.column;
    showDetails();
    const Cell cell = cellOf(place.column);
    if (!cell.empty())
        focus().setPin(cell);
}

void StreamView::showDetails()
{
    std::optional<StreamPlace> place;
    const auto columns = static_cast<int>(m_content.tokens().size());
    if (m_position < 0)
        m_position = columns - 1;
    if (columns > 0 && !m_content.rows().empty()) {
        // A row that another choice does not have gives way to the last one.
        const auto& rows = m_content.rows();
        const auto found = m_row ? std::find(rows.begin(), rows.end(), *m_row) : rows.end();
        const auto index = found != rows.end() ? found - rows.begin() : std::ssize(rows) - 1;
        place = StreamPlace{static_cast<int>(index), std::clamp(m_position, 0, columns - 1)};
    }
    m_canvas->setCurrent(place);
    std::vector<LensModel::Row> best;
    const StreamRow* row = place ? rowAt(*place) : nullptr;
    const LensCell* cell
        = row != nullptr && m_content.isLens() ? m_content.lensCell(row->layer, place->column) : nullptr;
    const LensCell* last = cell != nullptr ? m_content.lensCell(m_content.layers(), place->column) : nullptr;
    const std::int64_t target = last == nullptr    ? -1
        : m_content.target() == LensTarget::kFinal ? last->best.front().id
        : place->column + 1 < columns ? m_content.tokens()[static_cast<std::size_t>(place->column) + 1].id
                                      : -1;
    for (std::size_t i = 0; cell != nullptr && i < cell->best.size(); ++i)
        best.push_back({static_cast<int>(i), m_content.label(cell->best[i].id), cell->best[i].probability,
                        cell->best[i].id == target});
    m_best->setRows(std::move(best));
    m_table->setVisible(m_content.isLens());
    if (place)
        showCurves(*place);
    showPlace(std::nullopt);
}

void StreamView::showCurves(const StreamPlace& place)
{
    using Part = StreamRow::Part;
    const QList<QColor> colours = lineColours(palette());
    std::vector<CurvesPlot::Curve> curves;
    QString legend;
    const auto add = [&](Part part, const QString& name) {
        std::vector<float> values = m_content.curve(part, place.column);
        const bool known = std::any_of(values.begin(), values.end(), [](float v) { return v == v; });
        if (!known)
            return;
        const QColor colour = colours[static_cast<qsizetype>(curves.size()) % colours.size()];
        curves.push_back({name, std::move(values), colour});
        legend += QStringLiteral("<span style='color:%1'><b>%2</b></span>&nbsp;%3&ensp; ")
                      .arg(colour.name(),
                           curves.size() % 2 == 1 ? QStringLiteral("━━") : QStringLiteral("╍╍"), name);
    };
    if (m_content.isLens()) {
        add(Part::kStream,
            m_content.quantity() == StreamQuantity::kLensRank ? tr("rank by layer, from 0")
                                                              : tr("probability by layer"));
    } else {
        if (m_content.quantity() == StreamQuantity::kNorm)
            add(Part::kStream, tr("stream"));
        add(Part::kAttention, tr("attention"));
        add(Part::kCross, tr("cross-attention"));
        add(Part::kFeedForward, tr("feed-forward"));
    }
    m_curvesTitle->setText(legend);
    m_curves->setAxisName(tr("Layer"));
    m_curves->setCurves(std::move(curves));
    const StreamRow* row = rowAt(place);
    m_curves->setMarker(row != nullptr ? std::optional(row->layer) : std::nullopt);
}

Cell StreamView::cellOf(int position) const
{
    const HeadRef& head = focus().head();
    if (head.stack == m_content.stack())
        return {position, std::nullopt};
    if (head.kind == AttentionKind::kCross && m_content.stack() == StackKind::kEncoder)
        return {std::nullopt, position};
    return {};
}

std::optional<int> StreamView::positionOf(const Cell& cell) const
{
    const HeadRef& head = focus().head();
    if (head.stack == m_content.stack())
        return cell.query || head.kind == AttentionKind::kCross ? cell.query : cell.key;
    if (head.kind == AttentionKind::kCross && m_content.stack() == StackKind::kEncoder)
        return cell.key;
    return std::nullopt;
}

void StreamView::followFocus()
{
    const std::optional<int> pinned = positionOf(focus().pin());
    if (pinned && *pinned != m_position) {
        m_position = *pinned;
        showDetails();
    }
    const std::optional<int> hovered = positionOf(focus().hover());
    const std::optional<StreamPlace> current = m_canvas->current();
    if (hovered && current && !m_canvas->viewport()->underMouse())
        m_canvas->setHover(StreamPlace{current->row, *hovered});
    else if (!hovered)
        m_canvas->setHover(std::nullopt);
}

void StreamView::goToLayer(const StreamPlace& place)
{
    const StreamRow* row = rowAt(place);
    if (row == nullptr)
        return;
    const LayerRef layer = layerOf(*row, m_content.stack(), m_content.layers());
    focus().setHead({layer.stack, layer.layer, layer.kind, focus().head().head});
}

} // namespace headlight
