#include "core/text/gguf/gguf_tokenizer.h"

#include "core/io/gguf_fields.h"
#include "core/text/models/vocabulary.h"

namespace headlight {

namespace {

/// The id of a token; an absent key, or an id beyond the last, means none.
std::optional<TokenId> idOf(GgufFields& fields, std::string_view key, std::size_t tokens,
                            std::int64_t otherwise = -1)
{
    const GgufValue* const value = fields.find(fields.full(key));
    const auto found = value == nullptr ? std::optional(otherwise)
        : value->isList                 ? std::nullopt
                                        : value->integer();
    if (!found)
        fields.wrong(fields.full(key), *value, "the id of a token");
    if (!found || *found < 0 || *found >= static_cast<std::int64_t>(tokens))
        return std::nullopt;
    return static_cast<TokenId>(*found);
}

void readTypes(GgufFields& fields, GgufVocabulary& read)
{
    read.types.assign(read.tokens.size(), GgufVocabulary::Type::kNormal);
    const GgufValue* const types = fields.numbers("token_type", read.tokens.size(), "one for each token");
    for (std::size_t i = 0; types != nullptr && i < read.types.size(); ++i) {
        const auto type = types->integer(i);
        if (!type || *type < 0 || *type > 6)
            return fields.fault("token_type", "found ",
                                type ? std::to_string(*type) : std::string("no whole number"), " for token ",
                                i, ", expected 1 to 6");
        if (*type != 0) // undefined in some files
            read.types[i] = static_cast<GgufVocabulary::Type>(*type);
    }
}

void readSpecialIds(GgufFields& fields, GgufVocabulary& read)
{
    const bool bytes = read.kind == "gpt2";
    const bool pieces = read.kind == "llama";
    const std::size_t count = read.tokens.size();
    read.begin = idOf(fields, "bos_token_id", count, bytes ? 11 : pieces ? 1 : -1);
    read.end = idOf(fields, "eos_token_id", count, bytes ? 11 : pieces ? 2 : -1);
    read.unknown = idOf(fields, "unknown_token_id", count, pieces ? 0 : -1);
    read.separator = idOf(fields, "seperator_token_id", count); // misspelled in the format
    if (!read.separator)
        read.separator = idOf(fields, "separator_token_id", count);
    read.classifier = idOf(fields, "cls_token_id", count);
    read.mask = idOf(fields, "mask_token_id", count);
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
        RETURN_IF_ERROR(
            added.add({text, false, false, false, false, special}, static_cast<TokenId>(i), nullptr));
    }
    return added;
}

Result<GgufVocabulary> readGgufVocabulary(const GgufFile& file)
{
    GgufFields fields(file, "tokenizer.ggml");
    GgufVocabulary read;
    read.file = file.path().string();
    const FaultReport& report = fields.report();
    read.kind = fields.text("model").value_or("");
    if (!report.error() && (read.kind.empty() || read.kind == "none" || read.kind == "no_vocab"))
        return Error{ErrorCode::kFileNotFound, "there is no tokenizer in this file", read.file};
    if (read.kind != "llama" && read.kind != "gpt2" && read.kind != "bert" && !report.error())
        return unsupported(read.file, "tokenizer.ggml.model", "found \"", read.kind,
                           "\", expected llama, gpt2 or bert");
    read.rule = fields.text("pre").value_or("");
    read.tokens = fields.texts("tokens");
    if (read.tokens.empty())
        fields.fault("tokens", "found no tokens, expected a list of strings");
    if (read.tokens.size() > static_cast<std::size_t>(Vocabulary::kMaxIds))
        fields.fault("tokens", "found ", read.tokens.size(), " tokens, expected at most ",
                     Vocabulary::kMaxIds);
    readTypes(fields, read);
    if (const GgufValue* const scores = fields.numbers("scores", read.tokens.size(), "one for each token"))
        for (std::size_t i = 0; i < read.tokens.size(); ++i)
            read.scores.push_back(static_cast<float>(scores->real(i).value_or(0.0)));
    read.merges = fields.texts("merges");
    readSpecialIds(fields, read);
    read.addBegin = fields.flag("add_bos_token");
    read.addEnd = fields.flag("add_eos_token");
    read.spacePrefix = fields.flag("add_space_prefix");
    RETURN_IF_ERROR(report.check());
    return read;
}

} // namespace headlight
