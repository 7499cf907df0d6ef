// The updates of the sub-layers, compared with the stream itself.
#include "core/nn/weights.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

using namespace headlight;
using namespace headlight::test;

namespace {

/// The stream before a layer plus all updates of the layer's sub-layers.
Matrix summed(const Trace& trace, StackKind stack, int layer)
{
    Matrix sum = trace.residual(stack, layer) + trace.output({stack, layer, AttentionKind::kSelf})
        + trace.feedForwardOutput(stack, layer);
    if (trace.info().stack(stack)->cross)
        sum += trace.output({stack, layer, AttentionKind::kCross});
    return sum;
}

const Ids kAddedSource{5, 9, 14, 3};
const Ids kAddedTarget{0, 7, 11};

} // namespace

TEST_CASE("additions: the stream grows by what the sub-layers add", "[nn]")
{
    for (const bool parallel : {false, true}) {
        for (const NormPlacement placement : {NormPlacement::kPre, NormPlacement::kSandwich}) {
            TinyOptions options;
            options.placement = placement;
            options.decoderOnly = options.parallel = parallel;
            const auto model = tinyModel(options);
            const Trace trace = runTiny(model, {{kAddedSource, parallel ? Ids{} : kAddedTarget}}).front();
            for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
                if (trace.info().stack(stack) == nullptr)
                    continue;
                for (int layer = 0; layer < 2; ++layer) {
                    INFO(stackName(stack) << " layer " << layer << " parallel " << parallel);
                    CHECK(mismatch(summed(trace, stack, layer), trace.residual(stack, layer + 1), 1e-5)
                          == "");
                }
            }
        }
    }
}

TEST_CASE("additions: with a post-norm the sum is normalised after each addition", "[nn]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{kAddedSource, kAddedTarget}}).front();
    for (int layer = 0; layer < 2; ++layer) {
        const LayerWeights& weights = model->weights().encoder->layers[static_cast<std::size_t>(layer)];
        const StackSpec& spec = *model->spec().encoder;
        Matrix x = trace.residual(StackKind::kEncoder, layer)
            + trace.output({StackKind::kEncoder, layer, AttentionKind::kSelf});
        normalize(x, spec.norm, weights.selfNorm.gain, weights.selfNorm.bias, spec.epsilon);
        x += trace.feedForwardOutput(StackKind::kEncoder, layer);
        normalize(x, spec.norm, weights.feedForwardNorm.gain, weights.feedForwardNorm.bias, spec.epsilon);
        CHECK(mismatch(x, trace.residual(StackKind::kEncoder, layer + 1), 1e-5) == "");
    }
}

TEST_CASE("additions: attention's is its heads' outputs through the projection", "[nn]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{kAddedSource, kAddedTarget}}).front();
    const LayerRef layer{StackKind::kDecoder, 1, AttentionKind::kCross};
    const AttentionWeights& weights = *model->weights().decoder->layers[1].cross;
    Matrix expected = weights.output.bias.replicate(static_cast<Index>(kAddedTarget.size()), 1);
    for (int head = 0; head < 4; ++head)
        expected += trace.headMatrix(Site::kHeadOutput, {layer.stack, 1, layer.kind, head})
            * weights.outputOf(head, 4).transpose();
    CHECK(mismatch(trace.output(layer), expected, 1e-5) == "");
}

TEST_CASE("additions: a decoding records them row by row", "[nn]")
{
    const auto model = tinyModel();
    DecodeRequest request;
    request.model = model;
    request.lanes = {prepareIds(*model, kAddedSource, {}).value()};
    request.forced = {7, 11};
    request.options.maxNewTokens = 3;
    request.plan = recordAll();
    const auto decoded = decode(request, {}, {}).value();
    const Trace& stepped = decoded.front().steps.back().trace;
    const Trace whole = runTiny(model, {{kAddedSource, kAddedTarget}}).front();
    for (const AttentionKind kind : {AttentionKind::kSelf, AttentionKind::kCross})
        CHECK(mismatch(stepped.output({StackKind::kDecoder, 1, kind}),
                       whole.output({StackKind::kDecoder, 1, kind}), 1e-5)
              == "");
    CHECK(mismatch(stepped.feedForwardOutput(StackKind::kDecoder, 0),
                   whole.feedForwardOutput(StackKind::kDecoder, 0), 1e-5)
          == "");
}

TEST_CASE("additions: real architectures' streams are their sums too", "[nn][families]")
{
    for (const char* name : {"gpt2", "llama", "t5", "gemma2"}) {
        const auto model = loadModel(std::string(kTestData) + "/models/" + name, {}, {});
        INFO(name);
        REQUIRE(model.has_value());
        const Ids target = (*model)->isEncoderDecoder() ? Ids{0, 4, 9} : Ids{};
        const Trace trace = runTiny(*model, {{{5, 9, 14, 3}, target}}).front();
        for (const LayerRef& layer : trace.info().layers()) {
            if (layer.kind == AttentionKind::kSelf)
                CHECK(mismatch(summed(trace, layer.stack, layer.layer),
                               trace.residual(layer.stack, layer.layer + 1), 1e-4, 1e-5)
                      == "");
        }
    }
}
