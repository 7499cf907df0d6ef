#include "ui/picture/token_shading.h"

#include "core/analysis/largest_few.h"
#include "ui/words/shared_row.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace headlight {

namespace {

std::vector<float> line(const AttentionMap& map, MapKind kind, bool row, int origin)
{
    if (row) {
        const std::shared_ptr<const RowVector> numbers = sharedRow(map, kind, origin);
        return {numbers->begin(), numbers->end()};
    }
    const Matrix numbers = map.block(kind, 0, origin, map.queries(), 1);
    return {numbers.data(), numbers.data() + numbers.size()};
}

/// Weights and masks start at 0, so that "nothing" looks like nothing; scores have no natural zero.
void setRange(TokenShading& shading)
{
    bool any = false;
    float low = 0;
    float high = 0;
    for (std::size_t i = 0; i < shading.values.size(); ++i) {
        const float value = shading.values[i];
        if (!std::isfinite(value) || !shading.isAllowed(static_cast<int>(i)))
            continue;
        low = any ? std::min(low, value) : value;
        high = any ? std::max(high, value) : value;
        any = true;
    }
    shading.low = shading.isSigned() ? low : 0.0F;
    shading.high = shading.map == MapKind::kMask ? 1.0F : high;
}

} // namespace

StackKind queryStack(const HeadRef& head)
{
    return head.kind == AttentionKind::kCross ? StackKind::kDecoder : head.stack;
}

StackKind keyStack(const HeadRef& head)
{
    return head.kind == AttentionKind::kCross ? StackKind::kEncoder : head.stack;
}

Cell cellOfToken(const HeadRef& head, StackKind stack, int token, ReadingDirection direction)
{
    const bool isQuery = stack == queryStack(head);
    const bool isKey = stack == keyStack(head);
    Cell cell;
    if (isQuery && (!isKey || direction == ReadingDirection::kLooksAt))
        cell.query = token;
    else if (isKey)
        cell.key = token;
    return cell;
}

std::optional<int> tokenOfCell(const HeadRef& head, StackKind stack, const Cell& cell)
{
    if (stack == queryStack(head) && cell.query)
        return cell.query;
    return stack == keyStack(head) ? cell.key : std::nullopt;
}

double weightRamp(double part)
{
    constexpr double kFaintest = 0.05;
    const double inside = std::clamp(part, 0.0, 1.0);
    return inside > 0 ? kFaintest + (1 - kFaintest) * std::log10(1 + 9 * inside) : 0;
}

std::optional<float> TokenShading::strength(int token) const
{
    if (token < 0 || static_cast<std::size_t>(token) >= values.size() || !isAllowed(token))
        return std::nullopt;
    const float value = values[static_cast<std::size_t>(token)];
    if (!std::isfinite(value))
        return std::nullopt;
    if (high <= low)
        return isSigned() ? 1.0F : 0.0F;
    const float part = std::clamp((value - low) / (high - low), 0.0F, 1.0F);
    return logarithmic() ? static_cast<float>(weightRamp(static_cast<double>(part))) : part;
}

std::vector<int> TokenShading::strongest(std::size_t count) const
{
    const auto value = [this](Index i) { return values[static_cast<std::size_t>(i)]; };
    const auto isNumber = [&](Index i) { return isAllowed(static_cast<int>(i)) && std::isfinite(value(i)); };
    const std::vector<Index> largest = largestFew(static_cast<Index>(values.size()), count, value, isNumber);
    return {largest.begin(), largest.end()};
}

std::optional<TokenShading> shadingOf(const Trace& trace, const HeadRef& head, MapKind map, const Cell& cell,
                                      ReadingDirection direction)
{
    if (trace.isNull() || cell.empty())
        return std::nullopt;
    const AttentionMap matrix = trace.attention(head);
    if (matrix.isNull() || !matrix.has(map))
        return std::nullopt;

    const bool row = cell.query && (!cell.key || direction == ReadingDirection::kLooksAt);
    TokenShading shading;
    shading.direction = row ? ReadingDirection::kLooksAt : ReadingDirection::kLookedAtBy;
    shading.map = map;
    shading.origin = row ? *cell.query : *cell.key;
    shading.stack = row ? keyStack(head) : queryStack(head);
    shading.originStack = row ? queryStack(head) : keyStack(head);
    if (shading.origin < 0 || shading.origin >= (row ? matrix.queries() : matrix.keys()))
        return std::nullopt;
    if (!row && isColumnSlow(matrix, map))
        return std::nullopt;

    shading.values = line(matrix, map, row, shading.origin);
    if (matrix.has(MapKind::kMask)) {
        const std::vector<float> mask = line(matrix, MapKind::kMask, row, shading.origin);
        shading.allowed.reserve(mask.size());
        // A number instead of −∞ may leave weights: more than the trace that exp() leaves of −10⁹.
        for (std::size_t i = 0; i < mask.size(); ++i)
            shading.allowed.push_back(mask[i] > 0.5F
                                      || (shading.logarithmic() && shading.values[i] > 1e-30F));
    }
    setRange(shading);
    return shading;
}

} // namespace headlight
