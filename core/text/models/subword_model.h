#pragma once

#include "core/base/result.h"
#include "core/io/json_file.h"
#include "core/text/models/vocabulary.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

class JsonFields;

/// One piece found by a model, [begin, end) in bytes of the word; empty for a piece without text.
struct ModelToken
{
    TokenId id = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string spelling; ///< if it differs from the vocabulary's
};

/// Cuts words into pieces of its vocabulary. Immutable, without caches.
class SubwordModel
{
public:
    virtual ~SubwordModel() = default;
    /// Appends the pieces of `word` (valid UTF-8, not empty).
    virtual Result<void> tokenize(std::string_view word, std::vector<ModelToken>& out) const = 0;
    virtual const Vocabulary& vocabulary() const = 0;
    /// "BPE", "WordPiece", "Unigram", "WordLevel".
    virtual std::string kind() const = 0;
    /// The mark of the last piece of a word ("</w>"); usually empty.
    virtual std::string_view endOfWordSuffix() const { return {}; }
    /// The mark of pieces that continue a word ("##"); usually empty.
    virtual std::string_view continuationPrefix() const { return {}; }
};

/// Limits the steps down the tries of a vocabulary. Long pieces that match at every place would make them
/// quadratic in the text's length; real pieces have fewer than 200 bytes.
class PieceSteps
{
public:
    explicit PieceSteps(std::size_t bytes)
        : m_left(kBase + kEach * bytes)
    { }
    void count() { m_left -= m_left > 0 ? 1 : 0; }
    bool used() const { return m_left == 0; }

private:
    static constexpr std::size_t kBase = 4096;
    static constexpr std::size_t kEach = 1024;
    std::size_t m_left;
};
Error tooManyPieceSteps(std::size_t bytes);

/// Maximum length of the marks of a word's parts (continuing_subword_prefix, end_of_word_suffix), in bytes.
inline constexpr std::size_t kLongestMark = 64;
/// Reports a longer mark.
void checkMark(const JsonFields& fields, std::string_view name, std::string_view mark);

/// Limits on the JSON of a tokenizer. A vocabulary must not list a piece twice.
inline constexpr JsonLimits kTokenizerLimits{.bytes = std::size_t{64} << 20U, .uniqueNames = true};

using SubwordModelPtr = std::unique_ptr<const SubwordModel>;

/// Reads the "model" object of a tokenizer.json; null after a fault, which goes to the fields' report.
SubwordModelPtr readSubwordModel(const JsonFields& fields);

/// Fills a vocabulary from an object of pieces and ids; `field` names it in messages.
Vocabulary readVocabulary(const JsonFields& members, const std::string& field);

/// Reads a file that consists of one object of pieces and ids.
Result<Vocabulary> readVocabularyFile(const std::string& file);

// One pair of files each.
SubwordModelPtr readBpe(const JsonFields& fields);
SubwordModelPtr readUnigram(const JsonFields& fields);
SubwordModelPtr readWordPiece(const JsonFields& fields);
SubwordModelPtr readWordLevel(const JsonFields& fields);

/// A Unigram model; scores: one per id. Unknown characters are an error if there is no `unknown`.
SubwordModelPtr makeUnigram(Vocabulary vocabulary, std::vector<double> scores, std::optional<TokenId> unknown,
                            bool byteFallback);

/// BERT's model: takes the longest piece that fits, then the longest one that continues the word, and so on.
struct WordPieceOptions
{
    std::string unknown = "[UNK]"; ///< replaces a word that cannot be cut
    std::string continuationPrefix = "##";
    std::size_t maxCharacters = 100; ///< longer words are unknown
};

SubwordModelPtr makeWordPiece(Vocabulary vocabulary, WordPieceOptions options);

class FaultReport;

/// Byte-pair encoding (Sennrich et al. 2016): merges pairs of pieces in the order in which they were learned,
/// and equal pairs from left to right.
struct BpeOptions
{
    std::string unknown; ///< piece for characters outside the vocabulary; used if hasUnknown
    bool hasUnknown = false;
    std::string continuationPrefix; ///< prefix of every character except the first of a word
    std::string endOfWordSuffix; ///< suffix of the last character of a word
    bool fuseUnknown = false; ///< consecutive unknown characters become one token
    bool byteFallback = false; ///< unknown characters are written as bytes, "<0xE2>"
    bool ignoreMerges = false; ///< a word that is itself a piece is not cut, whatever the merges say
};

using BpeMerges = std::vector<std::pair<std::string, std::string>>;

/// Parses "h e", the pair of pieces to merge; empty unless it is two pieces separated by one space.
std::optional<std::pair<std::string, std::string>> mergeOfLine(std::string_view line);

/// Null after a fault: the pieces or the result of a merge are missing in the vocabulary.
SubwordModelPtr makeBpe(Vocabulary vocabulary, const BpeMerges& merges, BpeOptions options,
                        const std::string& field, FaultReport& report);

} // namespace headlight
