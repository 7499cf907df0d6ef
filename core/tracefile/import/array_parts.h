#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"
#include "core/math/matrix.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// The same numbers with another shape of the same size.
TensorView reshaped(TensorView tensor, std::vector<std::int64_t> shape);
/// Element `index` of the first axis.
TensorView slice(const TensorView& tensor, std::int64_t index);
/// [batch, positions, heads, width] → [batch, heads, positions, width], copied.
TensorView headsBeforePositions(const TensorView& tensor);

/// Calls `take(head, query, row)` with each row of sentence `item` of [heads, queries, keys] or
/// [batch, heads, queries, keys], until it returns false. Returns whether it never did.
bool forEachRow(const TensorView& weights, std::int64_t item,
                const std::function<bool(std::int64_t, std::int64_t, std::span<const float>)>& take);

/// Whether the rows, or some thousand of many, are weights: no number below 0, no sum above 1, some not 0.
bool looksLikeWeights(const TensorView& tensor);

/// One layer [heads, queries, keys] from its heads, each [queries, keys], by their numbers from 0 on. The
/// error names the head that is missing or has another shape; `file` is the name in messages.
Result<TensorView> joinedHeads(const std::map<int, TensorView>& heads, const std::string& file);

/// A layer of `width` heads: those of [heads, queries, keys] at their numbers, which must be below `width`,
/// and zeros elsewhere.
TensorView spreadHeads(const TensorView& heads, std::span<const int> numbers, int width);

/// One layer [batch, heads, queries, keys] from the steps of generate(), each of these axes (or without the
/// batch): the rows of each step below those of the one before it, with zeros on keys that came later. Of
/// steps that begin anew with the first token the last one counts. The error says what does not grow.
Result<TensorView> joinedSteps(const std::map<int, TensorView>& steps, bool cross, const std::string& file);

/// Where the words of a sentence are among the positions of its batch.
struct WordSpan
{
    Index first = 0;
    Index count = 0;
    Index end() const { return first + count; }
    bool operator==(const WordSpan&) const = default;
};

/// Whether the rows of the words look at words only.
bool holdsWords(const TensorView& weights, std::int64_t item, const WordSpan& words);
/// Positions at the start that are padding: their rows are the same for all keys, also for later ones, as
/// transformers leaves them, or NaN, and no other row looks at them.
Index paddingBefore(const TensorView& weights, std::int64_t item);
/// Whether no word looks at a later key; `words` is as many positions from 0 on.
bool isCausal(const TensorView& weights, std::int64_t item, Index words);

/// A copy with the words of each sentence first along `axis`, counted from the last one, and padding behind
/// them; without a batch the padding is left out. The tensor has a batch if there are several `words`.
TensorView wordsFirst(const TensorView& tensor, std::size_t axis, std::span<const WordSpan> words);

} // namespace headlight
