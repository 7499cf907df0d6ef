#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/attention_map.h"

#include <memory>
#include <vector>

namespace headlight {

class Model;

/// What becomes of one token of a sentence whose words change places.
struct MovedToken
{
    TokenLabel token;
    int to = 0; ///< its place in the other order
    /// ‖output there − output here‖ / ‖output here‖: 0 means that the model does not notice.
    double withPositions = 0;
    double without = 0; ///< the same with positions switched off in both runs
};

/// A sentence and the same with its words in reverse order (special tokens stay), through the first stack
/// of a model: without positions attention sees a set of words, not their order ("Attention Is All You Need",
/// 3.5). All masks but padding are off, since a causal mask tells the order too.
struct WordOrder
{
    std::vector<MovedToken> tokens;
    double largestWith() const;
    double largestWithout() const;
};

/// tokens: as they are fed to the encoder, or to the only stack. Errors: kCancelled; a bad argument where
/// there are no tokens, or ids that the model does not know.
Result<WordOrder> wordOrder(const std::shared_ptr<const Model>& model, const std::vector<TokenLabel>& tokens,
                            const Job& job);

} // namespace headlight
