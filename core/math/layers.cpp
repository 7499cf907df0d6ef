#include "core/math/layers.h"

#include <cmath>
#include <limits>

namespace headlight {

namespace {

constexpr float kSqrtHalf = 0.70710678118654752F;
constexpr float kSqrtTwoOverPi = 0.79788456080286536F;

/// 1 / √(meanSquare + ε). A mean that overflowed is no number: divided by it, all would become a plausible 0.
float normFactor(float meanSquare, float epsilon)
{
    return std::isfinite(meanSquare) ? 1.0F / std::sqrt(meanSquare + epsilon)
                                     : std::numeric_limits<float>::quiet_NaN();
}

void layerNorm(MatrixSpan& x, const RowVector& gain, const RowVector& bias, float epsilon)
{
    for (Index row = 0; row < x.rows(); ++row) {
        const float mean = x.row(row).mean();
        x.row(row).array() -= mean;
        const float variance = x.row(row).squaredNorm() / static_cast<float>(x.cols());
        x.row(row) *= normFactor(variance, epsilon);
        x.row(row).array() *= gain.array();
        if (bias.size() > 0)
            x.row(row) += bias;
    }
}

void rmsNorm(MatrixSpan& x, const RowVector& gain, float epsilon, float addToGain)
{
    for (Index row = 0; row < x.rows(); ++row) {
        const float meanSquare = x.row(row).squaredNorm() / static_cast<float>(x.cols());
        x.row(row) *= normFactor(meanSquare, epsilon);
        x.row(row).array() *= gain.array() + addToGain;
    }
}

} // namespace

void normalize(MatrixSpan x, NormKind kind, const RowVector& gain, const RowVector& bias, float epsilon)
{
    switch (kind) {
    case NormKind::kLayerNorm:
        layerNorm(x, gain, bias, epsilon);
        return;
    case NormKind::kRmsNorm:
        rmsNorm(x, gain, epsilon, 0.0F);
        return;
    case NormKind::kRmsNormPlusOne:
        rmsNorm(x, gain, epsilon, 1.0F);
        return;
    }
}

void activate(MatrixSpan x, Activation activation)
{
    switch (activation) {
    case Activation::kRelu:
        // + 0 · x: Eigen's maximum may make a number of NaN.
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

} // namespace headlight
