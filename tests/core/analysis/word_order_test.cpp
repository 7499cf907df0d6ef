// Positions by the introductions' formulas, and the effect of reordering words on a model.
#include "core/analysis/word_order.h"

#include "core/analysis/position_tables.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

#include <cmath>
#include <stop_token>

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

TEST_CASE("position formulas: the numbers that the introductions print", "[analysis][texts]")
{
    // d = 8, position 1, to the printed digits.
    const Matrix loop = positionTable(PositionFormula::kSteep, 2, 8);
    const std::vector<double> steep{.8415, .5403, .0100, .99995, .0001, 1, 0, 1};
    const Matrix paper = positionTable(PositionFormula::kPaper, 2, 8);
    const std::vector<double> own{.8415, .5403, .0998, .9950, .0100, .99995, .0010, 1};
    for (Index i = 0; i < 8; ++i) {
        CHECK(loop(0, i) == (i % 2 == 0 ? 0.0F : 1.0F));
        CHECK(static_cast<double>(loop(1, i)) == Approx(steep[static_cast<std::size_t>(i)]).margin(5.1e-5));
        CHECK(static_cast<double>(paper(1, i)) == Approx(own[static_cast<std::size_t>(i)]).margin(5.1e-5));
    }
    CHECK(static_cast<double>(loop(1, 3)) == Approx(.99995).margin(5e-6));
    // The exponents, computed by hand.
    const Matrix own2 = positionTable(PositionFormula::kSteepOwn, 5, 7);
    const Matrix halves = positionTable(PositionFormula::kHalves, 5, 6);
    for (Index p = 0; p < 5; ++p) {
        for (Index i = 0; i < 7; ++i) {
            const double a = static_cast<double>(p) / std::pow(10000.0, 2.0 * static_cast<double>(i) / 7.0);
            CHECK(static_cast<double>(own2(p, i))
                  == Approx(i % 2 == 0 ? std::sin(a) : std::cos(a)).margin(1e-6));
        }
        for (Index i = 0; i < 6; ++i)
            CHECK(halves(p, i)
                  == positionTable(PositionFormula::kPaper, 5, 6)(p, i < 3 ? 2 * i : 2 * (i - 3) + 1));
    }
}

TEST_CASE("word order: without positions a model does not notice it", "[analysis][texts]")
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

TEST_CASE("word order: without a position scheme there is nothing to notice either way", "[analysis]")
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

} // namespace headlight::test
