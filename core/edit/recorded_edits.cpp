#include "core/edit/recorded_edits.h"

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace headlight {

namespace {

void addWords(std::string& text, const std::string& words)
{
    text += (text.empty() ? "" : "; ") + words;
}

/// The effect of an edit on the heads that it names: true = on, false = off, empty = unchanged.
std::optional<bool> switches(const Intervention& edit)
{
    return std::visit(
        [](const auto& each) -> std::optional<bool> {
            using Edit = std::decay_t<decltype(each)>;
            if constexpr (std::is_same_v<Edit, HeadOff>)
                return true;
            else if constexpr (std::is_same_v<Edit, HeadScale>)
                return each.factor == 0.0F ? std::optional(true) : std::nullopt;
            else if constexpr (std::is_same_v<Edit, HeadMean>)
                return false;
            else if constexpr (std::is_same_v<Edit, ActivationPatch>)
                return each.site == Site::kHeadOutput ? std::optional(false) : std::nullopt;
            else
                return std::nullopt;
        },
        edit);
}

} // namespace

Interventions recordedEdits(const TraceInfo& info)
{
    auto edits = interventionsFromJson(info.editsJson, "edits");
    return edits ? std::move(*edits) : Interventions();
}

bool isSwitchedOff(const Interventions& edits, const HeadRef& head)
{
    bool off = false;
    for (const Intervention& each : edits.list) {
        const HeadPattern* const where = whereOf(each);
        if (isEnabled(each) && where != nullptr && where->matches(head))
            off = switches(each).value_or(off);
    }
    return off;
}

std::string editsInWords(const TraceInfo& info)
{
    std::string text;
    const auto edits = interventionsFromJson(info.editsJson, "edits");
    if (!edits) {
        for (const std::string& each : info.edits)
            addWords(text, each);
        return text;
    }
    if (edits->masks.encoderCausal != Toggle::kAuto)
        addWords(text, concat("causal mask of the encoder ", wordOf(edits->masks.encoderCausal)));
    if (edits->masks.decoderCausal != Toggle::kAuto)
        addWords(text, concat("causal mask of the decoder ", wordOf(edits->masks.decoderCausal)));
    if (!edits->masks.padding)
        addWords(text, "padding mask off");
    for (const Intervention& each : edits->list)
        if (isEnabled(each))
            addWords(text, describe(each));
    return text;
}

} // namespace headlight
