#pragma once

#include "core/base/result.h"
#include "core/grad/measure.h"
#include "core/math/matrix.h"
#include "core/text/tokenizer.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// Tokens whose output is measured.
struct MeasuredTokens
{
    std::span<const TokenId> tokens; ///< one per row
    std::optional<TokenId> minus; ///< for kLogitDifference
    /// For kLoss, one per row; −1 = the row has no loss. Empty = the same tokens.
    std::span<const TokenId> losses = {};
};

/// One number per metric; NaN = none.
using Measures = std::array<double, kWordsOf<Metric>.size()>;
inline double& at(Measures& measures, Metric metric)
{
    return measures[static_cast<std::size_t>(metric)];
}
inline double at(const Measures& measures, Metric metric)
{
    return measures[static_cast<std::size_t>(metric)];
}
/// The measures of one run: log-probabilities of each row before and after an edit (twice the same for a run
/// without). kLogProbability is the sum over the rows, the others are means; kLoss is that over the rows
/// that have one, NaN without any; kLogitDifference needs `minus`; kRecovery, which needs three runs, gives
/// the number that it compares. At least one row.
Measures measured(const MeasuredTokens& what, std::span<const RowVector> before,
                  std::span<const RowVector> after);

/// A choice of rows: positions of the decoder's input, or of the only stack's.
struct RowChoice
{
    enum class Kind : unsigned char {
        kAll,
        kPrompt, ///< rows whose next token was given
        kOutput, ///< rows whose next token the model wrote
        kLast,
        kMasks, ///< the masked words of an encoder-only model
        kList,
    };
    Kind kind = Kind::kAll;
    std::vector<std::pair<Index, Index>> ranges = {}; ///< kList: first and last
    bool operator==(const RowChoice&) const = default;
};
/// Parses "all", "prompt", "output", "last", "masks" or "A-B,C,…".
Result<RowChoice> parseRowChoice(std::string_view text);

/// The rows of one input.
struct InputRows
{
    Index length = 0;
    Index prompt = 1; ///< tokens at the beginning that were given to a decoder
    bool decodes = true; ///< false = encoder-only: a row predicts its own token, and all rows were given
    std::vector<Index> masks = {};
};
/// The chosen rows, ascending, each once. An error if there are none, or no such row.
Result<std::vector<Index>> rowsOf(const RowChoice& choice, const InputRows& input);

/// A mean over inputs. Nothing is unset but for lack of numbers.
struct InputMean
{
    std::optional<double> mean, error; ///< error: standard error of the mean
    Index count = 0; ///< inputs with a number
};
/// each: one number per input; NaN = none. clusters: inputs with the same number vary together, and their
/// mean counts once in the error (one per input, or none = every input by itself).
InputMean meanOf(std::span<const double> each, std::span<const std::size_t> clusters);
/// A ratio of means: change / distance, with its error by the delta method. No ratio if the mean distance is
/// smaller than kLeastDistance or negative: it would be a number without meaning.
InputMean recoveryOf(std::span<const double> changes, std::span<const double> distances,
                     std::span<const std::size_t> clusters);
inline constexpr double kLeastDistance = 0.1;

} // namespace headlight
