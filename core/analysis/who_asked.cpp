#include "core/analysis/who_asked.h"

#include "core/analysis/head_projections.h"
#include "core/edit/edit_plan.h"
#include "core/math/positions.h"
#include "core/model/adapter/adapter.h"
#include "core/nn/arch_spec.h"
#include "core/nn/layer_plan.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

using Kind = Writer::Kind;

/// Splits queries and keys of one head by their writers.
struct Asking
{
    const Model& model;
    const Trace& trace;
    const HeadRef& head;
    const EditPlan& edits;
    const StackSpec& stack = *model.spec().stack(head.stack);
    const StackWeights& stackWeights = *model.weights().stack(head.stack);
    const AttentionSpec& spec = *attentionPartsOf(model, head).spec;
    const AttentionWeights& weights = *attentionPartsOf(model, head).weights;

    Result<StreamParts> queryParts(Index position) const
    {
        return side(NormSite::kQuery, {head.stack, position, head.layer, head.kind});
    }

    Result<StreamParts> keyParts(Index position) const
    {
        const StackKind keys = self() ? head.stack : StackKind::kEncoder;
        const int layer = self() ? head.layer : trace.info().stack(keys)->layers;
        return side(NormSite::kKey, {keys, position, layer, AttentionKind::kSelf});
    }

    /// The position terms of a cell, as a row and a column beside the parts.
    void addDistance(const StreamParts& query, const StreamParts& key, Index i, AskedKey& cell) const
    {
        const AttentionMap map = trace.attention(head);
        cell.parts.conservativeResize(cell.parts.rows() + 1, cell.parts.cols() + 1);
        cell.parts.bottomRows(1).setZero();
        cell.parts.rightCols(1).setZero();
        if (!spec.disentangled) {
            cell.parts(cell.parts.rows() - 1, cell.parts.cols() - 1)
                = static_cast<double>(map.at(MapKind::kBias, i, cell.key));
            return;
        }
        const Matrix row = stackWeights.relativeRows->row(disentangledRow(i - cell.key, *spec.disentangled));
        const auto scale = static_cast<double>(spec.scale);
        const auto projected = [&](const Linear& linear) -> Eigen::VectorXd {
            return linear.apply(row, nullptr)
                .middleCols(Index{head.head} * spec.headWidth, spec.headWidth)
                .row(0)
                .cast<double>()
                .transpose();
        };
        if (spec.disentangled->contentToPosition)
            cell.parts.topRightCorner(query.parts.rows(), 1)
                = query.parts * projected(weights.positionKey) * scale;
        if (spec.disentangled->positionToContent)
            cell.parts.bottomLeftCorner(1, key.parts.rows())
                = (key.parts * projected(weights.positionQuery) * scale).transpose();
    }

    bool self() const { return head.kind == AttentionKind::kSelf; }

    bool positionless() const { return edits.positionTable(head.stack) == PositionTable::kNone; }

    /// [writers × d_k] for one row of queries (kQuery) or keys (kKey) as it enters the dot product.
    Result<StreamParts> side(NormSite site, const ReadPlace& place) const
    {
        const Projection which = site == NormSite::kQuery ? Projection::kQuery : Projection::kKey;
        Matrix projection = headProjection(model, head, which).transpose();
        Matrix bias = headBias(model, head, which);
        if (bias.size() == 0)
            bias = Matrix::Zero(1, spec.headWidth);
        RETURN_IF_ERROR(normalise(site, place.row, projection, bias));
        if (self() && spec.rotary && !positionless()) {
            rotateAt(place.row, projection);
            rotateAt(place.row, bias);
        }
        ASSIGN_OR_RETURN(auto parts, streamParts(model, trace, place, projection.transpose().cast<double>()));
        if (self() && placesQueriesAndKeys(stack, stackWeights))
            parts.add({Kind::kPositions, head.stack},
                      (stackWeights.positions.row(place.row) * projection).cast<double>().transpose());
        joinBiases(parts, bias.row(0).cast<double>().transpose());
        return parts;
    }

    /// Applies the norm of queries or keys to what their projection makes, with the run's deviation.
    Result<void> normalise(NormSite site, Index position, Matrix& projection, Matrix& bias) const
    {
        const bool query = site == NormSite::kQuery;
        const NormWeights& norm = query ? weights.queryNorm : weights.keyNorm;
        if (!norm.present())
            return {};
        const Linear& linear = query ? weights.query : weights.key;
        const int index = query ? head.head : head.head / (spec.heads / spec.kvHeads);
        const NormRef ref{head.stack, head.layer, site};
        const Matrix statistics = trace.norm(ref);
        if (!self() || position >= statistics.rows())
            return badArgument("trace", "lacks ", toString(ref), ", expected a trace with it");
        const bool whole = spec.headNorm == HeadNorm::kWhole;
        const Index width = spec.headWidth;
        const Index norms = statistics.cols() / 2;
        if (stack.norm == NormKind::kLayerNorm) {
            const Eigen::VectorXf mean = whole ? linear.weight.toMatrix().colwise().mean().transpose().eval()
                                               : projection.rowwise().mean().eval();
            projection.colwise() -= mean;
            bias.array() -= whole && linear.bias.size() > 0 ? linear.bias.mean() : bias.mean();
        }
        const float deviation = statistics(position, norms + (whole ? 0 : index));
        const float factor = 1.0F / std::sqrt(deviation * deviation + stack.epsilon);
        RowVector gain = RowVector::Constant(width, factor);
        const auto own = [&](const RowVector& all) {
            return all.size() == width ? all : RowVector(all.segment(index * width, width));
        };
        if (norm.gain.size() > 0)
            gain.array() *= own(norm.gain).array() + (stack.norm == NormKind::kRmsNormPlusOne ? 1.0F : 0.0F);
        projection.array().rowwise() *= gain.array();
        bias.array() *= gain.array();
        if (norm.bias.size() > 0)
            bias.row(0) += own(norm.bias);
        return {};
    }

    void rotateAt(Index position, Matrix& rows) const
    {
        for (Index row = 0; row < rows.rows(); ++row)
            rotate(rows.middleRows(row, 1), position + edits.positionShift(head.stack),
                   spec.rotary->inverseFrequencies, spec.rotary->interleaved, spec.rotary->scale);
    }

    /// The norm before the projection, the projection and the norm after it have one writer for their biases.
    void joinBiases(StreamParts& parts, const Eigen::VectorXd& bias) const
    {
        const Writer own{.kind = Kind::kNorm,
                         .stack = head.stack,
                         .layer = head.layer,
                         .norm = self() ? NormSite::kSelf : NormSite::kCross};
        const auto before = std::ranges::find(parts.writers, own);
        Eigen::VectorXd all = bias;
        // After a sum, it belongs to what the layers before wrote; such a norm is met in other layers only.
        if (before != parts.writers.end()) {
            const Index at = before - parts.writers.begin();
            const Index rest = parts.parts.rows() - at - 1;
            all += parts.parts.row(at).transpose();
            parts.parts.middleRows(at, rest) = parts.parts.bottomRows(rest).eval();
            parts.parts.conservativeResize(at + rest, Eigen::NoChange);
            parts.writers.erase(before);
        }
        parts.add({Kind::kBias, head.stack}, all);
    }
};

Result<void> checkCell(const AttentionMap& map, Index query, Index key)
{
    if (query >= 0 && query < map.queries() && key >= 0 && key < map.keys())
        return {};
    return badArgument("cell", "found query ", query, " and key ", key, ", expected queries below ",
                       map.queries(), " and keys below ", map.keys());
}

} // namespace

SiteSet whoAskedSites()
{
    return streamPartsSites() | SiteSet{Site::kQuery, Site::kKey, Site::kScores, Site::kBias, Site::kMask};
}

Result<WhoAsked> whoAsked(const Model& model, const Trace& trace, const HeadRef& head, Index query,
                          const std::vector<Index>& keys)
{
    const AttentionMap map = trace.attention(head);
    if (map.isNull() || !map.has(MapKind::kScores))
        return badArgument("head", "found ", toString(head), ", expected a head with recorded scores");
    for (const Index key : keys)
        RETURN_IF_ERROR(checkCell(map, query, key));
    const ScoreRule rule = trace.info().scoreRule(head);
    if (rule.form != ScoreForm::kDot)
        return unsupported({}, toString(head), "compares queries and keys in an edited way that is no sum");
    ASSIGN_OR_RETURN(const auto edits, structuralEdits(trace));
    const Model& run = modelOf(model, trace.info());
    const Asking asking{run, trace, head, edits};
    WhoAsked found;
    found.head = head;
    found.query = query;
    ASSIGN_OR_RETURN(auto asked, asking.queryParts(query));
    const bool distance = map.has(MapKind::kBias);
    for (const Index key : keys) {
        ASSIGN_OR_RETURN(auto answered, asking.keyParts(key));
        AskedKey cell;
        cell.key = key;
        cell.score = static_cast<double>(map.at(MapKind::kScores, query, key));
        const double factor = rule.softcap == 0 || cell.score == 0 ? 1.0
                                                                   : static_cast<double>(rule.softcap)
                * std::tanh(cell.score / static_cast<double>(rule.softcap)) / cell.score;
        cell.weight = static_cast<double>(map.at(MapKind::kWeights, query, key));
        cell.parts = asked.parts * answered.parts.transpose() * static_cast<double>(rule.scale);
        const Index rows = cell.parts.rows();
        const Index columns = cell.parts.cols();
        if (distance) {
            cell.score += static_cast<double>(map.at(MapKind::kBias, query, key));
            asking.addDistance(asked, answered, query, cell);
        }
        cell.remainder = cell.score - cell.parts.sum();
        cell.capped = cell.parts;
        cell.capped.topLeftCorner(rows, columns) *= factor;
        found.keyWriters = std::move(answered.writers);
        found.keys.push_back(std::move(cell));
    }
    found.queryWriters = std::move(asked.writers);
    for (std::vector<Writer>* const side : {&found.queryWriters, &found.keyWriters})
        if (distance)
            side->push_back({Kind::kDistance, head.stack});
    return found;
}

DoubleMatrix contrastOf(const AskedKey& one, const AskedKey& other)
{
    return one.capped - other.capped;
}

} // namespace headlight
