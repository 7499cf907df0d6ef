#include "core/decode/beam.h"

#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace headlight::test {

namespace {

DecodeRequest beamRequest(const std::shared_ptr<const Model>& model, int length = 8)
{
    DecodeRequest request;
    request.model = model;
    request.plan = recordAll();
    request.plan.logits = LogitRows::kLast;
    request.options.maxNewTokens = length;
    request.options.strategy = Strategy::kBeam;
    request.lanes.push_back(prepareIds(*model, {5, 9, 14, 3}, {}).value());
    return request;
}

DecodedLane runBeams(const DecodeRequest& request)
{
    return decode(request, {}, {}).value().front();
}

std::vector<TokenId> idsTo(const BeamTree& tree, int node)
{
    std::vector<TokenId> ids;
    for (const int one : tree.path(node))
        ids.push_back(tree.nodes[static_cast<std::size_t>(one)].token);
    return ids;
}

/// Beam search straight from its definition, without a cache, a batch or a tree: one full pass per
/// hypothesis. Diverse groups by Vijayakumar et al. 2016 with the Hamming penalty; stops like transformers.
struct PlainSearch
{
    struct Open
    {
        Ids tokens;
        double sum = 0.0;
    };
    struct Closed
    {
        Ids tokens;
        double score = 0.0;
    };
    const DecodeRequest& request;

    std::vector<float> logProbabilities(const Ids& made) const
    {
        RunRequest pass;
        pass.model = request.model;
        pass.plan.sites = {Site::kLogits};
        pass.plan.logits = LogitRows::kLast;
        Ids target = {0};
        target.insert(target.end(), made.begin(), made.end());
        pass.lanes.push_back(prepareIds(*request.model, {5, 9, 14, 3}, target).value());
        const Trace trace = execute(pass, {}).value().traces.front();
        const RowVector row = trace.logits(trace.logitRows().back());
        double sum = 0.0;
        for (Index i = 0; i < row.size(); ++i)
            sum += std::exp(static_cast<double>(row[i]));
        std::vector<float> logs;
        for (Index i = 0; i < row.size(); ++i)
            logs.push_back(static_cast<float>(static_cast<double>(row[i]) - std::log(sum)));
        return logs;
    }

    bool done(const std::vector<Closed>& closed, std::size_t width, double best, std::size_t length) const
    {
        if (closed.size() < width)
            return false;
        const DecodeOptions& options = request.options;
        if (options.earlyStopping == EarlyStopping::kFirst)
            return true;
        if (options.earlyStopping == EarlyStopping::kNever && options.lengthPenalty > 0)
            length = static_cast<std::size_t>(options.maxNewTokens);
        double worst = std::numeric_limits<double>::infinity();
        for (const Closed& one : closed)
            worst = std::min(worst, one.score);
        return worst >= best / std::pow(static_cast<double>(length), options.lengthPenalty);
    }

    static void add(std::vector<Closed>& closed, const Closed& one, std::size_t width)
    {
        closed.push_back(one);
        std::stable_sort(closed.begin(), closed.end(),
                         [](const Closed& a, const Closed& b) { return a.score > b.score; });
        if (closed.size() > width)
            closed.pop_back();
    }

    std::vector<Closed> search() const
    {
        const DecodeOptions& options = request.options;
        const auto groups = static_cast<std::size_t>(options.beamGroups);
        const std::size_t width = static_cast<std::size_t>(options.beams) / groups;
        std::vector<std::vector<Open>> open(groups, std::vector<Open>{Open{}});
        std::vector<std::vector<Closed>> closed(groups);
        std::vector<bool> over(groups, false);
        for (int step = 0; step < options.maxNewTokens; ++step) {
            std::map<TokenId, int> taken;
            for (std::size_t g = 0; g < groups; ++g) {
                if (over[g])
                    continue;
                std::vector<Open> all;
                for (const Open& one : open[g]) {
                    const std::vector<float> logs = logProbabilities(one.tokens);
                    for (std::size_t id = 0; id < logs.size(); ++id) {
                        const auto token = static_cast<TokenId>(id);
                        const double off
                            = taken.contains(token) ? options.diversityPenalty * taken[token] : 0.0;
                        Open next{one.tokens, one.sum + static_cast<double>(logs[id]) - off};
                        next.tokens.push_back(token);
                        all.push_back(std::move(next));
                    }
                }
                std::stable_sort(all.begin(), all.end(),
                                 [](const Open& a, const Open& b) { return a.sum > b.sum; });
                const double best = all.front().sum;
                std::vector<Open> next;
                for (std::size_t rank = 0; rank < 2 * width && next.size() < width; ++rank) {
                    if (all[rank].tokens.back() != 1)
                        next.push_back(all[rank]);
                    else if (rank < width)
                        add(closed[g],
                            {all[rank].tokens, all[rank].sum / std::pow(step + 1.0, options.lengthPenalty)},
                            width);
                }
                for (const Open& one : next)
                    ++taken[one.tokens.back()];
                over[g] = done(closed[g], width, best, static_cast<std::size_t>(step) + 1);
                open[g] = over[g] ? std::vector<Open>() : next;
            }
        }
        std::vector<Closed> results;
        for (std::size_t g = 0; g < groups; ++g) {
            for (const Open& one : open[g])
                add(closed[g], {one.tokens, one.sum / std::pow(options.maxNewTokens, options.lengthPenalty)},
                    width);
            results.insert(results.end(), closed[g].begin(), closed[g].end());
        }
        std::stable_sort(results.begin(), results.end(),
                         [](const Closed& a, const Closed& b) { return a.score > b.score; });
        return results;
    }
};

} // namespace

TEST_CASE("beam: hypotheses and scores are those of a plain search", "[decode][beam]")
{
    DecodeRequest request = beamRequest(tinyModel());
    struct Case
    {
        int beams, groups;
        double diversity, lengthPenalty;
        EarlyStopping stop;
    };
    const std::vector<Case> cases{
        {1, 1, 0.0, 1.0, EarlyStopping::kHeuristic}, {3, 1, 0.0, 1.0, EarlyStopping::kHeuristic},
        {4, 1, 0.0, 2.0, EarlyStopping::kFirst},     {4, 1, 0.0, 0.6, EarlyStopping::kNever},
        {4, 1, 0.0, -1.0, EarlyStopping::kNever},    {4, 2, 0.8, 1.0, EarlyStopping::kHeuristic},
        {6, 3, 2.5, 1.0, EarlyStopping::kFirst},     {3, 3, 5.0, 0.0, EarlyStopping::kNever}};
    for (const Case& one : cases) {
        INFO(one.beams << " beams, " << one.groups << " groups, penalty " << one.lengthPenalty);
        request.options.beams = one.beams;
        request.options.beamGroups = one.groups;
        request.options.diversityPenalty = one.diversity;
        request.options.lengthPenalty = one.lengthPenalty;
        request.options.earlyStopping = one.stop;
        const DecodedLane found = runBeams(request);
        const auto expected = PlainSearch{request}.search();
        REQUIRE(found.beams.size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            CHECK(found.beams[i].ids == expected[i].tokens);
            CHECK(found.beams[i].score == Approx(expected[i].score).margin(1e-4));
        }
    }
}

TEST_CASE("beam: the tree holds every continuation that was considered", "[decode][beam]")
{
    DecodeRequest request = beamRequest(tinyModel());
    request.options.beams = 3;
    const DecodedLane lane = runBeams(request);
    REQUIRE(lane.tree != nullptr);
    const BeamTree& tree = *lane.tree;
    std::map<int, int> considered;
    std::map<int, int> kept;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const BeamNode& node = tree.nodes[i];
        CHECK(node.parent < static_cast<int>(i));
        CHECK(node.rank == considered[node.step]);
        ++considered[node.step];
        if (node.state == BeamState::kKept)
            ++kept[node.step];
        double sum = 0.0;
        for (const int one : tree.path(static_cast<int>(i)))
            sum += static_cast<double>(tree.nodes[static_cast<std::size_t>(one)].logProbability);
        CHECK(node.sum == Approx(sum).margin(1e-5));
        CHECK(node.score == Approx(sum / (node.step + 1)).margin(1e-5));
        CHECK(node.label.id == node.token);
        if (node.parent < 0)
            CHECK(node.step == 0);
        else
            CHECK(tree.nodes[static_cast<std::size_t>(node.parent)].step == node.step - 1);
    }
    for (const auto& [step, count] : considered)
        CHECK(count == 6);
    for (const auto& [step, count] : kept)
        CHECK(count <= 3);
    REQUIRE(tree.results.size() == lane.beams.size());
    for (std::size_t i = 0; i < lane.beams.size(); ++i) {
        CHECK(idsTo(tree, tree.results[i]) == lane.beams[i].ids);
        const BeamNode& last = tree.nodes[static_cast<std::size_t>(tree.results[i])];
        CHECK(last.state == BeamState::kFinished);
        CHECK(last.score == Approx(lane.beams[i].score));
    }
}

TEST_CASE("beam: each node has its own attention rows, through every reorder", "[decode][beam]")
{
    for (const bool causal : {true, false}) {
        DecodeRequest request = beamRequest(tinyModel(), 6);
        request.options.beams = 3;
        if (!causal)
            request.interventions.masks.decoderCausal = Toggle::kOff;
        const DecodedLane lane = runBeams(request);
        CHECK(lane.cached == causal);
        std::set<std::vector<TokenId>> prefixes;
        for (std::size_t i = 0; i < lane.tree->nodes.size(); ++i) {
            const BeamNode& node = lane.tree->nodes[i];
            Ids before = idsTo(*lane.tree, static_cast<int>(i));
            before.pop_back();
            before.insert(before.begin(), 0);
            prefixes.insert(before);
            Ids shown;
            for (const TokenLabel& label : node.trace.tokens(StackKind::kDecoder))
                shown.push_back(static_cast<TokenId>(label.id));
            CHECK(shown == before);
            const Trace whole
                = runTiny(request.model, {{{5, 9, 14, 3}, before}}, request.interventions).front();
            for (const HeadRef& head : headsOf(whole))
                CHECK(mismatch(node.trace.attention(head).whole(MapKind::kWeights),
                               whole.attention(head).whole(MapKind::kWeights), 1e-5)
                      == "");
        }
        CHECK(prefixes.size() > 6);
    }
}

TEST_CASE("beam: every beam begins with the given tokens", "[decode][beam]")
{
    DecodeRequest request = beamRequest(tinyModel());
    const DecodedLane own = runBeams(request);
    request.forced = {own.ids[0], own.steps[1].candidates[3].id};
    const DecodedLane lane = runBeams(request);
    REQUIRE(lane.steps.size() > 2);
    CHECK(lane.steps[0].forced);
    CHECK(lane.steps[1].forced);
    CHECK_FALSE(lane.steps[2].forced);
    CHECK(lane.ids[1] == request.forced[1]);
    CHECK(lane.beams.front().ids == lane.ids);
    CHECK(lane.steps[2].trace.tokens(StackKind::kDecoder).size() == 3);
    CHECK(lane.ids.size() <= 8);
}

TEST_CASE("beam: the n best are the first of all, and groups must divide the beams", "[decode][beam]")
{
    DecodeRequest request = beamRequest(tinyModel());
    const DecodedLane all = runBeams(request);
    REQUIRE(all.beams.size() == 4);
    request.options.nBest = 2;
    const DecodedLane two = runBeams(request);
    REQUIRE(two.beams.size() == 2);
    CHECK(two.tree->results.size() == 2);
    CHECK(two.beams[1].ids == all.beams[1].ids);
    request.options.beamGroups = 3;
    const auto refused = decode(request, {}, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("divides") != std::string::npos);
}

} // namespace headlight::test
