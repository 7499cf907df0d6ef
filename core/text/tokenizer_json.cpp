#include "core/text/tokenizer_json.h"

#include "core/text/json_tree.h"
#include "core/text/older/folder_hints.h"
#include "core/text/pipeline.h"

#include <algorithm>
#include <fstream>

namespace headlight {

namespace {

/// Is there a part of this type in the object or, in a sequence, below it?
bool hasPart(const Json* part, std::string_view type)
{
    if (!part || !part->object())
        return false;
    const Json* own = part->find("type");
    if (own && own->text() && *own->text() == type)
        return true;
    const auto inside = [type](const JsonMember& member) {
        const Json::Array* items = member.value.array();
        return items && std::any_of(items->begin(), items->end(), [type](const Json& item) {
                   return hasPart(&item, type);
               });
    };
    return std::any_of(part->object()->begin(), part->object()->end(), inside);
}

PieceStyle styleOf(const Json& root, const SubwordModel& model)
{
    if (hasPart(root.find("decoder"), "ByteLevel") || hasPart(root.find("pre_tokenizer"), "ByteLevel"))
        return PieceStyle::kByteLevel;
    const std::string kind = model.kind();
    return kind.starts_with("BPE") || kind == "Unigram" ? PieceStyle::kMetaspace : PieceStyle::kPlain;
}

/// Ids without a token would make logits that nothing can be said about.
void checkForHoles(const Vocabulary& vocabulary, const AddedTokens& added, FaultReport& report)
{
    for (TokenId id = 0; id < vocabulary.idCount(); ++id) {
        if (!vocabulary.has(id) && !added.find(id))
            return report.bad("model.vocab", "has no entry for the id " + std::to_string(id));
    }
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> parseTokenizerJson(std::string_view text, const std::string& file,
                                                            const FolderHints* hints)
{
    Result<Json> tree = parseJson(text, file);
    if (!tree)
        return tree.error();
    FaultReport report(file);
    const JsonFields root(*tree, "", report);
    if (const std::string version = root.text("version", "1.0"); version != "1.0")
        report.unsupported("version", '"' + version + R"(" is not supported, expected "1.0")");
    PipelineParts parts;
    if (root.find("normalizer"))
        parts.normalizer = readNormalizer(root.object("normalizer"));
    if (root.find("pre_tokenizer"))
        parts.preTokenizer = readPreTokenizer(root.object("pre_tokenizer"));
    if (root.find("post_processor"))
        parts.postProcessor = readPostProcessor(root.object("post_processor"));
    if (root.find("decoder"))
        parts.decoder = readDecoder(root.object("decoder"));
    if (!report.error())
        parts.model = readSubwordModel(root.object("model"));
    if (report.error())
        return *report.error();
    parts.added = readAddedTokens(root, parts.model->vocabulary(), parts.normalizer.get());
    checkForHoles(parts.model->vocabulary(), parts.added, report);
    if (report.error())
        return *report.error();
    parts.style = styleOf(*tree, *parts.model);
    parts.mask = findMaskToken(parts.added, parts.model->vocabulary(), hints);
    return std::shared_ptr<const Tokenizer>(makePipelineTokenizer(std::move(parts)));
}

Result<std::string> readTextFile(const std::filesystem::path& path)
{
    constexpr std::uintmax_t kMaxBytes = std::uintmax_t{64} << 20;
    std::error_code code;
    const auto unreadable = [&path](const std::string& why) {
        return Error{ErrorCode::kFileUnreadable, why, path.string(), {}, {}};
    };
    if (!std::filesystem::is_regular_file(path, code) && !code && std::filesystem::exists(path))
        return unreadable("found a device or a pipe, expected a regular file");
    const std::uintmax_t size = code ? 0 : std::filesystem::file_size(path, code);
    if (code)
        return unreadable("cannot be read (" + code.message() + ")");
    if (size > kMaxBytes)
        return unreadable("has " + std::to_string(size) + " bytes, expected at most "
                          + std::to_string(kMaxBytes));
    std::ifstream stream(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!stream.read(text.data(), static_cast<std::streamsize>(size)))
        return unreadable("cannot be read");
    return text;
}

} // namespace headlight
