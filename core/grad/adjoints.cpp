#include "core/grad/adjoints.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace headlight {

namespace {

using RowVectorD = Eigen::RowVectorXd;

/// What one row, or several rows together, are normalised by.
struct RowNorm
{
    double mean = 0.0;
    double factor = 1.0; ///< 1 / √(variance + ε)
};

RowNorm rowNormOf(const RowVectorD& row, bool centred, float epsilon)
{
    RowNorm norm{.mean = centred ? row.mean() : 0.0};
    const double square = (row.array() - norm.mean).square().mean();
    norm.factor = 1.0 / std::sqrt(square + static_cast<double>(epsilon));
    return norm;
}

} // namespace

Matrix normalizeBack(const MatrixView& x, const MatrixView& gradient, NormKind kind, const RowVector& gain,
                     float epsilon)
{
    const bool centred = kind == NormKind::kLayerNorm;
    RowVectorD scale = RowVectorD::Ones(x.cols());
    if (gain.size() > 0)
        scale = gain.cast<double>().array() + (kind == NormKind::kRmsNormPlusOne ? 1.0 : 0.0);
    Matrix back(x.rows(), x.cols());
    for (Index i = 0; i < x.rows(); ++i) {
        const RowVectorD row = x.row(i).cast<double>();
        const RowNorm norm = rowNormOf(row, centred, epsilon);
        const RowVectorD normed = (row.array() - norm.mean) * norm.factor;
        RowVectorD own = gradient.row(i).cast<double>().cwiseProduct(scale);
        const double along = own.dot(normed) / static_cast<double>(x.cols());
        const double mean = centred ? own.mean() : 0.0;
        own.array() -= mean + normed.array() * along;
        back.row(i) = (own * norm.factor).cast<float>();
    }
    return back;
}

Matrix normalizeTogetherBack(const MatrixView& x, const MatrixView& gradient, Index counted, float epsilon)
{
    const auto own = x.topRows(counted).cast<double>();
    const double mean = own.mean();
    const double factor
        = 1.0 / std::sqrt((own.array() - mean).square().mean() + static_cast<double>(epsilon));
    const auto count = static_cast<double>(counted * x.cols());
    double sum = 0.0;
    double along = 0.0;
    for (Index i = 0; i < x.rows(); ++i) { // rows beyond `counted` are normalised by the same numbers
        const auto row = gradient.row(i).cast<double>();
        sum += row.sum();
        along += (row.array() * (x.row(i).cast<double>().array() - mean)).sum() * factor;
    }
    Matrix back = (gradient.cast<double>() * factor).cast<float>();
    for (Index i = 0; i < counted; ++i) {
        const RowVectorD normed = (x.row(i).cast<double>().array() - mean) * factor;
        back.row(i) -= ((sum + normed.array() * along) * (factor / count)).matrix().cast<float>();
    }
    return back;
}

void activateBack(const MatrixView& x, Activation activation, MatrixSpan gradient)
{
    constexpr float kSqrtHalf = 0.70710678118654752F;
    constexpr float kDensity = 0.39894228040143268F; // 1/√(2π)
    constexpr float kSqrtTwoOverPi = 0.79788456080286536F;
    const auto in = x.array();
    switch (activation) {
    case Activation::kRelu:
        gradient.array() *= (in > 0.0F).cast<float>();
        return;
    case Activation::kGelu:
        gradient.array()
            *= x.unaryExpr([](float v) {
                    return 0.5F * (1.0F + std::erf(v * kSqrtHalf)) + v * kDensity * std::exp(-0.5F * v * v);
                }).array();
        return;
    case Activation::kGeluTanh: {
        const Matrix curve = (kSqrtTwoOverPi * (in + 0.044715F * in.cube())).tanh();
        gradient.array() *= 0.5F * (1.0F + curve.array())
            + 0.5F * in * (1.0F - curve.array().square()) * kSqrtTwoOverPi
                * (1.0F + 3.0F * 0.044715F * in.square());
        return;
    }
    case Activation::kSilu:
    case Activation::kQuickGelu: {
        const float steep = activation == Activation::kSilu ? 1.0F : 1.702F;
        const Matrix gate = 1.0F / (1.0F + (-steep * in).exp());
        gradient.array() *= gate.array() * (1.0F + steep * in * (1.0F - gate.array()));
        return;
    }
    case Activation::kTanh:
        gradient.array() *= 1.0F - in.tanh().square();
        return;
    }
}

void softCapBack(const MatrixView& x, float cap, MatrixSpan gradient)
{
    if (cap != 0.0F)
        gradient.array() *= 1.0F - (x.array() / cap).tanh().square();
}

void scoresToWeightsBack(const MatrixView& scores, const MatrixView& weights, const ScoreContext& context,
                         MatrixSpan gradient)
{
    Matrix biased; // only shares of the sum need it
    if (context.rows == RowForm::kShare) {
        biased = scores;
        softCap(biased, context.softcap);
        if (context.bias != nullptr)
            context.bias->addTo(biased, context.firstRow, context.firstKey);
    }
    std::vector<std::uint8_t> allowed(static_cast<std::size_t>(gradient.cols()), 1);
    const Eigen::Map<const Eigen::Matrix<std::uint8_t, 1, Eigen::Dynamic>> may(allowed.data(),
                                                                               gradient.cols());
    for (Index i = 0; i < gradient.rows(); ++i) {
        if (context.mask != nullptr)
            context.mask->fillRow(context.firstRow + i, context.firstKey, allowed);
        RowVectorD own = gradient.row(i).cast<double>();
        const RowVectorD row = weights.row(i).cast<double>();
        own.array() -= own.dot(row);
        if (context.rows == RowForm::kShare) {
            const double sum = biased.row(i).cast<double>().cwiseProduct(may.cast<double>()).sum();
            own *= sum != 0.0 ? 1.0 / sum : 0.0;
        } else {
            own = own.cwiseProduct(row);
        }
        gradient.row(i) = own.cwiseProduct(may.cast<double>()).cast<float>();
    }
}

} // namespace headlight
