#include "core/io/json_fields.h"
#include "core/text/models/bpe.h"
#include "core/text/older/built_in_step.h"
#include "core/text/older/line_file.h"
#include "core/text/older/older_files.h"
#include "core/text/pipeline.h"

namespace headlight {

namespace {

/// What distinguishes the families that share the two files.
struct BpeFamily
{
    std::string_view name;
    const char* normalizer; ///< as in a tokenizer.json; null = none
    const char* preTokenizer;
    std::vector<SpecialTokenDefault> special;
    bool encloses = false; ///< puts its first special token before a text and its second after it
    bool trims = false; ///< leaves white space out of the ranges
    const char* suffix = "";
};

const BpeFamily& gpt2Family()
{
    static const BpeFamily kFamily{
        "GPT2Tokenizer",
        nullptr,
        nullptr,
        {{"bos_token", "<|endoftext|>"},
         {"eos_token", "<|endoftext|>"},
         {"unk_token", "<|endoftext|>"},
         {"pad_token", ""}},
    };
    return kFamily;
}

const BpeFamily& robertaFamily()
{
    static const BpeFamily kFamily{
        "RobertaTokenizer",
        nullptr,
        nullptr,
        {{"cls_token", "<s>"},
         {"sep_token", "</s>"},
         {"unk_token", "<unk>"},
         {"pad_token", "<pad>"},
         {"mask_token", "<mask>", true}},
        true,
        true,
    };
    return kFamily;
}

/// RoBERTa's pieces; only the end token is added to a text.
const BpeFamily& blenderbotFamily()
{
    static const BpeFamily kFamily{
        "BlenderbotTokenizer",
        nullptr,
        nullptr,
        {{"eos_token", "</s>"},
         {"bos_token", "<s>"},
         {"unk_token", "<unk>"},
         {"pad_token", "<pad>"},
         {"mask_token", "<mask>", true}},
        false,
        true,
    };
    return kFamily;
}

const BpeFamily& clipFamily()
{
    static const BpeFamily kFamily{
        "CLIPTokenizer",
        R"({"type":"Sequence","normalizers":[{"type":"NFC"},
            {"type":"Replace","pattern":{"Regex":"\\s+"},"content":" "},{"type":"Lowercase"}]})",
        R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":
            "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+"},"behavior":"Removed","invert":true},
            {"type":"ByteLevel","add_prefix_space":false,"use_regex":false}]})",
        {{"bos_token", "<|startoftext|>"}, {"eos_token", "<|endoftext|>"}, {"unk_token", "<|endoftext|>"}},
        true,
        false,
        "</w>",
    };
    return kFamily;
}

const BpeFamily& qwenFamily()
{
    static const BpeFamily kFamily{
        "Qwen2Tokenizer",
        R"({"type":"NFC"})",
        R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},
            "behavior":"Isolated","invert":false},{"type":"ByteLevel","add_prefix_space":false,"use_regex":false}]})",
        {{"eos_token", "<|endoftext|>"}, {"pad_token", "<|endoftext|>"}},
    };
    return kFamily;
}

/// The family that the folder names, otherwise the one that the vocabulary resembles.
Result<const BpeFamily*> familyOf(const FolderHints& hints, const Vocabulary& vocabulary)
{
    const std::string& name = hints.tokenizerClass();
    if (name == "BartTokenizer" || name == "LEDTokenizer" || name == "LongformerTokenizer")
        return &robertaFamily();
    if (name == "CodeGenTokenizer" || name == "GPTNeoXTokenizer" || name == "OPTTokenizer")
        return &gpt2Family();
    for (const BpeFamily* family :
         {&gpt2Family(), &robertaFamily(), &blenderbotFamily(), &clipFamily(), &qwenFamily()}) {
        if (family->name == name)
            return family;
    }
    if (!name.empty()) {
        return unsupported(hints.path("tokenizer_config.json"), "tokenizer_class",
                           "\"" + name + "\" is not supported without a tokenizer.json");
    }
    if (vocabulary.find("<|startoftext|>") && vocabulary.find("!</w>"))
        return &clipFamily();
    return vocabulary.find("<s>") && vocabulary.find("<mask>") ? &robertaFamily() : &gpt2Family();
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
            report.bad("line " + std::to_string(number),
                       "is not a pair of pieces with one space between them");
        return pair.has_value();
    });
    if (!done)
        return done.error();
    if (report.error())
        return *report.error();
    return merges;
}

PostProcessorPtr makePostProcessor(const FolderHints& hints, const BpeFamily& family,
                                   const Vocabulary& vocabulary)
{
    const auto named = [&](const SpecialTokenDefault& special) {
        const std::string content = hints.token(special.name).value_or(std::string(special.content));
        return NamedToken{content, vocabulary.find(content).value_or(-1)};
    };
    const bool prefixed = hints.flag("add_prefix_space").value_or(false);
    if (family.encloses) {
        const NamedToken before = named(family.special[0]);
        const NamedToken after = named(family.special[1]);
        if (before.id >= 0 && after.id >= 0)
            return makeRobertaProcessing(after, before, family.trims, prefixed);
    }
    if (&family == &blenderbotFamily()) {
        const NamedToken end = named(family.special[0]);
        return makeAffixProcessing({}, end.id >= 0 ? std::vector<NamedToken>{end} : std::vector<NamedToken>(),
                                   0);
    }
    const bool addBegin = hints.flag("add_bos_token").value_or(hints.modelType() == "opt");
    const NamedToken begin = named(family.special[0]);
    if (!family.encloses && addBegin && begin.id >= 0)
        return makeAffixProcessing({begin}, {}, 1);
    return makeByteLevelProcessing(family.trims, prefixed);
}

/// Gives the next id to a token of the family that no file contains.
void addMissingEnd(const BpeFamily& family, Vocabulary& vocabulary, const FolderHints& hints)
{
    if (&family == &qwenFamily() && hints.listed().empty() && !vocabulary.find("<|endoftext|>"))
        vocabulary.add("<|endoftext|>", vocabulary.idCount());
}

} // namespace

Result<Tokenizers> loadOlderBpe(const FolderHints& hints)
{
    Result<Vocabulary> vocabulary = readVocabularyFile(hints.path("vocab.json"));
    if (!vocabulary)
        return vocabulary.error();
    Result<const BpeFamily*> chosen = familyOf(hints, *vocabulary);
    if (!chosen)
        return chosen.error();
    const BpeFamily& family = **chosen;
    addMissingEnd(family, *vocabulary, hints);
    FaultReport report(hints.path("merges.txt"));
    const Result<BpeMerges> merges = readMergeLines(report.file());
    if (!merges)
        return merges.error();
    PipelineParts parts;
    parts.file = hints.folder().string();
    parts.style = PieceStyle::kByteLevel;
    if (family.normalizer)
        parts.normalizer = builtInStep(family.normalizer, readNormalizer);
    parts.preTokenizer = family.preTokenizer
        ? builtInStep(family.preTokenizer, readPreTokenizer)
        : makeByteLevelPreTokenizer(hints.flag("add_prefix_space").value_or(false), true);
    parts.decoder = makeByteLevelDecoder();
    parts.postProcessor = makePostProcessor(hints, family, *vocabulary);
    parts.added = gatherAddedTokens(hints, family.special, *vocabulary, parts.normalizer.get(), report);
    parts.mask = findMaskToken(parts.added, *vocabulary, &hints);
    BpeOptions options;
    options.endOfWordSuffix = family.suffix;
    if (!report.error())
        parts.model = makeBpe(std::move(*vocabulary), *merges, options, "merge", report);
    if (report.error())
        return *report.error();
    std::shared_ptr<const Tokenizer> tokenizer = makePipelineTokenizer(std::move(parts));
    return Tokenizers{tokenizer, tokenizer};
}

} // namespace headlight
