#include "ui/words/stage_words.h"

#include "ui/words/local_number.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace headlight {

namespace {

struct Stages
{
    Q_DECLARE_TR_FUNCTIONS(Stage)
};

constexpr std::array kOrder{MapKind::kProducts,          MapKind::kScores,       MapKind::kContentToPosition,
                            MapKind::kPositionToContent, MapKind::kBias,         MapKind::kMasked,
                            MapKind::kWeights,           MapKind::kNormWeighted, MapKind::kMask};

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

QString scaleSymbol(double scale, int headWidth)
{
    const double usual = headWidth > 0 ? 1 / std::sqrt(static_cast<double>(headWidth)) : 0;
    if (headWidth > 0 && std::abs(scale - usual) <= 1e-6 * usual)
        return QStringLiteral("÷√%1").arg(headWidth);
    // Disentangled attention also divides by the number of its terms.
    for (const int terms : {2, 3})
        if (headWidth > 0 && std::abs(scale * std::sqrt(static_cast<double>(terms)) - usual) <= 1e-6 * usual)
            return QStringLiteral("÷√(%1·%2)").arg(terms).arg(headWidth);
    if (scale == 1)
        return {};
    return QStringLiteral("× ") + localNumber(QString::number(scale, 'g', 3));
}

} // namespace headlight
