#include "core/text/tokenizer.h"
#include "core/text/tokenizer_json.h"

namespace headlight {

Result<Tokenizers> loadTokenizers(const std::filesystem::path& folder)
{
    const std::filesystem::path json = folder / "tokenizer.json";
    std::error_code code;
    if (std::filesystem::exists(json, code)) {
        Result<std::string> text = readTextFile(json);
        if (!text)
            return text.error();
        Result<std::shared_ptr<const Tokenizer>> tokenizer = parseTokenizerJson(*text, json.string());
        if (!tokenizer)
            return tokenizer.error();
        return Tokenizers{*tokenizer, *tokenizer};
    }
    return Error{
        ErrorCode::kFileNotFound, "there are no tokenizer files in this folder", folder.string(), {}, {}};
}

} // namespace headlight
