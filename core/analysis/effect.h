#pragma once

#include "core/analysis/stream_parts.h"
#include "core/text/tokenizer.h"

#include <optional>
#include <vector>

namespace headlight {

/// What is measured at a row: the logit of a token, or by how much it exceeds another one's.
struct EffectQuestion
{
    Index row = 0; ///< of the decoder, or of the only stack
    TokenId token = 0;
    std::optional<TokenId> minus;
    /// The token's log-probability instead, to the first order: its writers say how it changes with each of
    /// them. Excludes `minus`.
    bool logProbability = false;
    bool operator==(const EffectQuestion&) const = default;
};

/// The account of a measured number: value = Σ parts + remainder.
struct EffectAccount
{
    double value = 0;
    std::vector<Writer> writers; ///< in the order of computation; "head.bias" is last
    std::vector<double> parts; ///< one per writer
    /// What no sum can hold: the effect of a soft-cap, of the layer in the head of a masked language model,
    /// or of the softmax of a log-probability. Without these it is a rounding error.
    double remainder = 0;
    /// A head's part is its output z · heads[head] [d_value].
    std::map<HeadRef, RowVector> heads;
};

/// What a measured number loses without a part of the model.
struct PartEffect
{
    double estimate = 0; ///< by the gradient
    double run = 0; ///< by a run without it
};
using PartEffects = std::map<Writer, PartEffect>; ///< of heads and feed-forward layers

/// The last stack: the one that the language-model head reads.
StackKind measuredStack(const Model& model);
/// Whether inputs are given as token ids, since the model has no tokenizer.
bool readsIds(const Model& model);
/// The row of that stack to explain if nobody chose one: the first masked word, or else the last row.
Index usualRow(const Model& model, const std::vector<TokenLabel>& tokens);
/// The most likely tokens of a row, best first, by the model's own logits. Errors: kBadArgument if the trace
/// has neither the row's logits nor the stack's output there, or the model has no head.
Result<std::vector<TokenLabel>> likeliestTokens(const Model& model, const Trace& trace, Index row,
                                                std::size_t count);
/// The token that a person means by its id, or by a text that is exactly one token of the stack. Errors:
/// kBadArgument.
Result<TokenLabel> tokenMeant(const Model& model, StackKind stack, const std::string& text);
/// The same for what is a text in any case, though it may spell a number.
Result<TokenLabel> tokenSpelled(const Model& model, StackKind stack, const std::string& text);

/// Splits what is measured by writers: direct effects, exact but no verdict, since what later layers make of
/// a writer counts for them. The trace needs streamPartsSites(). Takes about as long as a pass over two
/// tokens. Errors: kBadArgument for a token or row that does not exist, a missing head or a missing site.
Result<EffectAccount> effectOf(const Model& model, const Trace& trace, const EffectQuestion& question);

/// What each key of a row adds to a head's part: weight · (value · reading) [keys]. They sum to the part.
/// `reading` is the head's entry of EffectAccount::heads. Empty if weights, values or the head's output are
/// not recorded, or if an edit replaced that output.
std::vector<double> keyEffects(const Trace& trace, const HeadRef& head, Index row, const RowVector& reading);
/// How the head's part would change if a key were masked and the others took its weight, negated: w/(1−w) ·
/// (value − z) · reading [keys]. NaN where w = 1.
std::vector<double> maskingEffects(const Trace& trace, const HeadRef& head, Index row,
                                   const RowVector& reading);

} // namespace headlight
