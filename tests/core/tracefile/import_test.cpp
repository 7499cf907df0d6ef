#include "core/analysis/head_statistics.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/import_layout.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <set>

using namespace headlight;
using headlight::test::containing;
using headlight::test::npzBytes;
using headlight::test::SavedArray;
using headlight::test::TemporaryFolder;

namespace {

const std::filesystem::path kImports = std::filesystem::path(test::kTestData) / "import";

/// Rows that differ, with `seen` keys each of `keys`; causal if `seen` is 0.
std::vector<float> rows(int heads, int queries, int keys, int seen = 0)
{
    std::vector<float> all;
    for (int head = 0; head < heads; ++head)
        for (int query = 0; query < queries; ++query)
            for (int key = 0; key < keys; ++key) {
                const int own = seen > 0 ? seen : query + 1;
                all.push_back(key >= own
                                  ? 0.0F
                                  : 2.0F * static_cast<float>(key + 1) / static_cast<float>(own * (own + 1)));
            }
    return all;
}

SavedArray square(const std::string& name, int heads = 2, int length = 3, bool causal = false)
{
    return {name, {1, heads, length, length}, rows(heads, length, length, causal ? 0 : length)};
}

Result<OpenedTrace> opened(const std::filesystem::path& path, std::vector<std::string>* warnings = nullptr)
{
    Job job;
    job.warn = [&](const std::string& text) {
        if (warnings != nullptr)
            warnings->push_back(text);
    };
    return openTrace(path, {}, job);
}

OpenedTrace mustOpen(const std::filesystem::path& path, std::vector<std::string>* warnings = nullptr)
{
    auto trace = opened(path, warnings);
    INFO((trace ? std::string() : trace.error().describe()));
    REQUIRE(trace.has_value());
    return std::move(*trace);
}

/// "decoder.3.self" of all layers that hold weights.
std::set<std::string> layersOf(const OpenedTrace& trace)
{
    std::set<std::string> found;
    for (const LayerRef& layer : trace.traces.front().info().layers())
        if (trace.traces.front().has(Site::kWeights, layer))
            found.insert(toString(layer));
    return found;
}

std::set<std::string> layersOf(const std::vector<SavedArray>& arrays)
{
    const TemporaryFolder folder;
    return layersOf(mustOpen(folder.write("a.npz", npzBytes(arrays))));
}

std::string faultOf(const std::vector<SavedArray>& arrays)
{
    const TemporaryFolder folder;
    const auto trace = opened(folder.write("a.npz", npzBytes(arrays)));
    REQUIRE_FALSE(trace.has_value());
    return trace.error().describe();
}

std::vector<std::string> textsOf(const Trace& trace, StackKind stack)
{
    std::vector<std::string> texts;
    for (const TokenLabel& label : trace.tokens(stack))
        if (!label.padding)
            texts.push_back(label.text);
    return texts;
}

using Layers = std::set<std::string>;
using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("import: layers keep their numbers, whatever the names look like", "[import]")
{
    CHECK(layersOf({square("model.layers.5.self_attn"), square("model.layers.9.self_attn")})
          == Layers{"encoder.5.self", "encoder.9.self"});
    CHECK(layersOf({square("layer_2"), square("layer_10")}) == Layers{"encoder.2.self", "encoder.10.self"});
    CHECK(layersOf({square("gpt2.h.3.attn"), square("gpt2.h.11.attn")})
          == Layers{"encoder.3.self", "encoder.11.self"});
    CHECK(layersOf({square("w1"), square("w4")}) == Layers{"encoder.1.self", "encoder.4.self"});
    CHECK(layersOf({square("gpt2")}) == Layers{"encoder.0.self"});
    CHECK(layersOf({square("run3_a_7_x"), square("run3_a_8_x")})
          == Layers{"encoder.7.self", "encoder.8.self"});
    CHECK(layersOf({square("net.encoder.block.2.layer.0.SelfAttention", 2, 3, true)})
          == Layers{"encoder.2.self"});
    CHECK(layersOf(mustOpen(kImports / "numbers.pt"))
          == Layers{"encoder.0.self", "encoder.1.self", "encoder.4.self"});
}

TEST_CASE("import: outputs of layers leave the weights and their numbers", "[import]")
{
    const auto other = [](const std::string& name) {
        return SavedArray{name, {1, 3, 4}, std::vector<float>(12, -1.0F)};
    };
    const TemporaryFolder folder;
    std::vector<std::string> warnings;
    const auto trace = mustOpen(folder.write("a.npz",
                                             npzBytes({other("layers.5.attn.0"), square("layers.5.attn.1"),
                                                       other("layers.6.attn.0"), square("layers.6.attn.1")})),
                                &warnings);
    CHECK(layersOf(trace) == Layers{"encoder.5.self", "encoder.6.self"});
    REQUIRE(warnings.size() == 2);
    CHECK_THAT(warnings.front(), containing("layers.5.attn.0: its rows are no weights"));
    CHECK(layersOf({other("5.0"), square("5.1"), other("8.0"), square("8.1")})
          == Layers{"encoder.5.self", "encoder.8.self"});
}

TEST_CASE("import: two arrays for one place are an error, not one of them", "[import]")
{
    const std::string fault = faultOf({square("a.attn.3"), square("b.attn.3")});
    CHECK_THAT(fault, containing("b.attn.3: is encoder.3.self.weights of a trace, and so is a.attn.3"));
    CHECK_THAT(fault, containing("Rename one"));
    CHECK_THAT(faultOf({square("first_2"), square("second_2")}), containing("and so is first_2"));
}

TEST_CASE("import: cross-attention is known by its name, also where keys are as many as queries", "[import]")
{
    for (const char* name : {"model.decoder.layers.1.encoder_attn", "layers.1.encoder_attn",
                             "decoder.block.1.layer.1.EncDecAttention", "decoder.layers.1.multihead_attn",
                             "h.1.crossattention", "cross_attentions.1", "decoder.1.src_attn",
                             "decoder.1.xattn", "encoder_decoder_attention_1", "encdec_attn.1"}) {
        INFO(name);
        CHECK(layersOf({square(name)}) == Layers{"decoder.1.cross"});
    }
    for (const char* name :
         {"encoder_attention.1", "encoder.layers.1.multihead_attn", "model.encoder.layers.1.self_attn"}) {
        INFO(name);
        CHECK(layersOf({square(name)}) == Layers{"encoder.1.self"});
    }
    // Attention beside cross-attention is the decoder's, causal or not.
    const TemporaryFolder folder;
    const auto both
        = mustOpen(folder.write("b.npz", npzBytes({square("attentions.0"), square("cross_attentions.0")})));
    CHECK(layersOf(both) == Layers{"decoder.0.self", "decoder.0.cross"});
    CHECK_FALSE(both.traces.front().info().decoder->causal);
}

TEST_CASE("import: a mask is no attention", "[import]")
{
    const SavedArray additive{"attention_mask", {1, 1, 3, 3}, std::vector<float>(9, -1e9F)};
    SavedArray flat = additive;
    flat.shape = {3, 3};
    flat.numbers = {1, 0, 0, 1, 1, 0, 1, 1, 1};
    for (SavedArray mask : {additive, flat})
        for (const char* name : {"attention_mask", "causal_mask", "attn_bias", "arr_1", "zz"}) {
            mask.name = name;
            INFO(name << " " << shapeText(mask.shape));
            CHECK(layersOf({square("arr_0", 2, 3, true), mask}) == Layers{"decoder.0.self"});
        }
    CHECK(layersOf({square("arr_0", 2, 3, true), {"attention_mask", {1, 0, 3, 3}, {}}})
          == Layers{"decoder.0.self"});
    const TemporaryFolder folder;
    std::vector<std::string> warnings;
    const auto trace
        = mustOpen(folder.write("a.npz", npzBytes({square("attentions", 2, 3, true), additive})), &warnings);
    CHECK(trace.traces.front().info().heads(StackKind::kDecoder) == 2);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), containing("attention_mask: a mask, not attention, left out"));
}

TEST_CASE("import: the steps of generate() are the rows of one map", "[import]")
{
    for (const char* name : {"attentions.pt", "dictionary.pt"}) {
        const auto trace = mustOpen(kImports / name);
        CHECK(layersOf(trace) == Layers{"decoder.0.self", "decoder.1.self"});
        const auto map = trace.traces.front().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
        REQUIRE(map.queries() == 8);
        CHECK(map.at(MapKind::kWeights, 4, 0) == 0.2421713F);
        CHECK(map.at(MapKind::kWeights, 5, 5) == 0.18160875F);
        CHECK(map.at(MapKind::kWeights, 7, 7) == 0.14113183F);
        CHECK(map.at(MapKind::kWeights, 5, 6) == 0.0F);
    }
    const auto translation = mustOpen(kImports / "translation.pt");
    const Trace& trace = translation.traces.front();
    CHECK(trace.tokens(StackKind::kEncoder).size() == 6);
    const auto cross = trace.attention({StackKind::kDecoder, 1, AttentionKind::kCross, 1});
    REQUIRE(cross.queries() == 4);
    CHECK(cross.at(MapKind::kWeights, 3, 0) == 0.14710812F);
}

TEST_CASE("import: steps of any form, and what is none", "[import]")
{
    const auto step = [](int number, int queries, int keys, int reserved = 0) {
        SavedArray array{"attentions." + std::to_string(number) + ".0", {1, 1, queries, keys + reserved}, {}};
        const auto whole = rows(1, keys, keys + reserved);
        array.numbers.assign(whole.end() - queries * (keys + reserved), whole.end());
        return array;
    };
    const std::vector<std::vector<SavedArray>> all{
        {step(0, 2, 2), step(1, 1, 3), step(2, 1, 4)}, // with a cache
        {step(0, 2, 2), step(1, 3, 3), step(2, 4, 4)}, // without one
        {step(0, 2, 2, 4), step(1, 1, 3, 3), step(2, 1, 4, 2)}, // one of fixed size
    };
    for (const auto& steps : all) {
        const TemporaryFolder folder;
        const auto trace = mustOpen(folder.write("a.npz", npzBytes(steps)));
        const auto map = trace.traces.front().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
        REQUIRE(map.queries() == 4);
        REQUIRE(map.keys() == 4);
        CHECK(map.at(MapKind::kWeights, 3, 3) == 0.4F);
        CHECK(map.at(MapKind::kWeights, 1, 0) == 1.0F / 3);
    }
    CHECK_THAT(faultOf({square("attentions.0.0", 2, 3), square("attentions.0.1", 2, 3),
                        square("attentions.1.0", 2, 5), square("attentions.1.1", 2, 5)}),
               containing("found 5 × 5 behind 3 × 3 in a list of lists"));
    // Sentences whose lengths happen to grow by one are not steps.
    CHECK_THAT(faultOf({square("attentions.0.0"), square("attentions.0.1"), square("attentions.1.0", 2, 4),
                        square("attentions.1.1", 2, 4)}),
               containing("from_hf of resources/exporters/headlight_trace.py"));
    std::vector<SavedArray> beams = all.front();
    beams.push_back({"beam_indices", {1, 4}, {0, 0, 1, 1}});
    CHECK_THAT(faultOf(beams), containing("num_beams=1"));
}

TEST_CASE("import: arrays of single heads are put together", "[import]")
{
    const auto head = [](const std::string& name, int number) {
        SavedArray array{name, {3, 3}, rows(1, 3, 3)};
        array.numbers[3] = 0.25F * static_cast<float>(number + 1);
        array.numbers[4] = 1.0F - array.numbers[3];
        return array;
    };
    for (const auto& [before, between] :
         {std::pair{"layer_", "_head_"}, {"L", "H"}, {"", "."}, {"attentions.", "."}}) {
        INFO(before << between);
        std::vector<SavedArray> arrays;
        for (const int layer : {2, 7})
            for (const int number : {0, 1, 2})
                arrays.push_back(
                    head(before + std::to_string(layer) + between + std::to_string(number), number));
        const TemporaryFolder folder;
        const auto trace = mustOpen(folder.write("a.npz", npzBytes(arrays)));
        CHECK(layersOf(trace) == Layers{"decoder.2.self", "decoder.7.self"});
        CHECK(trace.traces.front()
                  .attention({StackKind::kDecoder, 7, AttentionKind::kSelf, 2})
                  .at(MapKind::kWeights, 1, 0)
              == 0.75F);
    }
    CHECK_THAT(faultOf({head("layer_0_head_0", 0), head("layer_0_head_2", 2)}),
               containing("expected all heads of the layer from 0 on"));
}

TEST_CASE("import: words behind padding are shown first, as those of a causal stack", "[import]")
{
    const float fifth = 0.2F;
    std::vector<float> batch = rows(1, 5, 5);
    for (int i = 0; i < 10; ++i)
        batch.push_back(fifth);
    for (const float weight :
         {0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 0.F, 0.25F, 0.75F, 0.F, 0.F, 0.F, 0.5F, 0.2F, 0.3F})
        batch.push_back(weight);
    const SavedArray weights{"attentions_0", {2, 1, 5, 5}, batch};
    const SavedArray mask{"attention_mask", {2, 5}, {1, 1, 1, 1, 1, 0, 0, 1, 1, 1}};
    const SavedArray ids{"input_ids", {2, 5}, {11, 12, 13, 14, 15, 0, 0, 21, 22, 21}};
    const char* const kShort = R"([["a","b","c","d","e"],["x","y","z"]])";
    const char* const kWhole = R"([["a","b","c","d","e"],["[PAD]","[PAD]","x","y","z"]])";
    for (const bool masked : {false, true})
        for (const char* tokens : {kShort, kWhole, static_cast<const char*>(nullptr)}) {
            INFO(masked << (tokens != nullptr ? tokens : ""));
            const TemporaryFolder folder;
            if (tokens != nullptr)
                folder.write("b.tokens.json", tokens);
            std::vector<SavedArray> arrays{weights, ids};
            if (masked)
                arrays.push_back(mask);
            std::vector<std::string> warnings;
            const auto trace = mustOpen(folder.write("b.npz", npzBytes(arrays)), &warnings);
            REQUIRE(trace.traces.size() == 2);
            CHECK(layersOf(trace) == Layers{"decoder.0.self"});
            CHECK(trace.traces[0].tokens(StackKind::kDecoder)[4].padding == false);
            const Trace& second = trace.traces[1];
            CHECK(second.tokens(StackKind::kDecoder)[0].id == 21);
            CHECK(second.tokens(StackKind::kDecoder)[2].id == 21);
            CHECK(second.tokens(StackKind::kDecoder)[3].padding);
            if (tokens != nullptr)
                CHECK(textsOf(second, StackKind::kDecoder) == Texts{"x", "y", "z"});
            const auto map = second.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
            CHECK(map.at(MapKind::kWeights, 1, 0) == 0.25F);
            CHECK(map.at(MapKind::kWeights, 2, 2) == 0.3F);
            REQUIRE(warnings.size() == 1);
            CHECK_THAT(warnings.front(),
                       containing("sentence 1: its words are at the positions 2 to 4 of 5"));
            CHECK_THAT(warnings.front(), containing("on the left"));
        }
    // Cross-attention's rows move with the words that they belong to.
    SavedArray crossed{"cross_attentions.0", {2, 1, 5, 2}, std::vector<float>(20, 0.5F)};
    crossed.numbers[14] = 0.75F; // sentence 1, position 2: its first word
    crossed.numbers[15] = 0.25F;
    const TemporaryFolder beside;
    const auto both = mustOpen(beside.write("b.npz", npzBytes({weights, crossed, mask})));
    CHECK(both.traces[1]
              .attention({StackKind::kDecoder, 0, AttentionKind::kCross, 0})
              .at(MapKind::kWeights, 0, 0)
          == 0.75F);
    CHECK_THAT(faultOf({weights, {"attentions_1", {2, 1, 3, 3}, std::vector<float>(18, 1.0F / 3)}}),
               containing("attentions_1: found 3 queries, expected 5"));
    // One sentence: what is no word is left out.
    const TemporaryFolder folder;
    SavedArray one{"attentions_0", {1, 1, 5, 5}, {batch.begin() + 25, batch.end()}};
    folder.write("one.tokens.json", R"(["-","-","x","y","z"])");
    const auto trace = mustOpen(folder.write("one.npz", npzBytes({one})));
    CHECK(layersOf(trace) == Layers{"decoder.0.self"});
    CHECK(textsOf(trace.traces.front(), StackKind::kDecoder) == Texts{"x", "y", "z"});
    CHECK(trace.traces.front().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0}).queries() == 3);
}

TEST_CASE("import: ids or a mask show that an array without a number is a batch of one layer", "[import]")
{
    std::vector<float> numbers = rows(1, 3, 3);
    for (const float weight : {1.F, 0.F, 0.F, 0.25F, 0.75F, 0.F, 0.F, 0.F, 0.F})
        numbers.push_back(weight);
    const SavedArray weights{"attentions", {2, 1, 3, 3}, numbers};
    const SavedArray ids{"input_ids", {2, 3}, {11, 12, 13, 21, 22, 0}};
    const SavedArray mask{"attention_mask", {2, 3}, {1, 1, 1, 1, 1, 0}};
    for (const auto& beside : {std::vector{ids, mask}, std::vector{ids}, std::vector{mask}}) {
        const TemporaryFolder folder;
        std::vector<SavedArray> arrays = beside;
        arrays.push_back(weights);
        const auto trace = mustOpen(folder.write("b.npz", npzBytes(arrays)));
        REQUIRE(trace.traces.size() == 2);
        CHECK(trace.traces[1].info().layers().size() == 1);
    }
    // A mask [queries, keys] says nothing of a batch.
    const TemporaryFolder folder;
    const auto trace
        = mustOpen(folder.write("b.npz",
                                npzBytes({{"attentions", {3, 1, 3, 3}, rows(3, 3, 3)},
                                          {"attention_mask", {3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1}}})));
    CHECK(trace.traces.size() == 1);
    CHECK(trace.traces[0].info().layers().size() == 3);
}

TEST_CASE("import: padding on the left is known from masks of every form, and from empty rows", "[import]")
{
    constexpr float kFar = -3.4e38F;
    std::vector<float> batch = rows(1, 3, 3);
    for (const float weight : {0.5F, 0.5F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.4F, 0.6F})
        batch.push_back(weight);
    const SavedArray weights{"attentions_0", {2, 1, 3, 3}, batch};
    SavedArray empty = weights;
    empty.numbers[9] = empty.numbers[10] = 0;
    const std::vector<SavedArray> masks{
        {"attention_mask", {2, 3}, {0, 0, 0, kFar, 0, 0}},
        {"attention_mask", {2, 1, 3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1}},
        {"attn_mask",
         {2, 3, 3},
         {0, kFar, kFar, 0, 0, kFar, 0, 0, 0, kFar, kFar, kFar, kFar, 0, kFar, kFar, 0, 0}},
        {"src_key_padding_mask", {2, 3}, {0, 0, 0, 1, 0, 0}},
        {"attention_mask", {2, 3}, {1, 1, 1, 0, 1, 1}},
    };
    for (std::size_t i = 0; i <= masks.size(); ++i) {
        INFO(i);
        const TemporaryFolder folder;
        std::vector<std::string> warnings;
        const auto trace = mustOpen(
            folder.write("b.npz",
                         npzBytes(i < masks.size() ? std::vector{weights, masks[i]} : std::vector{empty})),
            &warnings);
        CHECK(layersOf(trace) == Layers{"decoder.0.self"});
        CHECK(trace.traces[1].tokens(StackKind::kDecoder)[2].padding);
        CHECK(trace.traces[1]
                  .attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0})
                  .at(MapKind::kWeights, 1, 1)
              == 0.6F);
        REQUIRE(warnings.size() == 1);
        CHECK_THAT(warnings.front(), containing("sentence 1: its words are at the positions 1 to 2 of 3"));
    }
}

TEST_CASE("import: equal tokens are equal, so that repetitions have their statistics", "[import]")
{
    // Row 3 is the second "a": it looks at "b", which followed the first.
    std::vector<float> weights(25, 0.0F);
    for (const int cell : {0, 5, 10, 16, 20})
        weights[static_cast<std::size_t>(cell)] = 1.0F;
    const SavedArray array{"attentions", {1, 5, 5}, weights};
    const TemporaryFolder folder;
    const auto induction = [&](const std::vector<SavedArray>& arrays) {
        const auto trace = mustOpen(folder.write("a.npz", npzBytes(arrays)));
        return headStatistics(
            trace.traces.front().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0}))["induction"];
    };
    CHECK_FALSE(induction({array}).has_value());
    CHECK(induction({array, {"input_ids", {1, 5}, {7, 8, 9, 7, 1}}}) == 1.0);
    folder.write("a.tokens.json", R"(["a","b","c","a","d"])");
    CHECK(induction({array}) == 1.0);
    std::vector<std::string> warnings;
    mustOpen(folder.write("a.npz", npzBytes({array, {"input_ids", {1, 4}, {7, 8, 9, 7}}})), &warnings);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), containing("input_ids: found the shape [1, 4]"));
}

TEST_CASE("import: rows have the ids that generate() wrote", "[import]")
{
    const TemporaryFolder folder;
    SavedArray first = square("attentions.0.0", 1, 2, true);
    const SavedArray second{"attentions.1.0", {1, 1, 1, 3}, {0.25F, 0.25F, 0.5F}};
    const auto trace = mustOpen(folder.write(
        "a.npz", npzBytes({first, second, {"sequences", {1, 4}, {7, 9, 7, 2}}}))); // the last one is not read
    const auto& tokens = trace.traces.front().tokens(StackKind::kDecoder);
    REQUIRE(tokens.size() == 3);
    CHECK(tokens[1].id == 9);
    CHECK(tokens[2].id == 7);
}

TEST_CASE("import: JSON with layers in an object, and with steps", "[import]")
{
    const TemporaryFolder folder;
    const std::string matrix = "[[[1,0],[0.25,0.75]]]";
    const auto layers
        = [&](const std::string& text) { return layersOf(mustOpen(folder.write("a.json", text))); };
    CHECK(layers(R"({"attentions":{"3":)" + matrix + R"(,"8":)" + matrix + "}}")
          == Layers{"decoder.3.self", "decoder.8.self"});
    CHECK(layers(R"({"3":)" + matrix + R"(,"8":)" + matrix + "}")
          == Layers{"decoder.3.self", "decoder.8.self"});
    CHECK(layers(R"({"layer_4":)" + matrix + R"(,"note":"x","attention_mask":[1,1]})")
          == Layers{"decoder.4.self"});
    CHECK(layers(R"({"attentions":[[[[[1]]]],[[[[0.25,0.75]]]]]})") == Layers{"decoder.0.self"});
}

TEST_CASE("import: random layouts of valid arrays are read as they were saved", "[import]")
{
    const TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const test::ImportLayout layout(seed);
        INFO("seed " << seed << ": " << layout.description());
        CHECK(
            layout.faultOf(opened(folder.write("a" + std::to_string(seed) + ".npz", layout.npz()))).empty());
    }
}
