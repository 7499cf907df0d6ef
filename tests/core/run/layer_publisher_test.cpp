// A pass shown layer by layer ends with the same result as an uninterrupted pass.

#include "core/run/execute.h"
#include "core/tracefile/shards.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
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

/// Writes a pass into a folder while it goes on.
Result<void> streamInto(const std::filesystem::path& folder, RunRequest request, std::uint64_t shardBytes,
                        const Job& job = {})
{
    auto shards = TraceShardStream::begin(folder, {}, shardBytes, job);
    if (!shards)
        return shards.error();
    request.layers.take = [&](std::vector<Trace> traces) { return shards->add(std::move(traces)); };
    const auto rest = execute(request, job);
    return rest ? shards->finish(rest->traces) : rest.error();
}

void checkSameTensors(const TraceTensors& found, const TraceTensors& expected)
{
    CHECK(found.metadata.at("config") == expected.metadata.at("config"));
    CHECK(found.metadata.at("tokens") == expected.metadata.at("tokens"));
    REQUIRE(found.tensors.size() == expected.tensors.size());
    for (const auto& [name, tensor] : expected.tensors) {
        INFO(name);
        const TensorView* const own = found.find(name);
        REQUIRE(own != nullptr);
        CHECK(own->dtype == tensor.dtype);
        CHECK(own->shape == tensor.shape);
        CHECK(std::ranges::equal(own->bytes, tensor.bytes));
    }
}

bool holdsNothing(const std::filesystem::path& folder)
{
    return std::filesystem::is_empty(folder);
}

} // namespace

TEST_CASE("layer by layer: shards that are written during the pass hold what one file does", "[run][layers]")
{
    for (const Shape& shape : kShapes) {
        for (const MatrixStorage storage : {MatrixStorage::kMatrices, MatrixStorage::kOperands}) {
            for (const std::uint64_t shardBytes : {std::uint64_t{1}, std::uint64_t{1} << 30U}) {
                INFO(shape.name << ", shards of " << shardBytes);
                const auto model = modelOf(shape);
                RunRequest request = requestOf(model, storage);
                if (shardBytes == 1)
                    request.lanes.pop_back();
                const auto plain = execute(request, {});
                REQUIRE(plain);
                const test::TemporaryFolder folder;
                TraceFileOptions options;
                options.rules = true;
                REQUIRE(writeTraceFile(folder / "one.safetensors", plain->traces, options));
                const auto one = SafetensorsFile::open(folder / "one.safetensors");
                REQUIRE(one);
                const auto streamed = streamInto(folder / "set", request, shardBytes);
                INFO((streamed ? std::string() : streamed.error().describe()));
                REQUIRE(streamed);
                REQUIRE(verifyTraceShards(folder / "set", {}));
                const auto set = readTraceShards(folder / "set", {});
                REQUIRE(set);
                checkSameTensors(*set, traceTensorsOf(*one));
            }
        }
    }
}

TEST_CASE("layer by layer: a pass holds one layer where its records are taken", "[run][layers]")
{
    RunRequest request = requestOf(modelOf(kShapes[1]), MatrixStorage::kOperands);
    int layers = 0;
    std::weak_ptr<const TraceChunk> before;
    request.layers.take = [&](std::vector<Trace> traces) -> Result<void> {
        CHECK(before.expired());
        before = traces.front().leaf();
        CHECK_FALSE(
            traces.front().attention({StackKind::kDecoder, layers++, AttentionKind::kSelf, 0}).isNull());
        return {};
    };
    const auto rest = execute(request, {});
    REQUIRE(rest);
    CHECK(layers == 3);
    CHECK(before.expired());
    CHECK(rest->traces.front().attention({StackKind::kDecoder, 2, AttentionKind::kSelf, 0}).isNull());
    CHECK(rest->traces.front().stackMatrix(Site::kFinal, StackKind::kDecoder).rows() == 4);
}

TEST_CASE("layer by layer: a stream that ends early leaves nothing of its set, and an older one whole",
          "[run][layers]")
{
    const test::TemporaryFolder folder;
    const RunRequest request = requestOf(modelOf(kShapes[1]), MatrixStorage::kOperands);
    REQUIRE(streamInto(folder / "set", request, 1));
    {
        std::stop_source stop;
        Job job;
        job.stop = stop.get_token();
        auto shards = TraceShardStream::begin(folder / "set", {}, 1, job);
        REQUIRE(shards);
        RunRequest stopped = request;
        int layers = 0;
        stopped.layers.take = [&](std::vector<Trace> traces) {
            if (++layers == 2)
                stop.request_stop();
            return shards->add(std::move(traces));
        };
        const auto result = execute(stopped, job);
        REQUIRE_FALSE(result);
        CHECK(result.error().code == ErrorCode::kCancelled);
        CHECK(layers == 2);
    }
    OpenTraceOptions verified;
    verified.verify = true;
    CHECK(openTrace(folder / "set", verified, {}));
    const test::TemporaryFolder other;
    RunRequest failing = request;
    {
        auto shards = TraceShardStream::begin(other.path(), {}, 1, {});
        REQUIRE(shards);
        failing.layers.take = [&](std::vector<Trace> traces) -> Result<void> {
            if (const auto done = shards->add(std::move(traces)); !done)
                return done;
            CHECK_FALSE(holdsNothing(other.path()));
            return Error{ErrorCode::kFileUnwritable, "the disk is full", {}, {}, {}};
        };
        const auto result = execute(failing, {});
        REQUIRE_FALSE(result);
        CHECK(result.error().message == "the disk is full");
    }
    CHECK(holdsNothing(other.path()));
    // A new set takes the place of the older one, and of all of its files.
    REQUIRE(streamInto(folder / "set", request, std::uint64_t{1} << 30U));
    CHECK(std::distance(std::filesystem::directory_iterator(folder / "set"), {}) == 2);
}

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

TEST_CASE("layer by layer: a short run publishes nothing", "[run][layers]")
{
    RunRequest request = requestOf(modelOf(kShapes[0]), MatrixStorage::kAutomatic);
    int published = 0;
    request.layers.publish = [&](const std::vector<Trace>&) { ++published; };
    request.layers.first = std::chrono::hours(1);
    REQUIRE(execute(request, {}));
    CHECK(published == 0);
}
