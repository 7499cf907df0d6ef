#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <memory>
#include <string>
#include <vector>

namespace headlight {

class JsonFields;

/// One or two encoded texts, later also single added tokens, to be joined at the end.
using TokenRuns = std::vector<std::vector<Token>>;

/// Adds special tokens, trims ranges, sets segments. Immutable.
class PostProcessor
{
public:
    virtual ~PostProcessor() = default;
    virtual Result<void> apply(TokenRuns& runs, bool addSpecial) const = 0;
};

using PostProcessorPtr = std::unique_ptr<const PostProcessor>;

/// Reads the "post_processor" object of a tokenizer.json. Never null; faults go to the fields' report.
PostProcessorPtr readPostProcessor(const JsonFields& fields);

/// A piece that a template adds, with its id.
struct NamedToken
{
    std::string piece;
    TokenId id = 0;
};

// For files older than tokenizer.json.
/// [CLS] A [SEP] B [SEP], segments 0 and 1.
PostProcessorPtr makeBertProcessing(NamedToken separator, NamedToken classifier);
/// <s> A </s> </s> B </s>, all in one segment.
PostProcessorPtr makeRobertaProcessing(NamedToken separator, NamedToken classifier, bool trimOffsets,
                                       bool addPrefixSpace);
/// `before` A `after`; for pairs, followed by `before` B `after` in a segment of its own.
PostProcessorPtr makeAffixProcessing(std::vector<NamedToken> before, std::vector<NamedToken> after,
                                     std::int32_t secondType);
PostProcessorPtr makeByteLevelProcessing(bool trimOffsets, bool addPrefixSpace);

} // namespace headlight
