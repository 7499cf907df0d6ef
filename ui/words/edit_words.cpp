#include "ui/words/edit_words.h"

#include "core/base/text_list.h"
#include "core/edit/recorded_edits.h"
#include "ui/words/edit_kind_words.h"
#include "ui/words/edit_text.h"
#include "ui/words/rule_edit_words.h"
#include "ui/words/token_text.h"

#include <array>
#include <utility>

namespace headlight {

template <>
struct EditWords<MaskEdit>
{
    static QString line(const MaskEdit& edit, const Trace& trace)
    {
        const StackKind keys
            = edit.where.kind == AttentionKind::kCross ? StackKind::kEncoder : edit.where.stack;
        const QString who = rangeWords(trace, edit.where.stack, edit.queryBegin, edit.queryEnd);
        const QString whom = rangeWords(trace, keys, edit.keyBegin, edit.keyEnd);
        const QString where = patternWords(edit.where);
        if (edit.allow)
            return WhatIf::tr("%1: %2 can attend to %3").arg(where, who, whom);
        // "Cannot attend to every token" would suggest that some remain.
        const bool none = edit.keyBegin == 0 && edit.keyEnd < 0;
        if (edit.queryBegin == 0 && edit.queryEnd < 0)
            return none ? WhatIf::tr("%1: no token can attend to any").arg(where)
                        : WhatIf::tr("%1: no token can attend to %2").arg(where, whom);
        return none ? WhatIf::tr("%1: %2 can attend to no token").arg(where, who)
                    : WhatIf::tr("%1: %2 cannot attend to %3").arg(where, who, whom);
    }
    static QString about(const MaskEdit&)
    {
        return WhatIf::tr("Changes the mask in a rectangle of cells; rows are queries, columns keys.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        const Index query = at.cell.query.value_or(0), key = at.cell.key.value_or(0);
        return {
            {WhatIf::tr("Mask cells"), MaskEdit{patternOf(at.head), query, query + 1, key, key + 1, false}}};
    }
    static constexpr std::array<FieldLabel, 3> kLabels{
        fieldLabel("queries", QT_TRANSLATE_NOOP("WhatIf", "Queries")),
        fieldLabel("keys", QT_TRANSLATE_NOOP("WhatIf", "Keys")),
        fieldLabel("allow", QT_TRANSLATE_NOOP("WhatIf", "&Rule"), nullptr,
                   {QT_TRANSLATE_NOOP("WhatIf", "the queries cannot attend to the keys"),
                    QT_TRANSLATE_NOOP("WhatIf", "the queries can attend to the keys")})};
};

template <>
struct EditWords<MaskShape>
{
    static QString line(const MaskShape& edit, const Trace&)
    {
        QString what;
        if (edit.form == MaskForm::kWindow)
            what = WhatIf::tr("%1: window of %2").arg(patternWords(edit.where));
        else if (edit.form == MaskForm::kPrefix)
            what = WhatIf::tr("%1: prefix of %2").arg(patternWords(edit.where));
        else if (edit.starts.empty())
            what = WhatIf::tr("%1: blocks of %2").arg(patternWords(edit.where));
        else
            return WhatIf::tr("%1: blocks from %2")
                .arg(patternWords(edit.where), QString::fromStdString(joined(edit.starts)));
        return what.arg(edit.size);
    }
    static QString about(const MaskShape& edit)
    {
        switch (edit.form) {
        case MaskForm::kWindow:
            return WhatIf::tr("Limits each token to keys nearer than this.");
        case MaskForm::kBlocks:
            return WhatIf::tr("Limits each token to the keys of its block.");
        case MaskForm::kPrefix:
            break;
        }
        return WhatIf::tr("Lets the first tokens see each other in both directions.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        const HeadPattern kind = scopeOf(at.head, EditScope::kKind);
        return {{WhatIf::tr("Sliding window"), MaskShape{kind, MaskForm::kWindow, 3, {}}},
                {WhatIf::tr("Blocks"), MaskShape{kind, MaskForm::kBlocks, 4, {}}},
                {WhatIf::tr("Bidirectional prefix"), MaskShape{kind, MaskForm::kPrefix, 3, {}}}};
    }
    static constexpr std::array<FieldLabel, 1> kLabels{
        fieldLabel("type", QT_TRANSLATE_NOOP("WhatIf", "&Mask"), nullptr,
                   {QT_TRANSLATE_NOOP("WhatIf", "Sliding window"), QT_TRANSLATE_NOOP("WhatIf", "Blocks"),
                    QT_TRANSLATE_NOOP("WhatIf", "Prefix")})};
};

template <>
struct EditWords<TokenHidden>
{
    static QString line(const TokenHidden& edit, const Trace& trace)
    {
        return WhatIf::tr("%1 hidden from all tokens").arg(tokenWords(trace, edit.stack, edit.token));
    }
    static QString about(const TokenHidden&)
    {
        return WhatIf::tr("No token can attend to this one, not even in cross-attention.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        const bool encoder = at.head.kind == AttentionKind::kCross || at.head.stack == StackKind::kEncoder;
        return {{WhatIf::tr("Hidden token"),
                 TokenHidden{encoder ? StackKind::kEncoder : StackKind::kDecoder, at.cell.key.value_or(0)}}};
    }
    static constexpr std::array<FieldLabel, 1> kLabels{
        fieldLabel("token", QT_TRANSLATE_NOOP("WhatIf", "&Token"),
                   QT_TRANSLATE_NOOP("WhatIf", "Its position, counted from 0."))};
};

template <>
struct EditWords<HeadOff>
{
    static QString line(const HeadOff& edit, const Trace&)
    {
        return WhatIf::tr("%1: off").arg(patternWords(edit.where));
    }
    static QString about(const HeadOff&)
    {
        return WhatIf::tr("Sets the head’s output to zero, before the output projection (zero ablation).");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        return {{WhatIf::tr("Head off"), HeadOff{patternOf(at.head)}}};
    }
    static constexpr std::array<FieldLabel, 0> kLabels{};
};

template <>
struct EditWords<ExpertOff>
{
    static QString line(const ExpertOff& edit, const Trace&)
    {
        const ExpertPattern& where = edit.where;
        if (where.anyStack || where.layers.first != where.layers.last
            || where.experts.first != where.experts.last)
            return WhatIf::tr("%1: off").arg(QString::fromStdString(toString(where)));
        return WhatIf::tr("Layer %1 · expert %2: off").arg(where.layers.first).arg(where.experts.first);
    }
    static QString about(const ExpertOff&)
    {
        return WhatIf::tr("Sets the expert’s output to zero; the router still chooses it as before.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        if (at.experts == 0)
            return {};
        return {{WhatIf::tr("Expert off"), ExpertOff{patternOf(ExpertRef{at.head.stack, at.head.layer, 0})}}};
    }
    static constexpr std::array<FieldLabel, 0> kLabels{};
};

template <>
struct EditWords<HeadScale>
{
    static QString line(const HeadScale& edit, const Trace&)
    {
        return WhatIf::tr("%1: output × %2")
            .arg(patternWords(edit.where))
            .arg(static_cast<double>(edit.factor), 0, 'g', 3);
    }
    static QString about(const HeadScale&)
    {
        return WhatIf::tr("Multiplies the head’s output by a factor, before the output projection.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        return {{WhatIf::tr("Head scaled"), HeadScale{patternOf(at.head), 0.5F}}};
    }
    static constexpr std::array<FieldLabel, 1> kLabels{
        fieldLabel("factor", QT_TRANSLATE_NOOP("WhatIf", "Factor"),
                   QT_TRANSLATE_NOOP("WhatIf", "0 switches off the head, 1 leaves it unchanged."))};
};

template <>
struct EditWords<HeadMean>
{
    static QString line(const HeadMean& edit, const Trace&)
    {
        return WhatIf::tr("%1: mean over %2").arg(patternWords(edit.where), referenceWords(edit.over));
    }
    static QString about(const HeadMean&)
    {
        return WhatIf::tr(
            "Replaces every row of the head’s output by its mean in the unedited model (mean ablation).");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        return {{WhatIf::tr("Head at its mean"), HeadMean{patternOf(at.head), {}}}};
    }
    static constexpr std::array<FieldLabel, 0> kLabels{};
};

template <>
struct EditWords<PatternEdit>
{
    static QString line(const PatternEdit& edit, const Trace&)
    {
        const QString pattern
            = WhatIf::tr("%1: pattern %2").arg(patternWords(edit.where), formWords(edit.form));
        return edit.form == PatternForm::kFrozen
            ? WhatIf::tr("%1 from %2").arg(pattern, referenceWords(edit.from))
            : pattern;
    }
    static QString about(const PatternEdit&)
    {
        return WhatIf::tr("Replaces the head’s weights after the softmax; the mask stays in force.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        std::vector<NewEdit> all;
        all.reserve(kValuesOf<PatternForm>.size());
        const FieldWords form = fieldWords(PatternEdit{}, "form");
        for (const PatternForm each : kValuesOf<PatternForm>)
            all.push_back({form.choices.value(static_cast<int>(each)),
                           PatternEdit{patternOf(at.head), each, {}}, WhatIf::tr("Pattern replaced")});
        return all;
    }
    static constexpr std::array<FieldLabel, 1> kLabels{
        fieldLabel("form", QT_TRANSLATE_NOOP("WhatIf", "&Pattern"), nullptr,
                   {QT_TRANSLATE_NOOP("WhatIf", "Uniform over the allowed keys"),
                    QT_TRANSLATE_NOOP("WhatIf", "Each token on itself"),
                    QT_TRANSLATE_NOOP("WhatIf", "On the previous token"),
                    QT_TRANSLATE_NOOP("WhatIf", "On the first token"),
                    QT_TRANSLATE_NOOP("WhatIf", "Frozen from another run")})};
};

template <>
struct EditWords<ActivationPatch>
{
    static QString line(const ActivationPatch& edit, const Trace&)
    {
        const QString where = patchWords(edit);
        if (edit.source < 0)
            return WhatIf::tr("%1 from %2").arg(where, referenceWords(edit.from));
        return WhatIf::tr("%1 at position %2, from %3 at position %4")
            .arg(where)
            .arg(edit.target)
            .arg(referenceWords(edit.from))
            .arg(edit.source);
    }
    static QString about(const ActivationPatch&)
    {
        return WhatIf::tr("Replaces activations by those of another input (activation patching).");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        ActivationPatch patch;
        patch.where = patternOf(at.head);
        return {{WhatIf::tr("Patched from another sentence"), patch}};
    }
    static constexpr std::array<FieldLabel, 1> kLabels{fieldLabel(
        "site", QT_TRANSLATE_NOOP("WhatIf", "&Activation"), nullptr,
        {QT_TRANSLATE_NOOP("WhatIf", "Queries"), QT_TRANSLATE_NOOP("WhatIf", "Keys"),
         QT_TRANSLATE_NOOP("WhatIf", "Values"), QT_TRANSLATE_NOOP("WhatIf", "Head outputs"),
         QT_TRANSLATE_NOOP("WhatIf", "The stream before the layer"), QT_TRANSLATE_NOOP("WhatIf", "Weights"),
         QT_TRANSLATE_NOOP("WhatIf", "The attention’s output"),
         QT_TRANSLATE_NOOP("WhatIf", "The stream before the feed-forward"),
         QT_TRANSLATE_NOOP("WhatIf", "The feed-forward’s output")})};
};

template <>
struct EditWords<PositionEdit>
{
    static QString line(const PositionEdit& edit, const Trace&)
    {
        const QString stack = edit.stack == StackKind::kEncoder ? WhatIf::tr("Positions of the encoder: %1")
                                                                : WhatIf::tr("Positions of the decoder: %1");
        const QString what = stack.arg(tableWords(edit.table));
        return edit.shift == 0 ? what : WhatIf::tr("%1, shifted by %2").arg(what).arg(edit.shift);
    }
    static QString about(const PositionEdit&)
    {
        return WhatIf::tr("Changes the positions given to this stack’s tokens.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        return {{WhatIf::tr("No positions"), PositionEdit{at.firstStack, PositionTable::kNone, 0}},
                {WhatIf::tr("Positions shifted"), PositionEdit{at.firstStack, PositionTable::kOwn, 1}},
                {WhatIf::tr("Positions of another table"),
                 PositionEdit{at.firstStack, PositionTable::kSinusoidalHalves, 0}}};
    }
    static constexpr std::array<FieldLabel, 2> kLabels{
        fieldLabel("table", QT_TRANSLATE_NOOP("WhatIf", "&Table"), nullptr,
                   {QT_TRANSLATE_NOOP("WhatIf", "The model’s own"), QT_TRANSLATE_NOOP("WhatIf", "None"),
                    QT_TRANSLATE_NOOP("WhatIf", "Sinusoids, interleaved"),
                    QT_TRANSLATE_NOOP("WhatIf", "Sinusoids, in halves"),
                    QT_TRANSLATE_NOOP("WhatIf", "Sinusoids, steep"),
                    QT_TRANSLATE_NOOP("WhatIf", "Sinusoids, steep, all angles"),
                    QT_TRANSLATE_NOOP("WhatIf", "The learned table")}),
        fieldLabel("shift", QT_TRANSLATE_NOOP("WhatIf", "S&hift"),
                   QT_TRANSLATE_NOOP("WhatIf", "Moves every token this many positions later."))};
};

namespace {

/// A token that an edit refers to.
struct NamedToken
{
    StackKind stack = StackKind::kEncoder;
    Index position = 0;
};

/// The single tokens that an edit names; ranges do not count.
std::vector<NamedToken> namedTokens(const Intervention& edit)
{
    if (const auto* const hidden = std::get_if<TokenHidden>(&edit))
        return {{hidden->stack, hidden->token}};
    if (const auto* const patch = std::get_if<ActivationPatch>(&edit);
        patch != nullptr && patch->target >= 0) {
        const bool keys = patch->site == Site::kKey || patch->site == Site::kValue;
        const bool cross = keys && patch->where.kind == AttentionKind::kCross && !patch->where.anyKind;
        return {{cross ? StackKind::kEncoder : patch->where.stack, patch->target}};
    }
    std::vector<NamedToken> tokens;
    if (const auto* const mask = std::get_if<MaskEdit>(&edit); mask != nullptr && !mask->where.anyStack) {
        const bool cross = mask->where.kind == AttentionKind::kCross && !mask->where.anyKind;
        if (mask->queryEnd == mask->queryBegin + 1)
            tokens.push_back({mask->where.stack, mask->queryBegin});
        if (mask->keyEnd == mask->keyBegin + 1)
            tokens.push_back({cross ? StackKind::kEncoder : mask->where.stack, mask->keyBegin});
    }
    return tokens;
}

const TokenLabel* labelAt(const Trace& trace, const NamedToken& token)
{
    const auto place = static_cast<std::size_t>(token.position);
    if (trace.isNull() || token.position < 0 || place >= trace.tokens(token.stack).size())
        return nullptr;
    return &trace.tokens(token.stack)[place];
}

} // namespace

QString otherTokenWords(const Intervention& edit, const Trace& now, const Trace& without)
{
    if (now.isNull() || without.isNull())
        return {};
    for (const NamedToken& token : namedTokens(edit)) {
        const TokenLabel* const is = labelAt(now, token);
        const TokenLabel* const was = labelAt(without, token);
        if (was == nullptr || (is != nullptr && is->id == was->id))
            continue;
        return is == nullptr ? WhatIf::tr("without edits token %1 is %2; now there is none")
                                   .arg(token.position)
                                   .arg(quotedToken(*was))
                             : WhatIf::tr("without edits token %1 is %2, now %3")
                                   .arg(token.position)
                                   .arg(quotedToken(*was), quotedToken(*is));
    }
    return {};
}

QString editWords(const Intervention& edit, const Trace& trace)
{
    return std::visit(
        [&trace]<typename Edit>(const Edit& one) {
#if !defined(__clang__) // clang 14 cannot build strings of g++ 12's library at compile time
            static_assert(everyFieldHasWords<Edit>(), "a field has no label in kLabels");
#endif
            return EditWords<Edit>::line(one, trace);
        },
        edit);
}

QStringList recordedEditLines(const Trace& trace)
{
    const Interventions edits = recordedEdits(trace.info());
    QStringList lines = maskLines(edits.masks);
    for (const Intervention& each : edits.list)
        if (isEnabled(each))
            lines << editWords(each, trace);
    if (const std::string unread = editsInWords(trace.info()); lines.isEmpty() && !unread.empty())
        lines << QString::fromStdString(unread);
    return lines;
}

QString editExplanation(const Intervention& edit)
{
    return std::visit([]<typename Edit>(const Edit& one) { return EditWords<Edit>::about(one); }, edit);
}

std::vector<NewEdit> newEdits(EditGroup group, const EditPlace& at)
{
    std::vector<NewEdit> all;
    eachEditKind(group, [&]<typename Edit>(const Edit&) {
        for (NewEdit& offer : EditWords<Edit>::offers(at))
            all.push_back(std::move(offer));
    });
    return all;
}

FieldWords fieldWords(const Intervention& edit, std::string_view field)
{
    return std::visit(
        [field]<typename Edit>(const Edit&) {
            FieldWords found;
            for (const FieldLabel& each : EditWords<Edit>::kLabels) {
                if (each.field != field)
                    continue;
                found.label = WhatIf::tr(each.label);
                found.tip = each.tip == nullptr ? QString() : WhatIf::tr(each.tip);
                for (const char* choice : each.choices)
                    if (choice != nullptr)
                        found.choices << WhatIf::tr(choice);
            }
            return found;
        },
        edit);
}

} // namespace headlight
