#include "core/tracefile/import/array_parts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

namespace headlight {

namespace {

constexpr float kNoWeight = 1e-4F; ///< less than this is no attention
constexpr float kSumTolerance = 2e-2F; ///< of weights that have been in half precision

std::size_t extent(const TensorView& tensor, std::size_t axis)
{
    return static_cast<std::size_t>(tensor.shape[axis]);
}

/// A tensor of this shape and the dtype of `like` with its own bytes, which are zeros.
std::pair<TensorView, std::byte*> newTensor(const TensorView& like, std::vector<std::int64_t> shape)
{
    TensorView made = reshaped(like, std::move(shape));
    const auto bytes = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(made.elementCount())
                                                                * byteSize(like.dtype));
    made.bytes = *bytes;
    made.owner = bytes;
    return {made, bytes->data()};
}

float sumOf(std::span<const float> numbers)
{
    float sum = 0;
    for (const float number : numbers)
        sum += number;
    return sum;
}

std::string sizeOf(const TensorView& step)
{
    return concat(step.shape[2], " × ", step.shape[3]);
}

/// How the shapes of steps follow each other.
enum class Growth {
    kNone,
    kByRows, ///< each step holds the rows of the new tokens
    kWhole, ///< each step holds all rows again, and one more
};

Growth growthOf(const std::vector<TensorView>& steps, bool cross)
{
    bool rows = true;
    bool fixed = true; // keys reserved in advance
    bool whole = true;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const auto& now = steps[i].shape;
        const auto& then = steps[i - 1].shape;
        const bool same = now[3] == then[3];
        rows = rows && (cross ? same && now[2] == 1 : now[3] == then[3] + now[2]);
        fixed = fixed && !cross && same && now[2] == 1;
        whole = whole && now[2] == then[2] + 1 && (cross ? same : now[3] == now[2]);
    }
    return rows || fixed ? Growth::kByRows : whole ? Growth::kWhole : Growth::kNone;
}

/// Whether `later` begins with the rows of `earlier`: texts of growing length do not.
bool beginsWith(const TensorView& later, const TensorView& earlier)
{
    const std::int64_t rows = earlier.shape[2];
    const std::int64_t keys = earlier.shape[3];
    std::vector<float> row(static_cast<std::size_t>(keys));
    for (std::int64_t item = 0; item < earlier.shape[0]; ++item) {
        const bool same = forEachRow(
            earlier, item, [&](std::int64_t head, std::int64_t query, std::span<const float> expected) {
                const std::int64_t at = (item * later.shape[1] + head) * later.shape[2] + query;
                convertToFloat(later, at * later.shape[3], row);
                for (std::size_t i = 0; i < row.size(); ++i)
                    if (std::abs(row[i] - expected[i]) > kSumTolerance)
                        return false;
                return query < rows;
            });
        if (!same)
            return false;
    }
    return true;
}

/// The rows of all steps, with as many keys as the longest has.
TensorView stacked(const std::vector<TensorView>& steps)
{
    std::int64_t rows = 0;
    std::int64_t keys = 0;
    for (const TensorView& step : steps) {
        rows += step.shape[2];
        keys = std::max(keys, step.shape[3]);
    }
    const TensorView& first = steps.front();
    const std::size_t element = byteSize(first.dtype);
    auto [all, out] = newTensor(first, {first.shape[0], first.shape[1], rows, keys});
    const std::size_t run = static_cast<std::size_t>(keys) * element;
    for (std::size_t matrix = 0; matrix < extent(first, 0) * extent(first, 1); ++matrix)
        for (const TensorView& step : steps) {
            const std::size_t own = extent(step, 3) * element;
            for (std::size_t row = 0; row < extent(step, 2); ++row, out += run)
                std::memcpy(out, step.bytes.data() + (matrix * extent(step, 2) + row) * own, own);
        }
    return all;
}

/// Without the keys behind the last row, which a cache reserves; empty if one of them has weight.
std::optional<TensorView> withoutReserve(const TensorView& all)
{
    const std::int64_t rows = all.shape[2];
    const auto used = static_cast<std::size_t>(rows);
    for (std::int64_t item = 0; item < all.shape[0]; ++item)
        if (!forEachRow(all, item, [&](std::int64_t, std::int64_t, std::span<const float> row) {
                return std::abs(sumOf(row.subspan(used))) <= kNoWeight;
            }))
            return std::nullopt;
    const WordSpan kept{0, rows};
    const TensorView flat = reshaped(all, {all.elementCount() / all.shape[3], all.shape[3]});
    return reshaped(wordsFirst(flat, 1, {&kept, 1}), {all.shape[0], all.shape[1], rows, rows});
}

} // namespace

TensorView reshaped(TensorView tensor, std::vector<std::int64_t> shape)
{
    tensor.shape = std::move(shape);
    return tensor;
}

TensorView slice(const TensorView& tensor, std::int64_t index)
{
    TensorView part = tensor;
    part.shape.erase(part.shape.begin());
    const std::size_t bytes = tensor.bytes.size() / extent(tensor, 0);
    part.bytes = tensor.bytes.subspan(static_cast<std::size_t>(index) * bytes, bytes);
    part.name += concat("[", index, "]");
    return part;
}

TensorView headsBeforePositions(const TensorView& tensor)
{
    auto [turned, out]
        = newTensor(tensor, {tensor.shape[0], tensor.shape[2], tensor.shape[1], tensor.shape[3]});
    const std::size_t run = extent(tensor, 3) * byteSize(tensor.dtype);
    for (std::size_t item = 0; item < extent(tensor, 0); ++item)
        for (std::size_t head = 0; head < extent(tensor, 2); ++head)
            for (std::size_t position = 0; position < extent(tensor, 1); ++position, out += run)
                std::memcpy(out,
                            tensor.bytes.data()
                                + ((item * extent(tensor, 1) + position) * extent(tensor, 2) + head) * run,
                            run);
    return turned;
}

bool forEachRow(const TensorView& weights, std::int64_t item,
                const std::function<bool(std::int64_t, std::int64_t, std::span<const float>)>& take)
{
    const std::size_t rank = weights.shape.size();
    const std::int64_t heads = weights.shape[rank - 3];
    const std::int64_t queries = weights.shape[rank - 2];
    std::vector<float> row(static_cast<std::size_t>(weights.shape[rank - 1]));
    for (std::int64_t head = 0; head < heads; ++head)
        for (std::int64_t query = 0; query < queries; ++query) {
            const std::int64_t at = (item * heads + head) * queries + query;
            convertToFloat(weights, at * static_cast<std::int64_t>(row.size()), row);
            if (!take(head, query, row))
                return false;
        }
    return true;
}

bool looksLikeWeights(const TensorView& tensor)
{
    constexpr std::int64_t kRows = 4096;
    if (tensor.shape.empty() || tensor.elementCount() == 0)
        return false;
    std::vector<float> row(static_cast<std::size_t>(tensor.shape.back()));
    const std::int64_t rows = tensor.elementCount() / tensor.shape.back();
    const std::int64_t step = std::max<std::int64_t>(1, rows / kRows);
    float largest = 0;
    for (std::int64_t at = 0; at < rows; at += step) {
        convertToFloat(tensor, at * tensor.shape.back(), row);
        const float sum = sumOf(row);
        if (std::isnan(sum)) // a row of padding may be
            continue;
        if (sum > 1 + kSumTolerance || std::ranges::any_of(row, [](float w) { return w < 0; }))
            return false;
        largest = std::max(largest, sum);
    }
    return largest > 0.5F;
}

Result<TensorView> joinedHeads(const std::map<int, TensorView>& heads, const std::string& file)
{
    const TensorView& first = heads.begin()->second;
    if (heads.begin()->first != 0 || heads.rbegin()->first != static_cast<int>(heads.size()) - 1)
        return badFile(file, first.name, "found ", heads.size(), " heads with the numbers ",
                       heads.begin()->first, " to ", heads.rbegin()->first,
                       ", expected all heads of the layer from 0 on");
    for (const auto& [number, head] : heads)
        if (head.shape != first.shape || head.dtype != first.dtype)
            return badFile(file, head.name, "found the shape ", head.shapeText(), ", expected ",
                           first.shapeText(), " as in the layer's first head");
    auto [all, out]
        = newTensor(first, {static_cast<std::int64_t>(heads.size()), first.shape[0], first.shape[1]});
    for (const auto& [number, head] : heads) {
        std::memcpy(out, head.bytes.data(), head.bytes.size());
        out += head.bytes.size();
    }
    return all;
}

TensorView spreadHeads(const TensorView& heads, std::span<const int> numbers, int width)
{
    auto [all, out] = newTensor(heads, {width, heads.shape[1], heads.shape[2]});
    const std::size_t one = heads.bytes.size() / numbers.size();
    for (std::size_t i = 0; i < numbers.size(); ++i)
        std::memcpy(out + static_cast<std::size_t>(numbers[i]) * one, heads.bytes.data() + i * one, one);
    return all;
}

Result<TensorView> joinedSteps(const std::map<int, TensorView>& steps, bool cross, const std::string& file)
{
    std::vector<TensorView> all;
    for (const auto& [number, step] : steps) {
        all.push_back(step);
        std::vector<std::int64_t>& shape = all.back().shape;
        if (shape.size() == 3)
            shape.insert(shape.begin(), 1);
        const auto& first = all.front().shape;
        if (shape.size() != 4 || shape[0] != first[0] || shape[1] != first[1]
            || step.dtype != all.front().dtype)
            return badFile(file, step.name, "found the shape ", step.shapeText(),
                           ", expected [batch, heads, queries, keys] of a ", "step of generate(), with ",
                           all.front().shapeText(), " in the first");
    }
    if (all.size() == 1)
        return all.front();
    const Growth growth = growthOf(all, cross);
    if (growth == Growth::kByRows) {
        const TensorView rows = stacked(all);
        if (cross || rows.shape[2] >= rows.shape[3])
            return rows;
        if (auto cut = withoutReserve(rows))
            return std::move(*cut);
    }
    if (growth == Growth::kWhole && beginsWith(all.back(), all[all.size() - 2]))
        return all.back();
    return badFile(
        file, all[1].name, "found ", sizeOf(all[1]), " behind ", sizeOf(all[0]),
        " in a list of lists, expected the steps of generate(), whose rows follow each other. Save each text "
        "in a file of its own, or write one with from_hf of resources/exporters/headlight_trace.py");
}

bool holdsWords(const TensorView& weights, std::int64_t item, const WordSpan& words)
{
    const auto first = static_cast<std::size_t>(words.first);
    const auto count = static_cast<std::size_t>(words.count);
    return forEachRow(weights, item, [&](std::int64_t, std::int64_t query, std::span<const float> row) {
        if (query < words.first || query >= words.end())
            return true;
        const float inside = sumOf(row.subspan(first, count));
        return inside > 0.5F && sumOf(row) - inside <= kNoWeight;
    });
}

Index paddingBefore(const TensorView& weights, std::int64_t item)
{
    std::optional<Index> padding;
    Index leading = 0;
    const bool alike
        = forEachRow(weights, item, [&](std::int64_t, std::int64_t query, std::span<const float> row) {
              if (query == 0)
                  leading = 0;
              const float most = *std::ranges::max_element(row);
              const float beyond = query + 1 < static_cast<std::int64_t>(row.size())
                  ? row[static_cast<std::size_t>(query) + 1]
                  : 0;
              const bool silent = std::isnan(sumOf(row)) || sumOf(row) == 0
                  || (row.front() > 0 && beyond > 0 && std::ranges::all_of(row, [&](float w) {
                                      return w == 0 || std::abs(w - most) <= kNoWeight * most;
                                  }));
              if (leading == query && silent) {
                  ++leading;
                  return !padding || leading <= *padding;
              }
              padding = padding.value_or(leading);
              return leading == *padding && *padding > 0
                  && sumOf(row.first(static_cast<std::size_t>(*padding))) <= kNoWeight;
          });
    return alike && padding ? *padding : 0;
}

bool isCausal(const TensorView& weights, std::int64_t item, Index words)
{
    return forEachRow(weights, item, [&](std::int64_t, std::int64_t query, std::span<const float> row) {
        return query >= words
            || std::all_of(row.begin() + static_cast<std::ptrdiff_t>(query) + 1, row.end(),
                           [](float w) { return w == 0.0F; });
    });
}

TensorView wordsFirst(const TensorView& tensor, std::size_t axis, std::span<const WordSpan> words)
{
    const std::size_t at = tensor.shape.size() - axis;
    const std::size_t length = extent(tensor, at);
    const bool batch = words.size() > 1;
    std::vector<std::int64_t> shape = tensor.shape;
    if (!batch)
        shape[at] = words.front().count;
    auto [moved, out] = newTensor(tensor, shape);
    std::size_t run = byteSize(tensor.dtype); // what lies at one position
    for (std::size_t i = at + 1; i < shape.size(); ++i)
        run *= extent(tensor, i);
    std::size_t perItem = 1;
    for (std::size_t i = batch ? 1 : 0; i < at; ++i)
        perItem *= extent(tensor, i);
    const std::byte* in = tensor.bytes.data();
    for (const WordSpan& own : words)
        for (std::size_t outer = 0; outer < perItem; ++outer, in += length * run)
            for (std::size_t i = 0; i < extent(moved, at); ++i, out += run)
                std::memcpy(out, in + (static_cast<std::size_t>(own.first) + i) % length * run, run);
    return moved;
}

} // namespace headlight
