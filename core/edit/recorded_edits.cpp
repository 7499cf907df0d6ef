#include "core/edit/recorded_edits.h"

#include "core/edit/interventions.h"

namespace headlight {

namespace {

void addWords(std::string& text, const std::string& words)
{
    text += (text.empty() ? "" : "; ") + words;
}

std::string toggled(Toggle toggle, const std::string& what)
{
    return what + (toggle == Toggle::kOn ? " on" : " off");
}

} // namespace

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
        addWords(text, toggled(edits->masks.encoderCausal, "causal mask of the encoder"));
    if (edits->masks.decoderCausal != Toggle::kAuto)
        addWords(text, toggled(edits->masks.decoderCausal, "causal mask of the decoder"));
    if (!edits->masks.padding)
        addWords(text, "padding mask off");
    for (const Intervention& each : edits->list)
        if (isEnabled(each))
            addWords(text, describe(each));
    return text;
}

} // namespace headlight
