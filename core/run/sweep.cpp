#include "core/run/sweep.h"

#include "core/analysis/distribution_change.h"
#include "core/analysis/effect.h"
#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/decode/session.h"
#include "core/model/adapter/adapter.h"
#include "core/model/forward.h"
#include "core/model/read_out.h"
#include "core/nn/arch_spec.h"
#include "core/run/lanes.h"
#include "core/run/references.h"

#include <algorithm>
#include <chrono>
#include <compare>
#include <map>
#include <mutex>
#include <utility>

namespace headlight {

namespace {

/// Rows per batch: enough for matrix products to run at full speed, few enough for several batches.
constexpr Index kBatchRows = 512;
constexpr std::size_t kMostLanes = 64;

/// The token with the largest log-probability; -1 if any is no number. Minus infinity is one: tokens that a
/// model never chooses have it.
TokenId mostLikely(const RowVector& logs)
{
    if (logs.hasNaN())
        return -1;
    Index best = 0;
    logs.maxCoeff(&best);
    return static_cast<TokenId>(best);
}

/// Where a variant begins to differ from the base: the stream before this layer is unchanged.
struct Start
{
    StackKind stack = StackKind::kEncoder;
    int layer = 0;
    bool crossKeys = false; ///< keys or values of cross-attention change
    auto operator<=>(const Start&) const = default; // NOLINT(modernize-use-nullptr): the check's own mistake
};

/// The base run and what variants reuse from it.
struct Base
{
    PaddedLanes lanes;
    SequenceLengths lengths;
    ReferenceRuns references;
    std::optional<StackPass> encoder, decoder;
    std::vector<LaneCache> cache; ///< cache of the decoder; keys and values of its cross-attention are shared
    std::vector<RowVector> logs; ///< log-probabilities of the rows of interest
};

class Sweep
{
public:
    Sweep(const SweepRequest& request, const Job& job)
        : m_request(request)
        , m_run(modelUnder(request.model, request.interventions))
        , m_model(*m_run)
        , m_job(job)
    { }

    Result<SweepResult> run(const std::function<void(const SweepResult&)>& partial)
    {
        const auto begin = std::chrono::steady_clock::now();
        RETURN_IF_ERROR(runBase());
        RETURN_IF_ERROR(prepareVariants());
        const auto elapsed = [begin] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        };
        std::mutex mutex;
        std::optional<Error> fault;
        m_workers.forEach(m_batches.size(), [&](std::size_t i) {
            if (m_job.stopped())
                return;
            const auto done = runBatch(m_batches[i]);
            const std::scoped_lock guard(mutex);
            if (!done) {
                fault = fault ? fault : done.error();
                return;
            }
            for (const auto& [index, point] : *done)
                m_result.points[index] = point;
            m_result.done += done->size();
            m_result.seconds = elapsed();
            m_job.report({"trying edits", static_cast<std::int64_t>(m_result.done),
                          static_cast<std::int64_t>(m_result.points.size())});
            if (partial)
                partial(m_result);
        });
        if (fault)
            return *fault;
        if (m_job.stopped())
            return stoppedError();
        m_result.seconds = elapsed();
        return std::move(m_result);
    }

private:
    struct Batch
    {
        Start start;
        std::vector<std::size_t> variants;
    };
    using Points = std::vector<std::pair<std::size_t, SweepPoint>>;

    bool decodes() const { return !m_model.isEncoderOnly(); }
    StackKind lastStack() const { return measuredStack(m_model); }
    const TokenBatch& lastInput() const
    {
        return m_model.isEncoderDecoder() ? m_base.lanes.target : m_base.lanes.source;
    }

    Result<void> runBase()
    {
        if (!m_model.hasLogits())
            return unsupported(m_model.folder().string(), "",
                               "has no language-model head, which a sweep needs");
        ASSIGN_OR_RETURN(m_base.lanes, padLanes(m_model, {m_request.lane}, m_job));
        m_base.lengths = m_base.lanes.sequences();
        ASSIGN_OR_RETURN(m_base.references,
                         runReferences(m_request.model, m_request.interventions.list, {m_request.lane},
                                       m_request.references, m_job));
        RETURN_IF_ERROR(checkPositions(m_model, m_request.interventions, m_base.lengths));
        ASSIGN_OR_RETURN(const auto edits,
                         EditPlan::compile(m_request.interventions, m_model.traceInfo(), m_base.lengths,
                                           m_base.references));
        RecordPlan plan;
        plan.sites = {Site::kResidual};
        PassSettings settings{edits, &plan, nullptr, 0, &m_workers, m_job.stop};
        if (!m_model.isDecoderOnly()) {
            m_base.encoder = encode(m_model, m_base.lanes.source, m_base.lanes.lengths, settings);
            if (!m_base.encoder)
                return stoppedError();
        }
        if (decodes()) {
            m_base.cache = {emptyCache(m_model)};
            settings.cache = &m_base.cache;
            m_base.decoder = decodeRows(m_model, lastInput(), m_base.lanes.lengths,
                                        m_base.encoder ? &m_base.encoder->output : nullptr, settings);
            if (!m_base.decoder)
                return stoppedError();
        }
        return chooseTokens(decodes() ? m_base.decoder->output : m_base.encoder->output);
    }

    Result<void> chooseTokens(const Matrix& output)
    {
        const std::vector<TokenId> own = ownTokens(m_model, m_request.lane);
        const auto length = std::ssize(own);
        m_result.rows = m_request.row ? std::vector<Index>{*m_request.row} : m_request.rows;
        for (const Index row : m_result.rows)
            if (row < 0 || row >= length)
                return badArgument("row", "found ", row, ", expected a position from 0 to ", length - 1);
        const bool chosen = !m_result.rows.empty();
        for (Index row = 0; row < length && !chosen; ++row)
            m_result.rows.push_back(row);
        const Matrix logits = logitsAt(output, 1, 0);
        for (const auto& [field, token] :
             {std::pair{"token", m_request.token}, std::pair{"minus", m_request.minus}})
            if (token && (*token < 0 || *token >= logits.cols()))
                return badArgument(field, "id ", *token, " is not in the vocabulary");
        if (!m_request.tokens.empty() && m_request.tokens.size() != m_result.rows.size())
            return badArgument("tokens", "found ", m_request.tokens.size(), ", expected ",
                               m_result.rows.size(), ", one for each row");
        if (!m_request.losses.empty() && m_request.losses.size() != m_request.tokens.size())
            return badArgument("losses", "found ", m_request.losses.size(), ", expected ",
                               m_request.tokens.size(), ", one for each token");
        const bool following = !chosen || m_request.follows;
        for (std::size_t i = 0; i < m_result.rows.size(); ++i) {
            m_base.logs.push_back(logProbabilities(logits.row(static_cast<Index>(i))));
            const TokenId best = mostLikely(m_base.logs.back());
            if (best < 0)
                return badFile(m_model.folder().string(), "logits",
                               "found numbers that are not finite at position ", m_result.rows[i],
                               ", so no token can be measured there");
            const TokenId read = own[static_cast<std::size_t>(m_result.rows[i])];
            const TokenId there = read < logits.cols() ? read : -1; // a head may know fewer tokens
            const TokenId given = !m_request.tokens.empty() ? m_request.tokens[i]
                : chosen                                    ? m_request.token.value_or(-1)
                                                            : -1;
            const TokenId token = given >= 0 ? given : following && there >= 0 ? there : best;
            m_result.best = best;
            m_result.tokens.push_back(token);
            m_result.losses.push_back(!m_request.losses.empty() ? m_request.losses[i]
                                          : given >= 0          ? given
                                                                : there);
            m_result.logProbability += static_cast<double>(m_base.logs.back()[token]);
        }
        m_result.measures = measured(measuredTokens(), m_base.logs, m_base.logs);
        return {};
    }

    MeasuredTokens measuredTokens() const { return {m_result.tokens, m_request.minus, m_result.losses}; }

    /// From the first row of interest to the last one; nothing if the last layer needs all rows.
    std::optional<RowRange> wantedOfLast() const
    {
        const StackSpec& spec = *m_model.spec().stack(lastStack());
        if (spec.normScope == NormScope::kMatrix || spec.convolution)
            return std::nullopt;
        const auto [first, last] = std::ranges::minmax_element(m_result.rows);
        return RowRange{*first, *last - *first + 1};
    }

    /// Logits of the rows of interest in every lane: [lanes·rows × vocabulary]. `first` is the position of
    /// the output's first row.
    Matrix logitsAt(const Matrix& output, Index lanes, Index first) const
    {
        const Index each = output.rows() / lanes;
        const auto rows = static_cast<Index>(m_result.rows.size());
        Matrix picked(lanes * rows, output.cols());
        for (Index lane = 0; lane < lanes; ++lane)
            for (Index i = 0; i < rows; ++i)
                picked.row(lane * rows + i)
                    = output.row(lane * each + m_result.rows[static_cast<std::size_t>(i)] - first);
        return logitsOf(m_model, picked, nullptr);
    }

    Result<void> prepareVariants()
    {
        for (const Intervention& edit : m_request.variants)
            if (std::holds_alternative<PositionEdit>(edit) || !isEnabled(edit))
                return badArgument(describe(edit), "cannot be a variant of a sweep");
        if (m_request.given) {
            m_variantReferences = *m_request.given;
        } else {
            ASSIGN_OR_RETURN(m_variantReferences,
                             runReferences(m_request.model, m_request.variants, {m_request.lane},
                                           m_request.references, m_job));
        }
        std::map<Start, std::vector<std::size_t>> groups;
        for (std::size_t i = 0; i < m_request.variants.size(); ++i) {
            Start start = startOf(m_request.variants[i]);
            for (const Intervention& also : furtherEdits(i)) {
                const Start other = startOf(also);
                const bool crossKeys = start.crossKeys || other.crossKeys;
                start = std::min(start, other);
                start.crossKeys = crossKeys;
            }
            groups[start].push_back(i);
        }
        const Index longest = std::max(m_base.lengths.source, m_base.lengths.target);
        const auto lanes = std::clamp<std::size_t>(
            static_cast<std::size_t>(kBatchRows / std::max<Index>(longest, 1)), 1, kMostLanes);
        // The map is in the order of the layers, so the longest runs come first.
        for (const auto& [start, variants] : groups)
            for (std::size_t begin = 0; begin < variants.size(); begin += lanes) {
                const std::size_t end = std::min(begin + lanes, variants.size());
                m_batches.push_back({start,
                                     {variants.begin() + static_cast<std::ptrdiff_t>(begin),
                                      variants.begin() + static_cast<std::ptrdiff_t>(end)}});
            }
        m_result.points.resize(m_request.variants.size());
        for (std::size_t i = 0; i < m_result.points.size(); ++i)
            m_result.points[i].edit = m_request.variants[i];
        return {};
    }

    std::span<const Intervention> furtherEdits(std::size_t variant) const
    {
        if (m_request.with.empty())
            return {};
        return m_request.with[variant];
    }

    Start startOf(const Intervention& edit) const
    {
        if (const auto* hidden = std::get_if<TokenHidden>(&edit))
            return {hidden->stack, 0, false};
        if (whereOf(edit) == nullptr) // it may affect anything
            return {m_model.traceInfo().encoder ? StackKind::kEncoder : StackKind::kDecoder, 0, false};
        const TraceInfo& info = m_model.traceInfo();
        const auto* const patch = std::get_if<ActivationPatch>(&edit);
        const bool stream = patch != nullptr && isOfStream(patch->site) && patch->site != Site::kOutput;
        const std::vector<LayerRef> places
            = stream ? info.rowsOf(patch->site, patch->where) : info.layersOf(*whereOf(edit));
        if (places.empty()) // it is rejected when it is compiled
            return {lastStack(), 0, false};
        const bool ofKeys = patch != nullptr && (patch->site == Site::kKey || patch->site == Site::kValue);
        const auto isCross = [](const LayerRef& layer) { return layer.kind == AttentionKind::kCross; };
        return {places.front().stack, places.front().layer, ofKeys && std::ranges::any_of(places, isCross)};
    }

    Result<Points> runBatch(const Batch& batch)
    {
        std::vector<Intervention> edits;
        ReferenceRuns references;
        std::vector<std::size_t> lanes;
        const auto add = [&](const Intervention& edit, std::size_t lane) {
            edits.push_back(edit);
            references.traces.push_back(m_variantReferences.traces[batch.variants[lane]]);
            lanes.push_back(lane);
        };
        for (std::size_t lane = 0; lane < batch.variants.size(); ++lane) {
            add(m_request.variants[batch.variants[lane]], lane);
            for (const Intervention& also : furtherEdits(batch.variants[lane]))
                add(also, lane);
        }
        ASSIGN_OR_RETURN(const auto plan,
                         EditPlan::compileVariants(m_request.interventions, m_model.traceInfo(),
                                                   m_base.lengths, m_base.references,
                                                   {edits, references, lanes}));
        const auto output = runFromStart(batch, plan);
        if (!output)
            return stoppedError();
        const std::optional<RowRange> wanted = wantedOfLast();
        return pointsOf(
            batch, logitsAt(*output, static_cast<Index>(batch.variants.size()), wanted ? wanted->first : 0));
    }

    std::optional<Matrix> runFromStart(const Batch& batch, const EditPlan& plan) const
    {
        const std::size_t count = batch.variants.size();
        const std::vector<LaneLengths> lanes(count, m_base.lanes.lengths.front());
        PassSettings settings{plan, nullptr, nullptr, 0, nullptr, m_job.stop};
        const auto run = [&](StackKind stack, int layer, const Matrix* memory) {
            const StackPass& base = *(stack == StackKind::kEncoder ? m_base.encoder : m_base.decoder);
            const Matrix& stream
                = base.chunks.front().stack(stack)->residual[static_cast<std::size_t>(layer)];
            LayerInput input{layer, stream.replicate(static_cast<Index>(count), 1), {}};
            if (stack == lastStack())
                input.wanted = wantedOfLast();
            return runFrom(m_model, stack, std::move(input), lanes, memory, settings);
        };
        if (batch.start.stack == StackKind::kEncoder) {
            auto memory = run(StackKind::kEncoder, batch.start.layer, nullptr);
            return memory && decodes() ? run(StackKind::kDecoder, 0, &*memory) : memory;
        }
        // The encoder is unchanged, and so are the keys and values of cross-attention.
        std::vector<LaneCache> cache(count, emptyCache(m_model));
        for (LaneCache& lane : cache)
            lane.cross = m_base.cache.front().cross;
        Matrix memory;
        if (batch.start.crossKeys)
            memory = m_base.encoder->output.replicate(static_cast<Index>(count), 1);
        else if (m_base.encoder)
            settings.cache = &cache;
        return run(StackKind::kDecoder, batch.start.layer, &memory);
    }

    Points pointsOf(const Batch& batch, const Matrix& logits) const
    {
        Points points;
        const auto rows = static_cast<Index>(m_result.rows.size());
        for (std::size_t lane = 0; lane < batch.variants.size(); ++lane) {
            SweepPoint point{.edit = m_request.variants[batch.variants[lane]], .known = true};
            std::vector<RowVector> after;
            for (Index i = 0; i < rows; ++i)
                after.push_back(logProbabilities(logits.row(static_cast<Index>(lane) * rows + i)));
            point.best = mostLikely(after.back());
            point.changes = measured(measuredTokens(), m_base.logs, after);
            point.logProbability = at(point.changes, Metric::kLogProbability);
            point.divergence = at(point.changes, Metric::kDivergence);
            point.change = point.logProbability - m_result.logProbability;
            for (std::size_t metric = 0; metric < point.changes.size(); ++metric)
                point.changes[metric] -= m_result.measures[metric];
            points.emplace_back(batch.variants[lane], std::move(point));
        }
        return points;
    }

    const SweepRequest& m_request;
    std::shared_ptr<const Model> m_run; ///< the model after the request's edits
    const Model& m_model;
    const Job& m_job;
    Workers m_workers;
    Base m_base;
    ReferenceRuns m_variantReferences;
    std::vector<Batch> m_batches;
    SweepResult m_result;
};

} // namespace

Result<SweepResult> sweep(const SweepRequest& request, const Job& job,
                          const std::function<void(const SweepResult&)>& partial)
{
    return Sweep(request, job).run(partial);
}

} // namespace headlight
