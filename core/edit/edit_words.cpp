#include "core/base/text_list.h"
#include "core/edit/edit_kinds.h"

#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace headlight {

namespace {

std::string rangeText(Index begin, Index end)
{
    if (end < 0)
        return begin == 0 ? "*" : concat(begin, "-*");
    if (end == begin + 1)
        return std::to_string(begin);
    return concat(begin, "-", end - 1);
}

std::string shortNumber(float value)
{
    return formatted("%g", static_cast<double>(value));
}

std::string inWords(const ReferenceInput& reference)
{
    if (reference.own())
        return "this input without edits";
    if (reference.ids.empty())
        return "\"" + reference.text.substr(0, reference.text.find('\n'))
            + (reference.text.find('\n') == std::string::npos ? "\"" : " …\"");
    return "ids " + joined(reference.ids, ",");
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
                what += concat(" ", start);
        } else {
            what += concat(" of ", edit.size);
        }
        return toString(edit.where) + ": " + what;
    }
    std::string operator()(const TokenHidden& edit) const
    {
        return concat(stackName(edit.stack), " token ", edit.token, " hidden");
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
        return concat(toString(edit.where), ": pattern ", wordOf(edit.form),
                      edit.form == PatternForm::kFrozen ? " from " + inWords(edit.from) : "");
    }
    std::string operator()(const ActivationPatch& edit) const
    {
        std::string what = concat(toString(edit.where), ": ", siteName(edit.site));
        if (edit.target >= 0)
            what += concat(" at ", edit.target);
        what += " from " + inWords(edit.from);
        return edit.source >= 0 ? concat(what, " at ", edit.source) : what;
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
        return concat(toString(edit.where), ": similarity ", wordOf(edit.form));
    }
    std::string operator()(const RowNormalisation& edit) const
    {
        return toString(edit.where)
            + (edit.form == RowForm::kShare ? ": share of the scores instead of softmax" : ": softmax");
    }
    std::string operator()(const MaskFill& edit) const
    {
        return concat(toString(edit.where), ": masked with ", wordOf(edit.form), ", empty rows ",
                      wordOf(edit.empty));
    }
    std::string operator()(const Dropout& edit) const
    {
        return concat("dropout: embeddings ", shortNumber(edit.embeddings), ", weights ",
                      shortNumber(edit.weights), ", sub-layers ", shortNumber(edit.sublayers),
                      ", hidden units ", shortNumber(edit.hidden), ", seed ", edit.seed,
                      edit.runs > 1 ? concat(", ", edit.runs, " runs") : "");
    }
    std::string operator()(const Wiring& edit) const
    {
        static constexpr std::array<std::string_view, 3> kWords{
            " skipped", ": the sum after the feed-forward layer takes the stream from before cross-attention",
            ": all heads read head 0"};
        return concat(stackName(edit.stack), edit.layer < 0 ? ", all layers" : concat(" layer ", edit.layer),
                      nameIn(kWords, edit.form));
    }
    std::string operator()(const AdapterOff&) const { return "adapter off"; }
    std::string operator()(const PositionEdit& edit) const
    {
        std::string what = concat(stackName(edit.stack), " positions");
        if (edit.table != PositionTable::kOwn)
            what += concat(" ", wordOf(edit.table));
        if (edit.shift != 0)
            what += concat(edit.shift > 0 ? " shifted by +" : " shifted by ", edit.shift);
        return what;
    }
};

constexpr std::size_t kHelpWidth = 80; ///< columns of a terminal

/// Sets the type of an edit.
struct TypeSetter
{
    std::size_t type;
    void operator()(const auto&, const auto&...) const { }
    template <typename Enum>
    void operator()(const TypeField&, Enum& value) const
    {
        value = static_cast<Enum>(type);
    }
};

/// Spells the fields of an edit as an entry of the JSON list; a name in capitals stands for each value.
class FormSpeller
{
public:
    explicit FormSpeller(std::string_view type) { add("type", concat('"', type, '"')); }

    void operator()(const TypeField&, const auto&) const { }
    void operator()(const HeadsField&, const HeadPattern&) { add("where", "SITE"); }
    void operator()(const ExpertsField&, const ExpertPattern&) { add("where", "EXPERTS"); }
    void operator()(const StackField&, StackKind) { add("stack", "STACK"); }
    void operator()(const TokenField&, Index) { add("token", "N"); }
    void operator()(const WholeField& field, Index) { add(field.name, "N"); }
    void operator()(const NumberField& field, float) { add(field.name, "F"); }
    void operator()(const FlagField& field, bool value) { add(field.name, value ? "true" : "false"); }
    void operator()(const SpanField& field, Index, Index) { add(field.name, "[BEGIN, END]"); }
    template <typename Enum>
    void operator()(const ChoiceField<Enum>& field, Enum)
    {
        add(field.name, field.symbol);
    }
    void operator()(const SizeField& field, Index, const std::vector<Index>&)
    {
        add("size", "N");
        if (field.starts)
            m_instead = ", or \"starts\": [0, 5, 9]";
    }
    void operator()(const RowsField&, Index, Index)
    {
        add("from", "I");
        add("to", "J");
    }
    void operator()(const ReferenceField&, const ReferenceInput&) { add("reference", "REFERENCE"); }

    /// The fields in lines that begin in the third column.
    std::string text() const
    {
        std::string all = "  {";
        std::size_t column = all.size();
        for (std::size_t i = 0; i < m_members.size(); ++i) {
            const std::string member = m_members[i] + (i + 1 < m_members.size() ? "," : "}");
            if (i > 0 && column + 1 + member.size() > kHelpWidth) {
                all += "\n   ";
                column = 3;
            } else if (i > 0) {
                all += ' ';
                ++column;
            }
            all += member;
            column += member.size();
        }
        return all + m_instead + '\n';
    }

private:
    void add(const std::string& name, const std::string& symbol)
    {
        m_members.push_back('"' + name + "\": " + symbol);
    }

    std::vector<std::string> m_members;
    std::string m_instead;
};

/// The words in lines indented below a form.
std::string explanation(std::string_view help)
{
    const std::string indent = "      ";
    std::istringstream words{std::string(help)};
    std::string all, line = indent, word;
    while (words >> word) {
        if (line.size() > indent.size() && line.size() + 1 + word.size() > kHelpWidth) {
            all += line + '\n';
            line = indent;
        }
        line += (line.size() > indent.size() ? " " : "") + word;
    }
    return all + line + '\n';
}

std::string formsOf(EditGroup group)
{
    std::string all;
    eachEditKind(group, [&]<typename Edit>(Edit edit) {
        const auto& types = EditKind<Edit>::kTypes;
        for (std::size_t i = 0; i < types.size(); ++i) {
            TypeSetter type{i};
            visitFields(type, edit);
            FormSpeller speller(types[i].name);
            visitFields(speller, edit);
            all += speller.text() + explanation(types[i].help);
        }
    });
    return all;
}

} // namespace

std::string describe(const Intervention& intervention)
{
    return std::visit(Describer{}, intervention);
}

std::string editHelp()
{
    const auto section
        = [](std::string_view title, EditGroup group) { return concat('\n', title, '\n', formsOf(group)); };
    return R"(Edits: the list that --edit FILE.json reads, the window saves and traces carry
in their metadata. A JSON list; its entries apply in order, the later one wins.

Masks
)" + formsOf(EditGroup::kMasks)
        + R"(  {"type": "causal", "stack": STACK, "value": "auto", "on" or "off"}
      causal mask of that stack's self-attention
  {"type": "padding", "value": false}
      padding off: padded positions of a batch can be attended to

Heads (their output is what enters the output projection)
)" + formsOf(EditGroup::kHeads)
        + section("Layers", EditGroup::kLayers) + section("Positions", EditGroup::kPositions)
        + section("Training", EditGroup::kTraining) + section("Adapter", EditGroup::kAdapter) + R"(
STACK is encoder or decoder. REFERENCE is the input that the unedited model runs on
first: {"text": "…"} or {"ids": […]}, with "target_text" or "target_ids" for the
decoder (default: its greedy output). Omit it for the input of the run itself. Any
entry can have "enabled": false: it is kept, but changes nothing. In --edit, "token",
"from" and "to" may be a text that is one token of their input, and occurs there once.

SITE = STACK.LAYER.KIND.HEAD such as encoder.0.self.3 or decoder.*.cross.0-2: STACK is
encoder, decoder or *; KIND is self, cross or *; LAYER and HEAD are a number from 0, an
inclusive range 2-5, or *. EXPERTS = STACK.LAYER.expert.EXPERT such as
decoder.3.expert.0-7.

--ablate SITE is head_off, --ablate EXPERTS is expert_off, and
--mask 'SITE: QUERY->KEY' is mask (QUERY and KEY: a number, a range or *). These
come after the edits of the file.
)";
}

} // namespace headlight
