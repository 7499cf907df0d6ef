#include "core/analysis/experiment_words.h"

#include "core/base/text_list.h"

#include <initializer_list>
#include <utility>

namespace headlight {

std::vector<std::string> argumentsOf(const ExperimentWords& words)
{
    std::vector<std::string> all;
    const auto add = [&all](const char* option, const std::optional<std::string>& value) {
        if (value)
            all.insert(all.end(), {option, *value});
    };
    for (const std::string& heads : words.heads)
        add("--heads", heads);
    for (const auto& [option, given] :
         {std::pair{"--group", words.group}, {"--estimate", words.estimate}, {"--check", words.check}})
        if (given)
            all.emplace_back(option);
    const std::initializer_list<std::pair<const char*, const std::optional<std::string>&>> options{
        {"--by", words.by},
        {"--hide", words.hide},
        {"--patch", words.patch},
        {"--where", words.where},
        {"--positions", words.positions},
        {"--sender", words.sender},
        {"--receiver", words.receiver}};
    for (const auto& [option, value] : options)
        add(option, value);
    if (words.between != ExperimentWords().between)
        add("--between", words.between);
    add("--into", words.into);
    if (words.align != ExperimentWords().align)
        add("--align", words.align);
    if (words.reference) {
        const ReferenceInput& given = *words.reference;
        add(given.ids.empty() ? "--reference-text" : "--reference-ids",
            given.ids.empty() ? given.text : joined(given.ids, ","));
        add("--reference-target", given.targetText);
        if (!given.targetIds.empty())
            add("--reference-target-ids", joined(given.targetIds, ","));
    }
    add("--reference-file", words.referenceFile);
    if (words.seed != 0)
        add("--seed", std::to_string(words.seed));
    add("--metric", words.metric);
    add("--rows", words.rows);
    add("--row", words.row);
    add("--token", words.token);
    add("--minus", words.minus);
    return all;
}

std::vector<std::string> argumentsOf(const Interventions& interventions)
{
    std::vector<std::string> words;
    const auto causal = [&words](Toggle toggle, const std::string& stack) {
        if (toggle != Toggle::kAuto)
            words.insert(words.end(), {"--causal", stack + (toggle == Toggle::kOn ? "=on" : "=off")});
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
