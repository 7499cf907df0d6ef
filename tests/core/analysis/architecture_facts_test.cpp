#include "core/analysis/architecture.h"

#include "tests/support/catch.h"
#include "tests/support/layer_plan_text.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

#include <string>

using namespace headlight;
using namespace headlight::test;

TEST_CASE("architecture facts: the parts' parameters add up to the model's", "[analysis][families]")
{
    for (const char* name : {"gpt2", "llama", "t5", "bert", "bart", "gemma2", "paper-transformer"}) {
        const auto model = loadModel(std::string(kTestData) + "/models/" + name, {}, {});
        INFO(name);
        REQUIRE(model.has_value());
        const Architecture facts = architectureOf(**model);
        CHECK(facts.parameters == (*model)->parameters());
        for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
            const StackFacts* stack = facts.stack(kind);
            const StackShape* shape = (*model)->traceInfo().stack(kind);
            REQUIRE((stack != nullptr) == (shape != nullptr));
            if (stack == nullptr)
                continue;
            CHECK(stack->layers.size() == static_cast<std::size_t>(shape->layers));
            CHECK(stack->layers.front().self.heads == shape->heads);
            CHECK(stack->layers.front().self.kvHeads == shape->kvHeads);
            CHECK(stack->layers.front().cross.has_value() == shape->cross);
        }
    }
}

TEST_CASE("architecture facts: where the norms stand", "[analysis][families]")
{
    const auto factsOf = [](const char* name) {
        return architectureOf(**loadModel(std::string(kTestData) + "/models/" + name, {}, {}));
    };
    const Architecture gpt2 = factsOf("gpt2");
    CHECK(textOf(gpt2.decoder->layers.front().plan)
          == "norm(0) attention(1) update(2) sum(0,3) norm(4) feed(5) update(6) sum(4,7)");
    CHECK(gpt2.decoder->finalNorm.present);
    CHECK(gpt2.decoder->positions == PositionMethod::kLearned);
    CHECK(gpt2.head.tied);
    const Architecture bert = factsOf("bert");
    CHECK(textOf(bert.encoder->layers.front().plan)
          == "attention(0) update(1) sum(0,2) norm(3) feed(4) update(5) sum(4,6) norm(7)");
    CHECK_FALSE(bert.encoder->finalNorm.present);
    CHECK(bert.encoder->embeddingNorm.present);
    CHECK(bert.encoder->segments == 2);
    CHECK(bert.head.transform);
    const Architecture gemma = factsOf("gemma2");
    CHECK(textOf(gemma.decoder->layers.front().plan)
          == "norm(0) attention(1) norm(2) update(3) sum(0,4) norm(5) feed(6) norm(7) update(8) sum(5,9)");
    CHECK(gemma.decoder->layers.front().norms.at(NormSite::kSelfPost).present);
    CHECK(gemma.decoder->layers.front().feedForward.gated);
    CHECK(gemma.decoder->positions == PositionMethod::kRotary);
    const Architecture t5 = factsOf("t5");
    CHECK(t5.decoder->embeddingShared);
    CHECK(t5.decoder->embeddingParameters == 0);
    CHECK(t5.encoder->positions == PositionMethod::kRelativeBias);
}

TEST_CASE("architecture facts: counts of a small model by hand", "[analysis]")
{
    TinyOptions options;
    options.tied = false;
    const Architecture facts = architectureOf(*tinyModel(options));
    // width 16, 4 heads of 4, feed-forward 32, vocabulary 29.
    const std::int64_t attention = 4 * (16 * 16 + 16);
    const std::int64_t feed = 16 * 32 + 32 + 32 * 16 + 16;
    const std::int64_t norm = 32;
    const LayerFacts& layer = facts.decoder->layers.front();
    CHECK(layer.self.parameters == attention);
    CHECK(layer.feedForward.parameters == feed);
    CHECK(layer.parameters == 2 * attention + feed + 3 * norm);
    CHECK_FALSE(facts.head.tied);
    CHECK(facts.head.parameters == 29 * 16);
    CHECK(facts.parameters
          == 29 * 16 * 2 + 2 * (attention + feed + 2 * norm) + 2 * (2 * attention + feed + 3 * norm));
}

TEST_CASE("architecture facts: a trace without its model tells stacks and heads, but no norms", "[analysis]")
{
    const auto model = tinyModel();
    const Architecture facts = architectureOf(runTiny(model, {{{3, 7, 11}, {1, 5}}}).front());
    REQUIRE(facts.encoder);
    REQUIRE(facts.decoder);
    CHECK(facts.encoder->layers.size() == 2);
    const LayerFacts& layer = facts.decoder->layers.back();
    CHECK(layer.self.heads == 4);
    CHECK(layer.norms.empty());
    CHECK(textOf(layer.plan)
          == "attention(0) update(1) sum(0,2) attention(3) update(4) sum(3,5) feed(6) update(7) sum(6,8)");
    CHECK(textOf(facts.encoder->layers.back().plan)
          == "attention(0) update(1) sum(0,2) feed(3) update(4) sum(3,5)");
}
