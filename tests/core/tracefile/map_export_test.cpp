#include "core/tracefile/map_export.h"

#include "core/io/npy.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/temporary_folder.h"

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
                for (std::size_t i = 0; i < map.keyTokens().size(); ++i)
                    CHECK(again.keyTokens()[i].text == map.keyTokens()[i].text);
                for (std::size_t i = 0; i < map.queryTokens().size(); ++i)
                    CHECK(again.queryTokens()[i].text == map.queryTokens()[i].text);
            }
        }
    }
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
    Matrix odd(1, 2);
    odd << 0.5F, std::numeric_limits<float>::quiet_NaN();
    CHECK(matrixAsJson(odd, "m") == "{\"m\":[[0.5,null]]}\n");
}
