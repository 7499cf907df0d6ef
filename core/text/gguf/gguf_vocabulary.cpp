#include "core/text/gguf/gguf_vocabulary.h"

#include "core/text/models/vocabulary.h"

#include <utility>

namespace headlight {

namespace {

constexpr std::string_view kPrefix = "tokenizer.ggml.";

/// Reads keys below tokenizer.ggml; keeps the first error.
class VocabularyReader
{
public:
    explicit VocabularyReader(const GgufFile& file)
        : m_file(file)
    { }

    const std::optional<Error>& fault() const { return m_fault; }

    std::string text(std::string_view key)
    {
        const GgufValue* const value = find(key);
        if (value == nullptr)
            return {};
        const auto found = value->text();
        if (!found)
            wrong(key, *value, "a string");
        return std::string(found.value_or(""));
    }

    std::vector<std::string_view> texts(std::string_view key)
    {
        const GgufValue* const value = find(key);
        if (value == nullptr)
            return {};
        auto found = value->texts();
        if (!found)
            wrong(key, *value, "a list of strings");
        return found ? *std::move(found) : std::vector<std::string_view>();
    }

    std::optional<bool> flag(std::string_view key)
    {
        const GgufValue* const value = find(key);
        const auto found = value != nullptr && !value->isList ? value->flag() : std::nullopt;
        if (value != nullptr && !found)
            wrong(key, *value, "true or false");
        return found;
    }

    /// The id of a token; an absent key, or an id beyond the last, means none.
    std::optional<TokenId> id(std::string_view key, std::size_t tokens, std::int64_t otherwise = -1)
    {
        const GgufValue* const value = find(key);
        const auto found = value == nullptr ? std::optional(otherwise)
            : value->isList                 ? std::nullopt
                                            : value->integer();
        if (!found) {
            wrong(key, *value, "the id of a token");
            return std::nullopt;
        }
        if (*found < 0 || *found >= static_cast<std::int64_t>(tokens))
            return std::nullopt;
        return static_cast<TokenId>(*found);
    }

    /// A list with one number per token; null if there is none.
    const GgufValue* numbers(std::string_view key, std::size_t tokens)
    {
        const GgufValue* const value = find(key);
        if (value == nullptr)
            return nullptr;
        if (!value->isList || value->count != tokens || !value->real(0)) {
            wrong(key, *value, "a list of " + std::to_string(tokens) + " numbers, one for each token");
            return nullptr;
        }
        return value;
    }

    void wrong(std::string_view key, const GgufValue& found, const std::string& expected)
    {
        fail(key, "found " + found.inWords() + ", expected " + expected);
    }
    void fail(std::string_view key, std::string message)
    {
        if (!m_fault)
            m_fault = badFile(m_file.path().string(), std::string(kPrefix) + std::string(key),
                              std::move(message));
    }

private:
    const GgufValue* find(std::string_view key) const
    {
        return m_file.find(std::string(kPrefix) + std::string(key));
    }

    const GgufFile& m_file;
    std::optional<Error> m_fault;
};

void readTypes(VocabularyReader& reader, GgufVocabulary& read)
{
    read.types.assign(read.tokens.size(), GgufVocabulary::Type::kNormal);
    const GgufValue* const types = reader.numbers("token_type", read.tokens.size());
    for (std::size_t i = 0; types != nullptr && i < read.types.size(); ++i) {
        const auto type = types->integer(i);
        if (!type || *type < 0 || *type > 6)
            return reader.fail("token_type",
                               "found " + (type ? std::to_string(*type) : std::string("no whole number"))
                                   + " for token " + std::to_string(i) + ", expected 1 to 6");
        if (*type != 0) // undefined in some files
            read.types[i] = static_cast<GgufVocabulary::Type>(*type);
    }
}

void readSpecialIds(VocabularyReader& reader, GgufVocabulary& read)
{
    const bool bytes = read.kind == "gpt2";
    const bool pieces = read.kind == "llama";
    const std::size_t count = read.tokens.size();
    read.begin = reader.id("bos_token_id", count, bytes ? 11 : pieces ? 1 : -1);
    read.end = reader.id("eos_token_id", count, bytes ? 11 : pieces ? 2 : -1);
    read.unknown = reader.id("unknown_token_id", count, pieces ? 0 : -1);
    read.separator = reader.id("seperator_token_id", count); // misspelled in the format
    if (!read.separator)
        read.separator = reader.id("separator_token_id", count);
    read.classifier = reader.id("cls_token_id", count);
    read.mask = reader.id("mask_token_id", count);
}

} // namespace

Result<AddedTokens> GgufVocabulary::addedTokens() const
{
    AddedTokens added;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool special = types[i] == Type::kControl || types[i] == Type::kUnknown;
        if (tokens[i].empty() || (!special && types[i] != Type::kUserDefined))
            continue;
        const std::string text(tokens[i]);
        if (added.idOf(text))
            continue; // of two tokens with the same spelling, a text matches the first
        if (Result<void> done
            = added.add({text, false, false, false, false, special}, static_cast<TokenId>(i), nullptr);
            !done)
            return done.error();
    }
    return added;
}

Result<GgufVocabulary> readGgufVocabulary(const GgufFile& file)
{
    VocabularyReader reader(file);
    GgufVocabulary read;
    read.file = file.path().string();
    read.kind = reader.text("model");
    if (!reader.fault() && (read.kind.empty() || read.kind == "none" || read.kind == "no_vocab"))
        return Error{ErrorCode::kFileNotFound, "there is no tokenizer in this file", read.file, {}, {}};
    if (read.kind != "llama" && read.kind != "gpt2" && read.kind != "bert" && !reader.fault())
        return unsupported(read.file, "tokenizer.ggml.model",
                           "found \"" + read.kind + "\", expected llama, gpt2 or bert");
    read.rule = reader.text("pre");
    read.tokens = reader.texts("tokens");
    if (read.tokens.empty())
        reader.fail("tokens", "found no tokens, expected a list of strings");
    if (read.tokens.size() > static_cast<std::size_t>(Vocabulary::kMaxIds))
        reader.fail("tokens",
                    "found " + std::to_string(read.tokens.size()) + " tokens, expected at most "
                        + std::to_string(Vocabulary::kMaxIds));
    readTypes(reader, read);
    if (const GgufValue* const scores = reader.numbers("scores", read.tokens.size()))
        for (std::size_t i = 0; i < read.tokens.size(); ++i)
            read.scores.push_back(static_cast<float>(scores->real(i).value_or(0.0)));
    read.merges = reader.texts("merges");
    readSpecialIds(reader, read);
    read.addBegin = reader.flag("add_bos_token");
    read.addEnd = reader.flag("add_eos_token");
    read.spacePrefix = reader.flag("add_space_prefix");
    if (reader.fault())
        return *reader.fault();
    return read;
}

} // namespace headlight
