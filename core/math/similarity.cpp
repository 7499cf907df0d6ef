#include "core/math/similarity.h"

#include "core/math/matrix_product.h"
#include "core/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

void require(bool fits, const char* what)
{
    if (!fits)
        throw std::invalid_argument(what);
}

Matrix additiveScores(const MatrixView& queries, const MatrixView& keys, const SimilarityWeights& weights,
                      bool curved)
{
    require(weights.first.cols() == queries.cols() && weights.second.cols() == keys.cols()
                && weights.first.rows() == weights.combine.size()
                && weights.second.rows() == weights.combine.size(),
            "additive similarity: W1 [d x d_q], W2 [d x d_k] and v [d] do not fit the queries and keys");
    const Matrix fromQueries = productTransposed(queries, weights.first);
    const Matrix fromKeys = productTransposed(keys, weights.second);
    Matrix scores(queries.rows(), keys.rows());
    for (Index q = 0; q < queries.rows(); ++q) {
        for (Index k = 0; k < keys.rows(); ++k) {
            const RowVector sum = fromQueries.row(q) + fromKeys.row(k);
            scores(q, k) = curved ? (sum.array().tanh() * weights.combine.array()).sum()
                                  : (sum.array() * weights.combine.array()).sum();
        }
    }
    return scores;
}

Matrix cosineScores(const MatrixView& queries, const MatrixView& keys)
{
    Matrix scores(queries.rows(), keys.rows());
    for (Index q = 0; q < queries.rows(); ++q)
        for (Index k = 0; k < keys.rows(); ++k)
            scores(q, k) = static_cast<float>(angleBetween(queries.row(q), keys.row(k)).cosine.value_or(0.0));
    return scores;
}

} // namespace

Matrix similarityScores(Similarity similarity, const MatrixView& queries, const MatrixView& keys,
                        const SimilarityWeights& weights)
{
    if (similarity == Similarity::kAdditive || similarity == Similarity::kAdditiveLinear)
        return additiveScores(queries, keys, weights, similarity == Similarity::kAdditive);
    if (similarity == Similarity::kGeneral) {
        require(weights.general.rows() == queries.cols() && weights.general.cols() == keys.cols(),
                "general similarity: W [d_q x d_k] does not fit the queries and keys");
        return productTransposed(product(queries, weights.general), keys);
    }
    require(queries.cols() == keys.cols(), "dot product: queries and keys have different widths");
    if (similarity == Similarity::kCosine)
        return cosineScores(queries, keys);
    Matrix scores = productTransposed(queries, keys);
    if (similarity == Similarity::kScaledDot)
        scores /= std::sqrt(static_cast<float>(keys.cols()));
    return scores;
}

SoftLookup softLookup(const MatrixView& scores, const MatrixView& values, const Mask& mask, float temperature)
{
    require(scores.cols() == values.rows(), "soft look-up: as many values as keys are needed");
    require(temperature > 0.0F, "soft look-up: the temperature must be above 0");
    SoftLookup result;
    result.weights = scores / temperature;
    ScoreContext context{.mask = &mask};
    scoresToWeights(result.weights, context);
    result.values = product(result.weights, values);
    return result;
}

SoftLookup shareLookup(const MatrixView& scores, const MatrixView& values)
{
    require(scores.cols() == values.rows(), "look-up by shares: as many values as keys are needed");
    SoftLookup result;
    result.weights = Matrix::Zero(scores.rows(), scores.cols());
    for (Index row = 0; row < scores.rows(); ++row) {
        const double sum = scores.row(row).cast<double>().sum();
        if (sum != 0)
            result.weights.row(row) = (scores.row(row).cast<double>() / sum).cast<float>();
    }
    result.values = product(result.weights, values);
    return result;
}

Index hardLookup(const RowVector& scores)
{
    Index best = -1;
    for (Index i = 0; i < scores.size(); ++i)
        if (best < 0 || scores(i) > scores(best))
            best = i;
    return best;
}

VectorAngle angleBetween(const RowVector& query, const RowVector& key)
{
    require(query.size() == key.size(), "angle: the two vectors have different widths");
    const Eigen::RowVectorXd q = query.cast<double>();
    const Eigen::RowVectorXd k = key.cast<double>();
    VectorAngle result{q.norm(), k.norm(), std::nullopt, std::nullopt};
    if (result.query > 0 && result.key > 0) {
        result.cosine = std::clamp(q.dot(k) / (result.query * result.key), -1.0, 1.0);
        result.angle = std::acos(*result.cosine);
    }
    return result;
}

} // namespace headlight
