#include "core/run/sweep.h"

#include "core/analysis/distribution_change.h"
#include "core/decode/session.h"
#include "core/run/references.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"

#include <cmath>

namespace headlight::test {

namespace {

/// The same as sweep(), with whole passes one after the other.
SweepResult oneByOne(const SweepRequest& request)
{
    const auto logsOf = [&](const Interventions& edits) {
        RunRequest run;
        run.model = request.model;
        run.lanes = {request.lane};
        run.interventions = edits;
        run.plan = recordAll();
        const Trace trace = execute(run, {}).value().traces.front();
        std::vector<RowVector> rows;
        for (const Index row : trace.logitRows())
            rows.push_back(logProbabilities(trace.logits(row)));
        return rows;
    };
    const bool decodes = !request.model->isEncoderOnly();
    const auto& input = request.model->isEncoderDecoder() ? request.lane.target : request.lane.source;
    const auto base = logsOf(request.interventions);
    SweepResult result;
    for (std::size_t row = 0; row < base.size(); ++row) {
        if (request.row && static_cast<std::size_t>(*request.row) != row)
            continue;
        Index best = 0;
        base[row].maxCoeff(&best);
        const std::size_t follows = row + (decodes ? 1 : 0);
        result.rows.push_back(static_cast<Index>(row));
        result.tokens.push_back(request.row ? request.token.value_or(static_cast<TokenId>(best))
                                    : follows < input.size() ? static_cast<TokenId>(input[follows].id)
                                                             : static_cast<TokenId>(best));
        result.logProbability += static_cast<double>(base[row][result.tokens.back()]);
    }
    for (const Intervention& variant : request.variants) {
        Interventions edits = request.interventions;
        edits.list.push_back(variant);
        const auto logs = logsOf(edits);
        SweepPoint point;
        for (std::size_t i = 0; i < result.rows.size(); ++i) {
            const auto row = static_cast<std::size_t>(result.rows[i]);
            point.logProbability += static_cast<double>(logs[row][result.tokens[i]]);
            double sum = 0;
            for (Index id = 0; id < logs[row].size(); ++id)
                sum += std::exp(static_cast<double>(base[row][id]))
                    * static_cast<double>(base[row][id] - logs[row][id]);
            point.divergence += sum / static_cast<double>(result.rows.size());
        }
        point.change = point.logProbability - result.logProbability;
        result.points.push_back(point);
    }
    return result;
}

void checkSame(const SweepRequest& request)
{
    const SweepResult found = sweep(request, {}, {}).value();
    const SweepResult expected = oneByOne(request);
    CHECK(found.finished());
    CHECK(found.rows == expected.rows);
    CHECK(found.tokens == expected.tokens);
    REQUIRE(found.points.size() == expected.points.size());
    CHECK(found.logProbability == Approx(expected.logProbability).margin(1e-4));
    bool moved = false;
    for (std::size_t i = 0; i < found.points.size(); ++i) {
        INFO(describe(found.points[i].edit));
        CHECK(found.points[i].known);
        CHECK(found.points[i].edit == request.variants[i]);
        CHECK(found.points[i].change == Approx(expected.points[i].change).margin(2e-4));
        CHECK(found.points[i].divergence == Approx(expected.points[i].divergence).margin(2e-4));
        moved = moved || std::abs(found.points[i].change) > 1e-2;
    }
    CHECK(moved);
}

SweepRequest requestFor(const std::shared_ptr<const Model>& model)
{
    SweepRequest request;
    request.model = model;
    request.lane = prepareIds(*model, kSource, model->isEncoderDecoder() ? kTarget : Ids{}).value();
    return request;
}

} // namespace

TEST_CASE("sweep: heads off in turn are the runs one by one", "[sweep]")
{
    for (const bool decoderOnly : {false, true}) {
        TinyOptions options;
        options.decoderOnly = decoderOnly;
        options.layers = 3;
        SweepRequest request = requestFor(tinyModel(options));
        request.variants = headVariants(request.model->traceInfo(), parseHeadPattern("*.*.*.*").value());
        CHECK(request.variants.size() == (decoderOnly ? 12U : 36U));
        checkSame(request);
        request.row = 2;
        checkSame(request);
        request.token = 17;
        checkSame(request);
        // In addition to other edits.
        request.interventions.masks.decoderCausal = Toggle::kOff;
        request.interventions.list.emplace_back(
            HeadScale{parseHeadPattern("decoder.1.self.*").value(), 0.5F});
        request.interventions.list.emplace_back(
            MaskShape{parseHeadPattern("*.*.self.*").value(), MaskForm::kWindow, 3, {}});
        checkSame(request);
    }
}

TEST_CASE("sweep: one row is the row of whole runs, wherever a layer has its norms and sums", "[sweep]")
{
    std::vector<TinyOptions> shapes(5);
    shapes[0].placement = NormPlacement::kPre;
    shapes[1].placement = NormPlacement::kSandwich;
    shapes[2].placement = NormPlacement::kPre;
    shapes[2].parallel = true;
    shapes[3].experts = 4;
    shapes[4].encoderOnly = true;
    for (TinyOptions& shape : shapes) {
        shape.decoderOnly = !shape.encoderOnly;
        SweepRequest request = requestFor(tinyModel(shape));
        request.variants = headVariants(request.model->traceInfo(), parseHeadPattern("*.*.*.*").value());
        for (const Index row : {1, 3}) {
            request.row = row;
            checkSame(request);
        }
    }
}

TEST_CASE("sweep: several rows are the rows one by one, each with its most likely token", "[sweep]")
{
    SweepRequest request = requestFor(tinyModel(TinyOptions()));
    request.variants = headVariants(request.model->traceInfo(), parseHeadPattern("*.0.*.*").value());
    request.rows = {1, 3};
    const SweepResult both = sweep(request, {}, {}).value();
    request.rows.clear();
    std::vector<SweepResult> alone;
    for (const Index row : {1, 3}) {
        request.row = row;
        alone.push_back(sweep(request, {}, {}).value());
    }
    CHECK(both.rows == std::vector<Index>{1, 3});
    CHECK(both.tokens == std::vector<TokenId>{alone[0].tokens[0], alone[1].tokens[0]});
    for (std::size_t i = 0; i < both.points.size(); ++i) {
        CHECK(both.points[i].change
              == Approx(alone[0].points[i].change + alone[1].points[i].change).margin(1e-4));
        CHECK(both.points[i].divergence
              == Approx((alone[0].points[i].divergence + alone[1].points[i].divergence) / 2).margin(1e-4));
    }
    request.row.reset();
    request.rows = {99};
    CHECK_FALSE(sweep(request, {}, {}));
}

TEST_CASE("sweep: patches and hidden tokens are the runs one by one", "[sweep]")
{
    SweepRequest request = requestFor(tinyModel());
    const TraceInfo& info = request.model->traceInfo();
    const ReferenceInput from = ids(kOther, kOtherTarget);
    for (const auto& [where, site] : {std::pair{"encoder.*.self.*", Site::kResidual},
                                      {"decoder.*.self.*", Site::kResidual},
                                      {"encoder.*.self.*", Site::kHeadOutput},
                                      {"decoder.*.self.1-2", Site::kValue},
                                      {"decoder.*.cross.*", Site::kKey},
                                      {"encoder.*.self.*", Site::kResidualMiddle},
                                      {"decoder.*.self.*", Site::kResidualMiddle},
                                      {"decoder.*.cross.*", Site::kOutput},
                                      {"*.1.self.*", Site::kOutput},
                                      {"decoder.*.self.*", Site::kFeedForwardOutput},
                                      {"encoder.1.self.1-2", Site::kWeights},
                                      {"decoder.*.cross.*", Site::kWeights},
                                      {"decoder.1.cross.0", Site::kQuery}}) {
        INFO(where << " " << siteName(site));
        request.variants = patchVariants(info, parseHeadPattern(where).value(), site, from, 4);
        REQUIRE_FALSE(request.variants.empty());
        request.row.reset();
        checkSame(request);
        request.row = std::ssize(request.lane.target) - 1; // the last layer computes this row only
        checkSame(request);
    }
    request.row.reset();
    request.variants = hideVariants(StackKind::kEncoder, 5);
    checkSame(request);
    request.variants = hideVariants(StackKind::kDecoder, 4);
    checkSame(request);
}

TEST_CASE("sweep: further edits, given references and another measure are part of a variant", "[sweep]")
{
    SweepRequest request = requestFor(tinyModel());
    const auto heads = [](const char* text) { return parseHeadPattern(text).value(); };
    request.variants = {HeadOff{heads("decoder.1.self.2")}, HeadOff{heads("decoder.0.self.1")}};
    request.with = {{HeadOff{heads("encoder.0.self.0")}, HeadScale{heads("decoder.0.cross.*"), 2.0F}}, {}};
    request.rows = {1, 2};
    request.follows = true;
    const SweepResult found = sweep(request, {}, {}).value();
    CHECK(found.tokens == std::vector<TokenId>{kTarget[2], kTarget[3]});
    CHECK(at(found.measures, Metric::kLoss) == Approx(-found.logProbability / 2));
    CHECK(at(found.points[0].changes, Metric::kLoss) == Approx(-found.points[0].change / 2));
    // The same edits in one list.
    SweepRequest together = request;
    together.with.clear();
    together.variants = {request.variants[0]};
    together.interventions.list = request.with[0];
    CHECK(found.points[0].logProbability
          == Approx(sweep(together, {}, {}).value().points[0].logProbability).margin(2e-4));
    // A reference that was run by the caller.
    ActivationPatch patch;
    patch.where = heads("decoder.1.self.*");
    patch.from = ids(kOther, kOtherTarget);
    request.with.clear();
    request.variants = {patch};
    const double expected = sweep(request, {}, {}).value().points[0].logProbability;
    request.given.emplace();
    request.given->traces = {
        runReferences(request.model, request.variants, {request.lane}, nullptr, {}).value().traces.front()};
    std::get<ActivationPatch>(request.variants[0]).from = {};
    CHECK(sweep(request, {}, {}).value().points[0].logProbability == expected);
}

TEST_CASE("sweep: a loss is that of the token that follows, whichever token is measured", "[sweep]")
{
    SweepRequest request = requestFor(tinyModel());
    request.rows = {1, 3};
    const SweepResult likely = sweep(request, {}, {}).value();
    request.follows = true;
    const SweepResult follows = sweep(request, {}, {}).value();
    CHECK(likely.losses == std::vector<TokenId>{kTarget[2], -1}); // nothing follows the last row
    CHECK(follows.losses == likely.losses);
    CHECK(follows.tokens == std::vector<TokenId>{kTarget[2], likely.tokens[1]});
    REQUIRE(likely.measuredRows(Metric::kLoss).size() == 1);
    CHECK(likely.measuredRows(Metric::kLoss)[0].row == 1);
    CHECK(likely.measuredRows(Metric::kRank).size() == 2);
    CHECK(at(likely.measures, Metric::kLoss) == at(follows.measures, Metric::kLoss));
    request.rows = {1};
    CHECK(at(likely.measures, Metric::kLoss)
          == Approx(-sweep(request, {}, {}).value().logProbability).margin(1e-5));
    // A given token is measured everywhere, and so are given tokens, but for losses of their own.
    request.rows = {1, 3};
    request.token = 17;
    CHECK(sweep(request, {}, {}).value().losses == std::vector<TokenId>{17, 17});
    request.token.reset();
    request.tokens = {5, 6};
    CHECK(sweep(request, {}, {}).value().losses == request.tokens);
    request.losses = {-1, 7};
    CHECK(sweep(request, {}, {}).value().losses == request.losses);
    request.losses = {7};
    CHECK_FALSE(sweep(request, {}, {}));
    // Only the last row: there is no loss.
    request.tokens.clear();
    request.losses.clear();
    request.rows = {3};
    CHECK(std::isnan(at(sweep(request, {}, {}).value().measures, Metric::kLoss)));
}

TEST_CASE("sweep: results come in parts, and a stop ends it", "[sweep]")
{
    SweepRequest request = requestFor(tinyModel());
    request.variants = headVariants(request.model->traceInfo(), parseHeadPattern("*.*.*.*").value());
    std::vector<std::size_t> done;
    std::stop_source stop;
    Job job;
    job.stop = stop.get_token();
    const auto whole = sweep(request, job, [&](const SweepResult& part) { done.push_back(part.done); });
    REQUIRE(whole.has_value());
    CHECK(done.size() > 2);
    CHECK(std::is_sorted(done.begin(), done.end()));
    CHECK(done.back() == request.variants.size());
    std::size_t known = 0;
    const auto stopped = sweep(request, job, [&](const SweepResult& part) {
        known = part.done;
        stop.request_stop();
    });
    REQUIRE_FALSE(stopped.has_value());
    CHECK(stopped.error().code == ErrorCode::kCancelled);
    CHECK(known > 0);
}

TEST_CASE("sweep: changes that cannot be tried are refused with a reason", "[sweep]")
{
    SweepRequest request = requestFor(tinyModel());
    const auto message = [&] {
        const auto result = sweep(request, {}, {});
        return result ? std::string("fine") : result.error().message;
    };
    request.row = 4;
    CHECK(message() == "found 4, expected a position from 0 to 3");
    request.row = 1;
    request.token = 29;
    CHECK(message() == "id 29 is not in the vocabulary");
    request.token.reset();
    request.variants = {PositionEdit{StackKind::kEncoder, PositionTable::kNone, 0}};
    CHECK(message() == "cannot be a variant of a sweep");
    request.variants = {HeadOff{parseHeadPattern("encoder.9.self.0").value()}};
    CHECK(message().find("matches no head") != std::string::npos);
}

TEST_CASE("distribution change: KL, entropy and the largest moves", "[analysis]")
{
    RowVector before(4), after(4);
    before << 0.5F, 0.25F, 0.125F, 0.125F;
    after << 0.25F, 0.5F, 0.125F, 0.125F;
    const DistributionChange change
        = distributionChange(before.array().log() + 3.0F, after.array().log() - 1.0F, 3);
    CHECK(change.divergence == Approx(0.5 * std::log(2.0) - 0.25 * std::log(2.0)).margin(1e-5));
    CHECK(change.entropyBefore == Approx(1.75).margin(1e-5));
    REQUIRE(change.moves.size() >= 2);
    CHECK(change.moves[0].id == 0);
    CHECK(change.moves[0].before == Approx(0.5));
    CHECK(change.moves[0].after == Approx(0.25));
    CHECK(change.moves[0].rankBefore == 0);
    CHECK(change.moves[0].rankAfter == 1);
    CHECK(change.moves[1].id == 1);
    CHECK(distributionChange(before, before, 5).divergence == 0.0);
    CHECK(distributionChange(before, before, 5).moves.empty());
    CHECK(moveOf(before.array().log(), after.array().log(), 1).after == Approx(0.5));
}

} // namespace headlight::test
