#pragma once

#include "core/base/result.h"
#include "core/text/aligned_text.h"

#include <memory>
#include <vector>

namespace headlight {

class JsonFields;

/// A stretch of the text: a word for the model to cut, or an added token.
struct TextPiece
{
    std::size_t begin = 0;
    std::size_t end = 0;
    TokenId addedToken = -1; ///< −1 = to be cut by the model
};

/// The normalized text and its stretches, in order. Stretches need not cover the text: white space between
/// words is left out. No stretch is empty.
struct TextPieces
{
    AlignedText text;
    std::vector<TextPiece> pieces;
};

/// One step that cuts a text into words. Immutable. Leaves added tokens alone.
class PreTokenizer
{
public:
    virtual ~PreTokenizer() = default;
    /// kTooLong if the text exceeds its budget.
    virtual Result<void> apply(TextPieces& text, TextBudget& budget) const = 0;
};

using PreTokenizerPtr = std::unique_ptr<const PreTokenizer>;

/// Reads the "pre_tokenizer" object of a tokenizer.json. Never null; faults go to the fields' report.
PreTokenizerPtr readPreTokenizer(const JsonFields& fields);

// For the files that are older than tokenizer.json.
PreTokenizerPtr makeBertPreTokenizer();
/// GPT-2's way: cuts words by a regular expression, and writes their bytes in the visible alphabet.
PreTokenizerPtr makeByteLevelPreTokenizer(bool addPrefixSpace, bool useRegex);

/// GPT-2's regular expression, as byte-level tokenizers use it unless they bring their own.
extern const char* const kGpt2Expression;

} // namespace headlight
