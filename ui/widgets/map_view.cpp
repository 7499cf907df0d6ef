#include "ui/widgets/map_view.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kFewestSeen = 3; ///< cells of an axis
constexpr double kRoundingSlack = 1e-6; ///< in cells

AxisSpan inside(const AxisSpan& span, Index count)
{
    const double all = std::max(1.0, static_cast<double>(count));
    const double size = std::clamp(span.size(), std::min(kFewestSeen, all), all);
    const double lower = std::clamp(span.lower, 0.0, all - size);
    return {lower, lower + size};
}

AxisSpan scaled(const AxisSpan& span, double factor, double about, Index count)
{
    // Limit the size first: at the limit the centre must not drift.
    const AxisSpan wanted = inside({0, span.size() * factor}, count);
    const double lower = about - (about - span.lower) / span.size() * wanted.size();
    return inside({lower, lower + wanted.size()}, count);
}

AxisSpan movedTo(const AxisSpan& span, std::optional<int> token)
{
    if (!token)
        return span;
    const double by = *token < span.lower ? *token - span.lower : std::max(0.0, *token + 1 - span.upper);
    return {span.lower + by, span.upper + by};
}

} // namespace

MapView::MapView(Index rows, Index columns)
    : m_rowCount(rows)
    , m_columnCount(columns)
    , m_rows{0, std::max(1.0, static_cast<double>(rows))}
    , m_columns{0, std::max(1.0, static_cast<double>(columns))}
{ }

bool MapView::isWhole() const
{
    return m_rows.size() >= static_cast<double>(m_rowCount) - kRoundingSlack
        && m_columns.size() >= static_cast<double>(m_columnCount) - kRoundingSlack;
}

CellRect MapView::cells() const
{
    const auto first = [](const AxisSpan& span) { return static_cast<Index>(std::floor(span.lower + 1e-9)); };
    const auto end = [](const AxisSpan& span) { return static_cast<Index>(std::ceil(span.upper - 1e-9)); };
    return {first(m_rows), first(m_columns), end(m_rows) - first(m_rows), end(m_columns) - first(m_columns)};
}

MapView MapView::showing(const AxisSpan& rows, const AxisSpan& columns) const
{
    MapView other = *this;
    other.m_rows = inside(rows, m_rowCount);
    other.m_columns = inside(columns, m_columnCount);
    return other;
}

MapView MapView::zoomed(double factor, double row, double column) const
{
    return showing(scaled(m_rows, factor, row, m_rowCount), scaled(m_columns, factor, column, m_columnCount));
}

MapView MapView::moved(double rows, double columns) const
{
    return showing({m_rows.lower + rows, m_rows.upper + rows},
                   {m_columns.lower + columns, m_columns.upper + columns});
}

MapView MapView::revealing(const Cell& cell) const
{
    return showing(movedTo(m_rows, cell.query), movedTo(m_columns, cell.key));
}

} // namespace headlight
