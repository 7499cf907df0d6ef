#include "core/analysis/circuits.h"

#include "core/analysis/effect.h"
#include "core/analysis/head_projections.h"
#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace headlight {

namespace {

/// A head's weights as they act on row vectors.
struct HeadWeightsOf
{
    DoubleMatrix query, key; ///< [width × d_k]
    DoubleMatrix value; ///< [width × d_v]
    DoubleMatrix output; ///< [d_v × width]
    RowVector queryBias, keyBias, valueBias; ///< may be empty
};

/// Takes the mean over the first axis out: what a centred row vector sees.
DoubleMatrix centred(const DoubleMatrix& matrix)
{
    return matrix.rowwise() - matrix.colwise().mean();
}

/// The model's parts around one head.
class HeadPlace
{
public:
    HeadPlace(const Model& model, const HeadRef& head)
        : m_model(model)
        , m_head(head)
        , m_spec(*model.spec().stack(head.stack))
        , m_weights(*model.weights().stack(head.stack))
        , m_layer(m_weights.layers[static_cast<std::size_t>(head.layer)])
        , m_attention(*attentionPartsOf(model, head).spec)
    { }

    bool self() const { return m_head.kind == AttentionKind::kSelf; }
    const AttentionSpec& attention() const { return m_attention; }
    StackKind keyStack() const { return self() ? m_head.stack : StackKind::kEncoder; }

    /// folded: with the gain of the norm before the attention, and means taken out, on both sides of the
    /// stream.
    HeadWeightsOf weights(bool folded) const
    {
        const auto part = [this](Projection which) -> DoubleMatrix {
            return headProjection(m_model, m_head, which).transpose().cast<double>();
        };
        const auto bias = [this](Projection which) { return headBias(m_model, m_head, which); };
        HeadWeightsOf made{part(Projection::kQuery),  part(Projection::kKey),   part(Projection::kValue),
                           part(Projection::kOutput), bias(Projection::kQuery), bias(Projection::kKey),
                           bias(Projection::kValue)};
        if (!folded)
            return made;
        fold(inputNorm(), m_spec, made.query);
        const StackSpec& keySpec = *m_model.spec().stack(keyStack());
        const NormWeights& keyNorm = self() ? inputNorm() : m_model.weights().stack(keyStack())->finalNorm;
        fold(keyNorm, keySpec, made.key);
        fold(keyNorm, keySpec, made.value);
        if (m_spec.norm == NormKind::kLayerNorm)
            made.output.colwise() -= made.output.rowwise().mean().eval();
        return made;
    }

    /// The norm whose output queries are made of; an absent one for post-norm layers.
    const NormWeights& inputNorm() const
    {
        static const NormWeights none;
        const bool before
            = m_spec.placement != NormPlacement::kPost && m_spec.placement != NormPlacement::kOutput;
        return before ? m_layer.norm(self() ? NormSite::kSelf : NormSite::kCross) : none;
    }

    static void fold(const NormWeights& norm, const StackSpec& spec, DoubleMatrix& matrix)
    {
        if (!norm.present())
            return;
        multiplyGain(norm, spec, matrix);
        if (spec.norm == NormKind::kLayerNorm)
            matrix = centred(matrix);
    }

    static void multiplyGain(const NormWeights& norm, const StackSpec& spec, DoubleMatrix& matrix)
    {
        if (norm.gain.size() == matrix.rows())
            matrix.array().colwise() *= norm.gain.transpose().cast<double>().array()
                + (spec.norm == NormKind::kRmsNormPlusOne ? 1.0 : 0.0);
    }

    /// Rows of a stack's embeddings as they enter the stream, without positions.
    Matrix embeddings(StackKind stack, Index first, Index count) const
    {
        const StackWeights& weights = *m_model.weights().stack(stack);
        Matrix rows = weights.embedding.rowsFrom(first, count).toMatrix();
        rows *= m_model.spec().stack(stack)->embeddingScale;
        return weights.projectIn.present() ? weights.projectIn.apply(rows, nullptr) : rows;
    }

    /// The same through the norms before queries, keys and values are made.
    Matrix normalised(StackKind stack, TokenId token) const
    {
        Matrix row = embeddings(stack, token, 1);
        const StackSpec& spec = *m_model.spec().stack(stack);
        const StackWeights& weights = *m_model.weights().stack(stack);
        const auto pass = [&](const NormWeights& norm) {
            if (norm.present())
                normalize(row, spec.norm, norm.gain, norm.bias, spec.epsilon);
        };
        pass(weights.embeddingNorm);
        pass(stack == m_head.stack ? inputNorm() : weights.finalNorm);
        return row;
    }

    /// Whether the language-model head reads what this head writes.
    bool isRead() const
    {
        return m_model.hasLogits() && m_head.stack == measuredStack(m_model)
            && !m_model.spec().head.transform;
    }

    /// The head's writing as the language-model head's projection reads it [width of the head × d_v].
    DoubleMatrix readOutput(const DoubleMatrix& output, bool folded) const
    {
        DoubleMatrix read = output.transpose();
        if (m_weights.finalNorm.present() && folded) {
            if (m_spec.norm == NormKind::kLayerNorm)
                read = centred(read);
            multiplyGain(m_weights.finalNorm, m_spec, read);
        }
        if (m_weights.projectOut.present())
            read = m_weights.projectOut.weight.toMatrix().cast<double>() * read;
        return read * static_cast<double>(m_model.spec().head.scale);
    }

private:
    const Model& m_model;
    const HeadRef& m_head;
    const StackSpec& m_spec;
    const StackWeights& m_weights;
    const LayerWeights& m_layer;
    const AttentionSpec& m_attention;
};

/// Σ over the vocabulary of (u · left)ᵀ (e · right), for rows u and e of two tables.
Result<DoubleMatrix> overVocabulary(Index vocabulary, const auto& left, const DoubleMatrix& leftBy,
                                    const auto& right, const DoubleMatrix& rightBy, const Job& job)
{
    constexpr Index kBlock = 512;
    const Matrix leftFactor = leftBy.cast<float>();
    const Matrix rightFactor = rightBy.cast<float>();
    DoubleMatrix sum = DoubleMatrix::Zero(leftBy.cols(), rightBy.cols());
    for (Index first = 0; first < vocabulary; first += kBlock) {
        if (job.stopped())
            return stoppedError();
        const Index count = std::min(kBlock, vocabulary - first);
        const Matrix one = left(first, count) * leftFactor;
        const Matrix other = right(first, count) * rightFactor;
        sum += one.cast<double>().transpose() * other.cast<double>();
    }
    return sum;
}

/// Eigenvalues, largest first.
std::vector<std::complex<double>> eigenvaluesOf(const DoubleMatrix& square)
{
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(Eigen::MatrixXd(square), false);
    std::vector<std::complex<double>> values(solver.eigenvalues().begin(), solver.eigenvalues().end());
    std::ranges::stable_sort(values, [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
    return values;
}

double shareOf(const std::vector<std::complex<double>>& eigenvalues)
{
    double real = 0, size = 0;
    for (const std::complex<double>& value : eigenvalues) {
        real += value.real();
        size += std::abs(value);
    }
    return size > 0 ? real / size : 0;
}

/// Vectors of tokens, one row each.
DoubleMatrix stacked(const std::vector<TokenId>& tokens, const auto& rowOf)
{
    DoubleMatrix all;
    for (const TokenId token : tokens) {
        const Matrix row = rowOf(token);
        all.conservativeResize(all.rows() + 1, row.cols());
        all.bottomRows(1) = row.cast<double>();
    }
    return all;
}

DoubleMatrix projected(const DoubleMatrix& rows, const DoubleMatrix& by, const RowVector& bias)
{
    DoubleMatrix made = rows * by;
    if (bias.size() > 0)
        made.rowwise() += bias.cast<double>();
    return made;
}

void onTokens(const Model& model, const HeadPlace& place, StackKind stack, const std::vector<TokenId>& tokens,
              HeadCircuits& found)
{
    const HeadWeightsOf own = place.weights(false);
    const DoubleMatrix asking
        = stacked(tokens, [&](TokenId token) { return place.normalised(stack, token); });
    const DoubleMatrix read
        = stacked(tokens, [&](TokenId token) { return place.normalised(place.keyStack(), token); });
    found.qk = projected(asking, own.query, own.queryBias) * projected(read, own.key, own.keyBias).transpose()
        * static_cast<double>(place.attention().scale);
    if (!place.isRead())
        return;
    const WeightMatrix& head = model.weights().head.projection.weight;
    const DoubleMatrix written
        = stacked(tokens, [&](TokenId token) { return head.rowsFrom(token, 1).toMatrix(); });
    found.ov = projected(read, own.value, own.valueBias)
        * (written * place.readOutput(own.output, true)).transpose();
}

Result<void> checkHead(const Model& model, const HeadRef& head)
{
    const StackShape* const shape = model.traceInfo().stack(head.stack);
    if (shape != nullptr && head.layer >= 0 && head.layer < shape->layers && head.head >= 0
        && head.head < shape->heads && (head.kind == AttentionKind::kSelf || shape->cross))
        return {};
    return badArgument("head", "found ", toString(head), ", expected a head of the model");
}

/// ‖X M Yᵀ‖ from M and the products XᵀX and YᵀY.
double normOf(const DoubleMatrix& left, const DoubleMatrix& middle, const DoubleMatrix& right)
{
    return std::sqrt(std::max(0.0, (left * middle).cwiseProduct(middle * right).sum()));
}

/// What compositions need of a head: its weights, and their products with themselves.
struct HeadFactors
{
    explicit HeadFactors(HeadWeightsOf own)
        : weights(std::move(own))
        , query(weights.query.transpose() * weights.query)
        , key(weights.key.transpose() * weights.key)
        , value(weights.value.transpose() * weights.value)
        , output(weights.output * weights.output.transpose())
        , asks(std::sqrt(std::max(0.0, query.cwiseProduct(key).sum())))
        , moves(std::sqrt(std::max(0.0, value.cwiseProduct(output).sum())))
    { }
    HeadWeightsOf weights;
    DoubleMatrix query, key, value, output;
    double asks, moves; ///< norms of W_Q W_Kᵀ and W_V W_O
};

/// The composition of two heads by their factors.
Composition composed(const HeadFactors& from, const HeadFactors& to)
{
    const DoubleMatrix& written = from.weights.output;
    const auto ratio = [](double one, double other) { return other > 0 ? one / other : 0; };
    return {ratio(normOf(from.value, written * to.weights.query, to.key), from.moves * to.asks),
            ratio(normOf(from.value, written * to.weights.key, to.query), from.moves * to.asks),
            ratio(normOf(from.value, written * to.weights.value, to.output), from.moves * to.moves)};
}

} // namespace

Result<HeadCircuits> headCircuits(const Model& model, const HeadRef& head, const CircuitOptions& options,
                                  const Job& job)
{
    RETURN_IF_ERROR(checkHead(model, head));
    const HeadPlace place(model, head);
    const Index source = model.weights().stack(place.keyStack())->embedding.rows();
    const Index own = model.weights().stack(head.stack)->embedding.rows();
    for (const TokenId token : options.tokens)
        if (token < 0 || token >= std::min(source, own))
            return badArgument("tokens", "found ", token, ", expected ids below ", std::min(source, own));
    HeadCircuits found;
    found.head = head;
    const HeadWeightsOf weights = place.weights(options.folded);
    const auto read
        = [&](Index first, Index count) { return place.embeddings(place.keyStack(), first, count); };
    const auto asked = [&](Index first, Index count) { return place.embeddings(head.stack, first, count); };
    ASSIGN_OR_RETURN(const auto matching,
                     overVocabulary(std::min(source, own), read, weights.key, asked, weights.query, job));
    found.matching = shareOf(eigenvaluesOf(matching));
    if (place.isRead()) {
        const WeightMatrix& projection = model.weights().head.projection.weight;
        const auto written
            = [&](Index first, Index count) { return projection.rowsFrom(first, count).toMatrix(); };
        ASSIGN_OR_RETURN(const auto copying,
                         overVocabulary(std::min(source, projection.rows()), written,
                                        place.readOutput(weights.output, options.folded), read, weights.value,
                                        job));
        found.eigenvalues = eigenvaluesOf(copying);
        found.copying = shareOf(found.eigenvalues);
    }
    if (!options.tokens.empty())
        onTokens(model, place, head.stack, options.tokens, found);
    return found;
}

Result<std::vector<ComposedPair>> compositionsAmong(const Model& model, const std::vector<HeadRef>& heads,
                                                    bool folded, const Job& job, double bytes)
{
    double largest = 1;
    for (const HeadRef& head : heads) {
        RETURN_IF_ERROR(checkHead(model, head));
        const double width = model.traceInfo().stack(head.stack)->headWidth;
        largest = std::max(largest, 4 * sizeof(double) * width * (model.spec().width + width));
    }
    // Of two slices of heads the factors are in memory at once.
    const auto slice = static_cast<std::size_t>(std::max(1.0, bytes / 2 / largest));
    const Workers workers;
    using Factors = std::vector<std::optional<HeadFactors>>;
    const auto factorsFrom = [&](std::size_t first) {
        Factors factors(std::min(slice, heads.size() - first));
        workers.forEach(factors.size(), [&](std::size_t i) {
            if (!job.stopped())
                factors[i].emplace(HeadPlace(model, heads[first + i]).weights(folded));
        });
        return factors;
    };
    std::vector<std::vector<ComposedPair>> from(heads.size());
    for (std::size_t one = 0; one < heads.size(); one += slice) {
        const Factors early = factorsFrom(one);
        for (std::size_t other = 0; other < heads.size(); other += slice) {
            const Factors more = other == one ? Factors() : factorsFrom(other);
            const Factors& late = other == one ? early : more;
            workers.forEach(early.size(), [&](std::size_t i) {
                for (std::size_t k = 0; k < late.size() && !job.stopped(); ++k) {
                    const HeadRef &writer = heads[one + i], &reader = heads[other + k];
                    if (writer.stack == reader.stack && writer.layer < reader.layer)
                        from[one + i].push_back({writer, reader, composed(*early[i], *late[k])});
                }
            });
            if (job.stopped())
                return stoppedError();
        }
    }
    std::vector<ComposedPair> all;
    for (const std::vector<ComposedPair>& each : from)
        all.insert(all.end(), each.begin(), each.end());
    return all;
}

Result<StackCompositions> compositionsIn(const Model& model, StackKind stack, bool folded, const Job& job)
{
    const StackShape* const shape = model.traceInfo().stack(stack);
    if (shape == nullptr)
        return badArgument("stack", "the model has no ", stackName(stack));
    HeadPattern where = kEveryHead;
    where.anyStack = false;
    where.stack = stack;
    const std::vector<HeadRef> heads = model.traceInfo().headsOf(where);
    StackCompositions found{*shape, {}, {}};
    ASSIGN_OR_RETURN(found.pairs, compositionsAmong(model, heads, folded, job));
    if (!found.pairs.empty())
        found.random = randomComposition(model, heads.front());
    return found;
}

CompositionBaseline randomComposition(const Model& model, const HeadRef& head)
{
    const HeadWeightsOf shape = HeadPlace(model, head).weights(false);
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    const auto draw = [&](const DoubleMatrix& like) -> DoubleMatrix {
        return DoubleMatrix::NullaryExpr(like.rows(), like.cols(), [&] { return normal(random); });
    };
    constexpr int kDraws = 24;
    double sum = 0, squares = 0;
    for (int i = 0; i < kDraws; ++i) {
        const auto drawn = [&] {
            return HeadFactors(
                {draw(shape.query), draw(shape.key), draw(shape.value), draw(shape.output), {}, {}, {}});
        };
        const HeadFactors from = drawn();
        const double one = composed(from, drawn()).query;
        sum += one;
        squares += one * one;
    }
    const double mean = sum / kDraws;
    return {mean, std::sqrt(std::max(0.0, (squares - kDraws * mean * mean) / (kDraws - 1)))};
}

} // namespace headlight
