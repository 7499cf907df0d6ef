#include "core/run/loss.h"

#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/edit/edit_plan.h"
#include "core/math/softmax.h"
#include "core/model/adapter/adapter.h"
#include "core/model/forward.h"
#include "core/model/model.h"
#include "core/model/read_out.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/run/non_finite_report.h"
#include "core/run/pass_estimate.h"
#include "core/run/pass_progress.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace headlight {

namespace {

/// −log softmax(logits)[token], in double precision.
double lossOf(const RowVector& logits, Index token)
{
    const Eigen::RowVectorXd row = logits.cast<double>();
    return logSum(row) - row(token);
}

Result<void> check(const LossRequest& request)
{
    const Model& model = *request.model;
    if (!model.weights().decoder || !model.hasLogits())
        return badArgument("loss", "the model has no decoder with a language-model head");
    if (request.input.empty())
        return badArgument("loss", "there are no tokens");
    const auto known = [](const std::vector<TokenLabel>& labels, Index rows) {
        return std::ranges::all_of(labels,
                                   [rows](const TokenLabel& each) { return each.id >= 0 && each.id < rows; });
    };
    const Index targets = model.weights().decoder->embedding.rows();
    if (!known(request.input, targets) || request.last.id < 0 || request.last.id >= model.spec().vocabulary)
        return badArgument("loss", "the line has tokens that the model does not know");
    if (model.isEncoderDecoder()
        && (request.source.empty() || !known(request.source, model.weights().encoder->embedding.rows())))
        return badArgument("loss", "the sentence is empty, or has tokens that the model does not know");
    return {};
}

/// Runs the decoder in both ways for one request.
class LossRun
{
public:
    static Result<LossRun> prepare(const LossRequest& request, const Job& job)
    {
        RETURN_IF_ERROR(check(request));
        auto model = modelUnder(request.model, request.interventions);
        const auto count = static_cast<Index>(request.input.size());
        ASSIGN_OR_RETURN(auto edits,
                         EditPlan::compile(request.interventions, model->traceInfo(),
                                           {static_cast<Index>(request.source.size()), count}));
        if (const std::int64_t limit = positionLimit(*model, StackKind::kDecoder, edits);
            limit > 0 && count > limit)
            return badArgument("loss", "found ", count, " tokens, expected at most ", limit);
        return LossRun(request, job, std::move(model), std::move(edits));
    }

    /// Multiply-adds of the layers of the whole pass, and then of each token's own pass.
    std::vector<double> work() const
    {
        // A product with a single row waits for the weights, which it uses once.
        constexpr double kOneRow = 8;
        const auto count = static_cast<Index>(m_ids.size());
        const auto upTo = [this](Index tokens) { return passWork(*m_model, lengthsOf(tokens)); };
        std::vector<double> all = layerWork(*m_model, lengthsOf(count));
        const double none = upTo(0);
        double before = none;
        for (Index at = 0; at < count; ++at) {
            const double now = upTo(at + 1);
            all.push_back(m_edits.keepsPast() ? kOneRow * (now - before) : now - none);
            before = now;
        }
        return all;
    }

    Result<TargetLoss> run()
    {
        PassProgress progress(m_job, work(), "step");
        const std::function<void(std::vector<TraceChunk>&)> layerDone
            = [&progress](std::vector<TraceChunk>&) { progress.partDone(); };
        if (!encodeSource(layerDone))
            return stoppedError();
        const auto count = static_cast<Index>(m_ids.size());
        const std::optional<Matrix> whole = rows(0, count, nullptr, layerDone);
        if (!whole)
            return stoppedError();
        TargetLoss loss;
        for (Index at = 0; at < count; ++at) {
            const std::optional<Matrix> step = upTo(at);
            if (!step || m_job.stopped())
                return stoppedError();
            loss.tokens.push_back(tokenLoss(at, logits(whole->middleRows(at, 1)), logits(*step)));
            progress.partDone();
        }
        if (m_watch.first)
            m_job.warning(nonFiniteWarning(*m_model, *m_watch.first));
        return loss;
    }

private:
    LossRun(const LossRequest& request, const Job& job, std::shared_ptr<const Model> model, EditPlan edits)
        : m_request(request)
        , m_job(job)
        , m_model(std::move(model))
        , m_edits(std::move(edits))
        , m_ids(tokenIds(request.input))
        , m_lengths{m_model->isEncoderDecoder() ? realTokens(request.source) : 0, 0}
    {
        m_cache.push_back(emptyCache(*m_model));
    }

    PassLengths lengthsOf(Index tokens) const { return {m_lengths.source, tokens}; }

    PassSettings settings(std::vector<LaneCache>* cache, Index first)
    {
        return {m_edits, nullptr, cache, first, &m_workers, m_job.stop, &m_watch};
    }

    bool encodeSource(const std::function<void(std::vector<TraceChunk>&)>& layerDone)
    {
        if (!m_model->isEncoderDecoder())
            return true;
        TokenBatch batch;
        batch.ids.push_back(tokenIds(m_request.source));
        PassSettings whole = settings(nullptr, 0);
        whole.layerDone = layerDone;
        auto pass = encode(*m_model, batch, {{m_lengths.source, 0}}, whole);
        if (!pass)
            return false;
        m_memory = std::move(pass->output);
        return true;
    }

    /// The decoder's output at positions first … first + count - 1 [count × width]; empty when stopped.
    std::optional<Matrix> rows(Index first, Index count, std::vector<LaneCache>* cache,
                               const std::function<void(std::vector<TraceChunk>&)>& layerDone = {})
    {
        TokenBatch batch;
        batch.ids.emplace_back(m_ids.begin() + first, m_ids.begin() + first + count);
        PassSettings some = settings(cache, first);
        some.layerDone = layerDone;
        auto pass = decodeRows(*m_model, batch, {{m_lengths.source, first + count}},
                               m_model->isEncoderDecoder() ? &m_memory : nullptr, some);
        return pass ? std::optional(std::move(pass->output)) : std::nullopt;
    }

    /// The output at position `at` of a pass that ends there [1 × width]; call it for ascending positions.
    std::optional<Matrix> upTo(Index at)
    {
        if (m_edits.keepsPast())
            return rows(at, 1, &m_cache);
        auto all = rows(0, at + 1, nullptr);
        return all ? std::optional<Matrix>(all->bottomRows(1)) : std::nullopt;
    }

    RowVector logits(const MatrixView& row)
    {
        RowVector found = logitsOf(*m_model, row, &m_workers).row(0);
        if (!m_watch.first && !hasSoftmax({found.data(), static_cast<std::size_t>(found.size())}))
            m_watch.first = NonFinitePlace{Site::kLogits, {}};
        return found;
    }

    TokenLoss tokenLoss(Index at, const RowVector& together, const RowVector& alone) const
    {
        const auto place = static_cast<std::size_t>(at);
        TokenLoss token;
        token.input = m_request.input[place];
        token.target = place + 1 < m_ids.size() ? m_request.input[place + 1] : m_request.last;
        const auto id = static_cast<Index>(token.target.id);
        token.onePass = lossOf(together, id);
        token.stepByStep = lossOf(alone, id);
        token.logitDifference = static_cast<double>((together - alone).cwiseAbs().maxCoeff());
        return token;
    }

    const LossRequest& m_request;
    const Job& m_job;
    std::shared_ptr<const Model> m_model; ///< after the request's edits
    EditPlan m_edits;
    std::vector<std::int32_t> m_ids;
    LaneLengths m_lengths;
    Matrix m_memory;
    std::vector<LaneCache> m_cache;
    NonFiniteWatch m_watch;
    Workers m_workers;
};

} // namespace

Result<TargetLoss> targetLoss(const LossRequest& given, const Job& job)
{
    RETURN_IF_ERROR(given.model->checkFiles());
    ASSIGN_OR_RETURN(auto run, LossRun::prepare(given, job));
    auto loss = run.run();
    RETURN_IF_ERROR(given.model->checkFiles());
    return loss;
}

Result<double> estimatedSeconds(const LossRequest& given)
{
    const Job unheard;
    ASSIGN_OR_RETURN(const auto run, LossRun::prepare(given, unheard));
    const std::vector<double> work = run.work();
    return secondsFor(std::accumulate(work.begin(), work.end(), 0.0));
}

} // namespace headlight
