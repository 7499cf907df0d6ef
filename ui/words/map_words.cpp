#include "ui/words/map_words.h"

#include "core/analysis/head_behaviour.h"
#include "core/edit/edit_plan.h"
#include "core/edit/recorded_edits.h"
#include "ui/state/translation.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

namespace headlight {

namespace {

QString hiddenText(const MapTransform& transform)
{
    const bool first = transform.hidden == HiddenTokens::kFirst;
    if (transform.renormalise)
        return first ? tr("first token left out, rows renormalised to sum to 1")
                     : tr("special tokens left out, rows renormalised to sum to 1");
    return first ? tr("first token left out, rows not renormalised")
                 : tr("special tokens left out, rows not renormalised");
}

} // namespace

QString panelName(const HeadRef& head, const std::vector<HeadRef>& among)
{
    const auto all = [&](const auto& alike) { return std::ranges::all_of(among, alike); };
    const bool sameKind
        = all([&](const HeadRef& other) { return other.stack == head.stack && other.kind == head.kind; });
    if (!sameKind)
        return headName(head);
    if (all([&](const HeadRef& other) { return other.layer == head.layer; }))
        return tr("head %1").arg(head.head);
    return tr("layer %1 · head %2").arg(head.layer).arg(head.head);
}

QString headsTitle(const std::vector<HeadRef>& heads, HeadsTogether together)
{
    if (heads.empty())
        return {};
    if (heads.size() == 1)
        return headName(heads.front());
    const HeadRef& first = heads.front();
    const bool sameKind = std::ranges::all_of(heads, [&first](const HeadRef& head) {
        return head.stack == first.stack && head.kind == first.kind;
    });
    const bool sameLayer = sameKind
        && std::ranges::all_of(heads, [&first](const HeadRef& head) { return head.layer == first.layer; });
    const auto count = static_cast<int>(heads.size());
    const QString what = together == HeadsTogether::kMean ? tr("Mean of %1 heads").arg(count)
        : together == HeadsTogether::kMaximum             ? tr("Maximum of %1 heads").arg(count)
                                                          : tr("%1 heads").arg(count);
    QStringList parts;
    if (sameLayer)
        parts << layerName(first.layerRef());
    else if (sameKind)
        parts << attentionName(first.stack, first.kind);
    parts << what;
    QString title = parts.join(QStringLiteral(" · "));
    if (together == HeadsTogether::kBeside)
        return title;
    constexpr std::size_t kMostNames = 6;
    QStringList names;
    for (std::size_t i = 0; i < std::min(heads.size(), kMostNames); ++i)
        names << (sameLayer      ? QString::number(heads[i].head)
                      : sameKind ? headNumbers(heads[i])
                                 : shortHeadName(heads[i]));
    if (heads.size() > kMostNames)
        names << QStringLiteral("…");
    return tr("%1 (%2)").arg(title, names.join(QStringLiteral(", ")));
}

QString changesText(const MapTransform& transform)
{
    QStringList parts;
    if (transform.hidden != HiddenTokens::kNone)
        parts << hiddenText(transform);
    if (transform.words)
        parts << tr("words: weights summed over a word’s key tokens, averaged over its query tokens");
    if (transform.mass < 1)
        parts << tr("the largest weights of each row that make up %1%")
                     .arg(localNumber(QString::number(transform.mass * 100, 'g', 4)));
    QString text = parts.join(QStringLiteral(" · "));
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString maskName(const AttentionMap& map)
{
    const auto words = [](const char* text) { return QCoreApplication::translate("MaskName", text); };
    const MaskPattern pattern = maskPatternOf(map);
    switch (pattern.kind) {
    case MaskPattern::Kind::kNone:
        return words(QT_TRANSLATE_NOOP("MaskName", "no mask"));
    case MaskPattern::Kind::kCausal:
        return words(QT_TRANSLATE_NOOP("MaskName", "causal mask"));
    case MaskPattern::Kind::kWindow:
        return words(QT_TRANSLATE_NOOP("MaskName", "sliding window of %1")).arg(pattern.window);
    case MaskPattern::Kind::kNotRecorded:
    case MaskPattern::Kind::kOther:
        break;
    }
    return {};
}

namespace {

struct MaskReason
{
    Q_DECLARE_TR_FUNCTIONS(MaskReason)
};

bool forbids(Mask::Change change, Index query, Index key)
{
    return !Mask(query + 1, key + 1).change(std::move(change)).allows(query, key);
}

/// Why an edit masks the cell; empty if it does not.
QString reasonOf(const Intervention& edit, const HeadRef& head, Index query, Index key)
{
    if (!isEnabled(edit))
        return {};
    if (const auto* const hidden = std::get_if<TokenHidden>(&edit)) {
        const bool encoder = head.stack == StackKind::kEncoder || head.kind == AttentionKind::kCross;
        return (hidden->stack == StackKind::kEncoder) == encoder && hidden->token == key
            ? MaskReason::tr("the token is hidden")
            : QString();
    }
    if (const auto* const painted = std::get_if<MaskEdit>(&edit))
        return painted->where.matches(head) && forbids(maskChange(*painted), query, key)
            ? MaskReason::tr("the cell was painted")
            : QString();
    if (const auto* const shape = std::get_if<MaskShape>(&edit))
        return shape->size > 0 && shape->where.matches(head) && forbids(maskChange(*shape), query, key)
            ? MaskReason::tr("the mask’s rule leaves it out")
            : QString();
    return {};
}

} // namespace

QString maskReason(const AttentionMap& map, Index query, Index key, const TraceInfo& info)
{
    const auto& keys = map.keyTokens();
    if (key < std::ssize(keys) && keys[static_cast<std::size_t>(key)].padding)
        return MaskReason::tr("it is padding");
    const HeadRef& head = map.head();
    const Interventions edits = recordedEdits(info);
    for (const Intervention& edit : edits.list)
        if (const QString reason = reasonOf(edit, head, query, key); !reason.isEmpty())
            return reason;
    if (head.kind != AttentionKind::kSelf)
        return {};
    const bool causal = head.stack == StackKind::kDecoder ? edits.masks.decoderCausal != Toggle::kOff
                                                          : edits.masks.encoderCausal == Toggle::kOn;
    if (key > query)
        return causal ? MaskReason::tr("it comes later (causal mask)") : QString();
    const MaskPattern pattern = maskPatternOf(map);
    return pattern.kind == MaskPattern::Kind::kWindow
        ? MaskReason::tr("it is outside the sliding window of %1").arg(pattern.window)
        : QString();
}

namespace {

struct Stages
{
    Q_DECLARE_TR_FUNCTIONS(Stage)
};

constexpr std::array kOrder{MapKind::kProducts,          MapKind::kScores,       MapKind::kContentToPosition,
                            MapKind::kPositionToContent, MapKind::kBias,         MapKind::kMasked,
                            MapKind::kWeights,           MapKind::kNormWeighted, MapKind::kEffect,
                            MapKind::kIfMasked,          MapKind::kMask};

struct StageText
{
    MapKind kind;
    const char* name;
    const char* symbol;
    const char* tip;
};

constexpr std::array kStages{
    StageText{MapKind::kMask, QT_TRANSLATE_NOOP("Stage", "Mask"), QT_TRANSLATE_NOOP("Stage", "mask"),
              QT_TRANSLATE_NOOP("Stage", "Which keys each query can attend to")},
    StageText{MapKind::kProducts, QT_TRANSLATE_NOOP("Stage", "Dot products"), "Q·Kᵀ",
              QT_TRANSLATE_NOOP("Stage", "Dot products of queries and keys, before they are scaled")},
    StageText{MapKind::kScores, QT_TRANSLATE_NOOP("Stage", "Scores"), "÷√d",
              QT_TRANSLATE_NOOP("Stage", "Scaled dot products of queries and keys, before bias and mask")},
    StageText{MapKind::kBias, QT_TRANSLATE_NOOP("Stage", "Bias"), QT_TRANSLATE_NOOP("Stage", "+ bias"),
              QT_TRANSLATE_NOOP(
                  "Stage", "What is added to the scores besides the mask, for example for the distance")},
    StageText{MapKind::kContentToPosition, QT_TRANSLATE_NOOP("Stage", "Content → position"),
              QT_TRANSLATE_NOOP("Stage", "+ c→p"),
              QT_TRANSLATE_NOOP("Stage",
                                "Dot products of queries with the relative positions of the keys, scaled "
                                "(He et al. 2021)")},
    StageText{MapKind::kPositionToContent, QT_TRANSLATE_NOOP("Stage", "Position → content"),
              QT_TRANSLATE_NOOP("Stage", "+ p→c"),
              QT_TRANSLATE_NOOP("Stage",
                                "Dot products of keys with the relative positions of the queries, scaled "
                                "(He et al. 2021)")},
    StageText{MapKind::kMasked, QT_TRANSLATE_NOOP("Stage", "Masked scores"),
              QT_TRANSLATE_NOOP("Stage", "+ mask"),
              QT_TRANSLATE_NOOP("Stage", "Scores with bias and mask: the input of the softmax")},
    StageText{MapKind::kWeights, QT_TRANSLATE_NOOP("Stage", "Weights"), "softmax",
              QT_TRANSLATE_NOOP(
                  "Stage", "After the softmax: how much each query takes from each key; a row sums to 1")},
    StageText{MapKind::kNormWeighted, QT_TRANSLATE_NOOP("Stage", "Weight × ‖v‖"), "× V",
              QT_TRANSLATE_NOOP("Stage",
                                "Weight × norm of the key’s value vector: how much the key really "
                                "contributes (Kobayashi et al. 2020)")},
    StageText{
        MapKind::kEffect, QT_TRANSLATE_NOOP("Stage", "Effect"), QT_TRANSLATE_NOOP("Stage", "effect"),
        QT_TRANSLATE_NOOP("Stage",
                          "What each key adds directly to the logit of the token that Why explains, for "
                          "the pinned row or the last one")},
    StageText{MapKind::kIfMasked, QT_TRANSLATE_NOOP("Stage", "If masked"),
              QT_TRANSLATE_NOOP("Stage", "if masked"),
              QT_TRANSLATE_NOOP(
                  "Stage",
                  "How much the log-probability of the token that Why explains would fall if the key were "
                  "masked, estimated from the gradient, for the pinned row or the last one")},
};

/// The mask's for kinds that are no stage.
const StageText& textOf(MapKind kind)
{
    for (const StageText& each : kStages)
        if (each.kind == kind)
            return each;
    return kStages.front();
}

} // namespace

std::span<const MapKind> stageOrder()
{
    return kOrder;
}

QString stageName(MapKind kind)
{
    return Stages::tr(textOf(kind).name);
}

QString stageTip(MapKind kind)
{
    return Stages::tr(textOf(kind).tip);
}

QString stageSymbol(MapKind kind)
{
    return Stages::tr(textOf(kind).symbol);
}

static bool isRootOf(double scale, int width)
{
    return width > 0 && std::abs(scale * std::sqrt(static_cast<double>(width)) - 1) <= 1e-6;
}

int widthOfScale(double scale, int headWidth, int modelWidth)
{
    return isRootOf(scale, headWidth) ? headWidth : isRootOf(scale, modelWidth) ? modelWidth : 0;
}

QString scaleSymbol(double scale, int headWidth, int modelWidth)
{
    if (const int width = widthOfScale(scale, headWidth, modelWidth); width > 0)
        return QStringLiteral("÷√%1").arg(width);
    // Disentangled attention also divides by the number of its terms.
    for (const int terms : {2, 3})
        if (isRootOf(scale, terms * headWidth))
            return QStringLiteral("÷√(%1·%2)").arg(terms).arg(headWidth);
    if (scale == 1)
        return {};
    return QStringLiteral("× ") + localNumber(QString::number(scale, 'g', 3));
}

} // namespace headlight
