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

// Everything about each kind of edit except its struct (interventions.h) and its effect (compile() in
// edit_compiler.cpp): its fields, and its words for the command line. describe() in edit_words.cpp says an
// edit in one line; ui/words/edit_words.cpp has the words of the window. All else is derived from here: JSON,
// `--help edit`, the window's form and menu, references. A kind without one of the parts does not compile.

/// The groups of edits in the help and in the window's menu, by the part of a run that they change.
enum class EditGroup : unsigned char { kMasks, kHeads, kLayers, kPositions, kTraining, kAdapter };
inline constexpr std::array kEditGroups{EditGroup::kMasks,     EditGroup::kHeads,    EditGroup::kLayers,
                                        EditGroup::kPositions, EditGroup::kTraining, EditGroup::kAdapter};

/// A value of "type" in the JSON, and its explanation in `--help edit`.
struct EditType
{
    std::string_view name, help;
};

inline constexpr std::array kPatchSites{
    Site::kQuery,   Site::kKey,    Site::kValue,          Site::kHeadOutput,       Site::kResidual,
    Site::kWeights, Site::kOutput, Site::kResidualMiddle, Site::kFeedForwardOutput};

template <EditGroup kOf>
struct InGroup
{
    static constexpr EditGroup kGroup = kOf;
};

template <typename Edit>
struct EditKind;

template <>
struct EditKind<MaskEdit> : InGroup<EditGroup::kMasks>
{
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
struct EditKind<MaskShape> : InGroup<EditGroup::kMasks>
{
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
struct EditKind<TokenHidden> : InGroup<EditGroup::kMasks>
{
    static constexpr std::array kTypes{
        EditType{"hide", "hides this token from all tokens (in the encoder, also in cross-attention)"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(StackField{}, edit.stack);
        visit(TokenField{}, edit.token);
    }
};

template <>
struct EditKind<HeadOff> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{"head_off", "sets the output to zero"}};
    static constexpr void fields(auto& visit, auto& edit) { visit(HeadsField{}, edit.where); }
};

template <>
struct EditKind<ExpertOff> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{
        "expert_off", "sets the output of these experts of a mixture to zero; the router does not change"}};
    static constexpr void fields(auto& visit, auto& edit) { visit(ExpertsField{}, edit.where); }
};

template <>
struct EditKind<HeadScale> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{"head_scale", "multiplies the output by F"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(NumberField{"factor", -1, 3}, edit.factor);
    }
};

template <>
struct EditKind<HeadMean> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{
        "head_mean", "replaces every row of the output by its mean in the unedited model on the reference"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ReferenceField{.site = Site::kHeadOutput, .averaged = true}, edit.over);
    }
};

template <>
struct EditKind<PatternEdit> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{
        "pattern",
        "replaces the weights: uniform (over the allowed keys), identity, previous, first, or frozen "
        "(those of the reference); the mask stays in force"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ChoiceField<PatternForm>{"form", "FORM"}, edit.form);
        visit(ReferenceField{.site = Site::kWeights, .used = edit.form == PatternForm::kFrozen}, edit.from);
    }
};

template <>
struct EditKind<ActivationPatch> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{
        "patch",
        "replaces row J by row I of the reference (omit both to replace every row); WHAT is q, k, v, "
        "head_output, weights, output (of the attention sub-layer), ff_output, or a stream: residual before "
        "SITE's layer, residual_middle before its feed-forward layer"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ChoiceField<Site>{"site", "WHAT", true, kPatchSites, siteName}, edit.site);
        visit(ReferenceField{.site = edit.site}, edit.from);
        visit(RowsField{}, edit.source, edit.target);
    }
};

template <>
struct EditKind<PositionEdit> : InGroup<EditGroup::kPositions>
{
    static constexpr std::array kTypes{
        EditType{"positions",
                 "TABLE is own, none, sinusoidal_interleaved, sinusoidal_halves, sinusoidal_steep, "
                 "sinusoidal_steep_own or learned; a token at position p is given position p + N"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(StackField{}, edit.stack);
        visit(ChoiceField<PositionTable>{"table", "TABLE", false}, edit.table);
        visit(WholeField{"shift", -(Index{1} << 30)}, edit.shift);
    }
};

template <>
struct EditKind<ScoreScale> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{
        "score_scale",
        "what scores are multiplied by: SCALE is number (F), none (1), sqrt_dk (1/√d_k, the paper) or "
        "sqrt_dmodel (1/√d_model, a common mistake)"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ChoiceField<ScaleForm>{"by", "SCALE"}, edit.form);
        visit(NumberField{"factor", 0, 2, false}, edit.factor);
    }
};

template <>
struct EditKind<ScoreSimilarity> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{
        "similarity",
        "how queries and keys are compared: FORM is dot, scaled (dot / √d_k), cosine, or additive (sum of "
        "q + sum of k, without tanh)"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ChoiceField<SimilarityForm>{"form", "FORM"}, edit.form);
    }
};

template <>
struct EditKind<RowNormalisation> : InGroup<EditGroup::kHeads>
{
    static constexpr std::array kTypes{EditType{
        "normalisation",
        "how a row of scores becomes weights: FORM is softmax, or share (each score divided by the sum of "
        "the row)"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ChoiceField<RowForm>{"form", "FORM"}, edit.form);
    }
};

template <>
struct EditKind<MaskFill> : InGroup<EditGroup::kMasks>
{
    static constexpr std::array kTypes{EditType{
        "masking",
        "what replaces a masked score, \"-inf\" or \"-1e9\", and what becomes of a row that can attend to "
        "nothing: zero, uniform or nan"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(HeadsField{}, edit.where);
        visit(ChoiceField<MaskFillForm>{"with", "VALUE"}, edit.form);
        visit(ChoiceField<EmptyRow>{"empty_row", "ROW", false}, edit.empty);
    }
};

template <>
struct EditKind<Dropout> : InGroup<EditGroup::kTraining>
{
    static constexpr std::array kTypes{EditType{
        "dropout",
        "sets numbers to zero at random, as in training: rates from 0 to below 1 (default 0.1) for "
        "embeddings + positions, attention weights, what sub-layers add, and hidden units of the "
        "feed-forward layer; the same seed drops the same numbers; RUNS above 1: the window also shows "
        "mean and spread over that many seeds (on the command line: --repeats)"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(NumberField{"embeddings", 0, 0.9, false}, edit.embeddings);
        visit(NumberField{"weights", 0, 0.9, false}, edit.weights);
        visit(NumberField{"sublayers", 0, 0.9, false}, edit.sublayers);
        visit(NumberField{"hidden", 0, 0.9, false}, edit.hidden);
        visit(WholeField{"seed", 0}, edit.seed);
        visit(WholeField{"runs", 1}, edit.runs);
    }
};

template <>
struct EditKind<Wiring> : InGroup<EditGroup::kLayers>
{
    static constexpr std::array kTypes{
        EditType{"skip_layer", "skips the layer: its output is its input (N = -1: every layer)"},
        EditType{"stale_residual",
                 "adds the stream from before cross-attention after the feed-forward layer: a common "
                 "mistake"},
        EditType{"one_head",
                 "makes all heads read the queries, keys and values of head 0: a common mistake"}};
    static constexpr void fields(auto& visit, auto& edit)
    {
        visit(TypeField{}, edit.form);
        visit(StackField{}, edit.stack);
        visit(WholeField{"layer", -1}, edit.layer);
    }
};

template <>
struct EditKind<AdapterOff> : InGroup<EditGroup::kAdapter>
{
    static constexpr std::array kTypes{
        EditType{"adapter_off", "runs the base model without its LoRA adapter"}};
    static constexpr void fields(auto&, auto&) { }
};

/// Visits the fields of an edit, const or not.
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

/// Whether the edit averages over its reference, which may then have any number of sentences.
bool averagesReference(const Intervention& intervention);

/// The text of `--help edit`.
std::string editHelp();

} // namespace headlight
