#include "core/io/json_fields.h"
#include "core/text/models/subword_model.h"
#include "core/text/older/older_files.h"
#include "core/text/pipeline.h"

#include <algorithm>

namespace headlight {

namespace {

/// The differences between the families that share the two files.
struct BpeFamily
{
    std::vector<std::string_view> names; ///< of its tokenizer classes
    std::vector<SpecialTokenDefault> special;
    /// The tokens around a text: the first special token before it and the second after it, only the first
    /// after it, or the first before it if the folder says so.
    enum class Affixes : unsigned char { kOptional, kBoth, kEnd } affixes = Affixes::kOptional;
    bool trims = false; ///< leaves white space out of the ranges
    bool addsEnd = false; ///< <|endoftext|> has the next id if no file contains it
    const char* suffix = "";
    const char* normalizer = nullptr; ///< as in a tokenizer.json; null = none
    const char* preTokenizer = nullptr;
};

using Affixes = BpeFamily::Affixes;

const std::vector<BpeFamily>& bpeFamilies()
{
    static const std::vector<BpeFamily> kFamilies{
        {.names = {"GPT2Tokenizer", "CodeGenTokenizer", "GPTNeoXTokenizer", "OPTTokenizer"},
         .special = {{"bos_token", "<|endoftext|>"},
                     {"eos_token", "<|endoftext|>"},
                     {"unk_token", "<|endoftext|>"},
                     {"pad_token", ""}}},
        {.names = {"RobertaTokenizer", "BartTokenizer", "LEDTokenizer", "LongformerTokenizer"},
         .special = {{"cls_token", "<s>"},
                     {"sep_token", "</s>"},
                     {"unk_token", "<unk>"},
                     {"pad_token", "<pad>"},
                     {"mask_token", "<mask>", true}},
         .affixes = Affixes::kBoth,
         .trims = true},
        // RoBERTa's pieces.
        {.names = {"BlenderbotTokenizer"},
         .special = {{"eos_token", "</s>"},
                     {"bos_token", "<s>"},
                     {"unk_token", "<unk>"},
                     {"pad_token", "<pad>"},
                     {"mask_token", "<mask>", true}},
         .affixes = Affixes::kEnd,
         .trims = true},
        {.names = {"CLIPTokenizer"},
         .special
         = {{"bos_token", "<|startoftext|>"}, {"eos_token", "<|endoftext|>"}, {"unk_token", "<|endoftext|>"}},
         .affixes = Affixes::kBoth,
         .suffix = "</w>",
         .normalizer = R"({"type":"Sequence","normalizers":[{"type":"NFC"},
            {"type":"Replace","pattern":{"Regex":"\\s+"},"content":" "},{"type":"Lowercase"}]})",
         .preTokenizer = R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":
            "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+"},"behavior":"Removed","invert":true},
            {"type":"ByteLevel","add_prefix_space":false,"use_regex":false}]})"},
        {.names = {"Qwen2Tokenizer"},
         .special = {{"eos_token", "<|endoftext|>"}, {"pad_token", "<|endoftext|>"}},
         .addsEnd = true,
         .normalizer = R"({"type":"NFC"})",
         .preTokenizer = R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},
            "behavior":"Isolated","invert":false},{"type":"ByteLevel","add_prefix_space":false,"use_regex":false}]})"},
    };
    return kFamilies;
}

/// Null if the class is unknown.
const BpeFamily* familyNamed(std::string_view name)
{
    for (const BpeFamily& family : bpeFamilies())
        if (std::ranges::find(family.names, name) != family.names.end())
            return &family;
    return nullptr;
}

/// The family that the folder names, otherwise the one that the vocabulary resembles.
Result<const BpeFamily*> familyOf(const FolderHints& hints, const Vocabulary& vocabulary)
{
    const std::string& name = hints.tokenizerClass();
    if (const BpeFamily* const family = familyNamed(name))
        return family;
    if (!name.empty())
        return unsupported(hints.path("tokenizer_config.json"), "tokenizer_class", "\"", name,
                           "\" is not supported without a tokenizer.json");
    if (vocabulary.find("<|startoftext|>") && vocabulary.find("!</w>"))
        return familyNamed("CLIPTokenizer");
    const bool roberta = vocabulary.find("<s>") && vocabulary.find("<mask>");
    return familyNamed(roberta ? "RobertaTokenizer" : "GPT2Tokenizer");
}

Result<BpeMerges> readMergeLines(const std::string& file)
{
    BpeMerges merges;
    FaultReport report(file);
    const Result<void> done = eachLine(file, [&](std::string_view line, std::size_t number) {
        if (line.empty() || line.starts_with("#version"))
            return true;
        const auto pair = mergeOfLine(line);
        if (pair)
            merges.push_back(*pair);
        else
            report.bad(concat("line ", number), "is not a pair of pieces with one space between them");
        return pair.has_value();
    });
    RETURN_IF_ERROR(done);
    RETURN_IF_ERROR(report.check());
    return merges;
}

PostProcessorPtr makePostProcessor(const FolderHints& hints, const BpeFamily& family,
                                   const Vocabulary& vocabulary)
{
    const auto named = [&](std::size_t number) {
        const SpecialTokenDefault& special = family.special[number];
        return tokenIn(vocabulary, hints.token(special.name).value_or(std::string(special.content)));
    };
    const bool prefixed = hints.flag("add_prefix_space").value_or(false);
    if (family.affixes == Affixes::kBoth) {
        const auto before = named(0), after = named(1);
        if (!before.empty() && !after.empty())
            return makeRobertaProcessing(after[0], before[0], family.trims, prefixed);
    }
    if (family.affixes == Affixes::kEnd)
        return makeAffixProcessing({}, named(0), 0);
    const bool addBegin = hints.flag("add_bos_token").value_or(hints.modelType() == "opt");
    if (family.affixes == Affixes::kOptional && addBegin && !named(0).empty())
        return makeAffixProcessing(named(0), {}, 1);
    return makeByteLevelProcessing(family.trims, prefixed);
}

} // namespace

Result<Tokenizers> loadOlderBpe(const FolderHints& hints)
{
    ASSIGN_OR_RETURN(auto vocabulary, readVocabularyFile(hints.path("vocab.json")));
    ASSIGN_OR_RETURN(const auto chosen, familyOf(hints, vocabulary));
    const BpeFamily& family = *chosen;
    if (family.addsEnd && hints.listed().empty() && !vocabulary.find("<|endoftext|>"))
        vocabulary.add("<|endoftext|>", vocabulary.idCount());
    FaultReport report(hints.path("merges.txt"));
    ASSIGN_OR_RETURN(const auto merges, readMergeLines(report.file()));
    PipelineParts parts;
    parts.file = hints.folder().string();
    parts.style = PieceStyle::kByteLevel;
    if (family.normalizer)
        parts.normalizer = builtInStep(family.normalizer, readNormalizer);
    parts.preTokenizer = family.preTokenizer
        ? builtInStep(family.preTokenizer, readPreTokenizer)
        : makeByteLevelPreTokenizer(hints.flag("add_prefix_space").value_or(false), true);
    parts.decoder = makeByteLevelDecoder();
    parts.postProcessor = makePostProcessor(hints, family, vocabulary);
    parts.added = gatherAddedTokens(hints, family.special, vocabulary, parts.normalizer.get(), report);
    parts.mask = findMaskToken(parts.added, vocabulary, &hints);
    BpeOptions options;
    options.endOfWordSuffix = family.suffix;
    if (!report.error())
        parts.model = makeBpe(std::move(vocabulary), merges, options, "merge", report);
    RETURN_IF_ERROR(report.check());
    std::shared_ptr<const Tokenizer> tokenizer = makePipelineTokenizer(std::move(parts));
    return Tokenizers{tokenizer, tokenizer};
}

} // namespace headlight
