#pragma once

#include "core/edit/edit_fields.h"
#include "core/edit/interventions.h"

#include <array>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace headlight {

// What there is to know of each kind of edit besides its struct (interventions.h) and what it does
// (compile() in edit_compiler.cpp): its fields, and its words for the command line. describe() in
// edit_words.cpp says an edit in one line, ui/picture/edit_words.cpp has the words of the window.
// Everything else follows from here: JSON, `--help edit`, the window's form and menu, references. What a
// new kind lacks does not compile.

/// What an edit changes, as the help and the window's menu group edits.
enum class EditGroup : unsigned char { kMasks, kHeads, kPositions };
inline constexpr std::array kEditGroups{EditGroup::kMasks, EditGroup::kHeads, EditGroup::kPositions};

/// A value of "type" in the JSON, and what `--help edit` says of it.
struct EditType
{
    std::string_view name, help;
};

inline constexpr std::array kPatternForms{PatternForm::kUniform, PatternForm::kIdentity,
                                          PatternForm::kPrevious, PatternForm::kFirst, PatternForm::kFrozen};
inline constexpr std::array kPatchSites{Site::kQuery, Site::kKey, Site::kValue, Site::kHeadOutput,
                                        Site::kResidual};
inline constexpr std::array kPositionTables{PositionTable::kOwn, PositionTable::kNone,
                                            PositionTable::kSinusoidalInterleaved,
                                            PositionTable::kSinusoidalHalves, PositionTable::kLearned};

template <typename Edit>
struct EditKind;

template <>
struct EditKind<MaskEdit>
{
    static constexpr EditGroup kGroup = EditGroup::kMasks;
    static constexpr std::array kTypes{
        EditType{"mask",
                 "these queries cannot (\"allow\": true: can) attend to these "
                 "keys; positions count from 0, END is not included, -1 = to the end"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(SpanField{"queries"}, edit.queryBegin, edit.queryEnd);
        visit(SpanField{"keys"}, edit.keyBegin, edit.keyEnd);
        visit(FlagField{"allow"}, edit.allow);
    }
};

template <>
struct EditKind<MaskShape>
{
    static constexpr EditGroup kGroup = EditGroup::kMasks;
    static constexpr std::array kTypes{
        EditType{"window", "masks keys N or more positions from the query"},
        EditType{"blocks", "masks keys outside the query's block"},
        EditType{"prefix", "the first N tokens see each other in both directions"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(TypeField{}, edit.form);
        visit(HeadsField{}, edit.where);
        visit(SizeField{edit.form == MaskForm::kBlocks}, edit.size, edit.starts);
    }
};

template <>
struct EditKind<TokenHidden>
{
    static constexpr EditGroup kGroup = EditGroup::kMasks;
    static constexpr std::array kTypes{
        EditType{"hide", "hides this token from all tokens (an encoder's in cross-attention, too)"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(StackField{}, edit.stack);
        visit(TokenField{}, edit.token);
    }
};

template <>
struct EditKind<HeadOff>
{
    static constexpr EditGroup kGroup = EditGroup::kHeads;
    static constexpr std::array kTypes{EditType{"head_off", "sets the output to zero"}};
    static constexpr void fields(auto& visit, auto& edit) { visit(HeadsField{}, edit.where); }
};

template <>
struct EditKind<ExpertOff>
{
    static constexpr EditGroup kGroup = EditGroup::kHeads;
    static constexpr std::array kTypes{EditType{
        "expert_off", "of a mixture of experts: sets the experts' output to zero; the router is as it was"}};
    static constexpr void fields(auto& visit, auto& edit) { visit(ExpertsField{}, edit.where); }
};

template <>
struct EditKind<HeadScale>
{
    static constexpr EditGroup kGroup = EditGroup::kHeads;
    static constexpr std::array kTypes{EditType{"head_scale", "multiplies the output by F"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(NumberField{"factor", -1, 3}, edit.factor);
    }
};

template <>
struct EditKind<HeadMean>
{
    static constexpr EditGroup kGroup = EditGroup::kHeads;
    static constexpr std::array kTypes{EditType{
        "head_mean", "replaces every row of the output by its mean in the unedited model on the reference"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ReferenceField{.site = Site::kHeadOutput, .averaged = true}, edit.over);
    }
};

template <>
struct EditKind<PatternEdit>
{
    static constexpr EditGroup kGroup = EditGroup::kHeads;
    static constexpr std::array kTypes{EditType{
        "pattern",
        "replaces the weights: uniform (over the allowed keys), identity, previous, first, or frozen "
        "(those of the reference); the mask stays in force"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ChoiceField<PatternForm>{"form", "FORM", kPatternForms, formName}, edit.form);
        visit(ReferenceField{.site = Site::kWeights, .used = edit.form == PatternForm::kFrozen}, edit.from);
    }
};

template <>
struct EditKind<ActivationPatch>
{
    static constexpr EditGroup kGroup = EditGroup::kHeads;
    static constexpr std::array kTypes{EditType{
        "patch",
        "replaces row J by row I of the reference (omit both to replace every row); WHAT is q, k, v, "
        "head_output, or residual: the stream before SITE's layer"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ChoiceField<Site>{"site", "WHAT", kPatchSites, siteName}, edit.site);
        visit(ReferenceField{.site = edit.site}, edit.from);
        visit(RowsField{}, edit.source, edit.target);
    }
};

template <>
struct EditKind<PositionEdit>
{
    static constexpr EditGroup kGroup = EditGroup::kPositions;
    static constexpr std::array kTypes{
        EditType{"positions",
                 "TABLE is own, none, sinusoidal_interleaved, sinusoidal_halves or learned; a token at "
                 "position p is given position p + N"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(StackField{}, edit.stack);
        visit(ChoiceField<PositionTable>{"table", "TABLE", kPositionTables, tableName, false}, edit.table);
        visit(WholeField{"shift", -(Index{1} << 30)}, edit.shift);
    }
};

/// Visits the fields of an edit, which may be const.
constexpr void visitFields(auto& visit, auto& edit)
{
    EditKind<std::remove_cvref_t<decltype(edit)>>::fields(visit, edit);
}

/// Calls `act` with a default edit of every kind of the group.
constexpr void eachEditKind(EditGroup group, auto&& act)
{
    const auto one = [&]<typename Edit>(Edit edit) {
        if (EditKind<Edit>::kGroup == group)
            act(std::move(edit));
    };
    const auto all = [&]<typename... Edits>(const std::variant<Edits...>*) { (one(Edits{}), ...); };
    all(static_cast<const Intervention*>(nullptr));
}

/// The edit averages over its reference, which may have any number of sentences.
bool averagesReference(const Intervention& intervention);

/// The text of `--help edit`.
std::string editHelp();

} // namespace headlight
