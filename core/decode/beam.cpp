#include "core/decode/beam.h"

#include "core/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr int kCandidates = 10;

/// One open hypothesis. Steps share their chunks with the hypotheses they split from.
struct OpenBeam
{
    std::vector<TokenId> tokens; ///< prompt and new ones
    std::vector<SessionStep> steps;
    double sum = 0.0;
    LaneCache cache;
};

/// A continuation of an open beam.
struct Continuation
{
    std::size_t beam = 0;
    TokenId token = 0;
    double sum = 0.0;
    float logProbability = 0.0F;
};

/// What one pass gave for one open beam.
struct Expanded
{
    RowVector raw; ///< logits
    RowVector logs; ///< raw log-probabilities
    std::shared_ptr<const TraceChunk> chunk;
};

class BeamSearch
{
public:
    BeamSearch(const DecodeSetup& setup, const Job& job)
        : m_setup(setup)
        , m_job(job)
        , m_rules(setup.model->generation())
        , m_width(static_cast<std::size_t>(std::max(1, setup.options.beams)))
        , m_cached(setup.options.useCache && setup.edits.keepsPast())
    { }

    Result<BeamResult> run()
    {
        auto encoded = encodeSource(m_setup, m_workers, m_job);
        if (!encoded)
            return encoded.error();
        m_memory = std::move(encoded->memory);
        m_root = encoded->chunk;
        m_open.push_back({m_setup.prompt, {}, 0.0, emptyCache(*m_setup.model)});
        for (m_made = 0; m_made < m_setup.options.maxNewTokens && !m_open.empty() && fits(); ++m_made) {
            const auto expanded = expand();
            if (!expanded)
                return Error{ErrorCode::kCancelled, "decoding was stopped", {}, {}, {}};
            const std::vector<Continuation> best = bestContinuations(*expanded);
            advance(*expanded, best);
            if (m_closed.size() >= m_width && !best.empty() && !canImprove(best.front().sum))
                m_open.clear();
        }
        for (OpenBeam& beam : m_open)
            close(std::move(beam.steps), beam.sum, false);
        return BeamResult{std::move(m_closed), m_root};
    }

private:
    double scored(double sum, std::size_t length) const
    {
        return sum
            / std::pow(static_cast<double>(std::max<std::size_t>(length, 1)), m_setup.options.lengthPenalty);
    }

    bool fits() const
    {
        const std::int64_t limit = m_setup.model->maxPositions(StackKind::kDecoder);
        return limit == 0 || static_cast<std::int64_t>(m_open.front().tokens.size()) <= limit;
    }

    bool canImprove(double bestSum) const
    {
        return m_closed.back().score < scored(bestSum, static_cast<std::size_t>(m_made) + 1);
    }

    /// One pass over all open beams, as lanes of a batch.
    std::optional<std::vector<Expanded>> expand()
    {
        TokenBatch batch;
        std::vector<LaneLengths> lanes;
        std::vector<LaneCache> caches;
        const Index first = m_cached && m_made > 0 ? static_cast<Index>(m_open.front().tokens.size()) - 1 : 0;
        for (OpenBeam& beam : m_open) {
            batch.ids.emplace_back(beam.tokens.begin() + first, beam.tokens.end());
            lanes.push_back({m_setup.sourceLength(), static_cast<Index>(beam.tokens.size())});
            caches.push_back(std::move(beam.cache));
        }
        const Matrix memory = m_memory.replicate(static_cast<Index>(m_open.size()), 1);
        const PassSettings settings{m_setup.edits, &m_setup.plan, m_cached ? &caches : nullptr,
                                    first,         &m_workers,    m_job.stop};
        auto pass = decodeRows(*m_setup.model, batch, lanes, &memory, settings);
        if (!pass)
            return std::nullopt;
        std::vector<Expanded> expanded;
        const Index rows = batch.length();
        for (std::size_t i = 0; i < m_open.size(); ++i) {
            m_open[i].cache = std::move(caches[i]);
            const Index last = static_cast<Index>(i) * rows + rows - 1;
            Expanded one;
            one.raw = logitsOf(*m_setup.model, pass->output.middleRows(last, 1), &m_workers).row(0);
            one.logs = logProbabilities(one.raw);
            TraceChunk chunk = std::move(pass->chunks[i]);
            chunk.parent = m_cached && m_made > 0 ? m_open[i].steps.back().chunk : m_root;
            if (m_setup.plan.sites.has(Site::kLogits)) {
                chunk.logits = one.raw;
                chunk.logitRows = {first + rows - 1};
            }
            one.chunk = std::make_shared<const TraceChunk>(std::move(chunk));
            expanded.push_back(std::move(one));
        }
        return expanded;
    }

    std::vector<Continuation> bestContinuations(const std::vector<Expanded>& expanded) const
    {
        const std::size_t wanted = 2 * m_width;
        std::vector<Continuation> all;
        for (std::size_t i = 0; i < expanded.size(); ++i) {
            RowVector scores = expanded[i].logs;
            const auto size = static_cast<std::size_t>(scores.size());
            penalizeRepetition({scores.data(), size}, m_open[i].tokens, m_setup.options.repetitionPenalty);
            m_rules.apply({scores.data(), size}, m_open[i].tokens, m_made,
                          m_made + 1 == m_setup.options.maxNewTokens);
            for (const Candidate& one : bestCandidates({scores.data(), size}, static_cast<int>(wanted)))
                if (std::isfinite(one.logProbability))
                    all.push_back({i, one.id, m_open[i].sum + static_cast<double>(one.logProbability),
                                   expanded[i].logs[one.id]});
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Continuation& a, const Continuation& b) { return a.sum > b.sum; });
        if (all.size() > wanted)
            all.resize(wanted);
        return all;
    }

    void advance(const std::vector<Expanded>& expanded, const std::vector<Continuation>& best)
    {
        std::vector<OpenBeam> next;
        for (std::size_t rank = 0; rank < best.size() && next.size() < m_width; ++rank) {
            const Continuation& one = best[rank];
            const bool ends = m_rules.isEnd(one.token);
            if (ends && rank >= m_width)
                continue;
            const Expanded& from = expanded[one.beam];
            std::vector<SessionStep> steps = m_open[one.beam].steps;
            steps.push_back(stepOf(one, from, m_open[one.beam]));
            if (ends) {
                close(std::move(steps), one.sum, true);
                continue;
            }
            OpenBeam grown{m_open[one.beam].tokens, std::move(steps), one.sum, m_open[one.beam].cache};
            grown.tokens.push_back(one.token);
            next.push_back(std::move(grown));
        }
        m_open = std::move(next);
    }

    static SessionStep stepOf(const Continuation& one, const Expanded& from, const OpenBeam& beam)
    {
        SessionStep step;
        step.token = one.token;
        step.logProbability = one.logProbability;
        const auto size = static_cast<std::size_t>(from.logs.size());
        step.rank = rankOf({from.logs.data(), size}, one.token);
        step.candidates = bestCandidates({from.logs.data(), size}, kCandidates);
        step.chunk = from.chunk;
        step.rows = static_cast<Index>(beam.tokens.size());
        return step;
    }

    /// Keeps the best `width` closed hypotheses, best first.
    void close(std::vector<SessionStep> steps, double sum, bool ended)
    {
        Hypothesis hypothesis{std::move(steps), sum, 0.0, ended};
        hypothesis.score = scored(sum, hypothesis.steps.size());
        const auto place
            = std::upper_bound(m_closed.begin(), m_closed.end(), hypothesis,
                               [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; });
        m_closed.insert(place, std::move(hypothesis));
        if (m_closed.size() > m_width)
            m_closed.pop_back();
    }

    const DecodeSetup& m_setup;
    const Job& m_job;
    TokenRules m_rules;
    std::size_t m_width;
    bool m_cached;
    Workers m_workers;
    Matrix m_memory;
    std::shared_ptr<const TraceChunk> m_root;
    std::vector<OpenBeam> m_open;
    std::vector<Hypothesis> m_closed; ///< best first
    int m_made = 0;
};

} // namespace

Result<BeamResult> beamSearch(const DecodeSetup& setup, const Job& job)
{
    return BeamSearch(setup, job).run();
}

} // namespace headlight
