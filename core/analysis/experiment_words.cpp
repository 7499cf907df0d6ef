#include "core/analysis/experiment_words.h"

#include "core/base/text_list.h"

#include <initializer_list>
#include <utility>

namespace headlight {

std::vector<std::string> argumentsOf(const ExperimentWords& words)
{
    using Text = std::optional<std::string>;
    const ExperimentWords usual;
    const auto unless = [](bool none, const std::string& text) { return none ? Text() : Text(text); };
    const ReferenceInput given = words.reference.value_or(ReferenceInput());
    std::vector<std::string> all;
    for (const std::string& heads : words.heads)
        all.insert(all.end(), {"--heads", heads});
    for (const auto& [option, set] :
         {std::pair{"--group", words.group}, {"--estimate", words.estimate}, {"--check", words.check}})
        if (set)
            all.emplace_back(option);
    for (const auto& [option, value] : std::initializer_list<std::pair<const char*, Text>>{
             {"--by", words.by},
             {"--hide", words.hide},
             {"--patch", words.patch},
             {"--where", words.where},
             {"--positions", words.positions},
             {"--sender", words.sender},
             {"--receiver", words.receiver},
             {"--between", unless(words.between == usual.between, words.between)},
             {"--into", words.into},
             {"--align", unless(words.align == usual.align, words.align)},
             {"--reference-text", unless(!words.reference || !given.ids.empty(), given.text)},
             {"--reference-ids", unless(given.ids.empty(), joined(given.ids, ","))},
             {"--reference-target", given.targetText},
             {"--reference-target-ids", unless(given.targetIds.empty(), joined(given.targetIds, ","))},
             {"--reference-file", words.referenceFile},
             {"--seed", unless(words.seed == usual.seed, std::to_string(words.seed))},
             {"--metric", words.metric},
             {"--rows", words.rows},
             {"--row", words.row},
             {"--token", words.token},
             {"--minus", words.minus}})
        if (value)
            all.insert(all.end(), {option, *value});
    return all;
}

std::vector<std::string> argumentsOf(const Interventions& interventions)
{
    std::vector<std::string> words;
    const auto causal = [&words](Toggle toggle, const std::string& stack) {
        if (toggle != Toggle::kAuto)
            words.insert(words.end(), {"--causal", concat(stack, "=", wordOf(toggle))});
    };
    causal(interventions.masks.encoderCausal, "encoder");
    causal(interventions.masks.decoderCausal, "decoder");
    if (!interventions.masks.padding)
        words.insert(words.end(), {"--padding-mask", "off"});
    Interventions listed = interventions.active();
    listed.masks = {};
    if (!listed.list.empty())
        words.insert(words.end(), {"--edit", toJson(listed)});
    return words;
}

} // namespace headlight
