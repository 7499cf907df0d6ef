// The effect of reordering words on a model.
#include "core/run/word_order.h"

#include "core/analysis/position_tables.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

#include <stop_token>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

std::vector<TokenLabel> labelsOf(const Ids& ids)
{
    std::vector<TokenLabel> labels;
    for (const TokenId id : ids) {
        TokenLabel label;
        label.id = id;
        labels.push_back(label);
    }
    return labels;
}

} // namespace

TEST_CASE("word order: without positions a model does not notice it", "[run][texts]")
{
    for (const int kind : {0, 1, 2}) {
        TinyOptions options;
        options.encoderOnly = kind == 1;
        options.decoderOnly = kind == 2;
        const auto model = tinyModel(options);
        std::vector<TokenLabel> tokens = labelsOf({5, 9, 14, 3, 21, 2});
        tokens.back().special = true;
        const auto order = wordOrder(model, tokens, {});
        INFO("kind " << kind);
        REQUIRE(order.has_value());
        REQUIRE(order->tokens.size() == 6);
        CHECK(order->tokens[0].to == 4);
        CHECK(order->tokens[1].to == 3);
        CHECK(order->tokens[2].to == 2);
        CHECK(order->tokens[5].to == 5);
        CHECK(order->largestWith() > 0.01);
        CHECK(order->largestWithout() < 1e-5);
    }
}

TEST_CASE("word order: without a position scheme there is nothing to notice either way", "[run]")
{
    TinyOptions options;
    options.positions = PositionScheme::kNone;
    const auto order = wordOrder(tinyModel(options), labelsOf({5, 9, 14, 3}), {});
    REQUIRE(order.has_value());
    CHECK(order->largestWith() < 1e-5);
    CHECK(wordOrder(tinyModel(), labelsOf({5}), {})->largestWith() == 0);
    CHECK_FALSE(wordOrder(tinyModel(), {}, {}).has_value());
    CHECK_FALSE(wordOrder(tinyModel(), labelsOf({5, 4000}), {}).has_value());
    std::stop_source stop;
    stop.request_stop();
    Job job;
    job.stop = stop.get_token();
    CHECK_FALSE(wordOrder(tinyModel(), labelsOf({5, 9}), job).has_value());
}

TEST_CASE("word order: progress counts the layers of all four passes", "[run]")
{
    const auto model = tinyModel({.layers = 3});
    std::vector<std::string> told;
    std::int64_t last = 0;
    Job job;
    job.progress = [&](const Progress& progress) {
        CHECK(progress.done >= last);
        last = progress.done;
        told.push_back(progress.what);
    };
    REQUIRE(wordOrder(model, labelsOf({5, 9, 14}), job).has_value());
    REQUIRE(told.size() == 12);
    CHECK(told[4].starts_with("layer 5 of 12"));
    CHECK(last == 1000);
    CHECK(wordOrderSeconds(*model, 2000) > 5 * wordOrderSeconds(*model, 100));
}

} // namespace headlight::test
