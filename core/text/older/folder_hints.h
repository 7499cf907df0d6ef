#pragma once

#include "core/base/result.h"
#include "core/text/steps/added_tokens.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

class FaultReport;

/// Facts about a tokenizer from the other files of its model folder: tokenizer_config.json,
/// special_tokens_map.json, added_tokens.json and the "model_type" of config.json. Any may be missing.
class FolderHints
{
public:
    static Result<FolderHints> read(const std::filesystem::path& folder);

    const std::filesystem::path& folder() const { return m_folder; }
    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    bool has(const std::string& name) const;

    /// The tokenizer class, without "Fast"; empty if neither it nor a known model type is given.
    const std::string& tokenizerClass() const { return m_class; }
    /// Whether tokenizer_config.json names the class that only follows a tokenizer.json.
    bool namesGenericClass() const { return m_generic; }
    const std::string& modelType() const { return m_modelType; }
    /// A flag of tokenizer_config.json.
    std::optional<bool> flag(std::string_view name) const;
    std::optional<std::int64_t> integer(std::string_view name) const;
    /// The spelling of "bos_token" and the like, from whichever file has it.
    std::optional<std::string> token(std::string_view name) const;
    /// The "mask_token_id" of config.json.
    std::optional<std::int64_t> maskTokenId() const { return m_maskTokenId; }

    struct Listed
    {
        AddedToken token;
        TokenId id = 0;
        bool bare = false; ///< from added_tokens.json, which has no flags
    };
    /// "additional_special_tokens", from whichever file has them.
    const std::vector<std::string>& additional() const { return m_additional; }
    /// "bos_token" and the like, then the additional ones, as special tokens.
    const std::vector<AddedToken>& special() const { return m_special; }
    /// The tokens of "added_tokens_decoder", or without it those of added_tokens.json, by id.
    const std::vector<Listed>& listed() const { return m_listed; }

private:
    std::filesystem::path m_folder;
    std::map<std::string, bool, std::less<>> m_flags; ///< of tokenizer_config.json
    std::map<std::string, std::int64_t, std::less<>> m_integers;
    std::map<std::string, std::string, std::less<>> m_tokens; ///< by name: "bos_token" and the like
    std::string m_class;
    std::string m_modelType;
    std::optional<std::int64_t> m_maskTokenId;
    std::vector<Listed> m_listed;
    std::vector<std::string> m_additional;
    std::vector<AddedToken> m_special;
    bool m_generic = false;
};

/// A special token of a family, unless the folder says otherwise.
struct SpecialTokenDefault
{
    std::string_view name; ///< "bos_token", …
    std::string_view content;
    bool stripLeft = false;
};

/// The mask token that the folder names, otherwise the special token with the default spelling of BERT's or
/// RoBERTa's. `hints` may be null.
std::optional<TokenId> findMaskToken(const AddedTokens& added, const Vocabulary& vocabulary,
                                     const FolderHints* hints);

/// Collects the added tokens of an older folder: the named ones that are in the vocabulary, then the listed
/// ones, then the folder's other special tokens. A token whose text is in the vocabulary has its id there; a
/// special token that no file lists gets the next one.
AddedTokens gatherAddedTokens(const FolderHints& hints, const std::vector<SpecialTokenDefault>& named,
                              const Vocabulary& vocabulary, const Normalizer* normalizer,
                              FaultReport& report);

} // namespace headlight
