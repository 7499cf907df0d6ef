#include "core/io/gguf.h"
#include "core/io/mapped_file.h"
#include "core/text/gguf/gguf_tokenizer.h"
#include "core/text/older/folder_hints.h"
#include "core/text/older/older_files.h"
#include "core/text/tokenizer.h"
#include "core/text/tokenizer_json.h"

namespace headlight {

namespace {

/// Two vocabularies do not share the tokens and settings of the folder's other files: `alone` is false.
Result<std::shared_ptr<const Tokenizer>> loadTokenizerJson(const std::filesystem::path& folder,
                                                           const std::string& name, bool alone = true)
{
    const std::filesystem::path path = folder / name;
    ASSIGN_OR_RETURN(const auto file, MappedFile::open(path));
    // tokenizer.json is sufficient; errors in the files that only add to it are ignored.
    const Result<FolderHints> hints = FolderHints::read(folder);
    auto tokenizer = parseTokenizerJson(file.text(), path.string(), hints && alone ? &*hints : nullptr);
    RETURN_IF_ERROR(file.check());
    return tokenizer;
}

/// A tokenizer.json by its own path.
Result<Tokenizers> loadTokenizerFile(const std::filesystem::path& file)
{
    ASSIGN_OR_RETURN(auto tokenizer, loadTokenizerJson(file.parent_path(), file.filename().string()));
    return Tokenizers{tokenizer, tokenizer};
}

/// Two vocabularies, one file each. Both must exist.
Result<Tokenizers> loadTwoTokenizers(const std::filesystem::path& folder)
{
    ASSIGN_OR_RETURN(auto source, loadTokenizerJson(folder, "source_tokenizer.json", false));
    ASSIGN_OR_RETURN(auto target, loadTokenizerJson(folder, "target_tokenizer.json", false));
    return Tokenizers{source, target};
}

} // namespace

Result<Tokenizers> loadTokenizers(const std::filesystem::path& folder)
{
    std::error_code code;
    if (std::filesystem::is_regular_file(folder, code)) {
        if (!GgufFile::isGguf(folder))
            return loadTokenizerFile(folder);
        return loadGgufTokenizers(folder);
    }
    if (isListed(folder / "tokenizer.json")) {
        Result<std::shared_ptr<const Tokenizer>> tokenizer = loadTokenizerJson(folder, "tokenizer.json");
        RETURN_IF_ERROR(tokenizer);
        return Tokenizers{*tokenizer, *tokenizer};
    }
    if (isListed(folder / "source_tokenizer.json") || isListed(folder / "target_tokenizer.json"))
        return loadTwoTokenizers(folder);
    ASSIGN_OR_RETURN(const auto hints, FolderHints::read(folder));
    if (hints.has("source.spm") && hints.has("target.spm") && hints.has("vocab.json"))
        return loadMarian(hints);
    if (hints.has("vocab.json") && hints.has("merges.txt"))
        return loadOlderBpe(hints);
    if (hints.has("vocab.json") && hints.has("sentencepiece.bpe.model"))
        return loadM2m100(hints);
    if (hints.has("vocab.txt"))
        return loadOlderWordPiece(hints);
    for (const char* name :
         {"spiece.model", "tokenizer.model", "sentencepiece.bpe.model", "sentencepiece.model", "spm.model"}) {
        if (hints.has(name))
            return loadOlderSentencePiece(hints, name);
    }
    return Error{ErrorCode::kFileNotFound, "there are no tokenizer files in this folder", folder.string()};
}

} // namespace headlight
