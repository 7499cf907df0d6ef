#include "core/base/text_list.h"
#include "core/edit/edit_kinds.h"

#include <array>
#include <cstdio>

namespace headlight {

namespace {

std::string rangeText(Index begin, Index end)
{
    if (end < 0)
        return begin == 0 ? "*" : std::to_string(begin) + "-*";
    if (end == begin + 1)
        return std::to_string(begin);
    return std::to_string(begin) + "-" + std::to_string(end - 1);
}

std::string shortNumber(float value)
{
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%g", static_cast<double>(value));
    return buffer.data();
}

std::string inWords(const ReferenceInput& reference)
{
    if (reference.own())
        return "this input without edits";
    if (reference.ids.empty())
        return "\"" + reference.text.substr(0, reference.text.find('\n'))
            + (reference.text.find('\n') == std::string::npos ? "\"" : " …\"");
    return "ids " + joined(reference.ids, ",", [](TokenId id) { return std::to_string(id); });
}

/// One line for each kind of edit.
struct Describer
{
    std::string operator()(const HeadOff& edit) const { return toString(edit.where) + " off"; }
    std::string operator()(const ExpertOff& edit) const { return toString(edit.where) + " off"; }
    std::string operator()(const MaskEdit& edit) const
    {
        return toString(edit.where) + ": " + rangeText(edit.queryBegin, edit.queryEnd)
            + (edit.allow ? " can attend to " : " cannot attend to ") + rangeText(edit.keyBegin, edit.keyEnd);
    }
    std::string operator()(const MaskShape& edit) const
    {
        std::string what(nameIn(EditKind<MaskShape>::kTypes, edit.form).name);
        if (edit.form == MaskForm::kBlocks && !edit.starts.empty()) {
            what += " from";
            for (const Index start : edit.starts)
                what += " " + std::to_string(start);
        } else {
            what += " of " + std::to_string(edit.size);
        }
        return toString(edit.where) + ": " + what;
    }
    std::string operator()(const TokenHidden& edit) const
    {
        return std::string(stackName(edit.stack)) + " token " + std::to_string(edit.token) + " hidden";
    }
    std::string operator()(const HeadScale& edit) const
    {
        return toString(edit.where) + " × " + shortNumber(edit.factor);
    }
    std::string operator()(const HeadMean& edit) const
    {
        return toString(edit.where) + ": mean over " + inWords(edit.over);
    }
    std::string operator()(const PatternEdit& edit) const
    {
        return toString(edit.where) + ": pattern " + std::string(wordOf(edit.form))
            + (edit.form == PatternForm::kFrozen ? " from " + inWords(edit.from) : "");
    }
    std::string operator()(const ActivationPatch& edit) const
    {
        std::string what = toString(edit.where) + ": " + std::string(siteName(edit.site));
        if (edit.target >= 0)
            what += " at " + std::to_string(edit.target);
        what += " from " + inWords(edit.from);
        return edit.source >= 0 ? what + " at " + std::to_string(edit.source) : what;
    }
    std::string operator()(const ScoreScale& edit) const
    {
        const std::string how = edit.form == ScaleForm::kNumber ? "× " + shortNumber(edit.factor)
            : edit.form == ScaleForm::kNone                     ? "not scaled"
            : edit.form == ScaleForm::kKeyWidth                 ? "÷ √d_k"
                                                                : "÷ √d_model";
        return toString(edit.where) + ": scores " + how;
    }
    std::string operator()(const ScoreSimilarity& edit) const
    {
        return toString(edit.where) + ": similarity " + std::string(wordOf(edit.form));
    }
    std::string operator()(const RowNormalisation& edit) const
    {
        return toString(edit.where)
            + (edit.form == RowForm::kShare ? ": share of the scores instead of softmax" : ": softmax");
    }
    std::string operator()(const MaskFill& edit) const
    {
        return toString(edit.where) + ": masked with " + std::string(wordOf(edit.form)) + ", empty rows "
            + std::string(wordOf(edit.empty));
    }
    std::string operator()(const Dropout& edit) const
    {
        return "dropout: embeddings " + shortNumber(edit.embeddings) + ", weights "
            + shortNumber(edit.weights) + ", sub-layers " + shortNumber(edit.sublayers) + ", hidden units "
            + shortNumber(edit.hidden) + ", seed " + std::to_string(edit.seed)
            + (edit.runs > 1 ? ", " + std::to_string(edit.runs) + " runs" : "");
    }
    std::string operator()(const Wiring& edit) const
    {
        static constexpr std::array<std::string_view, 3> kWords{
            " skipped", ": the sum after the feed-forward layer takes the stream from before cross-attention",
            ": all heads read head 0"};
        return std::string(stackName(edit.stack))
            + (edit.layer < 0 ? ", all layers" : " layer " + std::to_string(edit.layer))
            + std::string(nameIn(kWords, edit.form));
    }
    std::string operator()(const AdapterOff&) const { return "adapter off"; }
    std::string operator()(const PositionEdit& edit) const
    {
        std::string what = std::string(stackName(edit.stack)) + " positions";
        if (edit.table != PositionTable::kOwn)
            what += " " + std::string(wordOf(edit.table));
        if (edit.shift != 0)
            what += (edit.shift > 0 ? " shifted by +" : " shifted by ") + std::to_string(edit.shift);
        return what;
    }
};

} // namespace

std::string describe(const Intervention& intervention)
{
    return std::visit(Describer{}, intervention);
}

} // namespace headlight
