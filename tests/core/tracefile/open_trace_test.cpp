#include "core/tracefile/trace_file.h"

#include "core/io/safetensors.h"
#include "tests/core/io/pickle_builder.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <functional>

using namespace headlight;
using headlight::test::containing;
using headlight::test::floatBytes;
using headlight::test::npyBytes;
using headlight::test::TemporaryFolder;

namespace {

constexpr int kTokens = 3;

/// Unique weights for a layer's heads, causal or not.
std::vector<float> weightsOf(int layer, int heads, bool causal)
{
    std::vector<float> all;
    for (int head = 0; head < heads; ++head)
        for (int query = 0; query < kTokens; ++query) {
            const int seen = causal ? query + 1 : kTokens;
            const float first = 1.0F / static_cast<float>(seen + layer + head);
            for (int key = 0; key < kTokens; ++key)
                all.push_back(key >= seen     ? 0.0F
                                  : seen == 1 ? 1.0F
                                  : key == 0  ? first
                                              : (1.0F - first) / static_cast<float>(seen - 1));
        }
    return all;
}

std::vector<float> joinedLayers(int layers, int heads, bool causal)
{
    std::vector<float> all;
    for (int layer = 0; layer < layers; ++layer) {
        const auto own = weightsOf(layer, heads, causal);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

OpenedTrace openedTrace(const std::filesystem::path& path, const OpenTraceOptions& options = {},
                        std::vector<std::string>* warnings = nullptr)
{
    Job job;
    job.warn = [&](const std::string& text) {
        if (warnings != nullptr)
            warnings->push_back(text);
    };
    auto opened = openTrace(path, options, job);
    INFO((opened ? std::string() : opened.error().describe()));
    REQUIRE(opened.has_value());
    return std::move(*opened);
}

std::string openFault(const std::filesystem::path& path, const OpenTraceOptions& options = {})
{
    const auto opened = openTrace(path, options, {});
    REQUIRE_FALSE(opened.has_value());
    return opened.error().describe();
}

/// Checks that all weights of a kind of attention are those of weightsOf().
void checkImport(const OpenedTrace& opened, StackKind stack, int layers, int heads, bool causal)
{
    REQUIRE(opened.imported);
    REQUIRE(opened.traces.size() == 1);
    const Trace& trace = opened.traces.front();
    REQUIRE(trace.info().stack(stack) != nullptr);
    CHECK(trace.info().stack(stack)->layers == layers);
    CHECK(trace.info().stack(stack)->heads == heads);
    for (int layer = 0; layer < layers; ++layer) {
        const auto expected = weightsOf(layer, heads, causal);
        for (int head = 0; head < heads; ++head) {
            const Matrix found
                = trace.attention({stack, layer, AttentionKind::kSelf, head}).whole(MapKind::kWeights);
            REQUIRE(found.size() == kTokens * kTokens);
            for (Index i = 0; i < found.size(); ++i)
                CHECK(found.data()[i] == expected[static_cast<std::size_t>(head * kTokens * kTokens + i)]);
        }
    }
}

std::vector<std::string> wordsOf(const OpenedTrace& opened, StackKind stack)
{
    std::vector<std::string> words;
    for (const TokenLabel& label : opened.traces.front().tokens(stack))
        words.push_back(label.text);
    return words;
}

const std::vector<std::string> kWords{"the", "cat", "sat"};

} // namespace

TEST_CASE("import: arrays of NumPy, one layer, all layers or a plain matrix", "[import]")
{
    const TemporaryFolder folder;
    const auto all = openedTrace(
        folder.write("all.npy", npyBytes("<f4", "(2, 4, 3, 3)", floatBytes(joinedLayers(2, 4, true)))));
    checkImport(all, StackKind::kDecoder, 2, 4, true);
    CHECK(traceInWords(all)
          == std::vector<std::string>{"decoder.self: 2 layers × 4 heads × 3 queries × 3 keys (weights)"});
    CHECK(all.traces.front().info().decoder->causal);

    checkImport(openedTrace(folder.write(
                    "one.npy", npyBytes("<f4", "(1, 4, 3, 3)", floatBytes(weightsOf(0, 4, false))))),
                StackKind::kEncoder, 1, 4, false);
    checkImport(
        openedTrace(folder.write("plain.npy", npyBytes("<f4", "(3, 3)", floatBytes(weightsOf(0, 1, true))))),
        StackKind::kDecoder, 1, 1, true);
    checkImport(openedTrace(folder.write(
                    "five.npy", npyBytes("<f4", "(2, 1, 4, 3, 3)", floatBytes(joinedLayers(2, 4, false))))),
                StackKind::kEncoder, 2, 4, false);
}

TEST_CASE("import: a list in an archive, with tokens inside or beside", "[import]")
{
    test::ZipBuilder zip;
    for (int layer = 0; layer < 11; ++layer) // arr_10 comes after arr_9, not after arr_1
        zip.entries.push_back({"arr_" + std::to_string(layer) + ".npy",
                               npyBytes("<f4", "(1, 2, 3, 3)", floatBytes(weightsOf(layer, 2, true)))});
    const TemporaryFolder folder;
    const auto path = folder.write("map.npz", zip.build());
    const auto plain = openedTrace(path);
    checkImport(plain, StackKind::kDecoder, 11, 2, true);
    CHECK(wordsOf(plain, StackKind::kDecoder) == std::vector<std::string>{"0", "1", "2"});

    folder.write("map.tokens.txt", "the\r\ncat\nsat\n");
    CHECK(wordsOf(openedTrace(path), StackKind::kDecoder) == kWords);
    OpenTraceOptions options;
    options.tokens = folder.write("mine.json", R"({"tokens": ["a", "b", "c"]})");
    CHECK(wordsOf(openedTrace(path, options), StackKind::kDecoder)
          == std::vector<std::string>{"a", "b", "c"});
    options.tokens = folder.write("short.json", R"(["a", "b"])");
    CHECK_THAT(openFault(path, options), containing("tokens: found 2 tokens, expected 3"));
}

TEST_CASE("import: JSON with nested lists", "[import]")
{
    const TemporaryFolder folder;
    const std::string matrix = "[[1,0,0],[0.25,0.75,0],[0.5,0.25,0.25]]";
    const auto opened
        = openedTrace(folder.write("a.json",
                                   R"({"tokens": ["the","cat","sat"], "attentions": [[)" + matrix + ","
                                       + matrix + "],[" + matrix + "," + matrix + "]]}"));
    CHECK(wordsOf(opened, StackKind::kDecoder) == kWords);
    CHECK(traceInWords(opened).front().starts_with("decoder.self: 2 layers × 2 heads × 3 queries"));
    CHECK(opened.traces.front()
              .attention({StackKind::kDecoder, 1, AttentionKind::kSelf, 1})
              .at(MapKind::kWeights, 1, 1)
          == 0.75F);

    CHECK_THAT(openFault(folder.write("b.json", R"({"attentions": [[[[1,0],[1]]]]})")),
               containing("attentions.0[0][1]: found a list of 1, expected 2"));
    CHECK_THAT(openFault(folder.write("c.json", R"({"attentions": [[[["x"]]]]})")),
               containing("found \"x\", expected a number"));
    CHECK_THAT(openFault(folder.write("d.json", R"({"weights": 3})")), containing("attentions: not found"));
    CHECK_THAT(openFault(folder.write("e.json", R"({"attentions": [[[[]]]]})")),
               containing("found an empty list"));
}

TEST_CASE("import: names of Hugging Face transformers in safetensors", "[import]")
{
    const TemporaryFolder folder;
    const auto path = folder.path() / "hf.safetensors";
    const auto self = weightsOf(0, 2, true);
    const auto encoder = weightsOf(1, 2, false);
    const std::vector<float> cross(2 * 3 * 2, 0.5F); // three queries, two keys
    const std::vector<float> encoderTwo(2 * 2 * 2, 0.5F);
    const std::vector<float> hidden(3 * 8);
    const std::vector<TensorToWrite> tensors{floatTensor("decoder_attentions.0", {1, 2, 3, 3}, self),
                                             floatTensor("encoder_attentions.0", {1, 2, 2, 2}, encoderTwo),
                                             floatTensor("cross_attentions.0", {1, 2, 3, 2}, cross),
                                             floatTensor("last_hidden_state", {1, 3, 8}, hidden)};
    REQUIRE(writeSafetensors(path, tensors).has_value());
    std::vector<std::string> warnings;
    const auto opened = openedTrace(path, {}, &warnings);
    CHECK(traceInWords(opened)
          == std::vector<std::string>{"encoder.self: 1 layer × 2 heads × 2 queries × 2 keys (weights)",
                                      "decoder.self: 1 layer × 2 heads × 3 queries × 3 keys (weights)",
                                      "decoder.cross: 1 layer × 2 heads × 3 queries × 2 keys (weights)"});
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), containing("last_hidden_state: not part of a trace"));
    OpenTraceOptions options;
    options.tokens = folder.write("s.txt", "le\nchat\n");
    options.targetTokens = folder.write("t.txt", "the\ncat\nsat\n");
    const auto named = openedTrace(path, options);
    CHECK(wordsOf(named, StackKind::kEncoder) == std::vector<std::string>{"le", "chat"});
    CHECK(wordsOf(named, StackKind::kDecoder) == kWords);
}

TEST_CASE("import: TransformerLens' queries and keys are turned, and make the same weights", "[import]")
{
    // [positions, heads, d_head] there, [heads, positions, d_head] here.
    const int heads = 2;
    const int width = 4;
    const Matrix q = testing::noiseMatrix(3, 1, kTokens, heads * width);
    const Matrix k = testing::noiseMatrix(3, 2, kTokens, heads * width);
    const TemporaryFolder folder;
    const auto path = folder.path() / "cache.safetensors";
    const auto span = [](const Matrix& m) { return std::span(m.data(), static_cast<std::size_t>(m.size())); };
    const Matrix unturned = Matrix::Zero(kTokens, heads * width);
    const std::vector<TensorToWrite> tensors{
        floatTensor("blocks.0.attn.hook_q", {1, kTokens, heads, width}, span(unturned)),
        floatTensor("blocks.0.attn.hook_rot_q", {1, kTokens, heads, width}, span(q)),
        floatTensor("blocks.0.attn.hook_k", {1, kTokens, heads, width}, span(k))};
    REQUIRE(writeSafetensors(path, tensors).has_value());
    std::vector<std::string> warnings;
    const auto opened = openedTrace(path, {}, &warnings);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), containing("treated as causal"));
    const Trace& trace = opened.traces.front();
    Mask mask(kTokens, kTokens);
    mask.causal();
    for (int head = 0; head < heads; ++head) {
        const Matrix scores = q.middleCols(head * width, width)
            * k.middleCols(head * width, width).transpose() / std::sqrt(static_cast<float>(width));
        const Matrix expected = testing::maskedSoftmax(scores, mask);
        const Matrix found
            = trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, head}).whole(MapKind::kWeights);
        CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-6F);
    }
}

TEST_CASE("import: torch.save of a dictionary with a tuple and tokens", "[import]")
{
    namespace pickle = test::pickle;
    const auto tensor = [](const std::string& key) {
        return pickle::tensor({"FloatStorage", key, 18, 0, {1, 2, 3, 3}, {18, 9, 3, 1}});
    };
    const std::string tokens = "](" + pickle::text("the") + pickle::text("cat") + pickle::text("sat") + "e";
    test::ZipBuilder zip;
    zip.entries.push_back({"archive/data.pkl",
                           pickle::dict(pickle::text("attentions") + pickle::tuple(tensor("0") + tensor("1"))
                                        + pickle::text("tokens") + tokens)});
    zip.entries.push_back({"archive/data/0", floatBytes(weightsOf(0, 2, true))});
    zip.entries.push_back({"archive/data/1", floatBytes(weightsOf(1, 2, true))});
    const TemporaryFolder folder;
    const auto opened = openedTrace(folder.write("out.pt", zip.build()));
    checkImport(opened, StackKind::kDecoder, 2, 2, true);
    CHECK(wordsOf(opened, StackKind::kDecoder) == kWords);

    zip.entries.front().content = pickle::begin() + pickle::tuple(tensor("0") + tensor("1")) + ".";
    checkImport(openedTrace(folder.write("list.pt", zip.build())), StackKind::kDecoder, 2, 2, true);
}

TEST_CASE("import: the checksums of an archive are compared, of torch.save's on demand", "[import]")
{
    namespace pickle = test::pickle;
    test::ZipBuilder zip;
    zip.entries.push_back(
        {"a/data.pkl",
         pickle::dict(pickle::text("attentions")
                      + pickle::tensor({"FloatStorage", "0", 18, 0, {1, 2, 3, 3}, {18, 9, 3, 1}}))});
    zip.entries.push_back({"a/data/0", floatBytes(weightsOf(0, 2, true))});
    const TemporaryFolder folder;
    OpenTraceOptions verified;
    verified.verify = true;
    openedTrace(folder.write("sound.pt", zip.build()), verified);
    // torch.save can leave the checksums out, and gigabytes should open at once.
    zip.entries.back().checksumFault = 1;
    const auto damaged = folder.write("damaged.pt", zip.build());
    openedTrace(damaged);
    CHECK_THAT(openTrace(damaged, verified, {}).error().describe(),
               containing("damaged.pt: a/data/0: zip: found content with the CRC-32 "));

    test::ZipBuilder arrays;
    arrays.entries.push_back(
        {"attentions.0.npy", npyBytes("<f4", "(2, 3, 3)", floatBytes(weightsOf(0, 2, true)))});
    openedTrace(folder.write("sound.npz", arrays.build()), verified);
    test::ZipBuilder packed = arrays;
    packed.entries.back().method = 8;
    openedTrace(folder.write("packed.npz", packed.build()), verified);
    packed.entries.back().checksumFault = 1;
    CHECK_THAT(openFault(folder.write("packed-damaged.npz", packed.build())), containing("with the CRC-32 "));
    // One wrong bit in a number: nothing else could notice it.
    std::string bytes = arrays.build();
    bytes[bytes.find(floatBytes({0.5F})) + 2] ^= 1;
    CHECK_THAT(openFault(folder.write("damaged.npz", bytes)),
               containing("damaged.npz: attentions.0.npy: zip: found content with the CRC-32 "));
    CHECK_THAT(openTrace(folder.write("a.npy", npyBytes("<f4", "(1, 1)", floatBytes({1}))), verified, {})
                   .error()
                   .describe(),
               containing("has no checksums, expected the folder of a sharded trace, .npz or .pt"));
}

TEST_CASE("import: a batch is as many sentences", "[import]")
{
    std::vector<float> two = weightsOf(0, 2, true);
    const auto other = weightsOf(1, 2, true);
    two.insert(two.end(), other.begin(), other.end());
    test::ZipBuilder zip;
    zip.entries.push_back({"attentions.0.npy", npyBytes("<f4", "(2, 2, 3, 3)", floatBytes(two))});
    const TemporaryFolder folder;
    OpenTraceOptions options;
    options.tokens = folder.write("t.json", R"([["the","cat","sat"],["a","dog"]])");
    const auto opened = openedTrace(folder.write("b.npz", zip.build()), options);
    REQUIRE(opened.traces.size() == 2);
    CHECK(opened.batch);
    CHECK(opened.traces[1].tokens(StackKind::kDecoder)[1].text == "dog");
    CHECK(opened.traces[1].tokens(StackKind::kDecoder)[2].padding);
    CHECK(opened.traces[1]
              .attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0})
              .at(MapKind::kWeights, 2, 0)
          == other[6]);
}

TEST_CASE("import: shapes that make no attention name expected and found", "[import]")
{
    const TemporaryFolder folder;
    CHECK_THAT(openFault(folder.write("a.npy", npyBytes("<f4", "(3,)", floatBytes({1, 2, 3})))),
               containing("attentions: found the shape [3], expected [heads, queries, keys]"));
    CHECK_THAT(openFault(folder.write("b.npy", npyBytes("<f4", "(0, 3, 3)", {}))),
               containing("found the shape [0, 3, 3], expected no empty axis"));
    CHECK_THAT(
        openFault(folder.write("columns.npy", npyBytes("<f4", "(4294967296, 4294967296, 0)", {}, true))),
        containing("expected no empty axis")); // strides of these would overflow
    test::ZipBuilder zip;
    zip.entries.push_back(
        {"attentions.0.npy", npyBytes("<f4", "(2, 3, 3)", floatBytes(weightsOf(0, 2, true)))});
    zip.entries.push_back(
        {"attentions.1.npy", npyBytes("<f4", "(1, 3, 3)", floatBytes(weightsOf(0, 1, true)))});
    CHECK_THAT(openFault(folder.write("c.npz", zip.build())),
               containing("attentions.1: found 1 heads, expected 2"));
    zip.entries[1].name = "attentions.1.npy";
    zip.entries[1].content = npyBytes("<f4", "(2, 2, 2)", floatBytes(std::vector<float>(8, 0.5F)));
    CHECK_THAT(openFault(folder.write("d.npz", zip.build())),
               containing("attentions.1: found 2 queries, expected 3"));
    zip.entries[1].name = "one.npy";
    zip.entries[0].name = "two.npy";
    CHECK_THAT(openFault(folder.write("e.npz", zip.build())), containing("names say nothing"));
    CHECK_THAT(openFault(folder.write("f.bin", "no array at all")), containing("f.bin"));
}

TEST_CASE("import: rows that are not sound are counted and described", "[import]")
{
    std::vector<float> weights = weightsOf(0, 2, true);
    weights[3] = 0.9F; // head 0, row 1
    weights[8] += 0.125F; // head 0, row 2
    weights[9] = std::nanf(""); // head 1, row 0
    const TemporaryFolder folder;
    std::vector<std::string> warnings;
    const auto opened = openedTrace(folder.write("w.npy", npyBytes("<f4", "(2, 3, 3)", floatBytes(weights))),
                                    {}, &warnings);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), containing("head 0, row 1 holds weights that sum to 1.4, expected 1"));
    CHECK_THAT(warnings.front(), containing("3 rows are such, off by up to 0.4"));
    CHECK(opened.traces.front().info().warnings == warnings);
}

TEST_CASE("import: floats that were in half precision before are as exact as those", "[import]")
{
    // 0.333 in BF16, three times, gives 0.9990; in a trace of floats that would be an error.
    const std::vector<float> weights{1, 0, 0, 0.5F, 0.5F, 0, 0.33203125F, 0.33203125F, 0.33203125F};
    const TemporaryFolder folder;
    std::vector<std::string> warnings;
    openedTrace(folder.write("h.npy", npyBytes("<f4", "(3, 3)", floatBytes(weights))), {}, &warnings);
    CHECK(warnings.empty());
}
