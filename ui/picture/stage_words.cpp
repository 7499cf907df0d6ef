#include "ui/picture/stage_words.h"

#include "ui/picture/local_number.h"

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

} // namespace

std::span<const MapKind> stageOrder()
{
    return kOrder;
}

QString stageName(MapKind kind)
{
    switch (kind) {
    case MapKind::kProducts:
        return Stages::tr("Dot products");
    case MapKind::kScores:
        return Stages::tr("Scores");
    case MapKind::kBias:
        return Stages::tr("Bias");
    case MapKind::kContentToPosition:
        return Stages::tr("Content → position");
    case MapKind::kPositionToContent:
        return Stages::tr("Position → content");
    case MapKind::kMasked:
        return Stages::tr("Masked scores");
    case MapKind::kWeights:
        return Stages::tr("Weights");
    case MapKind::kNormWeighted:
        return Stages::tr("Weight × ‖v‖");
    case MapKind::kMask:
    case MapKind::kKept:
        break;
    }
    return Stages::tr("Mask");
}

QString stageTip(MapKind kind)
{
    switch (kind) {
    case MapKind::kProducts:
        return Stages::tr("Dot products of queries and keys, before they are scaled");
    case MapKind::kScores:
        return Stages::tr("Scaled dot products of queries and keys, before bias and mask");
    case MapKind::kBias:
        return Stages::tr("What is added to the scores besides the mask, for example for the distance");
    case MapKind::kContentToPosition:
        return Stages::tr(
            "Dot products of queries with the relative positions of the keys, scaled (He et al. "
            "2021)");
    case MapKind::kPositionToContent:
        return Stages::tr(
            "Dot products of keys with the relative positions of the queries, scaled (He et al. "
            "2021)");
    case MapKind::kMasked:
        return Stages::tr("Scores with bias and mask: the input of the softmax");
    case MapKind::kWeights:
        return Stages::tr("After the softmax: how much each query takes from each key; a row sums to 1");
    case MapKind::kNormWeighted:
        return Stages::tr("Weight × norm of the key’s value vector: how much the key really contributes "
                          "(Kobayashi et al. 2020)");
    case MapKind::kMask:
    case MapKind::kKept:
        break;
    }
    return Stages::tr("Which keys each query can attend to");
}

QString stageSymbol(MapKind kind)
{
    switch (kind) {
    case MapKind::kProducts:
        return QStringLiteral("Q·Kᵀ");
    case MapKind::kScores:
        return QStringLiteral("÷√d");
    case MapKind::kBias:
        return Stages::tr("+ bias");
    case MapKind::kContentToPosition:
        return Stages::tr("+ c→p");
    case MapKind::kPositionToContent:
        return Stages::tr("+ p→c");
    case MapKind::kMasked:
        return Stages::tr("+ mask");
    case MapKind::kWeights:
        return QStringLiteral("softmax");
    case MapKind::kNormWeighted:
        return QStringLiteral("× V");
    case MapKind::kMask:
    case MapKind::kKept:
        break;
    }
    return Stages::tr("mask");
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
