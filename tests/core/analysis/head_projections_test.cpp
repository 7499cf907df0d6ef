// The projections of single heads against tensors of the checkpoint, split by hand.
#include "core/analysis/head_projections.h"

#include "core/analysis/architecture.h"
#include "core/io/checkpoint.h"
#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;

struct OpenedFolder
{
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Checkpoint> checkpoint;

    explicit OpenedFolder(const fs::path& folder)
        : model(loadModel(folder, {}, {}).value())
        , checkpoint(Checkpoint::open(folder, {}).value())
    { }
    Matrix tensor(const std::string& name) const
    {
        const TensorView* const found = checkpoint->find(name);
        INFO(name);
        REQUIRE(found != nullptr);
        REQUIRE(found->shape.size() == 2);
        Matrix values(found->shape[0], found->shape[1]);
        convertToFloat(*found, 0, {values.data(), static_cast<std::size_t>(values.size())});
        return values;
    }
};

/// Checks every head in every layer of the only stack: `expected` returns a head's part of a projection.
void checkHeads(const Model& model, StackKind stack,
                const std::function<Matrix(int layer, int head, Projection which)>& expected)
{
    const StackShape& shape = *model.traceInfo().stack(stack);
    for (int layer = 0; layer < shape.layers; ++layer)
        for (int head = 0; head < shape.heads; ++head)
            for (const Projection which : kProjections) {
                const HeadRef ref{stack, layer, AttentionKind::kSelf, head};
                INFO(toString(ref) << " projection " << static_cast<int>(which));
                CHECK(headProjection(model, ref, which) == expected(layer, head, which));
                const auto facts = headProjections(model, ref);
                REQUIRE(facts.has_value());
                const ProjectionShape& part = facts->shape(which);
                const Matrix packed = packedProjection(model, ref, which);
                CHECK(packed.rows() == part.rows);
                CHECK(packed.cols() == part.columns);
                const Matrix framed = which == Projection::kOutput
                    ? Matrix(packed.middleCols(part.first, part.count))
                    : Matrix(packed.middleRows(part.first, part.count));
                CHECK(framed == expected(layer, head, which));
            }
}

std::string layerPrefix(const char* before, int layer, const char* after)
{
    return before + std::to_string(layer) + after;
}

} // namespace

TEST_CASE("head projections: GPT-2 keeps all three in one transposed matrix", "[analysis][families]")
{
    const OpenedFolder opened(std::string(kTestData) + "/models/gpt2");
    const Index width = opened.model->traceInfo().modelWidth;
    const Index own = width / opened.model->traceInfo().decoder->heads;
    const bool bare = opened.checkpoint->find("h.0.attn.c_attn.weight") != nullptr;
    checkHeads(*opened.model, StackKind::kDecoder, [&](int layer, int head, Projection which) {
        const std::string prefix = layerPrefix(bare ? "h." : "transformer.h.", layer, ".attn.");
        if (which == Projection::kOutput)
            return Matrix(opened.tensor(prefix + "c_proj.weight").transpose().middleCols(head * own, own));
        const Matrix fused = opened.tensor(prefix + "c_attn.weight"); // [width × 3·width]
        return Matrix(fused.middleCols(static_cast<Index>(which) * width + head * own, own).transpose());
    });
}

TEST_CASE("head projections: keys and values are shared by groups of heads", "[analysis][families]")
{
    const OpenedFolder opened(std::string(kTestData) + "/models/llama");
    const StackShape& shape = *opened.model->traceInfo().decoder;
    REQUIRE(shape.kvHeads < shape.heads);
    const int shared = shape.heads / shape.kvHeads;
    const Index own = shape.headWidth;
    checkHeads(*opened.model, StackKind::kDecoder, [&](int layer, int head, Projection which) {
        const std::string prefix = layerPrefix("model.layers.", layer, ".self_attn.");
        if (which == Projection::kOutput)
            return Matrix(opened.tensor(prefix + "o_proj.weight").middleCols(head * own, own));
        if (which == Projection::kQuery)
            return Matrix(opened.tensor(prefix + "q_proj.weight").middleRows(head * own, own));
        const char* const name = which == Projection::kKey ? "k_proj.weight" : "v_proj.weight";
        return Matrix(opened.tensor(prefix + name).middleRows(head / shared * own, own));
    });
    const auto facts = headProjections(*opened.model, {StackKind::kDecoder, 0, AttentionKind::kSelf, 1});
    CHECK(facts->shape(Projection::kKey).sharedBy == shared);
    CHECK(facts->shape(Projection::kQuery).sharedBy == 1);
    CHECK(facts->parameters() == architectureOf(*opened.model).decoder->layers.front().self.parameters);
}

TEST_CASE("head projections: fused and interleaved ones are taken apart", "[analysis][families]")
{
    const fs::path goldens = fs::path(kSharedData) / "goldens";
    if (!fs::exists(goldens / "phi3") || !fs::exists(goldens / "gpt_neox")) {
        WARN("skipped: the goldens of phi3 and gpt_neox are not on this machine");
        return;
    }
    const OpenedFolder phi(goldens / "phi3");
    const StackShape& grouped = *phi.model->traceInfo().decoder;
    const Index d = grouped.headWidth;
    checkHeads(*phi.model, StackKind::kDecoder, [&](int layer, int head, Projection which) {
        const std::string prefix = layerPrefix("model.layers.", layer, ".self_attn.");
        if (which == Projection::kOutput)
            return Matrix(phi.tensor(prefix + "o_proj.weight").middleCols(head * d, d));
        const Matrix fused = phi.tensor(prefix + "qkv_proj.weight"); // queries, then keys, then values
        const Index kv = head / (grouped.heads / grouped.kvHeads);
        const Index first = which == Projection::kQuery ? head * d
            : which == Projection::kKey                 ? (grouped.heads + kv) * d
                                                        : (grouped.heads + grouped.kvHeads + kv) * d;
        return Matrix(fused.middleRows(first, d));
    });
    const OpenedFolder neox(goldens / "gpt_neox");
    const Index own = neox.model->traceInfo().decoder->headWidth;
    checkHeads(*neox.model, StackKind::kDecoder, [&](int layer, int head, Projection which) {
        const std::string prefix = layerPrefix("gpt_neox.layers.", layer, ".attention.");
        if (which == Projection::kOutput)
            return Matrix(neox.tensor(prefix + "dense.weight").middleCols(head * own, own));
        const Matrix fused = neox.tensor(prefix + "query_key_value.weight"); // [head, q k v, width]
        return Matrix(fused.middleRows((3 * head + static_cast<Index>(which)) * own, own));
    });
}

TEST_CASE("head projections: widths of their own, cross-attention, and heads that are not there",
          "[analysis]")
{
    TinyOptions options;
    options.headWidth = 6;
    options.valueWidth = 3;
    const auto model = tinyModel(options);
    const HeadRef cross{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    const auto facts = headProjections(*model, cross);
    REQUIRE(facts.has_value());
    CHECK(facts->shape(Projection::kQuery).rows == 24);
    CHECK(facts->shape(Projection::kQuery).columns == 16);
    CHECK(facts->shape(Projection::kQuery).first == 12);
    CHECK(facts->shape(Projection::kValue).rows == 12);
    CHECK(facts->shape(Projection::kOutput).columns == 12);
    CHECK(facts->shape(Projection::kOutput).first == 6);
    CHECK(facts->shape(Projection::kOutput).count == 3);
    // 3 · D · d · heads if all widths are equal, and the biases.
    CHECK(facts->shape(Projection::kQuery).parameters == 16 * 24 + 24);
    CHECK(headProjection(*model, cross, Projection::kOutput).cols() == 3);
    for (const HeadRef& wrong :
         {HeadRef{StackKind::kEncoder, 0, AttentionKind::kCross, 0}, HeadRef{StackKind::kEncoder, 9, {}, 0},
          HeadRef{StackKind::kDecoder, 0, {}, 4}, HeadRef{StackKind::kDecoder, -1, {}, 0}}) {
        CHECK_FALSE(headProjections(*model, wrong).has_value());
        CHECK(packedProjection(*model, wrong, Projection::kQuery).size() == 0);
        CHECK(headProjection(*model, wrong, Projection::kOutput).size() == 0);
    }
}

} // namespace headlight::test
