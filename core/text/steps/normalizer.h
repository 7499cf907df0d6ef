#pragma once

#include "core/base/result.h"
#include "core/text/aligned_text.h"

#include <memory>
#include <vector>

namespace headlight {

class JsonFields;

/// One step that rewrites a text before it is cut into words. Immutable.
class Normalizer
{
public:
    virtual ~Normalizer() = default;
    /// kTooLong if the text exceeds its budget.
    virtual Result<void> apply(AlignedText& text, TextBudget& budget) const = 0;
};

using NormalizerPtr = std::unique_ptr<const Normalizer>;

/// Reads the "normalizer" object of a tokenizer.json. Never null; faults go to the fields' report.
NormalizerPtr readNormalizer(const JsonFields& fields);

// The steps that other parts of core need on their own.
struct BertNormalizerOptions
{
    bool cleanText = true;
    bool handleChineseCharacters = true;
    bool stripAccents = true;
    bool lowercase = true;
};
NormalizerPtr makeBertNormalizer(const BertNormalizerOptions& options);
NormalizerPtr makeNormalizerSequence(std::vector<NormalizerPtr> steps);

} // namespace headlight
