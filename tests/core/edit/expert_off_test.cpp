// Switching experts off: their output becomes zero and the router does not change.
#include "core/analysis/expert_use.h"
#include "core/edit/edit_plan.h"
#include "core/nn/feed_forward.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tiny_model.h"

#include <string>
#include <vector>

using namespace headlight;
using namespace headlight::test;

namespace {

const Ids kExpertIds{5, 9, 14, 3, 8};

TinyOptions mixture()
{
    TinyOptions options;
    options.decoderOnly = true;
    options.placement = NormPlacement::kPre;
    options.layers = 3;
    options.experts = 4;
    return options;
}

Trace runMixture(const std::shared_ptr<const Model>& model, const Interventions& edits = {})
{
    return runTiny(model, {{kExpertIds, {}}}, edits).front();
}

Interventions off(const std::string& where)
{
    return {{}, {ExpertOff{parseExpertPattern(where).value()}}};
}

} // namespace

TEST_CASE("experts: recorded in the layers that have some", "[edit][nn]")
{
    const Trace trace = runMixture(tinyModel(mixture()));
    CHECK(expertLayers(trace.info(), StackKind::kDecoder) == std::vector<int>{1, 2});
    CHECK(trace.router(StackKind::kDecoder, 0).rows() == 0);
    const ExpertUse use = expertUse(trace, StackKind::kDecoder, 1);
    REQUIRE(use.probabilities.rows() == 5);
    REQUIRE(use.experts() == 4);
    CHECK(use.perToken == 2);
    CHECK(use.tokens == 5);
    CHECK(use.load[0] + use.load[1] + use.load[2] + use.load[3] == 10);
    for (Index row = 0; row < 5; ++row) {
        CHECK(use.probabilities.row(row).sum() == Approx(1.0F).margin(1e-5));
        Index best = 0;
        use.probabilities.row(row).maxCoeff(&best);
        CHECK(use.rank(row, static_cast<int>(best)) == 0);
    }
}

TEST_CASE("experts: one that is off adds nothing, the router is as it was", "[edit][nn]")
{
    const auto model = tinyModel(mixture());
    const Trace plain = runMixture(model);
    const int expert = plain.experts(StackKind::kDecoder, 1)(2, 0);
    const Trace edited = runMixture(model, off("decoder.1.expert." + std::to_string(expert)));
    CHECK(edited.router(StackKind::kDecoder, 1) == plain.router(StackKind::kDecoder, 1));
    CHECK(edited.experts(StackKind::kDecoder, 1) == plain.experts(StackKind::kDecoder, 1));
    const Matrix before = plain.feedForwardOutput(StackKind::kDecoder, 1);
    const Matrix after = edited.feedForwardOutput(StackKind::kDecoder, 1);
    const ExpertUse use = expertUse(plain, StackKind::kDecoder, 1);
    for (Index row = 0; row < 5; ++row) {
        INFO("row " << row);
        CHECK((before.row(row) == after.row(row)) == (use.rank(row, expert) < 0));
    }
    // Without experts the layer's feed-forward part adds nothing.
    const Trace none = runMixture(model, off("decoder.1-2.expert.*"));
    CHECK(none.feedForwardOutput(StackKind::kDecoder, 1).isZero());
    CHECK(none.feedForwardOutput(StackKind::kDecoder, 2).isZero());
    CHECK_FALSE(none.feedForwardOutput(StackKind::kDecoder, 0).isZero());
}

TEST_CASE("experts: addresses that match nothing, dense models, the JSON form", "[edit]")
{
    const auto compiled = [](const TinyOptions& options, const std::string& where) {
        return EditPlan::compile(off(where), tinyModel(options)->traceInfo(), {0, 5});
    };
    CHECK(compiled(mixture(), "decoder.*.expert.3"));
    const auto absent = compiled(mixture(), "decoder.0.expert.0");
    REQUIRE_FALSE(absent);
    CHECK(absent.error().describe().find("has experts in decoder layers 1 (0 to 3), 2 (0 to 3)")
          != std::string::npos);
    CHECK_FALSE(compiled(mixture(), "decoder.1.expert.4"));
    const auto dense = compiled({}, "decoder.0.expert.0");
    REQUIRE_FALSE(dense);
    CHECK(dense.error().describe().find("has none: its layers are dense") != std::string::npos);

    CHECK_FALSE(parseExpertPattern("decoder.1.self.2"));
    CHECK_FALSE(parseExpertPattern("decoder.1.expert.x"));
    const Interventions edits = off("*.1-2.expert.0-3");
    CHECK(toJson(edits) == R"([{"type":"expert_off","where":"*.1-2.expert.0-3"}])");
    CHECK(interventionsFromJson(toJson(edits), "edits").value() == edits);
    CHECK(describe(edits.list.front()) == "*.1-2.expert.0-3 off");
}

TEST_CASE("experts and sinks: written to a trace file and read again", "[edit][trace]")
{
    TinyOptions options = mixture();
    options.sinks = true;
    const auto model = tinyModel(options);
    const TemporaryFolder folder;
    for (const MatrixStorage storage : {MatrixStorage::kMatrices, MatrixStorage::kOperands}) {
        const std::vector<Trace> traces = runTiny(model, {{kExpertIds, {}}, {{7, 2, 4}, {}}}, {}, storage);
        const auto path = folder / "experts.safetensors";
        TraceFileOptions writing;
        REQUIRE(writeTraceFile(path, traces, writing).has_value());
        const TraceFile file = readTraceFile(path, {}).value();
        REQUIRE(file.traces.size() == 2);
        const LayerRef layer{StackKind::kDecoder, 1, AttentionKind::kSelf};
        for (std::size_t lane = 0; lane < 2; ++lane) {
            const Trace& read = file.traces[lane];
            CHECK(read.info().decoder->expertsOf(1) == 4);
            CHECK(read.info().decoder->expertsOf(0) == 0);
            CHECK(read.router(StackKind::kDecoder, 1) == traces[lane].router(StackKind::kDecoder, 1));
            CHECK(read.experts(StackKind::kDecoder, 1) == traces[lane].experts(StackKind::kDecoder, 1));
            const Matrix sinks = traces[lane].sinks(layer);
            REQUIRE(sinks.rows() == 4);
            CHECK(read.sinks(layer) == sinks);
            for (int head = 0; head < 4; ++head) {
                const HeadRef ref{StackKind::kDecoder, 1, AttentionKind::kSelf, head};
                const Matrix weights = read.attention(ref).whole(MapKind::kWeights);
                CHECK(read.attention(ref).hasSink());
                for (Index row = 0; row < weights.rows(); ++row)
                    CHECK(weights.row(row).sum() == Approx(1.0F - sinks(head, row)).margin(1e-5));
                CHECK(mismatch(weights, traces[lane].attention(ref).whole(MapKind::kWeights), 1e-6) == "");
            }
        }
    }
}

TEST_CASE("sinks: a file keeps the shares in full, also beside scores alone", "[edit][trace]")
{
    TinyOptions options = mixture();
    options.sinks = true;
    const std::vector<Trace> traces = runTiny(tinyModel(options), {{kExpertIds, {}}});
    const LayerRef layer{StackKind::kDecoder, 1, AttentionKind::kSelf};
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    const TemporaryFolder folder;
    const auto readBack = [&](const TraceFileOptions& writing) {
        const auto path = folder / "sinks.safetensors";
        REQUIRE(writeTraceFile(path, traces, writing).has_value());
        return readTraceFile(path, {}).value().traces.front();
    };
    TraceFileOptions half;
    half.half = true;
    CHECK(readBack(half).sinks(layer) == traces.front().sinks(layer));

    TraceFileOptions scores;
    scores.sites = SiteSet{Site::kScores, Site::kMask, Site::kBias};
    CHECK(mismatch(readBack(scores).attention(head).whole(MapKind::kWeights),
                   traces.front().attention(head).whole(MapKind::kWeights), 1e-6)
          == "");
}

TEST_CASE("sinks: weights from recorded operands are those of the pass", "[nn][trace]")
{
    TinyOptions options = mixture();
    options.sinks = true;
    const auto model = tinyModel(options);
    const Trace matrices = runTiny(model, {{kExpertIds, {}}}).front();
    const Trace operands = runTiny(model, {{kExpertIds, {}}}, {}, MatrixStorage::kOperands).front();
    for (int head = 0; head < 4; ++head) {
        const HeadRef ref{StackKind::kDecoder, 2, AttentionKind::kSelf, head};
        CHECK(mismatch(operands.attention(ref).whole(MapKind::kWeights),
                       matrices.attention(ref).whole(MapKind::kWeights), 1e-6)
              == "");
    }
    // A pattern that replaces the weights leaves nothing for the sink.
    const Interventions uniform{
        {}, {PatternEdit{parseHeadPattern("decoder.1.self.0").value(), PatternForm::kUniform, {}}}};
    const Trace edited = runTiny(model, {{kExpertIds, {}}}, uniform).front();
    const Matrix sinks = edited.sinks({StackKind::kDecoder, 1, AttentionKind::kSelf});
    CHECK(sinks.row(0).cwiseAbs().maxCoeff() < 1e-6F);
    CHECK(sinks.row(1).minCoeff() > 1e-5F);
}
