// Edits of how queries and keys become weights, and dropout: compared with the recorded operands, recomputed
// from them, after saving, and in decoding.
#include "core/edit/edit_plan.h"
#include "core/math/layers.h"
#include "core/math/softmax.h"
#include "core/run/execute.h"
#include "core/run/repeated_runs.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tiny_model.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

HeadPattern ruleSite(const char* site)
{
    return parseHeadPattern(site).value();
}

const Ids kRuleSource = {3, 9, 4, 17, 5};
const Ids kRuleTarget = {0, 8, 2, 6};

Trace runRules(const std::vector<Intervention>& list, MatrixStorage storage = MatrixStorage::kMatrices,
               const TinyOptions& options = {})
{
    return runTiny(tinyModel(options), {{kRuleSource, kRuleTarget}}, {{}, list}, storage).front();
}

using PairScore = std::function<double(const RowVector&, const RowVector&)>;

/// Scores of a head by a formula on its recorded queries and keys.
Matrix scoresBy(const Trace& trace, const HeadRef& head, const PairScore& score)
{
    const Matrix queries = trace.headMatrix(Site::kQuery, head);
    const Matrix keys = trace.headMatrix(Site::kKey, head);
    Matrix scores(queries.rows(), keys.rows());
    for (Index q = 0; q < queries.rows(); ++q)
        for (Index k = 0; k < keys.rows(); ++k)
            scores(q, k) = static_cast<float>(score(queries.row(q), keys.row(k)));
    return scores;
}

double dotOf(const RowVector& q, const RowVector& k)
{
    double sum = 0;
    for (Index i = 0; i < q.size(); ++i)
        sum += static_cast<double>(q[i]) * static_cast<double>(k[i]);
    return sum;
}

Matrix mapOf(const Trace& trace, const HeadRef& head, MapKind kind)
{
    return trace.attention(head).whole(kind);
}

/// The trace written with these sites and read back, without a warning.
Trace reopened(const Trace& trace, const SiteSet& sites)
{
    TemporaryFolder files;
    TraceFileOptions options;
    options.sites = sites;
    const std::vector<Trace> one{trace};
    writeTraceFile(files / "t.safetensors", one, options).value();
    Job job;
    job.warn = [](const std::string& text) { FAIL_CHECK(text); };
    return readTraceFile(files / "t.safetensors", job).value().traces.front();
}

double largestGap(const Matrix& a, const Matrix& b)
{
    REQUIRE(a.rows() == b.rows());
    return static_cast<double>((a - b).cwiseAbs().maxCoeff());
}

const HeadRef kEdited{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
const HeadRef kCausalHead{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};

} // namespace

TEST_CASE("rule edits: JSON comes back, defaults may be missing, faults are named", "[edit]")
{
    const std::vector<Intervention> list{
        ScoreScale{ruleSite("*.*.*.*"), ScaleForm::kNumber, 0.3F},
        ScoreSimilarity{ruleSite("encoder.0.self.1"), SimilarityForm::kAdditive},
        RowNormalisation{ruleSite("decoder.*.cross.*"), RowForm::kShare},
        MaskFill{ruleSite("decoder.*.self.*"), MaskFillForm::kInfinity, EmptyRow::kNotANumber},
        Dropout{0.0F, 0.25F, 0.5F, 0.75F, 41, 7}};
    const Interventions all{{}, list};
    CHECK(interventionsFromJson(toJson(all), "e").value() == all);
    const auto read = [](const char* json) { return interventionsFromJson(json, "e"); };
    CHECK(read(R"([{"type":"dropout"}])").value().list.front() == Intervention(Dropout{}));
    CHECK(read(R"([{"type":"score_scale","where":"*.*.*.*","by":"none"}])").has_value());
    CHECK(read(R"([{"type":"score_scale","where":"*.*.*.*","by":"d"}])").error().describe()
          == "e: [0].by: found \"d\", expected one of number, none, sqrt_dk, sqrt_dmodel");
    CHECK(read(R"([{"type":"masking","where":"*.*.*.*","with":"-inf","empty_row":"one"}])").error().describe()
          == "e: [0].empty_row: found \"one\", expected one of zero, uniform, nan");
    const Interventions wrong{{}, {Dropout{1.0F, 0, 0, 0, 0}}};
    CHECK(EditPlan::compile(wrong, tinyModel()->traceInfo(), {5, 4}).error().describe().find("rate")
          != std::string::npos);
    CHECK(describe(list[0]) == "*.*.*.*: scores × 0.3");
    CHECK(runsAskedFor(all) == 7);
    CHECK(runsAskedFor({{}, {Dropout{0.0F, 0.25F, 0.5F, 0.75F, 41, 7, false}}}) == 1);
    const Interventions many{{}, {Dropout{0.0F, 0.1F, 0.0F, 0.0F, 0, Dropout::kMostRuns + 1}}};
    CHECK(EditPlan::compile(many, tinyModel()->traceInfo(), {5, 4}).error().describe().find("expected 1 to")
          != std::string::npos);
}

TEST_CASE("rule edits: scale and similarity", "[edit]")
{
    const std::vector<std::pair<Intervention, PairScore>> cases{
        {ScoreScale{ruleSite("decoder.1.cross.2"), ScaleForm::kNone, 1.0F}, dotOf},
        {ScoreScale{ruleSite("decoder.1.cross.2"), ScaleForm::kNumber, -0.7F},
         [](const RowVector& q, const RowVector& k) { return -0.7 * dotOf(q, k); }},
        {ScoreScale{ruleSite("decoder.1.cross.2"), ScaleForm::kKeyWidth, 1.0F},
         [](const RowVector& q, const RowVector& k) { return dotOf(q, k) / 2.0; }},
        {ScoreScale{ruleSite("decoder.1.cross.2"), ScaleForm::kModelWidth, 1.0F},
         [](const RowVector& q, const RowVector& k) { return dotOf(q, k) / 4.0; }},
        {ScoreSimilarity{ruleSite("decoder.1.cross.2"), SimilarityForm::kDot}, dotOf},
        {ScoreSimilarity{ruleSite("decoder.1.cross.2"), SimilarityForm::kScaled},
         [](const RowVector& q, const RowVector& k) { return dotOf(q, k) / 2.0; }},
        {ScoreSimilarity{ruleSite("decoder.1.cross.2"), SimilarityForm::kCosine},
         [](const RowVector& q, const RowVector& k) {
             return dotOf(q, k) / std::sqrt(dotOf(q, q) * dotOf(k, k));
         }},
        {ScoreSimilarity{ruleSite("decoder.1.cross.2"), SimilarityForm::kAdditive},
         [](const RowVector& q, const RowVector& k) {
             const RowVector ones = RowVector::Ones(q.size());
             return dotOf(q, ones) + dotOf(k, ones);
         }}};
    const Trace plain = runRules({});
    for (const auto& [edit, formula] : cases) {
        INFO(describe(edit));
        const Trace trace = runRules({edit});
        const Matrix scores = scoresBy(trace, kEdited, formula);
        CHECK(mismatch(mapOf(trace, kEdited, MapKind::kScores), scores, 1e-5) == "");
        Matrix weights = scores;
        scoresToWeights(weights, {});
        CHECK(mismatch(mapOf(trace, kEdited, MapKind::kWeights), weights, 2e-5) == "");
        // Other heads of the layer do not change; the operands by themselves give the same, also from a file.
        const HeadRef other{StackKind::kDecoder, 1, AttentionKind::kCross, 1};
        CHECK(mapOf(trace, other, MapKind::kWeights) == mapOf(plain, other, MapKind::kWeights));
        const Trace operands = runRules({edit}, MatrixStorage::kOperands);
        CHECK(mismatch(mapOf(operands, kEdited, MapKind::kWeights), weights, 2e-5) == "");
        const Trace again = reopened(trace, {Site::kQuery, Site::kKey, Site::kMask});
        CHECK(mismatch(mapOf(again, kEdited, MapKind::kWeights), weights, 2e-5) == "");
        CHECK(mismatch(mapOf(again, kEdited, MapKind::kScores), scores, 1e-5) == "");
        const bool products = trace.info().scoreRule(kEdited).form == ScoreForm::kDot;
        CHECK(trace.attention(kEdited).has(MapKind::kProducts) == products);
    }
    CHECK(mapOf(runRules({ScoreScale{ruleSite("*.*.*.*"), ScaleForm::kKeyWidth, 1.0F}}), kEdited,
                MapKind::kWeights)
          == mapOf(plain, kEdited, MapKind::kWeights));
}

TEST_CASE("rule edits: shares of the scores", "[edit]")
{
    const RowNormalisation share{ruleSite("decoder.0.self.1"), RowForm::kShare};
    const Trace trace = runRules({share});
    const Matrix scores = mapOf(trace, kCausalHead, MapKind::kScores);
    Matrix expected = Matrix::Zero(4, 4);
    for (Index q = 0; q < 4; ++q) {
        double sum = 0;
        for (Index k = 0; k <= q; ++k)
            sum += static_cast<double>(scores(q, k));
        for (Index k = 0; k <= q; ++k)
            expected(q, k) = static_cast<float>(static_cast<double>(scores(q, k)) / sum);
    }
    const Matrix weights = mapOf(trace, kCausalHead, MapKind::kWeights);
    CHECK(mismatch(weights, expected, 2e-5, 1e-5) == "");
    const Matrix values = trace.headMatrix(Site::kValue, kCausalHead);
    CHECK(mismatch(trace.headMatrix(Site::kHeadOutput, kCausalHead), weights * values, 1e-4, 1e-5) == "");
    const Trace again = reopened(trace, {Site::kQuery, Site::kKey, Site::kMask});
    CHECK(mismatch(mapOf(again, kCausalHead, MapKind::kWeights), expected, 2e-5, 1e-5) == "");
    reopened(trace, {Site::kWeights, Site::kMask}); // negative weights are valid here
}

TEST_CASE("rule edits: masked scores and empty rows become what the edit says", "[edit]")
{
    const MaskEdit nothing{ruleSite("decoder.0.self.1"), 1, 2, 0, -1, false};
    const auto rowOf = [&](MaskFillForm form, EmptyRow empty, const char* where) {
        const Trace trace = runRules({nothing, MaskFill{ruleSite(where), form, empty}});
        const Trace again = reopened(trace, {Site::kQuery, Site::kKey, Site::kMask});
        const RowVector row = mapOf(trace, kCausalHead, MapKind::kWeights).row(1);
        const RowVector same = mapOf(again, kCausalHead, MapKind::kWeights).row(1);
        CHECK((row.array().isNaN() == same.array().isNaN()).all());
        if (!row.array().isNaN().any())
            CHECK(row == same);
        CHECK(mapOf(trace, kCausalHead, MapKind::kMask).row(1).sum() == 0.0F);
        const float masked = mapOf(trace, kCausalHead, MapKind::kMasked)(0, 3);
        CHECK(masked == (form == MaskFillForm::kBillion ? -1e9F : -std::numeric_limits<float>::infinity()));
        return row;
    };
    CHECK(rowOf(MaskFillForm::kBillion, EmptyRow::kUniform, "decoder.0.self.1")
          == RowVector::Constant(4, 0.25F));
    CHECK(rowOf(MaskFillForm::kInfinity, EmptyRow::kUniform, "decoder.*.self.*")
          == RowVector::Constant(4, 0.25F));
    CHECK(rowOf(MaskFillForm::kBillion, EmptyRow::kZero, "decoder.0.self.1") == RowVector::Zero(4));
    TinyOptions one;
    one.layers = 1;
    const Trace nan = runRules(
        {nothing, MaskFill{ruleSite("decoder.0.self.1"), MaskFillForm::kInfinity, EmptyRow::kNotANumber}},
        MatrixStorage::kMatrices, one);
    CHECK(mapOf(nan, kCausalHead, MapKind::kWeights).row(1).array().isNaN().all());
    CHECK_FALSE(nan.info().warnings.empty());
}

TEST_CASE("rule edits: decoding with a cache is decoding without one", "[edit]")
{
    const std::vector<std::vector<Intervention>> lists{
        {ScoreScale{ruleSite("*.*.*.*"), ScaleForm::kModelWidth, 1.0F}},
        {ScoreSimilarity{ruleSite("*.*.*.*"), SimilarityForm::kCosine},
         RowNormalisation{ruleSite("decoder.1.self.*"), RowForm::kShare}},
        {MaskEdit{ruleSite("decoder.*.self.*"), 1, 2, 0, -1, false},
         MaskFill{ruleSite("decoder.*.self.*"), MaskFillForm::kBillion, EmptyRow::kUniform}},
        {Dropout{0.1F, 0.2F, 0.3F, 0.2F, 7}},
        {PositionEdit{StackKind::kDecoder, PositionTable::kSinusoidalSteep, 0},
         PositionEdit{StackKind::kEncoder, PositionTable::kSinusoidalSteepOwn, 0}}};
    for (const auto& list : lists) {
        INFO(describe(list.front()));
        std::vector<DecodedLane> ways;
        for (const bool cache : {true, false}) {
            DecodeRequest request;
            request.model = tinyModel();
            request.options.maxNewTokens = 7;
            request.options.useCache = cache;
            request.interventions.list = list;
            request.plan = recordAll();
            request.lanes.push_back(prepareIds(*request.model, kRuleSource, {}).value());
            ways.push_back(decode(request, {}, {}).value().front());
        }
        REQUIRE(ways[0].ids == ways[1].ids);
        const Trace& one = ways[0].steps.back().trace;
        const Trace& other = ways[1].steps.back().trace;
        for (const HeadRef& head : headsOf(one))
            CHECK(mismatch(mapOf(one, head, MapKind::kWeights), mapOf(other, head, MapKind::kWeights), 2e-5)
                  == "");
    }
}

TEST_CASE("dropout: dropped numbers are zero and the others are scaled up", "[edit][dropout]")
{
    Matrix values = Matrix::Constant(200, 50, 3.0F);
    dropOut(values, 0.3F, 5, 0);
    const auto fallen = (values.array() == 0.0F).count();
    CHECK(std::abs(static_cast<double>(fallen) - 3000.0) < 4 * std::sqrt(10000 * 0.3 * 0.7));
    CHECK(((values.array() == 0.0F) || ((values.array() - 3.0F / 0.7F).abs() < 1e-5F)).all());
    Matrix later = Matrix::Constant(50, 50, 3.0F);
    dropOut(later, 0.3F, 5, 150);
    CHECK(later == values.bottomRows(50));

    const Dropout edit{0.5F, 0.25F, 0.5F, 0.5F, 3};
    const Trace trace = runRules({edit});
    CHECK(mapOf(runRules({edit}), kEdited, MapKind::kWeights) == mapOf(trace, kEdited, MapKind::kWeights));
    CHECK(mapOf(runRules({Dropout{0.5F, 0.25F, 0.5F, 0.5F, 4}}), kEdited, MapKind::kWeights)
          != mapOf(trace, kEdited, MapKind::kWeights));
    // The recorded weights are those used to weight the values.
    const Matrix weights = mapOf(trace, kEdited, MapKind::kWeights);
    CHECK((weights.array() == 0.0F).any());
    CHECK(mismatch(trace.headMatrix(Site::kHeadOutput, kEdited),
                   weights * trace.headMatrix(Site::kValue, kEdited), 1e-4, 1e-5)
          == "");
    const Matrix sum = trace.stackMatrix(Site::kEmbeddings, StackKind::kEncoder)
        + trace.stackMatrix(Site::kPositions, StackKind::kEncoder);
    const Matrix stream = trace.residual(StackKind::kEncoder, 0);
    CHECK(((stream.array() == 0.0F) || ((stream - 2.0F * sum).array().abs() < 1e-5F)).all());
    // Operands do not show what was dropped, so weights are recorded; without them, none are available.
    const Trace operands = runRules({edit}, MatrixStorage::kOperands);
    CHECK(mapOf(operands, kEdited, MapKind::kWeights) == weights);
    CHECK_FALSE(
        reopened(trace, {Site::kQuery, Site::kKey, Site::kMask}).attention(kEdited).has(MapKind::kWeights));
    CHECK(reopened(trace, {Site::kWeights, Site::kMask}).attention(kEdited).has(MapKind::kWeights));
}

TEST_CASE("dropout: the mean over many seeds is the undropped value, where that is linear", "[edit][dropout]")
{
    constexpr int kSeeds = kSanitized ? 300 : 2000;
    RunRequest request;
    TinyOptions options;
    options.layers = 1;
    request.model = tinyModel(options);
    request.lanes.push_back(prepareIds(*request.model, kRuleSource, kRuleTarget).value());
    request.plan = recordAll();
    const Trace plain = execute(request, {}).value().traces.front();
    const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    const auto check = [&](const Matrix& mean, const Matrix& spread, const Matrix& expected) {
        REQUIRE(mean.rows() == expected.rows());
        double worst = 0;
        for (Index i = 0; i < mean.size(); ++i) {
            const double off = std::abs(static_cast<double>(mean.data()[i] - expected.data()[i]));
            const double error = static_cast<double>(spread.data()[i]) / std::sqrt(double{kSeeds});
            worst = std::max(worst, off / (error + 1e-6));
        }
        CHECK(worst < 4.5); // among some hundred numbers
        CHECK(spread.maxCoeff() > 0.0F);
    };
    // Only weights: they and the head's output are linear in what is dropped.
    request.interventions.list = {Dropout{0, 0.4F, 0, 0, 100}};
    const RepeatedRuns weights = repeatedRuns(request, kSeeds, {}).value();
    check(mapOf(weights.mean.front(), head, MapKind::kWeights),
          mapOf(weights.spread.front(), head, MapKind::kWeights), mapOf(plain, head, MapKind::kWeights));
    check(weights.mean.front().headMatrix(Site::kHeadOutput, head),
          weights.spread.front().headMatrix(Site::kHeadOutput, head),
          plain.headMatrix(Site::kHeadOutput, head));
    // Only embeddings: the stream before layer 0. Only sub-layers: the update of the first one.
    request.interventions.list = {Dropout{0.2F, 0, 0, 0, 9}};
    const RepeatedRuns stream = repeatedRuns(request, kSeeds, {}).value();
    check(stream.mean.front().residual(StackKind::kEncoder, 0),
          stream.spread.front().residual(StackKind::kEncoder, 0), plain.residual(StackKind::kEncoder, 0));
    request.interventions.list = {Dropout{0, 0, 0.3F, 0, 9}};
    const RepeatedRuns added = repeatedRuns(request, kSeeds, {}).value();
    const LayerRef self{StackKind::kEncoder, 0, AttentionKind::kSelf};
    check(added.mean.front().output(self), added.spread.front().output(self), plain.output(self));
    // Only hidden units: the update of the feed-forward layer is linear in them.
    request.interventions.list = {Dropout{0, 0, 0, 0.5F, 9}};
    const RepeatedRuns hidden = repeatedRuns(request, kSeeds, {}).value();
    check(hidden.mean.front().feedForwardOutput(StackKind::kEncoder, 0),
          hidden.spread.front().feedForwardOutput(StackKind::kEncoder, 0),
          plain.feedForwardOutput(StackKind::kEncoder, 0));
}

TEST_CASE("dropout: passes over what a decoding wrote have the runs' mean and spread", "[edit][dropout]")
{
    DecodeRequest request;
    request.model = tinyModel();
    request.lanes.push_back(prepareIds(*request.model, kRuleSource, {0}).value());
    request.interventions.list = {Dropout{0.1F, 0.2F, 0.1F, 0.1F, 5}};
    request.plan = recordAll();
    request.options.maxNewTokens = 4;
    const Trace decoded = decode(request, {}, {}).value().front().steps.back().trace;
    RunRequest run;
    run.model = request.model;
    run.lanes = {continuedLane(*run.model, request.lanes.front(), decoded)};
    run.interventions = request.interventions;
    run.plan = request.plan;
    std::vector<std::string> told;
    Job job;
    job.progress = [&](const Progress& progress) { told.push_back(progress.what); };
    const RepeatedRuns runs = repeatedRuns(run, 3, job).value();
    CHECK(told == std::vector<std::string>{"run 1 of 3", "run 2 of 3", "run 3 of 3"});
    // Three passes with seeds 5, 6 and 7, one by one.
    std::vector<Matrix> each;
    for (Index seed = 5; seed < 8; ++seed) {
        run.interventions.list = {Dropout{0.1F, 0.2F, 0.1F, 0.1F, seed}};
        each.push_back(mapOf(execute(run, {}).value().traces.front(), kEdited, MapKind::kWeights));
    }
    CHECK(largestGap(each[0], mapOf(decoded, kEdited, MapKind::kWeights)) < 1e-5);
    const Matrix mean = (each[0] + each[1] + each[2]) / 3.0F;
    Matrix squares = Matrix::Zero(mean.rows(), mean.cols());
    for (const Matrix& one : each)
        squares.array() += (one - mean).array().square();
    CHECK(largestGap(mapOf(runs.mean.front(), kEdited, MapKind::kWeights), mean) < 1e-6);
    CHECK(largestGap(mapOf(runs.spread.front(), kEdited, MapKind::kWeights),
                     (squares.array() / 2.0F).sqrt().matrix())
          < 1e-6);
}

} // namespace headlight::test
