#include "core/tracefile/shards.h"

#include "core/io/safetensors.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

using namespace headlight;
using namespace headlight::testing;
using headlight::test::containing;
using headlight::test::TemporaryFolder;

namespace {

std::vector<std::string> shardFiles(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string shardFault(const std::filesystem::path& folder, bool verify = false)
{
    OpenTraceOptions options;
    options.verify = verify;
    const auto opened = openTrace(folder, options, {});
    REQUIRE_FALSE(opened.has_value());
    return opened.error().describe();
}

bool sameMaps(const Trace& a, const Trace& b, MapKind kind)
{
    bool same = a.info().layers() == b.info().layers();
    for (const LayerRef& layer : a.info().layers())
        for (int head = 0; same && head < a.info().heads(layer.stack); ++head) {
            const HeadRef ref{layer.stack, layer.layer, layer.kind, head};
            const AttentionMap one = a.attention(ref);
            const AttentionMap other = b.attention(ref);
            if (one.has(kind) != other.has(kind))
                return false;
            const Matrix x = one.whole(kind);
            const Matrix y = other.whole(kind);
            same = x.rows() == y.rows() && x.cols() == y.cols();
            for (Index i = 0; same && i < x.size(); ++i)
                same = x.data()[i] == y.data()[i] || (std::isnan(x.data()[i]) && std::isnan(y.data()[i]));
        }
    return same;
}

void writeIndex(const std::filesystem::path& folder, const nlohmann::json& index)
{
    std::ofstream(folder / kTraceIndex) << index.dump();
}

nlohmann::json readIndex(const std::filesystem::path& folder)
{
    std::ifstream file(folder / kTraceIndex);
    return nlohmann::json::parse(file);
}

} // namespace

TEST_CASE("sharded trace: any number of shards opens as the one file does", "[shards]")
{
    for (const int heads : {1, 4})
        for (const int source : {0, 6})
            for (const std::uint64_t bytes : {1U, 700U, 4000U, 1U << 20U}) {
                SyntheticOptions options;
                options.heads = heads;
                options.kvHeads = heads == 4 ? 2 : 1;
                options.source = source;
                options.seed = static_cast<unsigned>(bytes) + 7U;
                const Trace trace = syntheticTrace(options);
                const TemporaryFolder folder;
                const auto done = writeTraceShards(folder / "set", {&trace, 1}, {}, bytes, {});
                INFO((done ? std::string() : done.error().describe()));
                REQUIRE(done.has_value());
                if (bytes == 1U)
                    CHECK(shardFiles(folder / "set").size() > 20);
                const auto file = folder / "one.safetensors";
                REQUIRE(writeTraceFile(file, {&trace, 1}, {}).has_value());
                OpenTraceOptions verified;
                verified.verify = true;
                const auto shards = openTrace(folder / "set", verified, {});
                INFO((shards ? std::string() : shards.error().describe()));
                REQUIRE(shards.has_value());
                CHECK_FALSE(shards->imported);
                const auto one = readTraceFile(file, {});
                REQUIRE(one.has_value());
                const Trace& a = shards->traces.front();
                const Trace& b = one->traces.front();
                for (const MapKind kind :
                     {MapKind::kWeights, MapKind::kScores, MapKind::kMask, MapKind::kBias})
                    CHECK(sameMaps(a, b, kind));
                CHECK(a.tokens(StackKind::kDecoder) == b.tokens(StackKind::kDecoder));
                CHECK(a.residual(StackKind::kDecoder, 1) == b.residual(StackKind::kDecoder, 1));
                CHECK(a.logitRows() == b.logitRows());
            }
}

TEST_CASE("sharded trace: tensors that writers share by heads are joined", "[shards]")
{
    const Matrix q = noiseMatrix(1, 1, 4 * 5, 8);
    const Matrix k = noiseMatrix(1, 2, 4 * 5, 8);
    const auto part = [](const Matrix& m, Index first, Index heads) {
        return std::span(m.data() + first * 5 * 8, static_cast<std::size_t>(heads * 5 * 8));
    };
    const TemporaryFolder folder;
    const std::vector<TensorToWrite> one{floatTensor("decoder.0.self.q@0-2", {3, 5, 8}, part(q, 0, 3)),
                                         floatTensor("decoder.0.self.k@0-2", {3, 5, 8}, part(k, 0, 3))};
    const std::vector<TensorToWrite> two{floatTensor("decoder.0.self.q@3-3", {1, 5, 8}, part(q, 3, 1)),
                                         floatTensor("decoder.0.self.k@3-3", {1, 5, 8}, part(k, 3, 1))};
    const std::string first = "trace-00001-of-00002.safetensors";
    const std::string second = "trace-00002-of-00002.safetensors";
    REQUIRE(writeSafetensors(folder / first, one).has_value());
    REQUIRE(writeSafetensors(folder / second, two).has_value());
    CHECK_THAT(shardFault(folder.path()), containing("trace.index.json: not found. It is written last"));
    nlohmann::json index{
        {"metadata",
         {{"format", "headlight-trace"},
          {"config", R"({"decoder":{"self":{"scale":0.5,"mask":{"causal":true,"window":2}}}})"}}},
        {"weight_map",
         {{"decoder.0.self.q@0-2", first},
          {"decoder.0.self.k@0-2", first},
          {"decoder.0.self.q@3-3", second},
          {"decoder.0.self.k@3-3", second}}}};
    writeIndex(folder.path(), index);
    const auto opened = openTrace(folder.path(), {}, {});
    INFO((opened ? std::string() : opened.error().describe()));
    REQUIRE(opened.has_value());
    const Trace& trace = opened->traces.front();
    REQUIRE(trace.info().decoder->heads == 4);
    Mask mask(5, 5);
    mask.causal().window(2);
    for (int head = 0; head < 4; ++head) {
        const AttentionMap map = trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, head});
        const Matrix expected
            = maskedSoftmax(0.5F * q.middleRows(head * 5, 5) * k.middleRows(head * 5, 5).transpose(), mask);
        CHECK((map.whole(MapKind::kWeights) - expected).cwiseAbs().maxCoeff() < 1e-6F);
        CHECK(map.at(MapKind::kMask, 4, 2) == 0.0F);
    }
    CHECK_THAT(shardFault(folder.path(), true), containing("sha256: not found"));

    index["weight_map"]["decoder.0.self.v@0-1"] = second;
    writeIndex(folder.path(), index);
    CHECK_THAT(shardFault(folder.path()), containing("found 1 tensors missing"));
    index["weight_map"].erase("decoder.0.self.v@0-1");
    index["weight_map"].erase("decoder.0.self.q@0-2");
    writeIndex(folder.path(), index);
    CHECK_THAT(shardFault(folder.path()), containing("found heads from 3 on, expected from 0 on"));
    index["weight_map"]["decoder.0.self.q@0-2"] = "../" + first;
    writeIndex(folder.path(), index);
    CHECK_THAT(shardFault(folder.path()), containing("expected the name of a file in the folder"));
    index["weight_map"]["decoder.0.self.q@0-2"] = "trace-00003-of-00002.safetensors";
    writeIndex(folder.path(), index);
    CHECK_THAT(shardFault(folder.path()), containing("found 1 files missing"));
}

TEST_CASE("sharded trace: biases by distance are rules", "[shards]")
{
    const Matrix q = noiseMatrix(1, 1, 2 * 4, 8);
    const Matrix k = noiseMatrix(1, 2, 2 * 4, 8);
    const Matrix table = noiseMatrix(1, 3, 4, 2);
    const auto all = [](const Matrix& m) { return std::span(m.data(), static_cast<std::size_t>(m.size())); };
    const std::vector<TensorToWrite> tensors{floatTensor("encoder.0.self.q", {2, 4, 8}, all(q), DType::kBF16),
                                             floatTensor("encoder.0.self.k", {2, 4, 8}, all(k)),
                                             floatTensor("encoder.1.self.q", {2, 4, 8}, all(q)),
                                             floatTensor("encoder.1.self.k", {2, 4, 8}, all(k)),
                                             floatTensor("buckets", {4, 2}, all(table))};
    const TemporaryFolder folder;
    const auto path = folder / "t.safetensors";
    const auto config = [](const std::string& bias) {
        return std::map<std::string, std::string>{
            {"config", R"({"encoder":{"self":{"scale":1,"bias":)" + bias + "}}}"}};
    };
    const std::string both = R"([{"slopes":[0.5,0.25]},{"buckets":4,"max_distance":8,"table":"buckets"}])";
    REQUIRE(writeSafetensors(path, tensors, config(both)).has_value());
    std::vector<std::string> warnings;
    Job job;
    job.warn = [&](const std::string& text) { warnings.push_back(text); };
    const auto read = readTraceFile(path, job);
    INFO((read ? std::string() : read.error().describe()));
    REQUIRE(read.has_value());
    CHECK(warnings.empty());
    const Trace& trace = read->traces.front();
    const auto bias = [&](int layer, int head, Index query, Index key) {
        return trace.attention({StackKind::kEncoder, layer, AttentionKind::kSelf, head})
            .at(MapKind::kBias, query, key);
    };
    CHECK(bias(0, 1, 3, 1) == Approx(0.25F * -2));
    CHECK(bias(1, 1, 2, 2) == Approx(table(0, 1)));
    CHECK(bias(1, 0, 1, 0) == Approx(table(1, 0)));

    REQUIRE(writeSafetensors(path, tensors, config(R"({"slopes":[0.5]})")).has_value());
    CHECK_THAT(readTraceFile(path, {}).error().describe(),
               containing("bias.slopes: found 1, expected one for each of the 2 heads"));
    REQUIRE(writeSafetensors(path, tensors, config(R"({"buckets":5,"max_distance":8,"table":"buckets"})"))
                .has_value());
    CHECK_THAT(readTraceFile(path, {}).error().describe(),
               containing("buckets: found the shape [4, 2], expected [5, 2]"));
    REQUIRE(writeSafetensors(path, tensors, config(R"({"buckets":5,"max_distance":8,"table":"no"})"))
                .has_value());
    CHECK_THAT(readTraceFile(path, {}).error().describe(), containing("found no such tensor"));
}

TEST_CASE("sharded trace: checksums find a changed file; a new set replaces the old one", "[shards]")
{
    const Trace trace = syntheticTrace();
    const TemporaryFolder folder;
    REQUIRE(writeTraceShards(folder.path(), {&trace, 1}, {}, 500, {}).has_value());
    const std::size_t many = shardFiles(folder.path()).size();
    REQUIRE(writeTraceShards(folder.path(), {&trace, 1}, {}, 3000, {}).has_value());
    const auto files = shardFiles(folder.path());
    CHECK(files.size() < many);
    CHECK(files.size() == readIndex(folder.path())["sha256"].size() + 1);

    const auto victim = folder / files[1];
    std::fstream file(victim, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-1, std::ios::end);
    file.put('\x7f');
    file.close();
    CHECK(openTrace(folder.path(), {}, {}).has_value());
    CHECK_THAT(shardFault(folder.path(), true), containing(files[1] + ": sha256: found "));
}

TEST_CASE("sharded trace: a set stays as it is until another one is whole", "[shards]")
{
    const Trace trace = syntheticTrace();
    const TemporaryFolder folder;
    REQUIRE(writeTraceShards(folder.path(), {&trace, 1}, {}, 3000, {}).has_value());
    const auto files = shardFiles(folder.path());
    std::stop_source stop;
    Job job;
    job.stop = stop.get_token();
    int parts = 0;
    job.progress = [&](const Progress&) {
        if (++parts == 2)
            stop.request_stop();
    };
    CHECK_FALSE(writeTraceShards(folder.path(), {&trace, 1}, {}, 500, job).has_value());
    CHECK(parts == 2);
    CHECK(shardFiles(folder.path()) == files);
    OpenTraceOptions verified;
    verified.verify = true;
    const auto opened = openTrace(folder.path(), verified, {});
    REQUIRE(opened.has_value());
    CHECK(sameMaps(trace, opened->traces.front(), MapKind::kWeights));
}

TEST_CASE("sharded trace: masks that are rules are no matrices", "[shards]")
{
    SyntheticOptions options;
    options.source = 6;
    options.padding = 2;
    const Trace trace = syntheticTrace(options);
    TraceFileOptions file;
    file.sites = SiteSet{Site::kQuery, Site::kKey, Site::kMask};
    const TemporaryFolder folder;
    REQUIRE(writeTraceShards(folder.path(), {&trace, 1}, file, 1U << 20U, {}).has_value());
    const auto index = readIndex(folder.path());
    for (const auto& [name, shard] : index["weight_map"].items())
        CHECK_FALSE(name.ends_with(".mask"));
    const auto config = nlohmann::json::parse(index["metadata"]["config"].get<std::string>());
    CHECK(config["decoder"]["self"]["mask"]["causal"] == true);
    CHECK(config["decoder"]["cross"]["mask"]["lengths"] == nlohmann::json({4}));
    const auto opened = openTrace(folder.path(), {}, {});
    REQUIRE(opened.has_value());
    CHECK(sameMaps(trace, opened->traces.front(), MapKind::kMask));
}
