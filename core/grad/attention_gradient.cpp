#include "core/grad/backward_pass.h"

#include "core/base/workers.h"
#include "core/grad/adjoints.h"
#include "core/math/disentangled.h"
#include "core/math/matrix_product.h"
#include "core/math/positions.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr Index kBackBlock = 128; ///< queries at a time, so that a long input needs no [n × n] memory

/// By how much the edits of a site scale each number of one head. Every edit is affine in each number: it
/// scales it, or puts another number in its place. No rows = there are none.
Matrix slopesOf(const BackwardPass& pass, Site site, const HeadRef& head, const RowPlace& place,
                std::pair<Index, Index> size)
{
    if (!pass.edits().edits(site, head.layerRef()))
        return {};
    Matrix slopes = Matrix::Ones(size.first, size.second);
    Matrix offsets = Matrix::Zero(size.first, size.second);
    pass.edits().edit(site, head, 0, place, slopes);
    pass.edits().edit(site, head, 0, place, offsets);
    return slopes - offsets;
}

void passThrough(const Matrix& slopes, MatrixSpan gradient)
{
    if (slopes.rows() > 0)
        gradient.array() *= slopes.array();
}

/// out += leftᵀ · right.
void addTransposedProduct(const MatrixView& left, const MatrixView& right, MatrixSpan out)
{
    const Matrix transposed = left.transpose();
    multiplyAndAdd(transposed, right, out);
}

/// One head's part of the tables that its scores are compared with.
struct DisentangledHead
{
    const DisentangledSpec& spec;
    const DisentangledTables& tables;
    Index firstColumn = 0, width = 0;
    float scale = 1.0F;
};

/// DisentangledTerms::addTo() backwards: adds to ∂m/∂ the queries at positions `first`, … [rows × d_k] and to
/// ∂m/∂ all keys [keys × d_k] what ∂m/∂scores [rows × keys] gives them through both terms.
void addDisentangledBack(const DisentangledHead& head, const MatrixView& scores, Index first,
                         MatrixSpan queries, MatrixSpan keys)
{
    // One product of content and position may be part of many scores.
    const auto add = [&](const Matrix& positions, bool ofQuery, MatrixSpan content) {
        if (positions.rows() == 0)
            return;
        Matrix products = Matrix::Zero(content.rows(), positions.rows());
        for (Index r = 0; r < scores.rows(); ++r)
            for (Index c = 0; c < scores.cols(); ++c)
                products(ofQuery ? r : c, disentangledRow(first + r - c, head.spec) - head.tables.firstRow)
                    += head.scale * scores(r, c);
        multiplyAndAdd(products, positions.middleCols(head.firstColumn, head.width), content);
    };
    add(head.tables.keys, true, queries);
    add(head.tables.queries, false, keys);
}

/// Rows divided by their lengths, and the inverse lengths; a zero row stays zero.
std::pair<Matrix, Eigen::VectorXf> unitRows(const MatrixView& rows)
{
    Eigen::VectorXf inverse(rows.rows());
    for (Index i = 0; i < rows.rows(); ++i) {
        const double length = rows.row(i).cast<double>().norm();
        inverse[i] = length > 0.0 ? static_cast<float>(1.0 / length) : 0.0F;
    }
    Matrix unit = rows;
    unit.array().colwise() *= inverse.array();
    return {std::move(unit), std::move(inverse)};
}

/// ∂m/∂rows from ∂m/∂ the rows divided by their lengths, in place.
void unitRowsBack(const std::pair<Matrix, Eigen::VectorXf>& units, Matrix& gradient)
{
    const Eigen::VectorXf along = gradient.cwiseProduct(units.first).rowwise().sum();
    gradient -= along.asDiagonal() * units.first;
    gradient.array().colwise() *= units.second.array();
}

/// scoreKeys() backwards: adds ∂m/∂queries and ∂m/∂keys. Changes `scores`, which is ∂m/∂scores.
void scoreKeysBack(const ScoreRule& rule, const MatrixView& queries, const MatrixView& keys, Matrix& scores,
                   std::pair<MatrixSpan, MatrixSpan> sums)
{
    scores *= rule.scale;
    auto& [query, key] = sums;
    switch (rule.form) {
    case ScoreForm::kDot:
        multiplyAndAdd(scores, keys, query);
        addTransposedProduct(scores, queries, key);
        return;
    case ScoreForm::kCosine: {
        const auto unitQueries = unitRows(queries);
        const auto unitKeys = unitRows(keys);
        Matrix ofQueries = product(scores, unitKeys.first);
        Matrix ofKeys = Matrix::Zero(keys.rows(), keys.cols());
        addTransposedProduct(scores, unitQueries.first, ofKeys);
        unitRowsBack(unitQueries, ofQueries);
        unitRowsBack(unitKeys, ofKeys);
        query += ofQueries;
        key += ofKeys;
        return;
    }
    case ScoreForm::kAdditive:
        query.colwise() += scores.rowwise().sum();
        key.colwise() += scores.colwise().sum().transpose();
        return;
    }
}

/// ∂m/∂ what one head reads, as recorded, and what is kept of the way.
struct HeadGradient
{
    Matrix query, key, value;
    Matrix weights, scores; ///< [queries × keys]; no rows = not kept
};

struct HeadWalk
{
    const BackwardPass& pass;
    const AttentionCall& call;
    const AttentionChunk& record;
    std::shared_ptr<const DisentangledTables> tables; ///< null = no such terms

    /// output: ∂m/∂ the head's output [queries × d_v] before edits of it.
    HeadGradient walk(int head, const MatrixView& output) const
    {
        const auto index = static_cast<std::size_t>(head);
        const auto group = static_cast<std::size_t>(head / (call.spec.heads / call.spec.kvHeads));
        const Matrix& query = record.query[index];
        const Matrix& key = record.key[group];
        const Matrix& value = record.value[group];
        HeadGradient sums{Matrix::Zero(query.rows(), query.cols()),
                          Matrix::Zero(key.rows(), key.cols()),
                          Matrix::Zero(value.rows(), value.cols()),
                          {},
                          {}};
        if (pass.plan.wants(Site::kWeights, call.layer))
            sums.weights.resize(query.rows(), key.rows());
        if (pass.plan.wants(Site::kScores, call.layer))
            sums.scores.resize(query.rows(), key.rows());
        for (Index first = 0; first < query.rows() && !pass.forward.stop.stop_requested();
             first += kBackBlock)
            block(head, first, output.middleRows(first, std::min(kBackBlock, query.rows() - first)), sums);
        return sums;
    }

    void block(int head, Index first, const MatrixView& output, HeadGradient& sums) const
    {
        const LayerRef& layer = call.layer;
        const HeadRef address{layer.stack, layer.layer, layer.kind, head};
        const auto group = static_cast<std::size_t>(head / (call.spec.heads / call.spec.kvHeads));
        const Matrix& key = record.key[group];
        const Index count = output.rows();
        const auto query = record.query[static_cast<std::size_t>(head)].middleRows(first, count);
        const ScoreRule rule = pass.edits().scoreRule(address, 0, scoreRule(call.spec));
        const Mask* const mask = entryOf(record.mask, head);
        const ScoreBias* const bias = entryOf(record.bias, head);
        ScoreContext context = scoreContext(rule, bias, mask, first);
        if (call.weights.sinks.size() > 0)
            context.sink = call.weights.sinks[head];
        Matrix scores(count, key.rows());
        scoreKeys(rule, query, key, scores);
        Matrix weights = scores;
        scoresToWeights(weights, context);
        Matrix gradient = productTransposed(output, record.value[group]);
        if (sums.weights.rows() > 0)
            sums.weights.middleRows(first, count) = gradient;
        const RowPlace place{first, mask, first};
        passThrough(slopesOf(pass, Site::kWeights, address, place, {count, key.rows()}), gradient);
        scoresToWeightsBack(scores, weights, context, gradient);
        pass.edits().edit(Site::kWeights, address, 0, place, weights);
        addTransposedProduct(weights, output, sums.value);
        if (tables) // the bias compares positions with queries and keys, so it depends on them
            addDisentangledBack({*call.spec.disentangled, *tables, Index{head} * call.spec.headWidth,
                                 call.spec.headWidth, call.spec.scale},
                                gradient, first, sums.query.middleRows(first, count), sums.key);
        softCapBack(scores, rule.softcap, gradient);
        if (sums.scores.rows() > 0)
            sums.scores.middleRows(first, count) = gradient;
        scoreKeysBack(rule, query, key, gradient, {sums.query.middleRows(first, count), sums.key});
    }
};

/// Queries, keys or values of all heads side by side, on their way back to the stream.
struct ProjectionWalk
{
    const BackwardPass& pass;
    const AttentionCall& call;
    Site site;

    /// x [n × width] is what was projected, gradient [n × heads·width] that of the recorded numbers.
    Matrix walk(const MatrixView& x, Matrix gradient) const
    {
        undoEdits(gradient);
        const bool rotates
            = site == Site::kQuery || (site == Site::kKey && call.layer.kind == AttentionKind::kSelf);
        if (rotates)
            undoRotation(gradient);
        const float clip = call.spec.clip;
        const bool normalises = site != Site::kValue && norm().present();
        if (normalises || clip > 0.0F) {
            const Matrix raw = linear().apply(x, pass.workers());
            if (normalises)
                undoNorm(clip > 0.0F ? Matrix(raw.cwiseMin(clip).cwiseMax(-clip)) : raw, gradient);
            if (clip > 0.0F)
                gradient.array() *= (raw.array().abs() <= clip).cast<float>();
        }
        return linear().applyBack(gradient, pass.workers());
    }

    int heads() const { return site == Site::kQuery ? call.spec.heads : call.spec.kvHeads; }
    const NormWeights& norm() const
    {
        return site == Site::kQuery ? call.weights.queryNorm : call.weights.keyNorm;
    }
    const Linear& linear() const
    {
        return site == Site::kQuery ? call.weights.query
            : site == Site::kKey    ? call.weights.key
                                    : call.weights.value;
    }

    void undoEdits(Matrix& gradient) const
    {
        const LayerRef& layer = call.layer;
        const Index width = gradient.cols() / heads();
        for (int head = 0; head < heads(); ++head)
            passThrough(slopesOf(pass, site, {layer.stack, layer.layer, layer.kind, head}, {0, nullptr, 0},
                                 {gradient.rows(), width}),
                        gradient.middleCols(head * width, width));
        if (!pass.edits().wired(WiringForm::kOneHead, layer, 0))
            return;
        for (int head = 1; head < heads(); ++head) // all heads read the numbers of head 0
            gradient.leftCols(width) += gradient.middleCols(head * width, width);
        gradient.rightCols(gradient.cols() - width).setZero();
    }

    void undoRotation(Matrix& gradient) const
    {
        const AttentionSpec& spec = call.spec;
        const EditPlan& edits = pass.edits();
        if (!spec.rotary || edits.positionTable(call.layer.stack) == PositionTable::kNone)
            return;
        std::vector<float> backwards = spec.rotary->inverseFrequencies; // a rotation's transpose turns back
        for (float& frequency : backwards)
            frequency = -frequency;
        const Index width = gradient.cols() / heads();
        for (Index head = 0; head < heads(); ++head)
            rotate(gradient.middleCols(head * width, width), edits.positionShift(call.layer.stack), backwards,
                   spec.rotary->interleaved, spec.rotary->scale);
    }

    void undoNorm(const Matrix& raw, Matrix& gradient) const
    {
        const Index norms = call.spec.headNorm == HeadNorm::kWhole ? 1 : heads();
        const Index width = raw.cols() / norms;
        const bool shared = norm().gain.size() == width;
        for (Index head = 0; head < norms; ++head) {
            RowVector gain = norm().gain;
            if (!shared && gain.size() > 0)
                gain = RowVector(norm().gain.segment(head * width, width));
            gradient.middleCols(head * width, width)
                = normalizeBack(raw.middleCols(head * width, width), gradient.middleCols(head * width, width),
                                call.headNorm, gain, call.epsilon);
        }
    }
};

/// The gradients of all heads of a site side by side, those of a group summed.
Matrix sideBySide(const std::vector<HeadGradient>& heads, Matrix HeadGradient::*site, int groups)
{
    const Matrix& one = heads.front().*site;
    Matrix packed = Matrix::Zero(one.rows(), one.cols() * groups);
    const std::size_t perGroup = heads.size() / static_cast<std::size_t>(groups);
    for (std::size_t head = 0; head < heads.size(); ++head)
        packed.middleCols(static_cast<Index>(head / perGroup) * one.cols(), one.cols()) += heads[head].*site;
    return packed;
}

void keep(const BackwardPass& pass, Site site, const AttentionCall& call, const Matrix& packed, int heads)
{
    if (!pass.plan.wants(site, call.layer))
        return;
    auto& layers = call.layer.kind == AttentionKind::kSelf ? pass.gradient.self : pass.gradient.cross;
    std::vector<Matrix>& kept = *layers[static_cast<std::size_t>(call.layer.layer)].matrices(site);
    const Index width = packed.cols() / heads;
    for (Index head = 0; head < heads; ++head)
        kept.emplace_back(packed.middleCols(head * width, width));
}

} // namespace

AttentionGradient attentionBack(const BackwardPass& pass, const AttentionCall& call, const MatrixView& x,
                                const Matrix* memory, const MatrixView& gradient)
{
    const bool cross = call.layer.kind == AttentionKind::kCross;
    const auto layer = static_cast<std::size_t>(call.layer.layer);
    const AttentionChunk& record = (cross ? pass.record.cross : pass.record.self)[layer];
    AttentionChunk& kept = (cross ? pass.gradient.cross : pass.gradient.self)[layer];
    kept.queries = record.queries;
    kept.keys = record.keys;
    kept.mask = record.mask;
    const AttentionSpec& spec = call.spec;

    Matrix output = call.weights.output.applyBack(gradient, pass.workers());
    keep(pass, Site::kHeadOutput, call, output, spec.heads);
    std::vector<HeadGradient> heads(static_cast<std::size_t>(spec.heads));
    const bool compares = spec.disentangled && !record.bias.empty();
    const HeadWalk walk{pass, call, record,
                        compares ? disentangledTables(pass.forward, call, {0, record.queries, record.keys})
                                 : nullptr};
    const auto one = [&](std::size_t head) {
        const auto column = static_cast<Index>(head) * spec.valueWidth;
        MatrixSpan own = output.middleCols(column, spec.valueWidth);
        passThrough(slopesOf(pass, Site::kHeadOutput,
                             {call.layer.stack, call.layer.layer, call.layer.kind, static_cast<int>(head)},
                             {0, nullptr, 0}, {own.rows(), own.cols()}),
                    own);
        heads[head] = walk.walk(static_cast<int>(head), own);
    };
    inParts(pass.workers(), heads.size(), one);
    for (HeadGradient& head : heads) {
        if (head.weights.rows() > 0)
            kept.weights.push_back(std::move(head.weights));
        if (head.scores.rows() > 0)
            kept.scores.push_back(std::move(head.scores));
    }
    Matrix query = sideBySide(heads, &HeadGradient::query, spec.heads);
    Matrix key = sideBySide(heads, &HeadGradient::key, spec.kvHeads);
    Matrix value = sideBySide(heads, &HeadGradient::value, spec.kvHeads);
    keep(pass, Site::kQuery, call, query, spec.heads);
    keep(pass, Site::kKey, call, key, spec.kvHeads);
    keep(pass, Site::kValue, call, value, spec.kvHeads);
    const MatrixView keySource = cross ? MatrixView(*memory) : MatrixView(x);
    AttentionGradient back;
    back.input = ProjectionWalk{pass, call, Site::kQuery}.walk(x, std::move(query));
    Matrix fromKeys = ProjectionWalk{pass, call, Site::kKey}.walk(keySource, std::move(key));
    fromKeys += ProjectionWalk{pass, call, Site::kValue}.walk(keySource, std::move(value));
    if (cross)
        back.memory = std::move(fromKeys);
    else
        back.input += fromKeys;
    return back;
}

} // namespace headlight
