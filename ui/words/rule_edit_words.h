#pragma once

#include "core/edit/interventions.h"
#include "ui/words/edit_kind_words.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"

#include <QLocale>

#include <array>
#include <vector>

namespace headlight {

// Words for edits of how queries and keys become weights, and of dropout.

template <>
struct EditWords<ScoreScale>
{
    static QString line(const ScoreScale& edit, const Trace&)
    {
        const QString where = patternWords(edit.where);
        switch (edit.form) {
        case ScaleForm::kNumber:
            return WhatIf::tr("%1: scores × %2")
                .arg(where, QLocale().toString(static_cast<double>(edit.factor), 'g', 4));
        case ScaleForm::kNone:
            return WhatIf::tr("%1: scores not scaled").arg(where);
        case ScaleForm::kKeyWidth:
            return WhatIf::tr("%1: scores ÷ √d_k").arg(where);
        case ScaleForm::kModelWidth:
            break;
        }
        return WhatIf::tr("%1: scores ÷ √d_model").arg(where);
    }
    static QString about(const ScoreScale&)
    {
        return WhatIf::tr("Changes what the dot products are multiplied by. The paper divides them by √d_k; "
                          "dividing by √d_model is a slip that is often seen.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        return {{WhatIf::tr("Another scale"),
                 ScoreScale{scopeOf(at.head, EditScope::kKind), ScaleForm::kModelWidth, 1.0F}}};
    }
    static constexpr std::array<FieldLabel, 2> kLabels{
        fieldLabel("by", QT_TRANSLATE_NOOP("WhatIf", "S&cale"), nullptr,
                   {QT_TRANSLATE_NOOP("WhatIf", "× a number"), QT_TRANSLATE_NOOP("WhatIf", "None"),
                    QT_TRANSLATE_NOOP("WhatIf", "÷ √d_k"), QT_TRANSLATE_NOOP("WhatIf", "÷ √d_model")}),
        fieldLabel("factor", QT_TRANSLATE_NOOP("WhatIf", "&Number"),
                   QT_TRANSLATE_NOOP("WhatIf", "Multiplies the dot products, if the scale is a number."))};
};

template <>
struct EditWords<ScoreSimilarity>
{
    static QString line(const ScoreSimilarity& edit, const Trace&)
    {
        const QString where = patternWords(edit.where);
        switch (edit.form) {
        case SimilarityForm::kDot:
            return WhatIf::tr("%1: plain dot products").arg(where);
        case SimilarityForm::kScaled:
            return WhatIf::tr("%1: scaled dot products").arg(where);
        case SimilarityForm::kCosine:
            return WhatIf::tr("%1: cosine of the angle").arg(where);
        case SimilarityForm::kAdditive:
            break;
        }
        return WhatIf::tr("%1: additive, without tanh").arg(where);
    }
    static QString about(const ScoreSimilarity&)
    {
        return WhatIf::tr(
            "Compares queries and keys in another way. Additive attention without tanh cannot tell "
            "queries apart: every row gets the same weights.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        return {{WhatIf::tr("Another similarity"),
                 ScoreSimilarity{scopeOf(at.head, EditScope::kKind), SimilarityForm::kCosine}}};
    }
    static constexpr std::array<FieldLabel, 1> kLabels{fieldLabel(
        "form", QT_TRANSLATE_NOOP("WhatIf", "S&imilarity"), nullptr,
        {QT_TRANSLATE_NOOP("WhatIf", "Dot product"), QT_TRANSLATE_NOOP("WhatIf", "Dot product ÷ √d_k"),
         QT_TRANSLATE_NOOP("WhatIf", "Cosine"), QT_TRANSLATE_NOOP("WhatIf", "Additive, without tanh")})};
};

template <>
struct EditWords<RowNormalisation>
{
    static QString line(const RowNormalisation& edit, const Trace&)
    {
        const QString where = patternWords(edit.where);
        return edit.form == RowForm::kShare ? WhatIf::tr("%1: shares of the scores, no softmax").arg(where)
                                            : WhatIf::tr("%1: softmax").arg(where);
    }
    static QString about(const RowNormalisation&)
    {
        return WhatIf::tr(
            "Turns scores into weights without softmax: each score is divided by the sum of its "
            "row. Weights may then be negative.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        return {{WhatIf::tr("Shares instead of softmax"),
                 RowNormalisation{scopeOf(at.head, EditScope::kKind), RowForm::kShare}}};
    }
    static constexpr std::array<FieldLabel, 1> kLabels{fieldLabel(
        "form", QT_TRANSLATE_NOOP("WhatIf", "&Weights"), nullptr,
        {QT_TRANSLATE_NOOP("WhatIf", "Softmax"), QT_TRANSLATE_NOOP("WhatIf", "Shares of the scores")})};
};

template <>
struct EditWords<MaskFill>
{
    static QString line(const MaskFill& edit, const Trace&)
    {
        const QString where = patternWords(edit.where);
        return edit.form == MaskFillForm::kInfinity ? WhatIf::tr("%1: masked scores become −∞").arg(where)
                                                    : WhatIf::tr("%1: masked scores become −10⁹").arg(where);
    }
    static QString about(const MaskFill&)
    {
        return WhatIf::tr(
            "Changes what masked scores become. It matters only in rows that can attend to nothing.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        return {{WhatIf::tr("Another number for masked"),
                 MaskFill{scopeOf(at.head, EditScope::kKind), MaskFillForm::kBillion, EmptyRow::kUniform}}};
    }
    static constexpr std::array<FieldLabel, 2> kLabels{
        fieldLabel("with", QT_TRANSLATE_NOOP("WhatIf", "Mas&ked"), nullptr,
                   {QT_TRANSLATE_NOOP("WhatIf", "−∞"), QT_TRANSLATE_NOOP("WhatIf", "−10⁹")}),
        fieldLabel("empty_row", QT_TRANSLATE_NOOP("WhatIf", "&Empty rows"),
                   QT_TRANSLATE_NOOP("WhatIf", "What becomes of a row that can attend to nothing."),
                   {QT_TRANSLATE_NOOP("WhatIf", "Zero"), QT_TRANSLATE_NOOP("WhatIf", "Uniform"),
                    QT_TRANSLATE_NOOP("WhatIf", "Not a number")})};
};

template <>
struct EditWords<AdapterOff>
{
    static QString line(const AdapterOff&, const Trace& trace)
    {
        if (trace.isNull() || trace.info().adapter.empty())
            return WhatIf::tr("Adapter off");
        return WhatIf::tr("Adapter %1 off").arg(QString::fromStdString(trace.info().adapter));
    }
    static QString about(const AdapterOff&)
    {
        return WhatIf::tr("Runs the base model, without the LoRA adapter that was opened over it.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        if (!at.adapter)
            return {};
        return {{WhatIf::tr("Adapter off"), AdapterOff{}}};
    }
    static constexpr std::array<FieldLabel, 0> kLabels{};
};

template <>
struct EditWords<Dropout>
{
    static QString line(const Dropout& edit, const Trace&)
    {
        if (edit.runs > 1)
            return WhatIf::tr("Dropout as in training, seed %1, %2 runs").arg(edit.seed).arg(edit.runs);
        return WhatIf::tr("Dropout as in training, seed %1").arg(edit.seed);
    }
    static QString about(const Dropout&)
    {
        return WhatIf::tr(
            "Sets numbers to zero at random, as in training, and scales the others up so that the "
            "mean stays. Another seed drops others.");
    }
    static std::vector<NewEdit> offers(const EditPlace&) { return {{WhatIf::tr("Dropout"), Dropout{}}}; }
    static constexpr std::array<FieldLabel, 6> kLabels{
        fieldLabel("embeddings", QT_TRANSLATE_NOOP("WhatIf", "&Embeddings"),
                   QT_TRANSLATE_NOOP("WhatIf", "Share of the embeddings + positions that is dropped.")),
        fieldLabel("weights", QT_TRANSLATE_NOOP("WhatIf", "&Weights"),
                   QT_TRANSLATE_NOOP("WhatIf", "Share of the attention weights that is dropped.")),
        fieldLabel("sublayers", QT_TRANSLATE_NOOP("WhatIf", "Su&b-layers"),
                   QT_TRANSLATE_NOOP("WhatIf", "Share of the sub-layers’ updates that is dropped.")),
        fieldLabel(
            "hidden", QT_TRANSLATE_NOOP("WhatIf", "Hidden &units"),
            QT_TRANSLATE_NOOP("WhatIf", "Share of the feed-forward layer’s hidden units that is dropped.")),
        fieldLabel("seed", QT_TRANSLATE_NOOP("WhatIf", "See&d"),
                   QT_TRANSLATE_NOOP("WhatIf", "The same seed drops the same numbers.")),
        fieldLabel("runs", QT_TRANSLATE_NOOP("WhatIf", "&Runs"),
                   QT_TRANSLATE_NOOP("WhatIf",
                                     "More than one: passes with this seed and those after it. The heatmap "
                                     "then also has their mean and their spread."))};
};

template <>
struct EditWords<Wiring>
{
    static QString line(const Wiring& edit, const Trace&)
    {
        const QString where = edit.layer < 0
            ? (edit.stack == StackKind::kEncoder ? WhatIf::tr("All encoder layers")
                                                 : WhatIf::tr("All decoder layers"))
            : (edit.stack == StackKind::kEncoder ? WhatIf::tr("Encoder layer %1")
                                                 : WhatIf::tr("Decoder layer %1"))
                  .arg(edit.layer);
        switch (edit.form) {
        case WiringForm::kSkippedLayer:
            return WhatIf::tr("%1: skipped").arg(where);
        case WiringForm::kStaleResidual:
            return WhatIf::tr("%1: residual from before cross-attention").arg(where);
        case WiringForm::kOneHead:
            break;
        }
        return WhatIf::tr("%1: all heads read head 0").arg(where);
    }
    static QString about(const Wiring& edit)
    {
        switch (edit.form) {
        case WiringForm::kSkippedLayer:
            return WhatIf::tr(
                "The layer passes its input on. Its attention is still computed and shown, but what it adds "
                "is lost. A stack that returns the input of its last layer does this by mistake.");
        case WiringForm::kStaleResidual:
            return WhatIf::tr(
                "The sum behind the feed-forward layer takes the stream from before cross-attention: a slip "
                "that loses what cross-attention added, except what went through the feed-forward layer.");
        case WiringForm::kOneHead:
            break;
        }
        return WhatIf::tr("All heads of the layer read the queries, keys and values of head 0, as in a "
                          "loop that uses the same variable every time. All maps are then the same.");
    }
    static std::vector<NewEdit> offers(const EditPlace& at)
    {
        const Index layer = at.head.layer;
        std::vector<NewEdit> offers{
            {WhatIf::tr("Skip the layer"), Wiring{WiringForm::kSkippedLayer, at.head.stack, layer}},
            {WhatIf::tr("One head for all (a slip)"), Wiring{WiringForm::kOneHead, at.head.stack, layer}}};
        if (at.head.kind == AttentionKind::kCross)
            offers.push_back({WhatIf::tr("Residual from before cross-attention (a slip)"),
                              Wiring{WiringForm::kStaleResidual, at.head.stack, layer}});
        return offers;
    }
    static constexpr std::array<FieldLabel, 2> kLabels{
        fieldLabel("type", QT_TRANSLATE_NOOP("WhatIf", "&Wiring"), nullptr,
                   {QT_TRANSLATE_NOOP("WhatIf", "Skip the layer"),
                    QT_TRANSLATE_NOOP("WhatIf", "Residual from before cross-attention"),
                    QT_TRANSLATE_NOOP("WhatIf", "All heads read head 0")}),
        fieldLabel("layer", QT_TRANSLATE_NOOP("WhatIf", "&Layer"),
                   QT_TRANSLATE_NOOP("WhatIf", "The layer, counted from 0; −1: all layers of the stack."))};
};

} // namespace headlight
