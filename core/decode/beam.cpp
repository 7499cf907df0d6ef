#include "core/decode/beam.h"

#include "core/base/chain_link.h"
#include "core/base/stopped.h"
#include "core/model/model.h"
#include "core/model/read_out.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace headlight {

namespace {

/// The last step of a hypothesis. The steps before it are shared with hypotheses that split from it.
struct PathStep
{
    ChainLink<PathStep> before;
    DecodeStep step;
};

std::vector<DecodeStep> stepsOf(const std::shared_ptr<const PathStep>& last)
{
    std::vector<DecodeStep> steps;
    for (const PathStep* one = last.get(); one != nullptr; one = one->before.get())
        steps.push_back(one->step);
    std::ranges::reverse(steps);
    return steps;
}

/// One open hypothesis.
struct OpenBeam
{
    std::vector<TokenId> tokens; ///< prompt and new tokens
    std::shared_ptr<const TokenList> rows; ///< the same with labels
    std::shared_ptr<const PathStep> last; ///< null = no step yet
    double sum = 0.0;
    LaneCache cache;
    std::size_t group = 0;
    int node = -1;
};

/// A continuation of an open beam.
struct Continuation
{
    std::size_t beam = 0;
    TokenId token = 0;
    double sum = 0.0;
    double diversity = 0.0;
};

/// Result of one pass for one open beam.
struct Expanded
{
    std::shared_ptr<const StepLogits> logits;
    RowVector logs; ///< raw log-probabilities
    std::shared_ptr<const TraceChunk> chunk;
};

/// A finished hypothesis.
struct Closed
{
    std::shared_ptr<const PathStep> last;
    double sum = 0.0;
    double score = 0.0;
    bool ended = false;
    int node = -1;
};

/// Beams that compete with each other.
struct Group
{
    std::vector<Closed> closed; ///< best first
    bool done = false;
};

class BeamSearch
{
public:
    BeamSearch(const DecodeSetup& setup, const Job& job)
        : m_setup(completed(setup))
        , m_job(job)
        , m_rules(m_setup.rules())
        , m_groups(static_cast<std::size_t>(std::max(1, setup.options.beamGroups)))
        , m_width(static_cast<std::size_t>(std::max(1, setup.options.beams)) / m_groups.size())
        , m_cached(setup.options.useCache && setup.edits.keepsPast())
        , m_made(setup.given)
    {
        m_tree.beams = std::max(1, setup.options.beams);
        m_tree.groups = static_cast<int>(m_groups.size());
        m_tree.lengthPenalty = setup.options.lengthPenalty;
    }

    Result<BeamResult> run()
    {
        ASSIGN_OR_RETURN(auto encoded, encodeSource(m_setup, m_workers, m_job));
        m_memory = std::move(encoded.memory);
        m_root = encoded.chunk;
        for (std::size_t group = 0; group < m_groups.size(); ++group)
            m_open.push_back(
                {m_setup.prompt, m_setup.promptLabels, nullptr, 0.0, emptyCache(*m_setup.model), group, -1});
        for (; m_made < m_setup.options.maxNewTokens && !m_open.empty() && fits(); ++m_made) {
            const auto expanded = expand();
            if (!expanded)
                return stoppedError();
            advance(*expanded);
        }
        finish();
        return collect();
    }

private:
    int newTokens() const { return m_made - m_setup.given; }

    double scored(double sum, int length) const
    {
        return sum / std::pow(static_cast<double>(std::max(length, 1)), m_setup.options.lengthPenalty);
    }

    bool fits() const
    {
        const std::int64_t limit = positionLimit(*m_setup.model, StackKind::kDecoder, m_setup.edits);
        return limit == 0 || static_cast<std::int64_t>(m_open.front().tokens.size()) <= limit;
    }

    /// Whether a group needs no more steps. bestSum: the best sum of all continuations of this step.
    bool isDone(const Group& group, double bestSum) const
    {
        if (group.closed.size() < m_width)
            return false;
        const DecodeOptions& options = m_setup.options;
        if (options.earlyStopping == EarlyStopping::kFirst)
            return true;
        const bool farthest = options.earlyStopping == EarlyStopping::kNever && options.lengthPenalty > 0.0;
        const int length = farthest ? options.maxNewTokens - m_setup.given : newTokens() + 1;
        return group.closed.back().score >= scored(bestSum, length);
    }

    /// One pass over all open beams, as lanes of a batch. In the first step they all equal the prompt, so one
    /// lane is enough.
    std::optional<std::vector<Expanded>> expand()
    {
        TokenBatch batch;
        std::vector<LaneLengths> lanes;
        std::vector<LaneCache> caches;
        const bool begins = newTokens() == 0;
        const std::size_t count = begins ? 1 : m_open.size();
        const Index first = m_cached && !begins ? static_cast<Index>(m_open.front().tokens.size()) - 1 : 0;
        for (std::size_t i = 0; i < count; ++i) {
            batch.ids.emplace_back(m_open[i].tokens.begin() + first, m_open[i].tokens.end());
            lanes.push_back({m_setup.sourceLength(), static_cast<Index>(m_open[i].tokens.size())});
            hidePadIds(*m_setup.model, lanes.back(), m_setup.source, m_open[i].tokens);
            caches.push_back(std::move(m_open[i].cache));
        }
        const Matrix memory = m_memory.replicate(static_cast<Index>(count), 1);
        const PassSettings settings{m_setup.edits, &m_setup.plan, m_cached ? &caches : nullptr,
                                    first,         &m_workers,    m_job.stop,
                                    m_setup.watch};
        auto pass = decodeRows(*m_setup.model, batch, lanes, &memory, settings);
        if (!pass)
            return std::nullopt;
        std::vector<Expanded> expanded;
        const Index rows = batch.length();
        for (std::size_t i = 0; i < count; ++i) {
            const Index last = static_cast<Index>(i) * rows + rows - 1;
            expanded.push_back(expandedLane(pass->output.middleRows(last, 1), std::move(pass->chunks[i]),
                                            m_open[i], first + rows - 1));
        }
        for (std::size_t i = 0; i < m_open.size(); ++i)
            m_open[i].cache = begins ? caches.front() : std::move(caches[i]);
        expanded.resize(m_open.size(), expanded.front());
        return expanded;
    }

    Expanded expandedLane(const MatrixView& row, TraceChunk chunk, const OpenBeam& beam, Index position)
    {
        StepLogits logits;
        logits.raw = logitsOf(*m_setup.model, row, &m_workers).row(0);
        Expanded one;
        one.logs = logProbabilities(logits.raw);
        chunk.parent = m_cached && beam.last ? beam.last->step.trace.leaf() : m_root;
        if (m_setup.plan.sites.has(Site::kLogits)) {
            chunk.logits = logits.raw;
            chunk.logitRows = {position};
        }
        logits.known = knownTokens(beam.tokens);
        RuleEffect effect = m_rules.effect(static_cast<std::size_t>(logits.raw.size()), beam.tokens, m_made,
                                           m_made + 1 == m_setup.options.maxNewTokens);
        logits.forbidden = std::move(effect.forbidden);
        logits.only = effect.only;
        logits.step = m_made;
        one.logits = std::make_shared<const StepLogits>(std::move(logits));
        one.chunk = std::make_shared<const TraceChunk>(std::move(chunk));
        return one;
    }

    /// taken: tokens chosen by earlier groups in this step.
    std::vector<Continuation> bestContinuations(const std::vector<Expanded>& expanded, std::size_t group,
                                                const std::vector<TokenId>& taken) const
    {
        const std::size_t ends = m_setup.model->generation().endIds.size();
        const std::size_t wanted = std::max<std::size_t>(2, 1 + ends) * m_width;
        const auto diversityOf = [&](TokenId id) {
            return m_setup.options.diversityPenalty * static_cast<double>(std::ranges::count(taken, id));
        };
        std::vector<Continuation> all;
        for (std::size_t i = 0; i < expanded.size(); ++i) {
            if (m_open[i].group != group)
                continue;
            RowVector scores = expanded[i].logs;
            for (const TokenId id : knownTokens(taken))
                scores[id] -= static_cast<float>(diversityOf(id));
            const std::span<float> span{scores.data(), static_cast<std::size_t>(scores.size())};
            const StepLogits& step = *expanded[i].logits;
            penalizeRepetition(span, step.known, m_setup.options.repetitionPenalty);
            applyRules(span, {step.forbidden, step.only});
            for (const Candidate& one : bestCandidates(span, static_cast<int>(wanted)))
                if (std::isfinite(one.logProbability))
                    all.push_back({i, one.id, m_open[i].sum + static_cast<double>(one.logProbability),
                                   diversityOf(one.id)});
        }
        std::ranges::stable_sort(all, std::greater(), &Continuation::sum);
        if (all.size() > wanted)
            all.resize(wanted);
        return all;
    }

    void advance(const std::vector<Expanded>& expanded)
    {
        std::vector<OpenBeam> next;
        std::vector<TokenId> taken;
        for (std::size_t g = 0; g < m_groups.size(); ++g) {
            Group& group = m_groups[g];
            if (group.done)
                continue;
            const std::vector<Continuation> best = bestContinuations(expanded, g, taken);
            const std::size_t before = next.size();
            advanceGroup(expanded, best, g, next);
            for (std::size_t i = before; i < next.size(); ++i)
                taken.push_back(next[i].tokens.back());
            if (!best.empty() && isDone(group, best.front().sum)) {
                group.done = true;
                for (std::size_t i = before; i < next.size(); ++i)
                    at(next[i].node).state = BeamState::kPruned;
                next.resize(before);
                m_tree.end = BeamEnd::kRule;
            } else if (next.size() == before) {
                group.done = true;
                m_tree.end = BeamEnd::kNothingLeft;
            }
        }
        m_open = std::move(next);
    }

    void advanceGroup(const std::vector<Expanded>& expanded, const std::vector<Continuation>& best,
                      std::size_t group, std::vector<OpenBeam>& next)
    {
        std::size_t kept = 0;
        for (std::size_t rank = 0; rank < best.size(); ++rank) {
            const Continuation& one = best[rank];
            const OpenBeam& beam = m_open[one.beam];
            const Expanded& from = expanded[one.beam];
            const int node = addNode(one, from, static_cast<int>(rank));
            // An end token ranked below the first `width` closes nothing, and nothing after the last kept
            // continuation counts.
            if (kept >= m_width || (at(node).ends && rank >= m_width))
                continue;
            auto last = std::make_shared<const PathStep>(PathStep{beam.last, stepOf(one, from, node)});
            if (at(node).ends) {
                at(node).state = BeamState::kFinished;
                close(m_groups[group], {std::move(last), one.sum, at(node).score, true, node});
                continue;
            }
            at(node).state = BeamState::kKept;
            ++kept;
            auto rows = std::make_shared<const TokenList>(beam.rows, at(node).label);
            OpenBeam grown{beam.tokens, std::move(rows), std::move(last), one.sum, beam.cache, group, node};
            grown.tokens.push_back(one.token);
            next.push_back(std::move(grown));
        }
    }

    BeamNode& at(int node) { return m_tree.nodes[static_cast<std::size_t>(node)]; }

    int addNode(const Continuation& one, const Expanded& from, int rank)
    {
        BeamNode node;
        node.parent = m_open[one.beam].node;
        node.step = newTokens();
        node.group = static_cast<int>(m_open[one.beam].group);
        node.rank = rank;
        node.token = one.token;
        node.label = labelOf(*m_setup.model, StackKind::kDecoder, one.token);
        node.logProbability = from.logs[one.token];
        node.diversity = one.diversity;
        node.sum = one.sum;
        node.score = scored(one.sum, node.step + 1);
        node.ends = m_rules.isEnd(one.token);
        const auto& rows = m_open[one.beam].rows;
        node.trace
            = Trace(m_setup.info, from.chunk, m_setup.sourceLabels ? m_setup.sourceLabels : rows, rows);
        m_tree.nodes.push_back(std::move(node));
        return static_cast<int>(m_tree.nodes.size()) - 1;
    }

    DecodeStep stepOf(const Continuation& one, const Expanded& from, int node) const
    {
        DecodeStep step = describeStep(*m_setup.model, *from.logits, from.logs, one.token);
        step.trace = m_tree.nodes[static_cast<std::size_t>(node)].trace;
        if (m_setup.keepLogits)
            step.logits = from.logits;
        return step;
    }

    /// Keeps the best `width` closed hypotheses of the group, best first.
    void close(Group& group, Closed hypothesis) const
    {
        std::vector<Closed>& closed = group.closed;
        const auto place = std::ranges::upper_bound(
            closed, hypothesis, [](const Closed& a, const Closed& b) { return a.score > b.score; });
        closed.insert(place, std::move(hypothesis));
        if (closed.size() > m_width)
            closed.pop_back();
    }

    /// At the length limit, open beams are added to the closed ones.
    void finish()
    {
        if (m_open.empty())
            return;
        m_tree.end = BeamEnd::kLength;
        for (OpenBeam& beam : m_open) {
            if (beam.node < 0)
                continue; // no step was made
            at(beam.node).state = BeamState::kFinished;
            close(m_groups[beam.group],
                  {std::move(beam.last), beam.sum, at(beam.node).score, false, beam.node});
        }
    }

    BeamResult collect()
    {
        BeamResult result;
        for (Group& group : m_groups)
            for (const Closed& one : group.closed)
                result.hypotheses.push_back({stepsOf(one.last), one.sum, one.score, one.ended, one.node});
        std::ranges::stable_sort(result.hypotheses, std::greater(), &Hypothesis::score);
        const int wanted = m_setup.options.nBest;
        if (wanted > 0 && static_cast<std::size_t>(wanted) < result.hypotheses.size())
            result.hypotheses.resize(static_cast<std::size_t>(wanted));
        for (const Hypothesis& hypothesis : result.hypotheses)
            m_tree.results.push_back(hypothesis.node);
        result.tree = std::move(m_tree);
        return result;
    }

    const DecodeSetup m_setup;
    const Job& m_job;
    TokenRules m_rules;
    std::vector<Group> m_groups;
    std::size_t m_width; ///< beams of one group
    bool m_cached;
    Workers m_workers;
    Matrix m_memory;
    std::shared_ptr<const TraceChunk> m_root;
    std::vector<OpenBeam> m_open;
    BeamTree m_tree;
    int m_made; ///< new tokens so far, including the given ones
};

} // namespace

Result<BeamResult> beamSearch(const DecodeSetup& setup, const Job& job)
{
    const DecodeOptions& options = setup.options;
    if (options.beamGroups > 1 && options.beams % options.beamGroups != 0)
        return badArgument("beamGroups", "found ", options.beamGroups,
                           ", expected a number that divides the ", options.beams, " beams");
    return BeamSearch(setup, job).run();
}

} // namespace headlight
