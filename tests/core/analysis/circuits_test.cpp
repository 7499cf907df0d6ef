// Circuits of weights, rollout and similarity against independent results in double precision.
#include "core/analysis/circuits.h"
#include "core/analysis/head_relations.h"
#include "core/model/builtin_model.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace headlight::test {

namespace {

using nlohmann::json;

json circuitNumbers()
{
    std::ifstream file(std::filesystem::path(kTestData) / "laboratory/circuits.json");
    return json::parse(file);
}

std::shared_ptr<const Model> opened(const char* name)
{
    return loadModel(builtinModelFolder(name).value(), {}, {}).value();
}

/// "2.0" → decoder.2.self.0
HeadRef headNamed(const std::string& name)
{
    return {StackKind::kDecoder, name[0] - '0', AttentionKind::kSelf, name[2] - '0'};
}

/// The largest difference, relative to the largest expected number.
double apart(const DoubleMatrix& found, const json& expected)
{
    REQUIRE(found.rows() == static_cast<Index>(expected.size()));
    double off = 0, largest = 0;
    for (Index row = 0; row < found.rows(); ++row)
        for (Index column = 0; column < found.cols(); ++column) {
            const double one = expected[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            off = std::max(off, std::abs(found(row, column) - one));
            largest = std::max(largest, std::abs(one));
        }
    return off / largest;
}

Trace weightsOf(const std::shared_ptr<const Model>& model, const std::vector<TokenId>& ids)
{
    RunRequest request;
    request.model = model;
    request.lanes.push_back(prepareIds(*model, ids, {}).value());
    request.plan.sites = {Site::kWeights, Site::kMask};
    return execute(request, {}).value().traces.front();
}

} // namespace

TEST_CASE("circuits: copying, matching and their matrices are those of an independent computation",
          "[circuits]")
{
    const auto model = opened("en-gpt");
    const json lab = circuitNumbers();
    CircuitOptions options;
    options.tokens = lab["ids"].get<std::vector<TokenId>>();
    for (const auto& [name, expected] : lab["heads"].items()) {
        INFO(name);
        for (const bool folded : {false, true}) {
            options.folded = folded;
            const auto found = headCircuits(*model, headNamed(name), options, {}).value();
            CHECK(found.copying.value()
                  == Approx(expected[folded ? "folded" : "raw"][0].get<double>()).margin(1e-4));
            CHECK(found.matching
                  == Approx(expected[folded ? "folded" : "raw"][1].get<double>()).margin(1e-4));
            if (!expected.contains("ov"))
                continue;
            CHECK(apart(found.ov, expected["ov"]) < 1e-4);
            CHECK(apart(found.qk, expected["qk"]) < 1e-4);
            const json& eigenvalues = expected[folded ? "folded_eigenvalues" : "raw_eigenvalues"];
            REQUIRE(found.eigenvalues.size() == eigenvalues.size());
            const double margin = 1e-4 * std::abs(found.eigenvalues.front()); // the largest comes first
            for (const json& each : eigenvalues) {
                const std::complex<double> wanted(each[0], each[1]);
                INFO(wanted);
                CHECK(std::ranges::any_of(found.eigenvalues,
                                          [&](const auto& one) { return std::abs(one - wanted) < margin; }));
            }
        }
    }
}

namespace {

Composition compositionOf(const Model& model, const HeadRef& from, const HeadRef& to, bool folded)
{
    return compositionsAmong(model, {from, to}, folded, {}).value().at(0).composition;
}

} // namespace

TEST_CASE("circuits: composition of every pair, and of random matrices", "[circuits]")
{
    const auto model = opened("en-gpt");
    const json lab = circuitNumbers();
    for (const char* form : {"raw", "folded"})
        for (const auto& [names, expected] : lab["composition"][form].items()) {
            INFO(form << " " << names);
            const Composition found = compositionOf(*model, headNamed(names), headNamed(names.substr(7)),
                                                    form == std::string("folded"));
            CHECK(found.query == Approx(expected[0].get<double>()).margin(2e-5));
            CHECK(found.key == Approx(expected[1].get<double>()).margin(2e-5));
            CHECK(found.value == Approx(expected[2].get<double>()).margin(2e-5));
        }
    const CompositionBaseline random = randomComposition(*model, headNamed("0.0"));
    const auto all = compositionsIn(*model, StackKind::kDecoder, false, {});
    REQUIRE(all);
    CHECK(all->pairs.size() == 6 * 16); // four layers of four heads
    CHECK(all->random.mean == random.mean);
    for (const ComposedPair& pair : all->pairs) {
        const Composition one = compositionOf(*model, pair.from, pair.to, false);
        CHECK(pair.composition.query == one.query);
        CHECK(pair.composition.key == one.key);
        CHECK(pair.composition.value == one.value);
    }
    // In slices of a few heads, the pairs and their order are the same.
    std::vector<HeadRef> heads = model->traceInfo().headsOf(kEveryHead);
    std::reverse(heads.begin(), heads.end());
    const auto whole = compositionsAmong(*model, heads, false, {}).value();
    CHECK(whole.size() == all->pairs.size());
    for (const double bytes : {1.0, 2.5e6}) {
        const auto sliced = compositionsAmong(*model, heads, false, {}, bytes).value();
        REQUIRE(sliced.size() == whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i) {
            CHECK(sliced[i].from == whole[i].from);
            CHECK(sliced[i].to == whole[i].to);
            CHECK(sliced[i].composition.key == whole[i].composition.key);
        }
    }
    CHECK_FALSE(compositionsIn(*model, StackKind::kEncoder, false, {}));
    std::stop_source stopped;
    stopped.request_stop();
    CHECK(compositionsIn(*model, StackKind::kDecoder, false, {stopped.get_token(), {}, {}}).error().code
          == ErrorCode::kCancelled);
    CHECK(random.mean == Approx(lab["random"]["mean"].get<double>()).margin(1e-3));
    CHECK(random.deviation == Approx(lab["random"]["sd"].get<double>()).margin(1e-3));
    CHECK(compositionsAmong(*model, {headNamed("2.0"), headNamed("2.1")}, false, {}).value().empty());
    CHECK_FALSE(compositionsAmong(*model, {headNamed("9.0")}, false, {}));
    CHECK_FALSE(headCircuits(*model, headNamed("9.0"), {}, {}));
    CHECK(headCircuits(*model, headNamed("0.0"), {{4096}, false}, {}).error().field == "tokens");
}

TEST_CASE("circuits: heads of an encoder match but do not write logits", "[circuits]")
{
    const auto model = opened("en-fr");
    const auto found
        = headCircuits(*model, {StackKind::kEncoder, 0, AttentionKind::kSelf, 1}, {{3, 5}, false}, {})
              .value();
    CHECK_FALSE(found.copying.has_value());
    CHECK(found.ov.size() == 0);
    CHECK(found.qk.rows() == 2);
    const auto cross
        = headCircuits(*model, {StackKind::kDecoder, 0, AttentionKind::kCross, 1}, {{3, 5}, true}, {})
              .value();
    CHECK(cross.copying.has_value());
    CHECK(cross.ov.rows() == 2);
}

TEST_CASE("rollout: the product of the layers is that of an independent computation", "[circuits]")
{
    const json lab = circuitNumbers()["rollout"];
    for (const auto& [name, model, stack] : {std::tuple{"en_gpt", "en-gpt", StackKind::kDecoder},
                                             {"en_fr_encoder", "en-fr", StackKind::kEncoder}}) {
        const Trace trace = weightsOf(opened(model), lab[name]["ids"]);
        for (const bool residual : {true, false}) {
            const json& expected = lab[name][residual ? "with_residual" : "without"];
            const auto layers = attentionRollout(trace, stack, residual);
            REQUIRE(layers.size() == expected.size());
            for (std::size_t layer = 0; layer < layers.size(); ++layer)
                CHECK(apart(layers[layer], expected[layer]) < 1e-4);
        }
    }
    CHECK(attentionRollout({}, StackKind::kDecoder, true).empty());
}

TEST_CASE("similarity: the divergence of heads is that of an independent computation", "[circuits]")
{
    const json lab = circuitNumbers()["similarity"];
    const auto model = opened("en-gpt");
    HeadDivergence divergence;
    for (const json& ids : lab["ids"])
        CHECK(divergence.add(weightsOf(model, ids)));
    const auto groups = divergence.means();
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].inputs == 30);
    CHECK(groups[0].rows == 246 - 30); // the first row has one key
    CHECK(apart(groups[0].pooled, lab["pooled"]) < 1e-4);
    CHECK(apart(groups[0].ofInputs, lab["sentences"]) < 1e-4);
}

} // namespace headlight::test
