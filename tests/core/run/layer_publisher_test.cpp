// A pass shown layer by layer ends with the same result as an uninterrupted pass.

#include "core/run/execute.h"
#include "core/trace/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tiny_model.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace headlight;

namespace {

struct Shape
{
    const char* name;
    bool decoderOnly = false, encoderOnly = false;
};
const std::vector<Shape> kShapes{{"encoder–decoder"}, {"decoder-only", true}, {"encoder-only", false, true}};

std::shared_ptr<const Model> modelOf(const Shape& shape)
{
    test::TinyOptions options;
    options.layers = 3;
    options.decoderOnly = shape.decoderOnly;
    options.encoderOnly = shape.encoderOnly;
    return test::tinyModel(options);
}

LaneInput laneOf(const Model& model, const test::Ids& source)
{
    auto lane = prepareIds(model, source, model.isEncoderDecoder() ? test::Ids{4, 2, 9} : test::Ids{});
    REQUIRE(lane);
    return *lane;
}

/// Publishes after every layer.
LayerSink sinkInto(std::vector<std::vector<Trace>>& published)
{
    LayerSink sink;
    sink.publish = [&published](const std::vector<Trace>& traces) { published.push_back(traces); };
    sink.first = sink.interval = std::chrono::milliseconds(0);
    return sink;
}

std::string bytesOfFile(const Trace& trace)
{
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "trace.safetensors";
    REQUIRE(writeTraceFile(path, std::vector<Trace>{trace}, {}));
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

RunRequest requestOf(const std::shared_ptr<const Model>& model, MatrixStorage storage)
{
    RunRequest request;
    request.model = model;
    request.lanes = {laneOf(*model, {5, 9, 14, 3}), laneOf(*model, {8, 1})};
    request.plan = test::recordAll(storage);
    return request;
}

} // namespace

TEST_CASE("layer by layer: the whole is what a pass in one piece records, down to its file", "[run][layers]")
{
    for (const Shape& shape : kShapes) {
        INFO(shape.name);
        for (const MatrixStorage storage : {MatrixStorage::kMatrices, MatrixStorage::kOperands}) {
            const auto model = modelOf(shape);
            RunRequest request = requestOf(model, storage);
            const auto plain = execute(request, {});
            REQUIRE(plain);
            std::vector<std::vector<Trace>> published;
            request.layers = sinkInto(published);
            const auto pieces = execute(request, {});
            REQUIRE(pieces);
            CHECK(published.size() == (shape.decoderOnly || shape.encoderOnly ? 3 : 6));
            REQUIRE(pieces->traces.size() == plain->traces.size());
            for (std::size_t lane = 0; lane < plain->traces.size(); ++lane)
                CHECK(bytesOfFile(pieces->traces[lane]) == bytesOfFile(plain->traces[lane]));
        }
    }
}

TEST_CASE(
    "layer by layer: each trace has the layers that are through, and later ones the same record of them",
    "[run][layers]")
{
    const auto model = modelOf(kShapes[1]);
    RunRequest request = requestOf(model, MatrixStorage::kAutomatic);
    std::vector<std::vector<Trace>> published;
    request.layers = sinkInto(published);
    const auto result = execute(request, {});
    REQUIRE(result);
    REQUIRE(published.size() == 3);
    for (int through = 0; through < 3; ++through) {
        const Trace& trace = published[static_cast<std::size_t>(through)].at(1);
        CHECK(trace.tokens(StackKind::kDecoder).size() == 4); // padded to the length of the longer lane
        for (int layer = 0; layer < 3; ++layer) {
            const HeadRef head{StackKind::kDecoder, layer, AttentionKind::kSelf, 1};
            const AttentionMap map = trace.attention(head);
            CHECK(map.isNull() == (layer > through));
            CHECK(trace.has(Site::kResidual, {StackKind::kDecoder, layer + 1, AttentionKind::kSelf})
                  == (layer <= through));
            if (map.isNull())
                continue;
            const AttentionMap whole = result->traces[1].attention(head);
            CHECK(map.whole(MapKind::kWeights) == whole.whole(MapKind::kWeights));
            CHECK(map.record() == whole.record()); // pictures of it are not made again
        }
        CHECK(trace.stackMatrix(Site::kFinal, StackKind::kDecoder).rows() == 0);
    }
}

TEST_CASE("layer by layer: a decoding's encoder and prompt, with and without the cache", "[run][layers]")
{
    for (const Shape& shape : {kShapes[0], kShapes[1]}) {
        for (const bool cached : {true, false}) {
            INFO(shape.name << (cached ? " cached" : " without cache"));
            const auto model = modelOf(shape);
            DecodeRequest request;
            request.model = model;
            request.lanes = {laneOf(*model, {5, 9, 14, 3})};
            request.plan = test::recordAll();
            request.forced = {7, 3, 11};
            request.options.maxNewTokens = 3;
            request.options.useCache = cached;
            const auto plain = decode(request, {}, {});
            REQUIRE(plain);
            std::vector<std::vector<Trace>> published;
            request.layers = sinkInto(published);
            const auto pieces = decode(request, {}, {});
            REQUIRE(pieces);
            CHECK(published.size() == (shape.decoderOnly ? 3 : 6)); // not for steps after the first
            CHECK_FALSE(published.back()
                            .front()
                            .attention({StackKind::kDecoder, 2, AttentionKind::kSelf, 0})
                            .isNull());
            REQUIRE(pieces->front().steps.size() == 3);
            for (std::size_t step = 0; step < 3; ++step)
                CHECK(bytesOfFile(pieces->front().steps[step].trace)
                      == bytesOfFile(plain->front().steps[step].trace));
        }
    }
}

TEST_CASE("layer by layer: what is short is not published", "[run][layers]")
{
    RunRequest request = requestOf(modelOf(kShapes[0]), MatrixStorage::kAutomatic);
    int published = 0;
    request.layers.publish = [&](const std::vector<Trace>&) { ++published; };
    request.layers.first = std::chrono::hours(1);
    REQUIRE(execute(request, {}));
    CHECK(published == 0);
}
