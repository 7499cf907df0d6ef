// The expressions that cut a text into words, by their name in a GGUF file (tokenizer.ggml.pre). Facts of the
// published tokenizers, as listed in llama.cpp (src/llama-vocab.cpp); the expression of tekken comes from the
// tokenizer itself.
#include "core/text/gguf/word_rules.h"

#include <algorithm>
#include <array>
#include <span>

namespace headlight {

namespace {

// clang-format off
constexpr auto kWordsA = std::to_array<std::string_view>({
    R"re('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S))re",
});
constexpr auto kWordsB = std::to_array<std::string_view>({
    R"re((?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re",
});
constexpr auto kWordsC = std::to_array<std::string_view>({
    R"re(\p{N})re",
    R"re('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S))re",
});
constexpr auto kWordsD = std::to_array<std::string_view>({
    R"re((?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re",
});
constexpr auto kWordsE = std::to_array<std::string_view>({
    R"re( ?[^(\s|.,!?…。，、।۔،)]+)re",
});
constexpr auto kWordsF = std::to_array<std::string_view>({
    R"re([\p{P}\$\+<=>\^~\|]+)re",
    R"re('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S))re",
    R"re(\p{N}+)re",
    R"re([0-9][0-9][0-9])re",
});
constexpr auto kWordsG = std::to_array<std::string_view>({
    R"re([\r\n])re",
    R"re(\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥῲ-ῴῶ-ῼℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℴℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⳲⳳꙀ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎꭰ-ꮿﬀ-ﬆﬓ-ﬗＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃]+)re",
    R"re(\s?[!-/:-~！-／：-～‘-‟　-。]+)re",
    R"re(\s+$)re",
    R"re([一-龥ࠀ-一가-퟿]+)re",
    R"re(\p{N}+)re",
});
constexpr auto kWordsH = std::to_array<std::string_view>({
    R"re([\r\n])re",
    R"re(\s?\p{L}+)re",
    R"re(\s?\p{P}+)re",
    R"re([一-龥ࠀ-一가-퟿]+)re",
    R"re(\p{N})re",
});
constexpr auto kWordsI = std::to_array<std::string_view>({
    R"re(\p{N}{1,3})re",
    R"re([一-龥぀-ゟ゠-ヿ]+)re",
    R"re([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re",
});
constexpr auto kWordsJ = std::to_array<std::string_view>({
    R"re([\p{P}\$\+<=>\^~\|`]+)re",
    R"re('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S))re",
    R"re([0-9][0-9][0-9])re",
});
constexpr auto kWordsK = std::to_array<std::string_view>({
    R"re( ?[^(\s|.,!?…。，、।۔،)]+)re",
    R"re(\p{N})re",
});
constexpr auto kWordsL = std::to_array<std::string_view>({
    R"re([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)re",
});
constexpr auto kWordsM = std::to_array<std::string_view>({
    R"re(<sentinel:[0-9]+>)re",
    R"re((IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z)re",
    R"re(([\t\n]|    |  ))re",
    R"re(\p{N})re",
    R"re([\p{P}!-/:-@\[-`{-~])re",
    R"re('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S))re",
});
// clang-format on

struct NamedRule
{
    std::string_view name;
    std::span<const std::string_view> expressions;
    bool ignoresMerges = false;
    bool addsBegin = false;
};

constexpr auto kRules = std::to_array<NamedRule>({
    {"mpt", kWordsA},
    {"gpt-2", kWordsA},
    {"phi-2", kWordsA},
    {"jina-es", kWordsA},
    {"jina-de", kWordsA},
    {"gigachat", kWordsA},
    {"jina-v1-en", kWordsA},
    {"jina-v2-es", kWordsA},
    {"jina-v2-de", kWordsA},
    {"jina-v2-code", kWordsA},
    {"roberta-bpe", kWordsA},
    {"olmo", kWordsA},
    {"jais", kWordsA},
    {"llama3", kWordsB, true, true},
    {"llama-v3", kWordsB, true, true},
    {"llama-bpe", kWordsB, true, true},
    {"falcon3", kWordsB, true, true},
    {"dbrx", kWordsB},
    {"smaug-bpe", kWordsB},
    {"chatglm-bpe", kWordsB},
    {"starcoder", kWordsC},
    {"refact", kWordsC},
    {"command-r", kWordsC},
    {"smollm", kWordsC},
    {"codeshell", kWordsC},
    {"exaone", kWordsC},
    {"minerva-7b", kWordsC},
    {"qwen2", kWordsD},
    {"deepseek-r1-qwen", kWordsD},
    {"stablelm2", kWordsD},
    {"megrez", kWordsD},
    {"poro-chat", kWordsE},
    {"bloom", kWordsE},
    {"gpt3-finnish", kWordsE},
    {"default", kWordsF},
    {"deepseek-llm", kWordsG},
    {"deepseek-coder", kWordsH},
    {"deepseek-v3", kWordsI},
    {"falcon", kWordsJ},
    {"viking", kWordsK},
    {"tekken", kWordsL, true, true},
    {"chameleon", kWordsM, false, true},
});

} // namespace

std::optional<WordRule> wordRule(std::string_view name)
{
    for (const NamedRule& rule : kRules)
        if (rule.name == name)
            return WordRule{
                {rule.expressions.begin(), rule.expressions.end()}, rule.ignoresMerges, rule.addsBegin};
    return std::nullopt;
}

std::vector<std::string_view> wordRuleNames()
{
    std::vector<std::string_view> names;
    names.reserve(kRules.size());
    for (const NamedRule& rule : kRules)
        names.push_back(rule.name);
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace headlight
