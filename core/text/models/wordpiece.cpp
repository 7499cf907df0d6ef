#include "core/text/models/subword_model.h"

#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/text/models/piece_trie.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

Error unknownMissing(std::string_view word, const std::string& unknown)
{
    return badArgument("unk_token", "found the word ", quotedExcerpt(word),
                       ", which is not in the vocabulary, and neither is the unknown token \"", unknown,
                       "\" that would stand for it. Use other words");
}

PieceTrie makeTrie(const Vocabulary& vocabulary, std::string_view prefix)
{
    std::vector<std::pair<std::string_view, std::int32_t>> pieces;
    pieces.reserve(static_cast<std::size_t>(vocabulary.pieceCount()));
    for (TokenId id = 0; id < vocabulary.idCount(); ++id) {
        const std::string_view piece = vocabulary.piece(id);
        if (piece.starts_with(prefix))
            pieces.emplace_back(piece.substr(prefix.size()), id);
    }
    return PieceTrie(std::move(pieces));
}

class WordPiece : public SubwordModel
{
public:
    WordPiece(Vocabulary vocabulary, WordPieceOptions options)
        : m_vocabulary(std::move(vocabulary))
        , m_options(std::move(options))
        , m_starts(makeTrie(m_vocabulary, ""))
        , m_continuations(makeTrie(m_vocabulary, m_options.continuationPrefix))
        , m_unknown(m_vocabulary.find(m_options.unknown))
    { }

    const Vocabulary& vocabulary() const override { return m_vocabulary; }
    std::string kind() const override { return "WordPiece"; }
    std::string_view continuationPrefix() const override { return m_options.continuationPrefix; }

    Result<void> tokenize(std::string_view word, std::vector<ModelToken>& out) const override
    {
        const std::size_t before = out.size();
        if (static_cast<std::size_t>(codePointCount(word)) <= m_options.maxCharacters) {
            std::size_t at = 0;
            PieceSteps steps(word.size());
            while (at < word.size()) {
                const ModelToken longest = longestAt(word, at, steps);
                if (steps.used())
                    return tooManyPieceSteps(word.size());
                if (longest.end == at)
                    break;
                out.push_back(longest);
                at = longest.end;
            }
            if (at == word.size())
                return {};
        }
        if (!m_unknown)
            return unknownMissing(word, m_options.unknown);
        out.resize(before);
        out.push_back({*m_unknown, 0, word.size(), {}});
        return {};
    }

private:
    ModelToken longestAt(std::string_view word, std::size_t at, PieceSteps& steps) const
    {
        const PieceTrie& trie = at == 0 ? m_starts : m_continuations;
        ModelToken longest{0, at, at, {}};
        PieceTrie::Node node = PieceTrie::kRoot;
        for (std::size_t i = at; i < word.size() && !steps.used(); ++i) {
            steps.count();
            const auto next = trie.step(node, static_cast<std::uint8_t>(word[i]));
            if (!next)
                break;
            node = *next;
            if (trie.value(node) >= 0)
                longest = {trie.value(node), at, i + 1, {}};
        }
        return longest;
    }

    Vocabulary m_vocabulary;
    WordPieceOptions m_options;
    PieceTrie m_starts;
    PieceTrie m_continuations;
    std::optional<TokenId> m_unknown;
};

class WordLevel : public SubwordModel
{
public:
    WordLevel(Vocabulary vocabulary, std::string unknown)
        : m_vocabulary(std::move(vocabulary))
        , m_unknown(std::move(unknown))
    { }
    const Vocabulary& vocabulary() const override { return m_vocabulary; }
    std::string kind() const override { return "WordLevel"; }
    Result<void> tokenize(std::string_view word, std::vector<ModelToken>& out) const override
    {
        std::optional<TokenId> id = m_vocabulary.find(word);
        if (!id)
            id = m_vocabulary.find(m_unknown);
        if (!id)
            return unknownMissing(word, m_unknown);
        out.push_back({*id, 0, word.size(), {}});
        return {};
    }

private:
    Vocabulary m_vocabulary;
    std::string m_unknown;
};

} // namespace

SubwordModelPtr makeWordPiece(Vocabulary vocabulary, WordPieceOptions options)
{
    return std::make_unique<WordPiece>(std::move(vocabulary), std::move(options));
}

SubwordModelPtr readWordPiece(const JsonFields& fields)
{
    WordPieceOptions options;
    options.unknown = fields.text("unk_token", options.unknown);
    options.continuationPrefix = fields.text("continuing_subword_prefix", options.continuationPrefix);
    options.maxCharacters
        = static_cast<std::size_t>(fields.integer("max_input_chars_per_word", 0, 1'000'000'000, 100));
    Vocabulary vocabulary = readVocabulary(fields.object("vocab"), fields.path("vocab"));
    if (fields.report().error())
        return nullptr;
    return makeWordPiece(std::move(vocabulary), std::move(options));
}

SubwordModelPtr readWordLevel(const JsonFields& fields)
{
    const std::string unknown = fields.text("unk_token", "<unk>");
    Vocabulary vocabulary = readVocabulary(fields.object("vocab"), fields.path("vocab"));
    if (fields.report().error())
        return nullptr;
    return std::make_unique<WordLevel>(std::move(vocabulary), unknown);
}

} // namespace headlight
