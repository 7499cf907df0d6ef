#include "ui/picture/picture_axes.h"

#include "ui/picture/linked_zoom.h"
#include "ui/picture/token_shading.h"

#include <utility>
#include <vector>

namespace headlight {

namespace {

std::optional<int> groupAt(std::optional<int> token, const std::optional<TokenGroups>& words)
{
    if (!token || !words)
        return token;
    return *token < words->tokens() ? std::optional(static_cast<int>(words->groupOf(*token))) : std::nullopt;
}

std::optional<int> firstTokenOf(std::optional<int> place, const std::optional<TokenGroups>& words)
{
    if (!place || !words)
        return place;
    return *place < words->groups() ? std::optional(static_cast<int>(words->begin(*place))) : std::nullopt;
}

std::vector<int> placesOf(const std::vector<int>& tokens, const std::optional<TokenGroups>& words,
                          Index count)
{
    std::vector<int> places;
    for (const int token : tokens) {
        const std::optional<int> place = groupAt(token, words);
        if (place && *place < count && (places.empty() || places.back() != *place))
            places.push_back(*place);
    }
    return places;
}

} // namespace

PictureAxes::PictureAxes(TokenGroups rows, TokenGroups columns)
    : m_rows(std::move(rows))
    , m_columns(std::move(columns))
{ }

PictureAxes PictureAxes::ofWords(const AttentionMap& map)
{
    return {wordGroups(map.queryTokens(), map.queries()), wordGroups(map.keyTokens(), map.keys())};
}

Cell PictureAxes::toPicture(const Cell& tokens) const
{
    return {groupAt(tokens.query, m_rows), groupAt(tokens.key, m_columns)};
}

Cell PictureAxes::toTokens(const Cell& picture) const
{
    return {firstTokenOf(picture.query, m_rows), firstTokenOf(picture.key, m_columns)};
}

FoundTokens PictureAxes::toPicture(const FoundTokens& tokens, Index rows, Index columns) const
{
    return {placesOf(tokens.queries, m_rows, rows), placesOf(tokens.keys, m_columns, columns)};
}

MapZoom PictureAxes::zoomOf(const AttentionMap& map, const AxisSpan& rows, const AxisSpan& columns) const
{
    return {zoomAxis(queryStack(map.head()), m_rows ? m_rows->tokens() : map.queries(), rows, m_rows),
            zoomAxis(keyStack(map.head()), m_columns ? m_columns->tokens() : map.keys(), columns, m_columns)};
}

AxisSpan PictureAxes::rowsOf(const MapZoom& zoom) const
{
    return spanOf(zoom.queries, m_rows);
}

AxisSpan PictureAxes::columnsOf(const MapZoom& zoom) const
{
    return spanOf(zoom.keys, m_columns);
}

} // namespace headlight
