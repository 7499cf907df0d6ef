#include "core/tracefile/import/array_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr int kMaxNumber = 4096;

struct HookName
{
    std::string_view ending;
    Site site;
    ArrayName::Axes axes;
    bool preferred = false;
};

// https://transformerlensorg.github.io: names of ActivationCache. hook_attn_scores is missing on purpose: it
// is recorded after the mask, while a trace's scores are recorded before it.
constexpr std::array<HookName, 13> kHooks{{
    {"hook_pattern", Site::kWeights, ArrayName::Axes::kHeadsFirst},
    {"hook_q", Site::kQuery, ArrayName::Axes::kPositionsFirst},
    {"hook_k", Site::kKey, ArrayName::Axes::kPositionsFirst},
    {"hook_rot_q", Site::kQuery, ArrayName::Axes::kPositionsFirst, true},
    {"hook_rot_k", Site::kKey, ArrayName::Axes::kPositionsFirst, true},
    {"hook_v", Site::kValue, ArrayName::Axes::kPositionsFirst},
    {"hook_z", Site::kHeadOutput, ArrayName::Axes::kPositionsFirst},
    {"hook_attn_out", Site::kOutput, ArrayName::Axes::kStream},
    {"hook_mlp_out", Site::kFeedForwardOutput, ArrayName::Axes::kStream},
    {"hook_resid_pre", Site::kResidual, ArrayName::Axes::kStream, true},
    {"hook_resid_post", Site::kResidual, ArrayName::Axes::kStream},
    {"hook_embed", Site::kEmbeddings, ArrayName::Axes::kStream},
    {"hook_pos_embed", Site::kPositions, ArrayName::Axes::kStream},
}};

/// A word or a number of a name: "EncDecAttention_12" has four.
struct Word
{
    std::string text; ///< small letters; empty for a number
    int number = 0;
    bool attached = false; ///< a number right behind a letter
};

bool isDigit(char letter)
{
    return std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

bool isUpper(char letter)
{
    return std::isupper(static_cast<unsigned char>(letter)) != 0;
}

bool isLetter(char letter)
{
    return std::isalpha(static_cast<unsigned char>(letter)) != 0;
}

std::vector<Word> wordsOf(std::string_view name)
{
    std::vector<Word> words;
    for (std::size_t i = 0; i < name.size();) {
        if (isDigit(name[i])) {
            Word& word = words.emplace_back();
            word.attached = i > 0 && isLetter(name[i - 1]);
            for (; i < name.size() && isDigit(name[i]); ++i)
                word.number = std::min(kMaxNumber, word.number * 10 + (name[i] - '0'));
        } else if (isLetter(name[i])) {
            Word& word = words.emplace_back();
            do
                word.text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i++])));
            while (i < name.size() && isLetter(name[i]) && (!isUpper(name[i]) || isUpper(name[i - 1])));
        } else
            ++i;
    }
    return words;
}

bool isAnyOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

bool speaksOfAttention(std::string_view word)
{
    return word.find("attn") != std::string_view::npos || word.find("attention") != std::string_view::npos;
}

/// "cross_attn", "EncDecAttention" (T5), "src_attn", "multihead_attn" of a decoder (PyTorch), and
/// "encoder_attn" within a layer (BART).
bool isCross(const std::vector<Word>& words)
{
    bool decoder = false;
    bool layer = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i].text;
        const std::string next = i + 1 < words.size() ? words[i + 1].text : std::string();
        const std::string third = i + 2 < words.size() ? words[i + 2].text : std::string();
        if (word.starts_with("cross") || word.starts_with("xatt") || word.starts_with("encdec"))
            return true;
        const bool both = (isAnyOf(word, {"enc", "encoder"}) && isAnyOf(next, {"dec", "decoder"}))
            || (isAnyOf(word, {"dec", "decoder"}) && isAnyOf(next, {"enc", "encoder"}));
        if (both && speaksOfAttention(third))
            return true;
        const bool attends = isAnyOf(next, {"attn", "attention"});
        if (attends
            && (isAnyOf(word, {"src", "source", "memory", "context"})
                || (isAnyOf(word, {"enc", "encoder"}) && (decoder || layer))
                || (word == "multihead" && decoder)))
            return true;
        decoder = decoder || isAnyOf(word, {"dec", "decoder"});
        layer = layer || word.empty();
    }
    return false;
}

/// The last part of a path, without numbers: "attention_mask" of "inputs.attention_mask.0".
std::string lastPart(std::string_view name)
{
    while (!name.empty() && (isDigit(name.back()) || name.back() == '.' || name.back() == '_'))
        name.remove_suffix(1);
    std::string last(name.substr(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1));
    for (char& letter : last)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return last;
}

void takeHook(const std::string& last, ArrayName& found)
{
    const auto hook = std::ranges::find(kHooks, last, &HookName::ending);
    if (hook == kHooks.end()) {
        found.meaning = ArrayName::Meaning::kOther;
        return;
    }
    found.meaning = ArrayName::Meaning::kExact;
    found.site = hook->site;
    found.axes = hook->axes;
    found.preferred = hook->preferred;
}

void takeMeaning(std::string_view name, const std::vector<Word>& words, ArrayName& found)
{
    const std::string last = lastPart(name);
    const auto lastWords = wordsOf(last);
    if (last.ends_with(kSpecialMask))
        found.meaning = ArrayName::Meaning::kIds;
    else if (std::ranges::any_of(lastWords, [](const Word& word) {
                 return isAnyOf(word.text, {"mask", "masks", "bias", "padding", "alibi"});
             }))
        found.meaning = ArrayName::Meaning::kMask;
    else if (isAnyOf(last,
                     {"input_ids", "encoder_input_ids", "source_ids", "token_ids", "target_ids",
                      "decoder_input_ids", "sequences"}))
        found.meaning = ArrayName::Meaning::kIds;
    else if (last.starts_with("hook_"))
        takeHook(last, found);
    else if (isAnyOf(last, {"attentions", "encoder_attentions", "decoder_attentions", "cross_attentions"}))
        found.meaning = ArrayName::Meaning::kExact;
    else if (std::ranges::any_of(words, [](const Word& word) { return speaksOfAttention(word.text); }))
        found.meaning = ArrayName::Meaning::kAttention;
}

void takeStack(const std::vector<Word>& words, ArrayName& found)
{
    if (isCross(words)) {
        found.kind = AttentionKind::kCross;
        found.stack = StackKind::kDecoder;
        return;
    }
    for (const Word& word : words) {
        if (isAnyOf(word.text, {"encoder", "enc"}))
            found.stack = StackKind::kEncoder;
        else if (isAnyOf(word.text, {"decoder", "dec", "target"}))
            found.stack = StackKind::kDecoder;
        else
            continue;
        return;
    }
}

/// A name whose numbers are not all explained by the words before them.
struct OpenName
{
    ArrayName name;
    std::vector<Word> open;
};

/// Explains the numbers of one name by the words before them.
OpenName explained(const std::string& text)
{
    OpenName found;
    const std::vector<Word> words = wordsOf(text);
    takeMeaning(text, words, found.name);
    takeStack(words, found.name);
    ArrayName& name = found.name;
    const auto fail = [&] { name.meaning = ArrayName::Meaning::kOther; };
    for (std::size_t i = 0; i < words.size(); ++i) {
        name.family += words[i].text.empty() ? "#" : words[i].text + ".";
        if (!words[i].text.empty())
            continue;
        const int number = words[i].number;
        if (number >= kMaxNumber)
            fail();
        const std::string before = i > 0 ? words[i - 1].text : std::string();
        if (i > 0 && before.empty()) { // two numbers side by side
            if (name.outer || (i > 1 && words[i - 2].text.empty()))
                fail();
            name.outer = words[i - 1].number;
            name.layer = number;
            if (!found.open.empty())
                found.open.pop_back();
        } else if (isAnyOf(before, {"head", "heads"}) || (before == "h" && name.layer))
            name.head = number;
        else if (isAnyOf(before,
                         {"layer", "layers", "l", "block", "blocks", "blk", "h", "attn", "attns", "attention",
                          "attentions"}))
            name.layer = name.layer.value_or(number); // of "block.2.layer.1" the first one
        else if (isAnyOf(before, {"step", "steps", "token", "sentence", "item", "batch", "sample"}))
            name.outer = number;
        else
            found.open.push_back(words[i]);
    }
    return found;
}

/// Explains what is left by what differs between names that are otherwise alike.
void explainOpen(const std::vector<OpenName*>& alike)
{
    std::vector<std::size_t> numbers; // those that differ, or else the last one
    for (std::size_t i = 0; i < alike.front()->open.size(); ++i)
        if (std::ranges::any_of(alike, [&](const OpenName* each) {
                return each->open[i].number != alike.front()->open[i].number;
            }))
            numbers.push_back(i);
    if (numbers.empty() && !alike.front()->open.back().attached) // the 2 of "gpt2" is no layer
        numbers.push_back(alike.front()->open.size() - 1);
    for (OpenName* each : alike) {
        if (numbers.size() > 2)
            each->name.meaning = ArrayName::Meaning::kOther;
        if (numbers.size() == 2)
            each->name.outer = each->open[numbers.front()].number;
        if (!numbers.empty())
            each->name.layer = each->open[numbers.back()].number;
    }
}

} // namespace

std::map<std::string, ArrayName, std::less<>> arrayNames(std::span<const std::string> names)
{
    std::map<std::string, OpenName> found;
    std::map<std::string, std::vector<OpenName*>> alike;
    for (const std::string& name : names) {
        OpenName& each = found[name] = explained(name);
        if (!each.name.layer && !each.open.empty())
            alike[each.name.family].push_back(&each);
    }
    for (const auto& [family, each] : alike)
        explainOpen(each);
    std::map<std::string, ArrayName, std::less<>> all;
    for (auto& [name, each] : found) {
        if (each.name.layer && lastPart(name) == "hook_resid_post")
            ++*each.name.layer;
        all.emplace(name, std::move(each.name));
    }
    return all;
}

} // namespace headlight
