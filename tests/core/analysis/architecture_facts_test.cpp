#include "core/analysis/architecture.h"

#include "tests/support/catch.h"
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
    CHECK(gpt2.decoder->norms == NormPlace::kBefore);
    CHECK(gpt2.decoder->finalNorm.present);
    CHECK(gpt2.decoder->positions == PositionMethod::kLearned);
    CHECK(gpt2.head.tied);
    const Architecture bert = factsOf("bert");
    CHECK(bert.encoder->norms == NormPlace::kAfterSum);
    CHECK_FALSE(bert.encoder->finalNorm.present);
    CHECK(bert.encoder->embeddingNorm.present);
    CHECK(bert.encoder->segments == 2);
    CHECK(bert.head.transform);
    const Architecture gemma = factsOf("gemma2");
    CHECK(gemma.decoder->norms == NormPlace::kBothSides);
    CHECK(gemma.decoder->layers.front().selfPostNorm.present);
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
