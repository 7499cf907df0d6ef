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

/// [begin, end) in code points (not bytes) of the original text.
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
    std::string piece; ///< as in the vocabulary: "Ġcat", "▁chat", "##ing"
    CodePointRange range; ///< its place in its segment; [0,0) for an added special token
    bool special = false; ///< whether the tokenizer's file marks it as special
    std::int32_t typeId = 0; ///< segment: 0, or 1 for the second text of a pair (according to the template)
};

struct EncodeOptions
{
    bool addSpecial = true; ///< whether to run the post-processor ([CLS], </s>, …)
};

/// How a piece joins the text before it.
enum class PieceJoint {
    kAsIs, ///< the piece is a word or begins one; a space before it is not part of it
    kSpaceBefore, ///< the piece includes the space before it: "Ġcat", "▁chat"
    kJoined, ///< the piece continues the text before it: "##ing"
};

/// Converts text to ids and back. Immutable and without caches, so thread-safe.
class Tokenizer
{
public:
    virtual ~Tokenizer() = default;

    /// text and pair are UTF-8; invalid bytes count as U+FFFD, one per byte.
    virtual Result<std::vector<Token>> encode(std::string_view text, std::optional<std::string_view> pair,
                                              const EncodeOptions& options) const = 0;
    /// Skips ids outside the vocabulary, as Hugging Face's library does.
    virtual std::string decode(std::span<const TokenId> ids, bool skipSpecial) const = 0;

    /// The vocabulary's piece for an id; empty for an id outside it.
    virtual std::string piece(TokenId id) const = 0;
    virtual std::optional<TokenId> idOf(std::string_view piece) const = 0;
    virtual bool isSpecial(TokenId id) const = 0;
    /// The token for a word to predict ("[MASK]"); empty if the tokenizer has none.
    virtual std::optional<TokenId> maskToken() const = 0;
    virtual PieceJoint joint(TokenId id) const = 0;
    /// The text of a piece, without surrounding white space and the vocabulary's marks: "cat" for "Ġcat",
    /// "ing" for "##ing".
    virtual std::string word(TokenId id) const = 0;
    /// A readable form of one token for labels: "cat", with a leading "␣" if the token starts with a space;
    /// bytes that do not form a character as "<0xE2>"; special tokens unchanged; the number of an unused id.
    virtual std::string display(TokenId id) const = 0;
    /// Largest id + 1, including added tokens.
    virtual std::int64_t vocabularySize() const = 0;
    /// Short name for the model panel: "byte-level BPE", "Unigram", "WordPiece", …
    virtual std::string kind() const = 0;
};

/// The tokenizers of a model's two sides; `target` is the same object if there is only one.
struct Tokenizers
{
    std::shared_ptr<const Tokenizer> source;
    std::shared_ptr<const Tokenizer> target;
};

/// Reads the tokenizer files of a model folder: tokenizer.json, or the older files of its family (vocab.json
/// + merges.txt, vocab.txt, *.model, source.spm + target.spm + vocab.json). Follows tokenizer_config.json,
/// special_tokens_map.json and added_tokens.json beside them. A folder without tokenizer files gives
/// kFileNotFound; anything unsupported is an error that names it. The path may also be that of a
/// tokenizer.json or of a GGUF file.
Result<Tokenizers> loadTokenizers(const std::filesystem::path& folder);

} // namespace headlight
