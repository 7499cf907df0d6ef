#include "core/analysis/target_loss.h"

#include "core/base/workers.h"
#include "core/edit/edit_plan.h"
#include "core/model/adapter/adapter_switch.h"
#include "core/model/forward.h"
#include "core/model/model.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace headlight {

namespace {

Error lossStopped()
{
    return {ErrorCode::kCancelled, "stopped", {}, {}, {}};
}

std::vector<std::int32_t> idsOf(const std::vector<TokenLabel>& labels)
{
    std::vector<std::int32_t> ids;
    ids.reserve(labels.size());
    for (const TokenLabel& label : labels)
        ids.push_back(static_cast<std::int32_t>(label.id));
    return ids;
}

Index realTokens(const std::vector<TokenLabel>& labels)
{
    return std::count_if(labels.begin(), labels.end(), [](const TokenLabel& each) { return !each.padding; });
}

/// −log softmax(logits)[token], in double precision.
double lossOf(const RowVector& logits, Index token)
{
    const Eigen::RowVectorXd row = logits.cast<double>();
    const double largest = row.maxCoeff();
    return largest + std::log((row.array() - largest).exp().sum()) - row(token);
}

std::optional<Error> faultOf(const LossRequest& request)
{
    const Model& model = *request.model;
    if (!model.weights().decoder || !model.hasLogits())
        return badArgument("loss", "the model has no decoder with a language-model head");
    if (request.input.empty())
        return badArgument("loss", "there are no tokens");
    const auto known = [](const std::vector<TokenLabel>& labels, Index rows) {
        return std::all_of(labels.begin(), labels.end(),
                           [rows](const TokenLabel& each) { return each.id >= 0 && each.id < rows; });
    };
    const Index targets = model.weights().decoder->embedding.rows();
    if (!known(request.input, targets) || request.last.id < 0 || request.last.id >= model.spec().vocabulary)
        return badArgument("loss", "the line has tokens that the model does not know");
    if (model.isEncoderDecoder()
        && (request.source.empty() || !known(request.source, model.weights().encoder->embedding.rows())))
        return badArgument("loss", "the sentence is empty, or has tokens that the model does not know");
    return std::nullopt;
}

/// Runs the decoder in both ways for one request.
class LossRun
{
public:
    LossRun(const LossRequest& request, const EditPlan& edits, const Job& job)
        : m_model(*request.model)
        , m_edits(edits)
        , m_job(job)
        , m_ids(idsOf(request.input))
        , m_lengths{m_model.isEncoderDecoder() ? realTokens(request.source) : 0, 0}
    {
        m_cache.push_back(emptyCache(m_model));
    }

    bool encodeSource(const std::vector<TokenLabel>& source)
    {
        if (!m_model.isEncoderDecoder())
            return true;
        TokenBatch batch;
        batch.ids.push_back(idsOf(source));
        auto pass = encode(m_model, batch, {{m_lengths.source, 0}}, settings(nullptr, 0));
        if (!pass)
            return false;
        m_memory = std::move(pass->output);
        return true;
    }

    /// The decoder's output for all positions at once [n × width].
    std::optional<Matrix> whole() { return rows(0, static_cast<Index>(m_ids.size()), nullptr); }

    /// The output at position `at` of a pass that ends there [1 × width]; call it for ascending positions.
    std::optional<Matrix> upTo(Index at)
    {
        if (m_edits.keepsPast())
            return rows(at, 1, &m_cache);
        auto all = rows(0, at + 1, nullptr);
        return all ? std::optional<Matrix>(all->bottomRows(1)) : std::nullopt;
    }

    RowVector logits(const MatrixView& row) { return logitsOf(m_model, row, &m_workers).row(0); }

private:
    PassSettings settings(std::vector<LaneCache>* cache, Index first)
    {
        return {m_edits, nullptr, cache, first, &m_workers, m_job.stop, nullptr};
    }

    std::optional<Matrix> rows(Index first, Index count, std::vector<LaneCache>* cache)
    {
        TokenBatch batch;
        batch.ids.emplace_back(m_ids.begin() + first, m_ids.begin() + first + count);
        auto pass = decodeRows(m_model, batch, {{m_lengths.source, first + count}},
                               m_model.isEncoderDecoder() ? &m_memory : nullptr, settings(cache, first));
        return pass ? std::optional(std::move(pass->output)) : std::nullopt;
    }

    const Model& m_model;
    const EditPlan& m_edits;
    const Job& m_job;
    std::vector<std::int32_t> m_ids;
    LaneLengths m_lengths;
    Matrix m_memory;
    std::vector<LaneCache> m_cache;
    Workers m_workers;
};

} // namespace

double TargetLoss::sum() const
{
    return std::accumulate(tokens.begin(), tokens.end(), 0.0,
                           [](double sum, const TokenLoss& each) { return sum + each.onePass; });
}

double TargetLoss::mean() const
{
    return tokens.empty() ? 0.0 : sum() / static_cast<double>(tokens.size());
}

double TargetLoss::largestDifference() const
{
    double largest = 0;
    for (const TokenLoss& each : tokens) {
        const double apart = std::abs(each.onePass - each.stepByStep);
        if (std::isnan(apart))
            return apart;
        largest = std::max(largest, apart);
    }
    return largest;
}

Result<TargetLoss> targetLoss(const LossRequest& given, const Job& job)
{
    if (auto fault = faultOf(given))
        return *fault;
    LossRequest request = given;
    request.model = modelUnder(given.model, given.interventions);
    const Model& model = *request.model;
    const auto count = static_cast<Index>(request.input.size());
    ASSIGN_OR_RETURN(auto edits,
                     EditPlan::compile(request.interventions, model.traceInfo(),
                                       {static_cast<Index>(request.source.size()), count}));
    if (const std::int64_t limit = positionLimit(model, StackKind::kDecoder, edits);
        limit > 0 && count > limit)
        return badArgument(
            "loss", "found " + std::to_string(count) + " tokens, expected at most " + std::to_string(limit));
    LossRun run(request, edits, job);
    if (!run.encodeSource(request.source))
        return lossStopped();
    const std::optional<Matrix> whole = run.whole();
    if (!whole)
        return lossStopped();
    TargetLoss loss;
    for (Index at = 0; at < count; ++at) {
        const auto place = static_cast<std::size_t>(at);
        const std::optional<Matrix> step = run.upTo(at);
        if (!step || job.stopped())
            return lossStopped();
        TokenLoss token;
        token.input = request.input[place];
        token.target = at + 1 < count ? request.input[place + 1] : request.last;
        const RowVector together = run.logits(whole->middleRows(at, 1));
        const RowVector alone = run.logits(*step);
        const auto id = static_cast<Index>(token.target.id);
        token.onePass = lossOf(together, id);
        token.stepByStep = lossOf(alone, id);
        token.logitDifference = static_cast<double>((together - alone).cwiseAbs().maxCoeff());
        loss.tokens.push_back(std::move(token));
    }
    return loss;
}

} // namespace headlight
