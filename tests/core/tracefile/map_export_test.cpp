#include "core/tracefile/map_export.h"

#include "core/io/npy.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace headlight;
using namespace headlight::testing;
using headlight::test::TemporaryFolder;

namespace {

std::vector<AttentionMap> allMaps(const Trace& trace, AttentionKind kind)
{
    std::vector<AttentionMap> maps;
    for (const LayerRef& layer : trace.info().layers())
        for (int head = 0; head < trace.info().heads(layer.stack); ++head)
            if (layer.stack == StackKind::kDecoder && layer.kind == kind)
                maps.push_back(trace.attention({layer.stack, layer.layer, layer.kind, head}));
    return maps;
}

} // namespace

TEST_CASE("export of maps: NumPy and JSON open again as the maps that they were", "[import]")
{
    const Trace trace = syntheticTrace();
    const TemporaryFolder folder;
    for (const AttentionKind kind : {AttentionKind::kSelf, AttentionKind::kCross}) {
        const auto maps = allMaps(trace, kind);
        for (const auto& [name, bytes] : {std::pair{std::string("m.npz"), mapsAsNpz(maps, MapKind::kWeights)},
                                          {std::string("m.json"), mapsAsJson(maps, MapKind::kWeights)}}) {
            const auto opened = openTrace(folder.write(name, bytes), {}, {});
            INFO(name << ": " << (opened ? std::string() : opened.error().describe()));
            REQUIRE(opened.has_value());
            const Trace& back = opened->traces.front();
            CHECK(back.info().warnings.empty());
            for (const AttentionMap& map : maps) {
                const AttentionMap again = back.attention(map.head());
                CHECK(again.whole(MapKind::kWeights) == map.whole(MapKind::kWeights));
                REQUIRE(again.keyTokens().size() == map.keyTokens().size());
                for (std::size_t i = 0; i < map.keyTokens().size(); ++i) {
                    CHECK(again.keyTokens()[i].text == map.keyTokens()[i].text);
                    CHECK(again.keyTokens()[i].special == map.keyTokens()[i].special);
                }
                for (std::size_t i = 0; i < map.queryTokens().size(); ++i) {
                    CHECK(again.queryTokens()[i].text == map.queryTokens()[i].text);
                    CHECK(again.queryTokens()[i].special == map.queryTokens()[i].special);
                }
            }
        }
    }
}

TEST_CASE("export of maps: a map of combined heads lists all of them and claims none", "[import]")
{
    const Trace trace = syntheticTrace();
    const TemporaryFolder folder;
    const std::vector<AttentionMap> maps{allMaps(trace, AttentionKind::kSelf).back()};
    const MapFacts heads{.combined = {{StackKind::kDecoder, 1, AttentionKind::kSelf, 3},
                                      {StackKind::kDecoder, 0, AttentionKind::kSelf, 2}},
                         .how = "mean"};
    const std::string json = mapsAsJson(maps, MapKind::kWeights, heads);
    for (const char* expected : {"\"mean_of\"", "\"decoder.1.self.3\"", "\"decoder.0.self.2\""})
        CHECK(json.find(expected) != std::string::npos);
    CHECK(json.find("\"heads\"") == std::string::npos);
    for (const auto& [name, bytes] :
         {std::pair{std::string("m.npz"), mapsAsNpz(maps, MapKind::kWeights, heads)},
          {std::string("m.json"), mapsAsJson(maps, MapKind::kWeights, heads)}}) {
        std::string warnings;
        Job job;
        job.warn = [&warnings](const std::string& text) { warnings += text; };
        const auto opened = openTrace(folder.write(name, bytes), {}, job);
        INFO(name << ": " << (opened ? warnings : opened.error().describe()));
        REQUIRE(opened.has_value());
        const Trace& back = opened->traces.front();
        REQUIRE(back.info().layers().size() == 1);
        CHECK(back.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0}).whole(MapKind::kWeights)
              == maps.front().whole(MapKind::kWeights));
        CHECK(warnings.find("found one map, the mean of decoder.1.self.3, decoder.0.self.2.")
              != std::string::npos);
    }
}

TEST_CASE("export of maps: single heads keep their layers and numbers", "[import]")
{
    const Trace trace = syntheticTrace();
    const TemporaryFolder folder;
    const auto all = allMaps(trace, AttentionKind::kSelf);
    const std::vector<std::vector<AttentionMap>> choices{
        {all.back()}, {all.at(1)}, {all.at(2), all.at(1)}, {all.back(), all.front()}, {all.at(3), all.at(4)}};
    for (const std::vector<AttentionMap>& maps : choices) {
        for (const auto& [name, bytes] : {std::pair{std::string("m.npz"), mapsAsNpz(maps, MapKind::kWeights)},
                                          {std::string("m.json"), mapsAsJson(maps, MapKind::kWeights)}}) {
            std::string warnings;
            Job job;
            job.warn = [&warnings](const std::string& text) { warnings += text; };
            const auto opened = openTrace(folder.write(name, bytes), {}, job);
            INFO(name << ": " << (opened ? std::string() : opened.error().describe()));
            REQUIRE(opened.has_value());
            const Trace& back = opened->traces.front();
            CHECK(back.info().warnings.empty());
            CHECK(warnings.find("found only some heads of decoder.") != std::string::npos);
            Index shown = 0;
            for (const AttentionMap& map : all) {
                const AttentionMap again = back.attention(map.head());
                const bool given = std::ranges::any_of(
                    maps, [&](const AttentionMap& each) { return each.head() == map.head(); });
                INFO(toString(map.head()));
                if (given)
                    CHECK(again.whole(MapKind::kWeights) == map.whole(MapKind::kWeights));
                else if (!again.isNull())
                    CHECK(again.whole(MapKind::kWeights).isZero());
                shown += given ? 1 : 0;
            }
            CHECK(shown == static_cast<Index>(maps.size()));
        }
    }
    const auto refused = [&](const std::string& name, const std::string& bytes, const std::string& message) {
        const auto opened = openTrace(folder.write(name, bytes), {}, {});
        REQUIRE_FALSE(opened.has_value());
        CHECK(opened.error().describe().find(message) != std::string::npos);
    };
    refused("s.npz", mapsAsNpz(all, MapKind::kScores), "map: found scores, expected weights");
    refused("n.json", R"({"heads":["decoder.0.self.1","decoder.0.self.2"],"decoder_attentions":[[[[1]]]]})",
            "heads: found 2 of decoder.0.self, expected 1, as many as the file has maps of it");
    refused("m.json", R"({"heads":["encoder.0.self.1"],"decoder_attentions":[[[[1]]]]})",
            "heads: found 1 of encoder.0.self, expected 0, as many as the file has maps of it");
    refused("h.json", R"({"heads":["decoder.0.self.5000"],"decoder_attentions":[[[[1]]]]})",
            "heads: found decoder.0.self.5000, expected heads below 4096");
    // Other programs may have a list of that name.
    CHECK(openTrace(folder.write("o.json", R"({"heads":["a"],"decoder_attentions":[[[[1]]]]})"), {}, {}));
}

TEST_CASE("export of maps: one map is a matrix, several have an axis more", "[import]")
{
    const Trace trace = syntheticTrace();
    const auto maps = allMaps(trace, AttentionKind::kCross);
    const TemporaryFolder folder;
    const auto shape = [&](const std::string& bytes) {
        const auto read = readNumpyFile(folder.write("m.npy", bytes));
        REQUIRE(read.has_value());
        return read->arrays.at("").shape;
    };
    CHECK(shape(mapsAsNpy({maps.data(), 1}, MapKind::kWeights)) == std::vector<std::int64_t>{5, 6});
    CHECK(shape(mapsAsNpy(maps, MapKind::kWeights)) == std::vector<std::int64_t>{8, 5, 6});
    CHECK(shape(matrixAsNpy(Matrix::Zero(3, 4), {})) == std::vector<std::int64_t>{3, 4});
    CHECK(mapsAsNpy({}, MapKind::kWeights).empty());
    CHECK(mapsAsJson(maps, MapKind::kBias).empty());
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Matrix odd(1, 4);
    odd << 0.5F, std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity;
    const std::string written = matrixAsJson(odd, "attentions");
    CHECK(written == "{\"attentions\":[[0.5,null,\"inf\",\"-inf\"]]}\n");
    const auto opened = openTrace(folder.write("odd.json", written), {}, {});
    REQUIRE(opened.has_value());
    const Matrix again = opened->traces.front()
                             .attention({StackKind::kDecoder, 0, AttentionKind::kCross, 0})
                             .whole(MapKind::kWeights);
    CHECK(again(0, 0) == 0.5F);
    CHECK(std::isnan(again(0, 1)));
    CHECK(again(0, 2) == kInfinity);
    CHECK(again(0, 3) == -kInfinity);
}
