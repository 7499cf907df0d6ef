#include "core/math/layers.h"

#include <cmath>
#include <limits>

namespace headlight {

namespace {

constexpr float kSqrtHalf = 0.70710678118654752F;
constexpr float kSqrtTwoOverPi = 0.79788456080286536F;

/// 1 / √(meanSquare + ε). NaN if the mean overflows a float: dividing by it would turn everything into a
/// plausible 0.
double normFactor(double meanSquare, float epsilon)
{
    return std::isfinite(static_cast<float>(meanSquare))
        ? 1.0 / std::sqrt(meanSquare + static_cast<double>(epsilon))
        : std::numeric_limits<double>::quiet_NaN();
}

Matrix layerNorm(MatrixSpan& x, const RowVector& gain, const RowVector& bias, float epsilon)
{
    Matrix statistics(x.rows(), 2);
    Eigen::RowVectorXd row(x.cols());
    for (Index i = 0; i < x.rows(); ++i) {
        row = x.row(i).cast<double>();
        const double mean = row.mean();
        row.array() -= mean;
        const double variance = row.squaredNorm() / static_cast<double>(x.cols());
        statistics.row(i) << static_cast<float>(mean), static_cast<float>(std::sqrt(variance));
        x.row(i) = (row * normFactor(variance, epsilon)).cast<float>();
        if (gain.size() > 0)
            x.row(i).array() *= gain.array();
        if (bias.size() > 0)
            x.row(i) += bias;
    }
    return statistics;
}

Matrix rmsNorm(MatrixSpan& x, const RowVector& gain, float epsilon, float addToGain)
{
    Matrix statistics(x.rows(), 2);
    for (Index i = 0; i < x.rows(); ++i) {
        const double meanSquare = x.row(i).cast<double>().squaredNorm() / static_cast<double>(x.cols());
        statistics.row(i) << 0.0F, static_cast<float>(std::sqrt(meanSquare));
        x.row(i) *= static_cast<float>(normFactor(meanSquare, epsilon));
        if (gain.size() > 0)
            x.row(i).array() *= gain.array() + addToGain;
    }
    return statistics;
}

} // namespace

Matrix normalize(MatrixSpan x, NormKind kind, const RowVector& gain, const RowVector& bias, float epsilon)
{
    switch (kind) {
    case NormKind::kLayerNorm:
        return layerNorm(x, gain, bias, epsilon);
    case NormKind::kRmsNorm:
        return rmsNorm(x, gain, epsilon, 0.0F);
    case NormKind::kRmsNormPlusOne:
        return rmsNorm(x, gain, epsilon, 1.0F);
    }
    return {};
}

Matrix normalizeTogether(MatrixSpan x, Index counted, float epsilon)
{
    const auto own = x.topRows(counted).cast<double>();
    const double mean = own.mean();
    const double variance = (own.array() - mean).square().mean();
    const double factor = normFactor(variance, epsilon);
    x = ((x.cast<double>().array() - mean) * factor).cast<float>();
    Matrix statistics(x.rows(), 2);
    statistics.col(0).setConstant(static_cast<float>(mean));
    statistics.col(1).setConstant(static_cast<float>(std::sqrt(variance)));
    return statistics;
}

void activate(MatrixSpan x, Activation activation)
{
    switch (activation) {
    case Activation::kRelu:
        // + 0 · x keeps NaN: Eigen's maximum may turn it into a number.
        x = x.cwiseMax(0.0F) + x * 0.0F;
        return;
    case Activation::kGelu:
        x = x.unaryExpr([](float v) { return 0.5F * v * (1.0F + std::erf(v * kSqrtHalf)); });
        return;
    case Activation::kGeluTanh:
        x.array() = 0.5F * x.array()
            * (1.0F + (kSqrtTwoOverPi * (x.array() + 0.044715F * x.array().cube())).tanh());
        return;
    case Activation::kSilu:
        x.array() = x.array() / (1.0F + (-x.array()).exp());
        return;
    case Activation::kQuickGelu:
        x.array() = x.array() / (1.0F + (-1.702F * x.array()).exp());
        return;
    case Activation::kTanh:
        x.array() = x.array().tanh() + x.array() * 0.0F; // as above
        return;
    }
}

// The increment and mixing function of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t number)
{
    std::uint64_t z = seed + (number + 1) * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

void dropOut(MatrixSpan values, float rate, std::uint64_t seed, Index firstRow)
{
    if (rate <= 0.0F)
        return;
    constexpr double kUnit = 1.0 / 9007199254740992.0; // 2^-53
    const float kept = 1.0F / (1.0F - rate);
    for (Index row = 0; row < values.rows(); ++row) {
        const std::uint64_t ofRow = mixedSeed(seed, static_cast<std::uint64_t>(firstRow + row));
        for (Index column = 0; column < values.cols(); ++column) {
            const std::uint64_t bits = mixedSeed(ofRow, static_cast<std::uint64_t>(column));
            const bool falls = static_cast<double>(bits >> 11U) * kUnit < static_cast<double>(rate);
            values(row, column) = falls ? 0.0F : values(row, column) * kept;
        }
    }
}

} // namespace headlight
