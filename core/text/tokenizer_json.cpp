#include "core/text/tokenizer_json.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/text/folder_overrides.h"
#include "core/text/older/folder_hints.h"
#include "core/text/pipeline.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace headlight {

namespace {

using nlohmann::json;

/// Whether the object is of this type or, for a sequence, contains a part of this type.
bool hasPart(const json* part, std::string_view type)
{
    if (!part || !part->is_object())
        return false;
    if (textMember(*part, "type") == type)
        return true;
    return std::any_of(part->begin(), part->end(), [type](const json& member) {
        return member.is_array() && std::any_of(member.begin(), member.end(), [type](const json& item) {
                   return hasPart(&item, type);
               });
    });
}

PieceStyle styleOf(const json& root, const SubwordModel& model)
{
    if (hasPart(findField(root, "decoder"), "ByteLevel")
        || hasPart(findField(root, "pre_tokenizer"), "ByteLevel"))
        return PieceStyle::kByteLevel;
    const std::string kind = model.kind();
    return kind.starts_with("BPE") || kind == "Unigram" ? PieceStyle::kMetaspace : PieceStyle::kPlain;
}

void checkCost(const DecoderCost& cost, FaultReport& report)
{
    if (cost.growth > DecoderCost::kMostGrowth)
        report.bad("decoder",
                   "its replacements make a text more than " + std::to_string(DecoderCost::kMostGrowth)
                       + " times as long, which is the limit");
    if (cost.steps > DecoderCost::kMostSteps)
        report.bad("decoder",
                   "found " + std::to_string(cost.steps) + " steps, expected at most "
                       + std::to_string(DecoderCost::kMostSteps));
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> parseTokenizerJson(std::string_view text, const std::string& file,
                                                            const FolderHints* hints)
{
    ASSIGN_OR_RETURN(auto tree, parseJson(text, file, kTokenizerLimits));
    if (hints)
        applyFolder(*hints, tree);
    FaultReport report(file);
    const JsonFields root(tree, "", report);
    if (const std::string version = root.text("version", "1.0"); version != "1.0")
        report.unsupported("version", '"' + version + R"(" is not supported, expected "1.0")");
    PipelineParts parts;
    parts.file = file;
    if (root.find("normalizer"))
        parts.normalizer = readNormalizer(root.object("normalizer"));
    if (root.find("pre_tokenizer"))
        parts.preTokenizer = readPreTokenizer(root.object("pre_tokenizer"));
    if (root.find("post_processor"))
        parts.postProcessor = readPostProcessor(root.object("post_processor"));
    if (root.find("decoder"))
        parts.decoder = readDecoder(root.object("decoder"));
    if (parts.decoder)
        checkCost(parts.decoder->cost(), report);
    if (!report.error())
        parts.model = readSubwordModel(root.object("model"));
    if (report.error())
        return *report.error();
    parts.added = readAddedTokens(root, parts.model->vocabulary(), parts.normalizer.get());
    if (report.error())
        return *report.error();
    if (hints)
        applyAddFlags(*hints, parts);
    parts.style = styleOf(tree, *parts.model);
    parts.mask = findMaskToken(parts.added, parts.model->vocabulary(), hints);
    return std::shared_ptr<const Tokenizer>(makePipelineTokenizer(std::move(parts)));
}

} // namespace headlight
