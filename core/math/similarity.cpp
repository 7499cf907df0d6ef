#include "core/math/similarity.h"

#include "core/math/softmax.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

void require(bool fits, const char* what)
{
    if (!fits)
        throw std::invalid_argument(what);
}

Matrix additiveScores(const MatrixView& queries, const MatrixView& keys, const SimilarityWeights& weights)
{
    require(weights.first.cols() == queries.cols() && weights.second.cols() == keys.cols()
                && weights.first.rows() == weights.combine.size()
                && weights.second.rows() == weights.combine.size(),
            "additive similarity: W1 [d x d_q], W2 [d x d_k] and v [d] do not fit the queries and keys");
    const Matrix fromQueries = queries * weights.first.transpose();
    const Matrix fromKeys = keys * weights.second.transpose();
    Matrix scores(queries.rows(), keys.rows());
    for (Index q = 0; q < queries.rows(); ++q)
        for (Index k = 0; k < keys.rows(); ++k)
            scores(q, k)
                = ((fromQueries.row(q) + fromKeys.row(k)).array().tanh() * weights.combine.array()).sum();
    return scores;
}

} // namespace

Matrix similarityScores(Similarity similarity, const MatrixView& queries, const MatrixView& keys,
                        const SimilarityWeights& weights)
{
    if (similarity == Similarity::kAdditive)
        return additiveScores(queries, keys, weights);
    if (similarity == Similarity::kGeneral) {
        require(weights.general.rows() == queries.cols() && weights.general.cols() == keys.cols(),
                "general similarity: W [d_q x d_k] does not fit the queries and keys");
        return queries * weights.general * keys.transpose();
    }
    require(queries.cols() == keys.cols(), "dot product: queries and keys have different widths");
    Matrix scores = queries * keys.transpose();
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
    ScoreContext context;
    context.mask = &mask;
    scoresToWeights(result.weights, context);
    result.values = result.weights * values;
    return result;
}

} // namespace headlight
