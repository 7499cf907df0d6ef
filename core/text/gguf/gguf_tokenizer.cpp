#include "core/text/gguf/gguf_tokenizer.h"

#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/text/models/sentencepiece_model.h"
#include "core/text/models/subword_model.h"
#include "core/text/older/older_files.h"
#include "core/text/pipeline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace headlight {

// The expressions that cut a text into words, by their name in a GGUF file (tokenizer.ggml.pre). As listed in
// llama.cpp (src/llama-vocab.cpp); tekken's comes from the tokenizer itself.

namespace {

// clang-format off
constexpr std::string_view kGpt2Words = R"re('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S))re";
constexpr std::string_view kLlama3Words = R"re((?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re";
constexpr std::string_view kBloomWords = R"re( ?[^(\s|.,!?…。，、।۔،)]+)re";

struct NamedRule
{
    std::vector<std::string_view> names;
    WordRule rule;
};

const std::vector<NamedRule>& rules()
{
    static const std::vector<NamedRule> kRules{
        {{"mpt", "gpt-2", "phi-2", "jina-es", "jina-de", "gigachat", "jina-v1-en", "jina-v2-es", "jina-v2-de",
          "jina-v2-code", "roberta-bpe", "olmo", "jais"}, {{kGpt2Words}}},
        {{"llama3", "llama-v3", "llama-bpe", "falcon3"}, {{kLlama3Words}, true, true}},
        {{"dbrx", "smaug-bpe", "chatglm-bpe"}, {{kLlama3Words}}},
        {{"starcoder", "refact", "command-r", "smollm", "codeshell", "exaone", "minerva-7b"},
         {{R"re(\p{N})re",
           kGpt2Words}}},
        {{"qwen2", "deepseek-r1-qwen", "stablelm2", "megrez"},
         {{R"re((?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re"}}},
        {{"poro-chat", "bloom", "gpt3-finnish"}, {{kBloomWords}}},
        {{"default"},
         {{R"re([\p{P}\$\+<=>\^~\|]+)re",
           kGpt2Words,
           R"re(\p{N}+)re",
           R"re([0-9][0-9][0-9])re"}}},
        {{"deepseek-llm"},
         {{R"re([\r\n])re",
           R"re(\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥῲ-ῴῶ-ῼℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℴℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⳲⳳꙀ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎꭰ-ꮿﬀ-ﬆﬓ-ﬗＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃]+)re",
           R"re(\s?[!-/:-~！-／：-～‘-‟　-。]+)re",
           R"re(\s+$)re",
           R"re([一-龥ࠀ-一가-퟿]+)re",
           R"re(\p{N}+)re"}}},
        {{"deepseek-coder"},
         {{R"re([\r\n])re",
           R"re(\s?\p{L}+)re",
           R"re(\s?\p{P}+)re",
           R"re([一-龥ࠀ-一가-퟿]+)re",
           R"re(\p{N})re"}}},
        {{"deepseek-v3"},
         {{R"re(\p{N}{1,3})re",
           R"re([一-龥぀-ゟ゠-ヿ]+)re",
           R"re([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re"}}},
        {{"falcon"},
         {{R"re([\p{P}\$\+<=>\^~\|`]+)re",
           kGpt2Words,
           R"re([0-9][0-9][0-9])re"}}},
        {{"viking"},
         {{kBloomWords,
           R"re(\p{N})re"}}},
        {{"tekken"},
         {{R"re([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)re"}, true, true}},
        {{"chameleon"},
         {{R"re(<sentinel:[0-9]+>)re",
           R"re((IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z)re",
           R"re(([\t\n]|    |  ))re",
           R"re(\p{N})re",
           R"re([\p{P}!-/:-@\[-`{-~])re",
           kGpt2Words}, false, true}},
    };
    return kRules;
}
// clang-format on

using TokenType = GgufVocabulary::Type;

/// Writes messages of a protocol buffer.
class ProtoWriter
{
public:
    void varint(unsigned field, std::uint64_t value)
    {
        number(std::uint64_t{field} << 3U);
        number(value);
    }
    void real(unsigned field, float value)
    {
        number(std::uint64_t{field} << 3U | 5U);
        const auto bytes = std::bit_cast<std::array<char, sizeof value>>(value);
        m_bytes.append(bytes.data(), bytes.size());
    }
    void text(unsigned field, std::string_view value)
    {
        number(std::uint64_t{field} << 3U | 2U);
        number(value.size());
        m_bytes += value;
    }
    const std::string& bytes() const { return m_bytes; }

private:
    void number(std::uint64_t value)
    {
        for (; value > 127; value >>= 7U)
            m_bytes += static_cast<char>((value & 127U) | 128U);
        m_bytes += static_cast<char>(value);
    }
    std::string m_bytes;
};

/// The token that stands for unknown text: the named one unless it is an ordinary piece, otherwise the first
/// of that type. Conversions give the type to padding, too. Empty if there is none.
std::optional<std::size_t> unknownOf(const GgufVocabulary& file)
{
    const auto named = file.unknown ? std::optional(static_cast<std::size_t>(*file.unknown)) : std::nullopt;
    if (named && (file.types[*named] == TokenType::kUnknown || file.types[*named] == TokenType::kControl))
        return named;
    const auto first = std::ranges::find(file.types, TokenType::kUnknown);
    return first == file.types.end() ? named : static_cast<std::size_t>(first - file.types.begin());
}

/// The pieces' types in a model file, which has one unknown token. Unused pieces are matched like others, as
/// in llama.cpp; an empty piece and all but the last of equal spelling are never found in a text.
std::vector<TokenType> pieceTypes(const GgufVocabulary& file, const Vocabulary& vocabulary)
{
    const auto unknown = unknownOf(file);
    std::vector<TokenType> types = file.types;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const bool found = vocabulary.find(file.tokens[i]) == static_cast<TokenId>(i);
        if (i == unknown)
            types[i] = TokenType::kUnknown;
        else if (types[i] == TokenType::kUnknown || file.tokens[i].empty() || !found)
            types[i] = TokenType::kControl;
        else if (types[i] == TokenType::kUnused)
            types[i] = TokenType::kNormal;
    }
    return types;
}

/// SentencePiece's BPE with the pieces and scores of a GGUF file, passed to the SentencePiece library in the
/// form of its original model file.
Result<SubwordModelPtr> makeGgufPieceModel(const GgufVocabulary& file, Vocabulary vocabulary)
{
    if (file.scores.empty())
        return badFile(file.file, "tokenizer.ggml.scores", "found none, expected one for each token");
    // The fields of sentencepiece_model.proto.
    constexpr unsigned kPieces = 1, kTrainer = 2, kNormalizer = 3;
    constexpr unsigned kBpeModel = 2;
    const std::vector<TokenType> types = pieceTypes(file, vocabulary);
    ProtoWriter model;
    TokenId unknown = 0;
    for (std::size_t i = 0; i < file.tokens.size(); ++i) {
        ProtoWriter piece;
        const bool own
            = !file.tokens[i].empty() && vocabulary.find(file.tokens[i]) == static_cast<TokenId>(i);
        piece.text(1, own ? file.tokens[i] : concat("<token ", i, ">"));
        piece.real(2, file.scores[i]);
        piece.varint(3, static_cast<std::uint64_t>(types[i]));
        model.text(kPieces, piece.bytes());
        if (types[i] == TokenType::kUnknown)
            unknown = static_cast<TokenId>(i);
    }
    ProtoWriter trainer;
    trainer.varint(3, kBpeModel);
    trainer.varint(35, std::ranges::find(types, TokenType::kByte) != types.end() ? 1 : 0);
    trainer.varint(40, static_cast<std::uint64_t>(unknown));
    model.text(kTrainer, trainer.bytes());
    ProtoWriter normalizer;
    normalizer.text(1, "identity");
    normalizer.varint(3, file.spacePrefix.value_or(true) ? 1 : 0);
    normalizer.varint(4, 0); // keeps consecutive spaces
    normalizer.varint(5, 1);
    model.text(kNormalizer, normalizer.bytes());
    ASSIGN_OR_RETURN(const auto parsed, SentencePieceFile::parse(model.bytes(), file.file));
    SentencePieceIds ids;
    for (TokenId id = 0; id < static_cast<TokenId>(file.tokens.size()); ++id)
        ids.bySentencePiece.push_back(id);
    ids.unknown = unknown;
    ids.vocabulary = std::move(vocabulary);
    return makeSentencePieceModel(parsed, std::move(ids));
}

using StepJson = nlohmann::json;

/// Ids by spelling. If several tokens have the same spelling, a piece of the model takes precedence over an
/// added token, and otherwise the last one.
Vocabulary vocabularyOf(const GgufVocabulary& file)
{
    Vocabulary vocabulary;
    for (const bool pieces : {true, false})
        for (std::size_t i = 0; i < file.tokens.size(); ++i) {
            const bool added
                = file.types[i] == TokenType::kControl || file.types[i] == TokenType::kUserDefined;
            if (added == pieces)
                continue;
            const auto id = static_cast<std::int64_t>(i);
            if (pieces)
                vocabulary.addLastWins(file.tokens[i], id);
            else
                vocabulary.add(file.tokens[i], id);
        }
    return vocabulary;
}

std::vector<NamedToken> tokenAround(const GgufVocabulary& file, const std::optional<TokenId>& id, bool wanted)
{
    if (!id || !wanted)
        return {};
    return {{std::string(file.piece(*id)), *id}};
}

/// The rule for cutting words that a file names.
Result<WordRule> ruleOf(const GgufVocabulary& file)
{
    const auto rule = wordRule(file.rule.empty() ? "default" : file.rule);
    if (rule)
        return *rule;
    return unsupported(file.file, "tokenizer.ggml.pre", "found \"", excerpt(file.rule),
                       "\", expected one of ", joined(wordRuleNames()));
}

PreTokenizerPtr wordsBy(const WordRule& rule)
{
    StepJson steps = StepJson::array();
    for (const std::string_view expression : rule.expressions)
        steps.push_back({{"type", "Split"},
                         {"pattern", {{"Regex", expression}}},
                         {"behavior", "Isolated"},
                         {"invert", false}});
    steps.push_back({{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}});
    const StepJson all{{"type", "Sequence"}, {"pretokenizers", std::move(steps)}};
    return builtInStep(all.dump(), readPreTokenizer);
}

Result<PipelineParts> byteLevelParts(const GgufVocabulary& file)
{
    ASSIGN_OR_RETURN(const auto rule, ruleOf(file));
    FaultReport report(file.file);
    BpeMerges merges;
    for (std::size_t i = 0; i < file.merges.size(); ++i) {
        const std::string_view line = file.merges[i];
        const std::size_t space = line.find(' ', 1); // the left piece may begin with a space
        if (space == std::string_view::npos) {
            report.bad(concat("tokenizer.ggml.merges[", i, "]"), "found ", quotedExcerpt(line),
                       ", expected two pieces and a space between them");
            break;
        }
        merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    BpeOptions options;
    options.ignoreMerges = rule.ignoresMerges;
    PipelineParts parts;
    if (!report.error())
        parts.model = makeBpe(vocabularyOf(file), merges, options, "tokenizer.ggml.merges", report);
    RETURN_IF_ERROR(report.check());
    parts.style = PieceStyle::kByteLevel;
    parts.preTokenizer = wordsBy(rule);
    parts.decoder = makeByteLevelDecoder();
    parts.postProcessor
        = makeAffixProcessing(tokenAround(file, file.begin, file.addBegin.value_or(rule.addsBegin)),
                              tokenAround(file, file.end, file.addEnd.value_or(false)), 0);
    return parts;
}

Result<PipelineParts> sentencePieceParts(const GgufVocabulary& file)
{
    ASSIGN_OR_RETURN(auto model, makeGgufPieceModel(file, vocabularyOf(file)));
    PipelineParts parts;
    parts.model = std::move(model);
    parts.style = PieceStyle::kMetaspace;
    const bool prefixed = file.spacePrefix.value_or(true);
    StepJson steps
        = StepJson::array({{{"type", "Replace"}, {"pattern", {{"String", "\u2581"}}}, {"content", " "}},
                           {{"type", "ByteFallback"}},
                           {{"type", "Fuse"}}});
    if (prefixed)
        steps.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
    parts.decoder
        = builtInStep(StepJson{{"type", "Sequence"}, {"decoders", std::move(steps)}}.dump(), readDecoder);
    parts.postProcessor = makeAffixProcessing(tokenAround(file, file.begin, file.addBegin.value_or(true)),
                                              tokenAround(file, file.end, file.addEnd.value_or(false)), 1);
    return parts;
}

/// "to" for "▁to" and "##ing" for "ing": GGUF files store BERT's vocabulary the other way round.
std::string wordPieceOf(std::string_view token)
{
    constexpr std::string_view kBegin = "\u2581";
    if (token.starts_with(kBegin))
        return std::string(token.substr(kBegin.size()));
    if (token.starts_with('[') && token.ends_with(']'))
        return std::string(token);
    return concat("##", token);
}

Result<PipelineParts> wordPieceParts(const GgufVocabulary& file)
{
    Vocabulary vocabulary;
    for (std::size_t i = 0; i < file.tokens.size(); ++i) {
        const bool asItIs = file.types[i] == TokenType::kControl || file.types[i] == TokenType::kUnknown;
        vocabulary.addLastWins(asItIs ? std::string(file.tokens[i]) : wordPieceOf(file.tokens[i]),
                               static_cast<std::int64_t>(i));
    }
    const auto idOf = [&](const std::optional<TokenId>& given, std::string_view usual) {
        return given ? given : vocabulary.find(usual);
    };
    const auto unknown = idOf(file.unknown, "[UNK]");
    const auto separator = idOf(file.separator, "[SEP]");
    const auto classifier = idOf(file.classifier ? file.classifier : file.begin, "[CLS]");
    if (!unknown || !separator || !classifier)
        return badFile(file.file, "tokenizer.ggml.tokens",
                       "found no [UNK], [SEP] or [CLS], expected all three");
    PipelineParts parts;
    parts.normalizer = makeBertNormalizer({});
    parts.preTokenizer = makeBertPreTokenizer();
    parts.decoder = makeWordPieceDecoder("##", true);
    const auto named = [&](TokenId id) { return NamedToken{std::string(vocabulary.piece(id)), id}; };
    if (file.addBegin.value_or(true))
        parts.postProcessor = makeBertProcessing(named(*separator), named(*classifier));
    WordPieceOptions options;
    options.unknown = vocabulary.piece(*unknown);
    parts.model = makeWordPiece(std::move(vocabulary), options);
    return parts;
}

} // namespace

std::optional<WordRule> wordRule(std::string_view name)
{
    for (const NamedRule& each : rules())
        if (std::ranges::find(each.names, name) != each.names.end())
            return each.rule;
    return std::nullopt;
}

std::vector<std::string_view> wordRuleNames()
{
    std::vector<std::string_view> names;
    for (const NamedRule& each : rules())
        names.insert(names.end(), each.names.begin(), each.names.end());
    std::ranges::sort(names);
    return names;
}

Result<Tokenizers> loadGgufTokenizers(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(const auto file, GgufFile::open(path));
    ASSIGN_OR_RETURN(const auto vocabulary, readGgufVocabulary(file));
    ASSIGN_OR_RETURN(auto parts,
                     vocabulary.kind == "llama"      ? sentencePieceParts(vocabulary)
                         : vocabulary.kind == "gpt2" ? byteLevelParts(vocabulary)
                                                     : wordPieceParts(vocabulary));
    ASSIGN_OR_RETURN(parts.added, vocabulary.addedTokens());
    parts.mask = vocabulary.mask;
    std::shared_ptr<const Tokenizer> tokenizer = makePipelineTokenizer(std::move(parts));
    return Tokenizers{tokenizer, tokenizer};
}

} // namespace headlight
