// Layers with changed wiring: compared with the recorded sums, in decoding, and combinations that are
// impossible.
#include "core/edit/edit_plan.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

#include <string>
#include <vector>

namespace headlight::test {

namespace {

const Ids kWiredSource = {3, 9, 4, 17, 5};
const Ids kWiredTarget = {0, 8, 2, 6};

Trace runWired(const std::vector<Intervention>& list, const TinyOptions& options = {})
{
    return runTiny(tinyModel(options), {{kWiredSource, kWiredTarget}}, {{}, list}).front();
}

std::string refusalOf(const Wiring& wiring, const TinyOptions& options = {})
{
    const auto plan = EditPlan::compile({{}, {wiring}}, tinyModel(options)->traceInfo(), {5, 4});
    return plan ? std::string() : plan.error().describe();
}

double largestDifference(const Matrix& a, const Matrix& b)
{
    REQUIRE(a.rows() == b.rows());
    REQUIRE(a.cols() == b.cols());
    return static_cast<double>((a - b).cwiseAbs().maxCoeff());
}

} // namespace

TEST_CASE("wiring: JSON comes back, and what the model lacks is named", "[edit][wiring]")
{
    const Interventions all{{},
                            {Wiring{WiringForm::kSkippedLayer, StackKind::kEncoder, 1},
                             Wiring{WiringForm::kStaleResidual, StackKind::kDecoder, 0},
                             Wiring{WiringForm::kOneHead, StackKind::kDecoder, -1}}};
    CHECK(interventionsFromJson(toJson(all), "e").value() == all);
    CHECK(describe(all.list[0]) == "encoder layer 1 skipped");
    CHECK(refusalOf({WiringForm::kSkippedLayer, StackKind::kEncoder, 2}).find("has layers 0 to 1")
          != std::string::npos);
    CHECK(refusalOf({WiringForm::kStaleResidual, StackKind::kEncoder, 0}).find("has no cross-attention")
          != std::string::npos);
    TinyOptions decoderOnly;
    decoderOnly.decoderOnly = true;
    CHECK(refusalOf({WiringForm::kOneHead, StackKind::kEncoder, 0}, decoderOnly).find("has no encoder")
          != std::string::npos);
    CHECK(interventionsFromJson(R"([{"type":"skip_layer","stack":"encoder","layer":-2}])", "e")
              .error()
              .describe()
              .find("layer")
          != std::string::npos);
}

TEST_CASE("wiring: a skipped layer passes its input on, and its own maps stay", "[edit][wiring]")
{
    const Trace plain = runWired({});
    const Trace skipped = runWired({Wiring{WiringForm::kSkippedLayer, StackKind::kEncoder, 1}});
    CHECK(skipped.residual(StackKind::kEncoder, 2) == plain.residual(StackKind::kEncoder, 1));
    const HeadRef own{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};
    CHECK(skipped.attention(own).whole(MapKind::kWeights) == plain.attention(own).whole(MapKind::kWeights));
    const HeadRef cross{StackKind::kDecoder, 0, AttentionKind::kCross, 2};
    CHECK(largestDifference(skipped.headMatrix(Site::kKey, cross), plain.headMatrix(Site::kKey, cross))
          > 1e-3);
    const Trace none = runWired({Wiring{WiringForm::kSkippedLayer, StackKind::kDecoder, -1}});
    CHECK(none.residual(StackKind::kDecoder, 2) == none.residual(StackKind::kDecoder, 0));
}

TEST_CASE("wiring: the sum behind the feed-forward layer takes the stream from before cross-attention",
          "[edit][wiring]")
{
    TinyOptions pre;
    pre.placement = NormPlacement::kPre;
    const LayerRef self{StackKind::kDecoder, 0, AttentionKind::kSelf};
    const LayerRef cross{StackKind::kDecoder, 0, AttentionKind::kCross};
    const Trace trace = runWired({Wiring{WiringForm::kStaleResidual, StackKind::kDecoder, 0}}, pre);
    const Matrix before = trace.residual(StackKind::kDecoder, 0) + trace.output(self);
    const Matrix added = trace.feedForwardOutput(StackKind::kDecoder, 0);
    CHECK(largestDifference(trace.residual(StackKind::kDecoder, 1), before + added) < 1e-6);
    // The feed-forward layer itself read the update of cross-attention.
    const Trace plain = runWired({}, pre);
    CHECK(largestDifference(added, plain.feedForwardOutput(StackKind::kDecoder, 0)) < 1e-6);
    CHECK(largestDifference(plain.residual(StackKind::kDecoder, 1), before + plain.output(cross) + added)
          < 1e-6);
    CHECK(largestDifference(plain.residual(StackKind::kDecoder, 1), before + added) > 1e-3);
}

TEST_CASE("wiring: all heads of a layer read those of the first one", "[edit][wiring]")
{
    const Trace plain = runWired({});
    const Trace trace = runWired({Wiring{WiringForm::kOneHead, StackKind::kDecoder, 0}});
    for (const AttentionKind kind : {AttentionKind::kSelf, AttentionKind::kCross})
        for (int head = 0; head < 4; ++head) {
            const HeadRef each{StackKind::kDecoder, 0, kind, head}, first{StackKind::kDecoder, 0, kind, 0};
            INFO(toString(each));
            for (const Site site : {Site::kQuery, Site::kKey, Site::kValue})
                CHECK(trace.headMatrix(site, each) == trace.headMatrix(site, first));
            CHECK(trace.attention(each).whole(MapKind::kWeights)
                  == trace.attention(first).whole(MapKind::kWeights));
        }
    const HeadRef first{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    CHECK(trace.headMatrix(Site::kQuery, first) == plain.headMatrix(Site::kQuery, first));
    const HeadRef other{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    CHECK(trace.headMatrix(Site::kQuery, other) == plain.headMatrix(Site::kQuery, other));
}

TEST_CASE("wiring: decoding with its cache equals one pass over the same tokens", "[edit][wiring]")
{
    for (const Wiring& wiring : {Wiring{WiringForm::kSkippedLayer, StackKind::kDecoder, 1},
                                 Wiring{WiringForm::kStaleResidual, StackKind::kDecoder, 0},
                                 Wiring{WiringForm::kOneHead, StackKind::kDecoder, -1}}) {
        DecodeRequest request;
        request.model = tinyModel();
        request.lanes.push_back(prepareIds(*request.model, kWiredSource, {0}).value());
        request.interventions.list = {wiring};
        request.plan = recordAll();
        request.options.maxNewTokens = 5;
        const DecodedLane decoded = std::move(decode(request, {}, {}).value().front());
        CHECK(decoded.cached);
        Ids target;
        for (const TokenLabel& token : decoded.steps.back().trace.tokens(StackKind::kDecoder))
            target.push_back(static_cast<TokenId>(token.id));
        const Trace once = runTiny(request.model, {{kWiredSource, target}}, request.interventions).front();
        INFO(describe(wiring));
        CHECK(largestDifference(decoded.steps.back().trace.residual(StackKind::kDecoder, 2),
                                once.residual(StackKind::kDecoder, 2))
              < 1e-5);
    }
}

} // namespace headlight::test
