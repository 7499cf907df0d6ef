#include "ui/picture/picture_axes.h"

#include "ui/picture/token_shading.h"

#include <algorithm>
#include <cmath>
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

namespace {

constexpr double kRounding = 1e-6; ///< in tokens

/// Converts a position among words to one among tokens: proportional within a word.
double tokenPlace(const TokenGroups& words, double place)
{
    const auto word
        = static_cast<Index>(std::clamp(std::floor(place), 0.0, static_cast<double>(words.groups())));
    if (word >= words.groups())
        return static_cast<double>(words.tokens());
    const auto begin = static_cast<double>(words.begin(word)), end = static_cast<double>(words.end(word));
    return begin + (place - static_cast<double>(word)) * (end - begin);
}

double wordPlace(const TokenGroups& words, double place)
{
    const auto token = static_cast<Index>(std::max(std::floor(place), 0.0));
    if (token >= words.tokens())
        return static_cast<double>(words.groups());
    const Index word = words.groupOf(token);
    const auto begin = static_cast<double>(words.begin(word)), end = static_cast<double>(words.end(word));
    return static_cast<double>(word) + (place - begin) / (end - begin);
}

/// Position of a pair's token on an axis.
double placeOn(AlignedAxis axis, const TokenAlignment& alignment, std::size_t pair)
{
    const TokenAlignment::Pair& tokens = alignment.pairs()[pair];
    return axis == AlignedAxis::kA ? tokens.a
        : axis == AlignedAxis::kB  ? tokens.b
                                   : static_cast<double>(pair);
}

Index countOn(AlignedAxis axis, const TokenAlignment& alignment)
{
    return alignment.size()
        + (axis == AlignedAxis::kA       ? alignment.leftOutA()
               : axis == AlignedAxis::kB ? alignment.leftOutB()
                                         : 0);
}

} // namespace

MapZoom::Axis zoomAxis(StackKind stack, Index tokens, const AxisSpan& span,
                       const std::optional<TokenGroups>& words)
{
    MapZoom::Axis axis{stack, static_cast<int>(tokens), span.lower, span.upper};
    if (words) {
        axis.begin = tokenPlace(*words, span.lower);
        axis.end = tokenPlace(*words, span.upper);
    }
    return axis;
}

AxisSpan spanOf(const MapZoom::Axis& axis, const std::optional<TokenGroups>& words)
{
    if (!words)
        return {axis.begin, axis.end};
    return {wordPlace(*words, axis.begin), wordPlace(*words, axis.end)};
}

AxisSpan alignedSpan(const AxisSpan& span, const TokenAlignment& alignment, AlignedAxis from, AlignedAxis to)
{
    if (from == to)
        return span;
    const AxisSpan whole{0, static_cast<double>(countOn(to, alignment))};
    if (nearlySame(span, {0, static_cast<double>(countOn(from, alignment))}))
        return whole;
    std::optional<AxisSpan> found;
    for (std::size_t i = 0; i < alignment.pairs().size(); ++i) {
        const double at = placeOn(from, alignment, i), there = placeOn(to, alignment, i);
        if (at + 1 <= span.lower || at >= span.upper)
            continue;
        // A token cut by the visible part is cut at the same point on the other axis.
        if (!found)
            found = AxisSpan{there + std::max(0.0, span.lower - at), 0};
        found->upper = there + std::min(1.0, span.upper - at);
    }
    return found.value_or(whole);
}

bool nearlySame(const AxisSpan& a, const AxisSpan& b)
{
    return std::abs(a.lower - b.lower) < kRounding && std::abs(a.upper - b.upper) < kRounding;
}

bool nearlySame(const MapZoom& a, const MapZoom& b)
{
    const auto same = [](const MapZoom::Axis& one, const MapZoom::Axis& other) {
        return one.sameTokens(other) && nearlySame(AxisSpan{one.begin, one.end}, {other.begin, other.end});
    };
    return same(a.queries, b.queries) && same(a.keys, b.keys);
}

} // namespace headlight
