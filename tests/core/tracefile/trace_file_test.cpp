#include "core/tracefile/trace_file.h"

#include "core/io/safetensors.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/template_tokens.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

TraceFile written(const std::vector<Trace>& traces, const TraceFileOptions& options = {},
                  std::vector<std::string>* warnings = nullptr)
{
    const test::TemporaryFolder folder;
    const auto path = folder / "trace.safetensors";
    const auto done = writeTraceFile(path, traces, options);
    INFO((done ? std::string() : done.error().describe()));
    REQUIRE(done.has_value());
    Job job;
    job.warn = [&](const std::string& text) {
        if (warnings != nullptr)
            warnings->push_back(text);
    };
    auto file = readTraceFile(path, job);
    INFO((file ? std::string() : file.error().describe()));
    REQUIRE(file.has_value());
    return std::move(file).value();
}

// Largest difference; NaN (a masked score) must correspond to NaN.
float distance(const Matrix& a, const Matrix& b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return std::numeric_limits<float>::infinity();
    float worst = 0;
    for (Index i = 0; i < a.size(); ++i) {
        const float x = a.data()[i];
        const float y = b.data()[i];
        if (std::isnan(x) != std::isnan(y))
            return std::numeric_limits<float>::infinity();
        if (!std::isnan(x))
            worst = std::max(worst, std::abs(x - y));
    }
    return worst;
}

float mapDistance(const Trace& a, const Trace& b, MapKind kind)
{
    float worst = 0;
    for (const LayerRef& layer : a.info().layers())
        for (int head = 0; head < a.info().heads(layer.stack); ++head) {
            const HeadRef ref{layer.stack, layer.layer, layer.kind, head};
            worst = std::max(worst, distance(a.attention(ref).whole(kind), b.attention(ref).whole(kind)));
        }
    return worst;
}

} // namespace

TEST_CASE("trace file: everything that was recorded comes back", "[trace]")
{
    SyntheticOptions options;
    options.kvHeads = 2;
    const Trace trace = syntheticTrace(options);
    std::vector<std::string> warnings;
    const TraceFile file = written({trace}, {}, &warnings);
    CHECK(warnings.empty());
    CHECK_FALSE(file.batch);
    REQUIRE(file.traces.size() == 1);
    const Trace& back = file.traces.front();

    for (const MapKind kind : {MapKind::kWeights, MapKind::kScores, MapKind::kMask})
        CHECK(mapDistance(trace, back, kind) == 0.0F);
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kCross, 3};
    for (const Site site : {Site::kQuery, Site::kKey, Site::kValue, Site::kHeadOutput})
        CHECK(distance(trace.headMatrix(site, head), back.headMatrix(site, head)) == 0.0F);
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        CHECK(distance(trace.stackMatrix(Site::kPositions, stack), back.stackMatrix(Site::kPositions, stack))
              == 0.0F);
        CHECK(distance(trace.residual(stack, 2), back.residual(stack, 2)) == 0.0F);
        CHECK(distance(trace.feedForwardOutput(stack, 1), back.feedForwardOutput(stack, 1)) == 0.0F);
    }
    REQUIRE(trace.output(head.layerRef()).rows() > 0);
    CHECK(distance(trace.output(head.layerRef()), back.output(head.layerRef())) == 0.0F);
    CHECK(back.logitRows() == trace.logitRows());
    CHECK(distance(trace.logits(3), back.logits(3)) == 0.0F);

    const TraceInfo& info = back.info();
    CHECK(info.model == "synthetic");
    CHECK(info.modelWidth == 16);
    REQUIRE(info.encoder.has_value());
    REQUIRE(info.decoder.has_value());
    CHECK(info.encoder->kvHeads == 2);
    CHECK(info.decoder->layers == 2);
    CHECK(info.decoder->causal);
    CHECK(info.decoder->cross);
    CHECK_FALSE(info.encoder->causal);
    CHECK(info.decoderCross == trace.info().decoderCross);
    const auto& tokens = back.tokens(StackKind::kEncoder);
    const auto& expected = trace.tokens(StackKind::kEncoder);
    REQUIRE(tokens.size() == expected.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        CHECK(tokens[i].text == expected[i].text);
        CHECK(tokens[i].id == expected[i].id);
        CHECK(tokens[i].special == expected[i].special);
    }
}

TEST_CASE("trace file: outputs of sub-layers are stored alone and in a batch", "[trace]")
{
    SyntheticOptions shorter;
    shorter.source = 4;
    const std::vector<Trace> traces{syntheticTrace(), syntheticTrace(shorter)};
    TraceFileOptions options;
    options.sites = SiteSet{Site::kOutput, Site::kFeedForwardOutput};
    const TraceFile file = written(traces, options);
    REQUIRE(file.batch);
    REQUIRE(file.traces.size() == 2);
    const LayerRef cross{StackKind::kDecoder, 1, AttentionKind::kCross};
    CHECK(distance(traces[0].output(cross), file.traces[0].output(cross)) == 0.0F);
    CHECK(distance(traces[1].feedForwardOutput(StackKind::kEncoder, 0),
                   file.traces[1].feedForwardOutput(StackKind::kEncoder, 0).topRows(4))
          == 0.0F);
    CHECK(file.traces[0].has(Site::kOutput, cross));
    CHECK_FALSE(file.traces[0].has(Site::kWeights, cross));
    CHECK(file.traces[0].residual(StackKind::kEncoder, 0).rows() == 0);
}

TEST_CASE("trace file: queries and keys alone are a full trace", "[trace]")
{
    const Trace trace = syntheticTrace();
    TraceFileOptions options;
    options.sites = SiteSet{Site::kQuery, Site::kKey, Site::kMask};
    const Trace back = written({trace}, options).traces.front();
    CHECK(back.leaf()->decoder->self.front().weights.empty());
    CHECK(mapDistance(trace, back, MapKind::kWeights) < 1e-6F);
    CHECK(mapDistance(trace, back, MapKind::kScores) < 1e-5F);
    CHECK_FALSE(back.has(Site::kValue, {}));
}

TEST_CASE("trace file: weights alone are a trace with fewer views", "[trace]")
{
    const Trace trace = syntheticTrace();
    TraceFileOptions options;
    options.sites = SiteSet{Site::kWeights};
    const Trace back = written({trace}, options).traces.front();
    CHECK(mapDistance(trace, back, MapKind::kWeights) == 0.0F);
    CHECK_FALSE(back.has(Site::kScores, {}));
    CHECK_FALSE(back.has(Site::kMask, {}));
}

TEST_CASE("trace file: halves are rounded weights", "[trace]")
{
    const Trace trace = syntheticTrace();
    TraceFileOptions options;
    options.half = true;
    const Trace back = written({trace}, options).traces.front();
    const float worst = mapDistance(trace, back, MapKind::kWeights);
    CHECK(worst > 0.0F);
    CHECK(worst < 5e-4F);
}

TEST_CASE("trace file: a batch is padded to its longest and keeps its lengths", "[trace]")
{
    SyntheticOptions longer;
    longer.source = 7;
    SyntheticOptions shorter;
    shorter.source = 4;
    shorter.target = 3;
    const std::vector<Trace> traces{syntheticTrace(longer), syntheticTrace(shorter)};
    const TraceFile file = written(traces);
    CHECK(file.batch);
    REQUIRE(file.traces.size() == 2);
    const Trace& back = file.traces[1];
    REQUIRE(back.tokens(StackKind::kEncoder).size() == 7);
    CHECK_FALSE(back.tokens(StackKind::kEncoder)[3].padding);
    CHECK(back.tokens(StackKind::kEncoder)[4].padding);
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kCross, 1};
    const Matrix whole = back.attention(head).whole(MapKind::kWeights);
    CHECK(distance(whole.topLeftCorner(3, 4), traces[1].attention(head).whole(MapKind::kWeights)) == 0.0F);
    CHECK(whole.rightCols(3).isZero());
    CHECK(whole.bottomRows(2).isZero());
    CHECK(distance(file.traces[0].logits(4), traces[0].logits(4)) == 0.0F);
}

TEST_CASE("trace file: decoder-only and encoder-only traces name their tokens input", "[trace]")
{
    SyntheticOptions decoder;
    decoder.source = 0;
    const Trace one = written({syntheticTrace(decoder)}).traces.front();
    CHECK_FALSE(one.info().encoder.has_value());
    CHECK(one.tokens(StackKind::kDecoder).size() == 5);
    CHECK(one.info().decoder->causal);

    SyntheticOptions encoder;
    encoder.target = 0;
    const Trace two = written({syntheticTrace(encoder)}).traces.front();
    CHECK_FALSE(two.info().decoder.has_value());
    CHECK(two.tokens(StackKind::kEncoder).size() == 6);
    CHECK(two.logitRows().size() == 6);
}

TEST_CASE("trace file: a token that is too long to show is cut, and the file says so", "[trace]")
{
    const Trace trace = syntheticTrace();
    auto axis = trace.axis(StackKind::kEncoder);
    std::vector<TokenLabel> tokens = *axis;
    tokens[1].text = std::string(1500, 'x');
    std::vector<std::string> warnings;
    const Trace back = written({Trace(trace.sharedInfo(), trace.leaf(),
                                      std::make_shared<const std::vector<TokenLabel>>(tokens),
                                      trace.axis(StackKind::kDecoder))},
                               {}, &warnings)
                           .traces.front();
    CHECK(back.tokens(StackKind::kEncoder)[1].text.size() < 1010);
    CHECK(back.tokens(StackKind::kEncoder)[2].text == trace.tokens(StackKind::kEncoder)[2].text);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), containing("tokens: found 1 with more than 1000 bytes"));
}

TEST_CASE("trace file: the logits of the last position alone", "[trace]")
{
    const Trace trace = syntheticTrace();
    auto chunk = std::make_shared<TraceChunk>(*trace.leaf());
    chunk->logits = trace.logits(4);
    chunk->logitRows = {4};
    const Trace last(trace.sharedInfo(), chunk, trace.axis(StackKind::kEncoder),
                     trace.axis(StackKind::kDecoder));
    const Trace back = written({last}).traces.front();
    CHECK(back.logitRows() == std::vector<Index>{4});
    CHECK(distance(back.logits(4), trace.logits(4)) == 0.0F);
}

TEST_CASE("trace file: one written without metadata opens", "[trace]")
{
    const test::TemporaryFolder folder;
    const std::vector<float> weights{1, 0, 0.5F, 0.5F, 1, 0, 0.25F, 0.75F};
    const std::vector<TensorToWrite> tensors{floatTensor("decoder.3.self.weights", {2, 2, 2}, weights)};
    REQUIRE(writeSafetensors(folder / "t.safetensors", tensors).has_value());
    const auto file = readTraceFile(folder / "t.safetensors", {});
    REQUIRE(file.has_value());
    const Trace& trace = file->traces.front();
    CHECK(trace.info().decoder->layers == 4);
    CHECK(trace.attention({StackKind::kDecoder, 3, AttentionKind::kSelf, 1}).at(MapKind::kWeights, 1, 1)
          == 0.75F);
    CHECK(trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0}).isNull());
    CHECK(trace.tokens(StackKind::kDecoder)[1].text == "1");
}

namespace {

struct Tensor
{
    std::string name;
    std::vector<std::int64_t> shape;
};

std::string faultOf(const std::vector<Tensor>& tensors, const std::map<std::string, std::string>& metadata)
{
    const test::TemporaryFolder folder;
    const std::vector<float> numbers(4096, 0.5F);
    const std::vector<std::int64_t> integers(64, 1);
    std::vector<TensorToWrite> out;
    for (const Tensor& tensor : tensors) {
        std::size_t count = 1;
        for (const std::int64_t size : tensor.shape)
            count *= static_cast<std::size_t>(size);
        const bool ids = tensor.name.ends_with("_ids") || tensor.name.ends_with("_lengths");
        if (ids)
            out.push_back(integerTensor(tensor.name, tensor.shape, std::span(integers).first(count)));
        else
            out.push_back(floatTensor(tensor.name, tensor.shape, std::span(numbers).first(count)));
    }
    REQUIRE(writeSafetensors(folder / "bad.safetensors", out, metadata).has_value());
    const auto file = readTraceFile(folder / "bad.safetensors", {});
    return file ? "no fault" : file.error().describe();
}

} // namespace

TEST_CASE("trace file: an error names the parts that do not fit together", "[trace]")
{
    struct Case
    {
        std::vector<Tensor> tensors;
        std::map<std::string, std::string> metadata;
        std::string expected;
    };
    const Tensor good{"encoder.0.self.weights", {2, 3, 3}};
    const Tensor batch{"encoder.0.self.weights", {2, 2, 3, 3}};
    const std::vector<Case> cases{
        {{{"weights", {2, 3, 3}}}, {}, "no tensor of a trace"},
        {{{"encoder.0.cross.weights", {2, 3, 3}}}, {}, "no tensor of a trace"},
        {{{"encoder.99999.self.weights", {2, 3, 3}}}, {}, "no tensor of a trace"},
        {{good, {"encoder.1.self.weights", {3, 3, 3}}},
         {},
         "encoder.1.self.weights: found 3 heads, expected 2"},
        {{good, {"encoder.1.self.weights", {2, 4, 3}}}, {}, "found 4 queries, expected 3"},
        {{good, {"encoder.1.self.scores", {2, 3, 4}}}, {}, "found 4 keys, expected 3"},
        {{good, {"encoder.1.self.scores", {3, 3}}}, {}, "expected 3 axes"},
        {{good, {"decoder.0.cross.weights", {2, 2, 4}}}, {}, "expected 4"},
        {{good, {"encoder.0.self.mask", {3, 3, 3}}}, {}, "encoder.0.self.weights: found 2 heads, expected 3"},
        {{{"encoder.0.self.weights", {2, 0, 3}}}, {}, "no empty axis"},
        {{good, {"input_ids", {4}}}, {}, "input_ids: found 4 tokens, expected 3"},
        {{good, {"encoder.residual.0", {3, 8}}, {"encoder.residual.1", {3, 7}}}, {}, "expected 8"},
        {{good, {"logits", {2, 9}}}, {}, "logits: found 2 rows, expected 1 or 3"},
        {{{"encoder.0.self.weights", {2, 2, 3, 3}}, {"input_ids", {3, 3}}}, {}, "expected a batch of"},
        {{{"encoder.0.self.weights", {2, 2, 3, 3}}, {"input_ids", {2, 3}}, {"input_lengths", {1}}},
         {},
         "input_lengths"},
        {{good}, {{"format", "other"}}, "format: found \"other\""},
        {{good}, {{"version", "7"}}, "version: found \"7\", expected \"1\""},
        {{good}, {{"config", "{"}}, "config"},
        {{good}, {{"config", R"({"heads":-1})"}}, "heads"},
        {{good}, {{"config", R"({"layers":1000000})"}}, "layers"},
        {{good}, {{"config", R"({"encoder":{"heads":5}})"}}, "expected 5"},
        {{good}, {{"config", R"({"encoder":{"self":{"scale":"x"}}})"}}, "scale"},
        {{good}, {{"tokens", R"(["a","b"])"}}, "tokens: found 2 tokens, expected 3"},
        {{good}, {{"template_tokens", "[true,false]"}}, "template_tokens: found 2 entries, expected 3"},
        {{good},
         {{"template_tokens", "true"}},
         "template_tokens: found true, expected a list of true and false"},
        {{good},
         {{"template_tokens", "[true,1,true]"}},
         "template_tokens[1]: found 1, expected true or false"},
        {{good}, {{"template_tokens", "[true"}}, "template_tokens"},
        {{batch}, {{"template_tokens", "[[true]]"}}, "template_tokens: found 1 lists, expected 2"},
        {{batch},
         {{"template_tokens", "[[true],false]"}},
         "template_tokens[1]: found false, expected a list"},
        {{batch},
         {{"template_tokens", "[[],[true,true,true,true]]"}},
         "template_tokens[1]: found 4 entries, expected 3"},
        {{batch},
         {{"template_tokens", "{}"}},
         "template_tokens: found an empty object, expected a list for each"},
        {{{"encoder.0.self.q", {3, 2, 4}}, {"encoder.0.self.k", {2, 2, 4}}}, {}, "kv_heads"},
    };
    for (const Case& c : cases) {
        const std::string fault = faultOf(c.tensors, c.metadata);
        INFO(fault);
        CHECK(fault.find(c.expected) != std::string::npos);
    }
    CHECK(faultOf({good}, {}) == "no fault");
}

TEST_CASE("trace file: keys without queries, scores or weights give no numbers", "[trace]")
{
    TraceFileOptions options;
    options.sites = SiteSet{Site::kKey, Site::kValue};
    const Trace back = written({syntheticTrace()}, options).traces.front();
    const AttentionMap map = back.attention({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    REQUIRE_FALSE(map.isNull());
    for (const MapKind kind : {MapKind::kWeights, MapKind::kScores, MapKind::kProducts, MapKind::kMasked,
                               MapKind::kNormWeighted}) {
        CHECK_FALSE(map.has(kind));
        CHECK(map.whole(kind).array().isNaN().all());
        CHECK(std::isnan(map.at(kind, 1, 2)));
    }
}

namespace {

/// A trace with modified weights for one head.
Trace changed(const HeadRef& head, const std::function<void(Matrix&)>& change)
{
    const Trace whole = syntheticTrace();
    TraceChunk chunk = *whole.leaf();
    StackChunk& stack = head.stack == StackKind::kEncoder ? *chunk.encoder : *chunk.decoder;
    auto& layers = head.kind == AttentionKind::kSelf ? stack.self : stack.cross;
    change(layers[static_cast<std::size_t>(head.layer)].weights[static_cast<std::size_t>(head.head)]);
    return {whole.sharedInfo(), std::make_shared<const TraceChunk>(std::move(chunk)),
            whole.axis(StackKind::kEncoder), whole.axis(StackKind::kDecoder)};
}

std::vector<std::string> warningsOf(const Trace& trace, const TraceFileOptions& options = {})
{
    std::vector<std::string> warnings;
    const TraceFile file = written({trace}, options, &warnings);
    CHECK(file.traces.front().info().warnings == warnings);
    return warnings;
}

constexpr HeadRef kChanged{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};

} // namespace

TEST_CASE("trace file: rows of weights that no softmax gives are named", "[trace]")
{
    const auto raw = warningsOf(changed(kChanged, [](Matrix& w) { w.bottomRows(3) *= 12.0F; }));
    REQUIRE(raw.size() == 1);
    CHECK(raw.front().find("encoder.1.self.weights: head 2, row 3 holds weights that sum to 12, expected 1")
          != std::string::npos);
    CHECK(raw.front().find("3 rows") != std::string::npos);

    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const auto none = warningsOf(changed(kChanged, [](Matrix& w) { w(1, 0) = kNan; }));
    REQUIRE(none.size() == 1);
    CHECK(none.front().find("row 1 holds weights that are not finite numbers") != std::string::npos);
    const auto negative = warningsOf(changed(kChanged, [](Matrix& w) {
        w.row(1).setZero();
        w(1, 0) = 1.5F;
        w(1, 1) = -0.5F;
    }));
    REQUIRE(negative.size() == 1);
    CHECK(negative.front().find("the weight -0.5") != std::string::npos);
    // The mask allows every query of the encoder some keys.
    const auto zero = warningsOf(changed(kChanged, [](Matrix& w) { w.row(0).setZero(); }));
    REQUIRE(zero.size() == 1);
    CHECK(zero.front().find("all zeros") != std::string::npos);
    TraceFileOptions weightsOnly;
    weightsOnly.sites = SiteSet{Site::kWeights};
    CHECK(warningsOf(changed(kChanged, [](Matrix& w) { w.row(0).setZero(); }), weightsOnly).empty());
}

TEST_CASE("trace file: half precision may round a row's sum", "[trace]")
{
    const Trace rounded = changed(kChanged, [](Matrix& w) { w.row(2) *= 1.005F; });
    CHECK(warningsOf(rounded).size() == 1);
    TraceFileOptions half;
    half.half = true;
    CHECK(warningsOf(rounded, half).empty());
    CHECK(warningsOf(changed(kChanged, [](Matrix& w) { w.row(2) *= 1.05F; }), half).size() == 1);
}

TEST_CASE("trace file: a learned sink takes its share of the row", "[trace]")
{
    const test::TemporaryFolder folder;
    const auto path = folder / "sink.safetensors";
    const auto readWith = [&](const std::vector<float>& sink) {
        const std::vector<float> weights{0.5F, 0.25F, 0.5F, 0.5F}; // rows sum to 0.75 and 1
        const std::vector<std::int64_t> square{1, 2, 2}, shares{1, 2};
        const std::vector<TensorToWrite> tensors{floatTensor("decoder.0.self.weights", square, weights),
                                                 floatTensor("decoder.0.self.sink", shares, sink)};
        REQUIRE(writeSafetensors(path, tensors).has_value());
        std::vector<std::string> warnings;
        Job job;
        job.warn = [&](const std::string& text) { warnings.push_back(text); };
        const TraceFile file = readTraceFile(path, job).value();
        const AttentionMap map
            = file.traces.front().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
        CHECK(map.expectedRow(0).sum == 1.0F - sink[0]);
        // It is still there after writing again.
        const Trace again = written(file.traces).traces.front();
        CHECK(again.attention(map.head()).expectedRow(0).sum == 1.0F - sink[0]);
        return warnings;
    };
    CHECK(readWith({0.25F, 0.0F}).empty());
    REQUIRE(readWith({0.25F, 0.5F}).size() == 1);
    CHECK(readWith({0.25F, 0.5F}).front().find("row 1 holds weights that sum to 1, expected 0.5")
          != std::string::npos);
}

TEST_CASE("trace file: marks of a chat template come back, and are in no other file", "[trace][chat]")
{
    const Trace plain = syntheticTrace();
    const Trace talk = test::withTemplateTokens(plain, 3);
    const Trace back = written({talk}).traces.front();
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder})
        for (std::size_t i = 0; i < back.tokens(stack).size(); ++i)
            CHECK(back.tokens(stack)[i].fromTemplate == (i < 3));
    // A shorter list in a batch ends before the padding.
    SyntheticOptions options;
    options.source = 2;
    const std::vector<Trace> both{plain, test::withTemplateTokens(syntheticTrace(options), 1)};
    const TraceFile file = written(both);
    REQUIRE(file.traces.size() == 2);
    CHECK_FALSE(file.traces[0].tokens(StackKind::kEncoder)[0].fromTemplate);
    CHECK(file.traces[1].tokens(StackKind::kEncoder)[0].fromTemplate);
    CHECK_FALSE(file.traces[1].tokens(StackKind::kEncoder)[1].fromTemplate);
    CHECK_FALSE(file.traces[1].tokens(StackKind::kEncoder)[5].fromTemplate);

    const test::TemporaryFolder folder;
    REQUIRE(writeTraceFile(folder / "plain.safetensors", {&plain, 1}, {}));
    const auto none = SafetensorsFile::open(folder / "plain.safetensors");
    REQUIRE(none);
    CHECK(none->metadata().contains("special_tokens"));
    CHECK_FALSE(none->metadata().contains("template_tokens"));
    CHECK_FALSE(none->metadata().contains("target_template_tokens"));
}
