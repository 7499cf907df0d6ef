#include "ui/views/block/block_words.h"

#include "ui/picture/value_scale.h"
#include "ui/state/translation.h"
#include "ui/widgets/copy_menu.h"
#include "ui/words/activation_name.h"
#include "ui/words/local_number.h"

#include <QStringList>

#include <algorithm>

namespace headlight {

namespace {

QString normTitle(const BlockNorm& norm)
{
    if (norm.site == NormSite::kFinal)
        return tr("Final norm of the stack");
    if (norm.wholeMatrix)
        return tr("Norm over the whole matrix");
    return norm.rootMeanSquare ? tr("RMS norm") : tr("Layer norm");
}

QString normFormula(const BlockNorm& norm)
{
    QString formula
        = norm.rootMeanSquare ? QStringLiteral("x ÷ √(rms² + ε)") : QStringLiteral("(x − μ) ÷ √(σ² + ε)");
    if (norm.gain.size() > 0)
        formula += QStringLiteral(" · ") + tr("gain");
    if (norm.bias.size() > 0)
        formula += QStringLiteral(" + ") + tr("bias");
    return formula;
}

QString normNote(const BlockAccount& account, const BlockNorm& norm)
{
    if (!norm.known)
        return tr("Mean and deviation are not recorded.");
    const QString deviation = fullText(norm.deviation);
    QString note = norm.rootMeanSquare ? QStringLiteral("rms %1").arg(deviation)
                                       : tr("mean μ %1 · deviation σ %2").arg(fullText(norm.mean), deviation);
    if (account.withModel)
        note += QStringLiteral(" · ε %1").arg(fullText(norm.epsilon));
    else
        note += QStringLiteral(". ") + tr("Gain and bias are weights, which a trace does not include.");
    return note;
}

QString hiddenFormula(const BlockStage& stage)
{
    if (!stage.activation)
        return {};
    const QString name = activationName(*stage.activation, false);
    return stage.gated ? QStringLiteral("%1(x · W_gate) × (x · W₁)").arg(name)
                       : QStringLiteral("%1(x · W₁ + b₁)").arg(name);
}

QString hiddenNote(const BlockStage& stage)
{
    if (stage.values.size() == 0)
        return {};
    return stage.activation == Activation::kRelu
        ? tr("%1 of %2 units are active; the others are 0.").arg(stage.active).arg(stage.values.size())
        : tr("%1 of %2 units are above 0.").arg(stage.active).arg(stage.values.size());
}

QString expertsNote(const BlockStage& stage)
{
    QStringList chosen;
    for (const BlockExpert& each : stage.experts)
        chosen.append(tr("expert %1 with %2")
                          .arg(each.expert)
                          .arg(localNumber(static_cast<double>(each.probability), 3)));
    return chosen.isEmpty() ? QString() : tr("Chosen: %1.").arg(chosen.join(QStringLiteral(", ")));
}

QString addedName(const std::optional<AttentionKind>& attention)
{
    if (!attention)
        return tr("feed-forward");
    return *attention == AttentionKind::kSelf ? tr("self-attention") : tr("cross-attention");
}

/// If both sub-layers of a layer read the same stream, there is a single sum.
bool isParallelSum(const BlockAccount& account, const BlockStage& stage)
{
    return stage.step == BlockStep::kSum && !stage.attention
        && std::count_if(account.stages.begin(), account.stages.end(),
                         [](const BlockStage& each) { return each.step == BlockStep::kSum; })
        == 1;
}

void nameStage(const BlockAccount& account, const BlockStage& stage, BlockStageWords& words)
{
    switch (stage.step) {
    case BlockStep::kInput:
        words.title = tr("Into the layer: x");
        words.formula = tr("the residual stream before it");
        break;
    case BlockStep::kNorm:
    case BlockStep::kFinalNorm:
        words.title = normTitle(*stage.norm);
        words.formula = normFormula(*stage.norm);
        words.note = normNote(account, *stage.norm);
        break;
    case BlockStep::kHeads:
        words.title = stage.attention == AttentionKind::kSelf ? tr("Heads of self-attention, concatenated")
                                                              : tr("Heads of cross-attention, concatenated");
        if (stage.parts > 0 && stage.values.size() > 0)
            words.formula = tr("%1 heads × %2 numbers; click one to see its map")
                                .arg(stage.parts)
                                .arg(stage.values.size() / stage.parts);
        break;
    case BlockStep::kOutput:
        words.title = tr("What attention adds");
        words.formula = tr("the heads · W_O");
        break;
    case BlockStep::kSum:
        words.title = tr("+ residual");
        words.formula = isParallelSum(account, stage) ? tr("x + self-attention + feed-forward")
                                                      : tr("x + %1").arg(addedName(stage.attention));
        break;
    case BlockStep::kHidden:
        words.title = tr("Hidden units of the feed-forward");
        words.formula = hiddenFormula(stage);
        words.note = hiddenNote(stage);
        break;
    case BlockStep::kExperts:
        words.title = tr("Router");
        words.formula = tr("probability of each expert");
        words.note = expertsNote(stage);
        break;
    case BlockStep::kFeedForward:
        words.title = tr("What the feed-forward adds");
        words.formula = tr("the hidden units · W₂");
        break;
    }
}

void addNote(BlockStageWords& words, const QString& sentence)
{
    if (words.note.isEmpty())
        words.note = sentence;
    else
        words.note += (words.note.endsWith(QLatin1Char('.')) ? QStringLiteral(" ") : QStringLiteral(". "))
            + sentence;
}

void addCheck(const BlockStage& stage, bool edited, BlockStageWords& words)
{
    if (stage.apart && agrees(stage))
        addNote(words, tr("As recorded; recomputed, it differs by %1.").arg(fullText(*stage.apart)));
    else if (stage.apart)
        addNote(words,
                edited ? tr("As recorded, under the edits; without them it would differ by %1.")
                             .arg(fullText(*stage.apart))
                       : tr("As recorded, but recomputed it differs by %1.").arg(fullText(*stage.apart)));
    else if (stage.values.size() == 0 && !stage.norm)
        addNote(words, tr("Not recorded."));
    else if (stage.values.size() > 0 && !stage.recorded)
        addNote(words, tr("Computed from what is recorded."));
    words.warns = stage.apart && !agrees(stage) && !edited;
}

} // namespace

bool agrees(const BlockStage& stage)
{
    const float size = stage.values.size() > 0 ? stage.values.cwiseAbs().maxCoeff() : 1.0F;
    return !stage.apart || *stage.apart <= 1e-4F + 1e-5F * size;
}

BlockStageWords wordsOf(const BlockAccount& account, const BlockStage& stage, bool edited)
{
    BlockStageWords words;
    nameStage(account, stage, words);
    if (stage.values.size() > 0 && stage.step != BlockStep::kExperts)
        words.value = QStringLiteral("‖x‖ %1").arg(fullText(stage.values.norm()));
    addCheck(stage, edited, words);
    if (&stage != &account.stages.back())
        return words;
    if (account.convolved)
        addNote(words, tr("A convolution over the neighbours follows, which is not recorded."));
    if (account.last && account.withModel && !account.hasFinalNorm)
        addNote(words, tr("No norm follows the last layer."));
    return words;
}

QString blockTable(const BlockAccount& account)
{
    QString table;
    for (const BlockStage& stage : account.stages) {
        if (stage.values.size() == 0)
            continue;
        table += wordsOf(account, stage, false).title;
        for (Index i = 0; i < stage.values.size(); ++i)
            table += QLatin1Char('\t') + tableNumber(stage.values[i]);
        table += QLatin1Char('\n');
    }
    return table;
}

} // namespace headlight
