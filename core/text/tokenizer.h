#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

using TokenId = std::int32_t;

/// [begin, end) in code points (not bytes) of the text as it was given.
struct CodePointRange
{
    std::int32_t begin = 0;
    std::int32_t end = 0;
    bool operator==(const CodePointRange&) const = default;
};

/// One token of an encoded text.
struct Token
{
    TokenId id = 0;
    std::string piece; ///< as the vocabulary spells it: "Ġcat", "▁chat", "##ing"
    CodePointRange range; ///< where it stands in its segment; [0,0) for a special token that was added
    bool special = false; ///< marked special in the tokenizer's file
    std::int32_t typeId = 0; ///< segment: 0, or 1 for the second text of a pair (as the template says)
};

struct EncodeOptions
{
    bool addSpecial = true; ///< run the post-processor ([CLS], </s>, …)
};

/// How a piece joins the text before it.
enum class PieceJoint {
    kAsIs, ///< the piece begins a word or is a word; a space before it is no part of it
    kSpaceBefore, ///< the piece contains the space before it: "Ġcat", "▁chat"
    kJoined, ///< the piece continues the text before it: "##ing"
};

/// Text to ids and back. Immutable and free of caches: may be shared by threads.
class Tokenizer
{
public:
    virtual ~Tokenizer() = default;

    /// text and pair are UTF-8; invalid bytes count as U+FFFD, one per byte.
    virtual Result<std::vector<Token>> encode(std::string_view text, std::optional<std::string_view> pair,
                                              const EncodeOptions& options) const = 0;
    /// An id outside the vocabulary is left out, as Hugging Face's library does.
    virtual std::string decode(std::span<const TokenId> ids, bool skipSpecial) const = 0;

    /// The vocabulary's spelling of an id; empty for an id outside it.
    virtual std::string piece(TokenId id) const = 0;
    virtual std::optional<TokenId> idOf(std::string_view piece) const = 0;
    virtual bool isSpecial(TokenId id) const = 0;
    /// The token that stands for a word to be guessed ("[MASK]"); none where the tokenizer has none.
    virtual std::optional<TokenId> maskToken() const = 0;
    virtual PieceJoint joint(TokenId id) const = 0;
    /// The text that a piece stands for, without white space around it and without the marks of its
    /// vocabulary: "cat" for "Ġcat", "ing" for "##ing".
    virtual std::string word(TokenId id) const = 0;
    /// A readable form of one token for labels: "cat", with a leading "␣" where the token starts with a
    /// space, bytes that are no whole character as "<0xE2>"; special tokens as they are spelled.
    virtual std::string display(TokenId id) const = 0;
    /// Largest id + 1, added tokens included.
    virtual std::int64_t vocabularySize() const = 0;
    /// Short name for the model panel: "byte-level BPE", "Unigram", "WordPiece", …
    virtual std::string kind() const = 0;
};

/// The two sides of a model's tokenizer; `target` is the same object where there is only one.
struct Tokenizers
{
    std::shared_ptr<const Tokenizer> source;
    std::shared_ptr<const Tokenizer> target;
};

/// Reads what a model folder has: tokenizer.json, or the older files of its family (vocab.json +
/// merges.txt, vocab.txt, *.model, source.spm + target.spm + vocab.json). Looks at
/// tokenizer_config.json and special_tokens_map.json where the older files need them. A folder
/// without tokenizer files gives kFileNotFound; anything unsupported is an error naming it. The path may also
/// be that of a tokenizer.json or of a GGUF file.
Result<Tokenizers> loadTokenizers(const std::filesystem::path& folder);

} // namespace headlight
