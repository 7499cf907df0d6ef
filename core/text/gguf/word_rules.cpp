// The expressions that cut a text into words, by their name in a GGUF file (tokenizer.ggml.pre). Facts of the
// published tokenizers, as listed in llama.cpp (src/llama-vocab.cpp); the expression of tekken comes from the
// tokenizer itself.
#include "core/text/gguf/word_rules.h"

#include <algorithm>

namespace headlight {

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

} // namespace

std::optional<WordRule> wordRule(std::string_view name)
{
    for (const NamedRule& each : rules())
        if (std::find(each.names.begin(), each.names.end(), name) != each.names.end())
            return each.rule;
    return std::nullopt;
}

std::vector<std::string_view> wordRuleNames()
{
    std::vector<std::string_view> names;
    for (const NamedRule& each : rules())
        names.insert(names.end(), each.names.begin(), each.names.end());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace headlight
