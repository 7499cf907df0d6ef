// Blockwise attention against attention by whole rows, and what a mask reports for blocks against its cells.
#include "core/math/blockwise_attention.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace headlight;

namespace {

struct BlockwiseCase
{
    std::string name;
    Mask mask;
    ScoreRule rule = {};
    std::optional<ScoreBias> bias = {};
    std::optional<float> sink = {};
};

Matrix normalMatrix(Index rows, Index columns, std::mt19937& random)
{
    std::normal_distribution<float> normal;
    Matrix values(rows, columns);
    for (Index i = 0; i < values.size(); ++i)
        values.data()[i] = normal(random);
    return values;
}

std::vector<Mask> masksOf(Index queries, Index keys, Index firstQuery, std::mt19937& random)
{
    const Mask plain(queries, keys, firstQuery);
    const auto change = [&](const Mask& base, const Mask::Change& what) {
        Mask changed = base;
        changed.change(what);
        return changed;
    };
    const Mask causal = Mask(plain).causal();
    const Mask windowed = Mask(causal).window(50);
    ByteMatrix cells(queries, keys);
    for (Index i = 0; i < cells.size(); ++i)
        cells.data()[i] = random() % 3 == 0 ? 1 : 0;
    std::vector<Mask> masks{plain,
                            causal,
                            windowed,
                            Mask(plain).window(20),
                            Mask(plain).keyLimit(keys - 70),
                            Mask(windowed).keyLimit(keys / 2),
                            change(causal, Mask::Blocks{64, {}}),
                            change(causal, Mask::Blocks{1, {3, 90, 91, 400}}),
                            change(plain, Mask::Window{33}),
                            change(causal, Mask::Edit{0, 4096, 10, 40, false}),
                            change(windowed, Mask::Edit{100, 140, 300, 310, true}),
                            change(change(causal, Mask::Edit{0, 4096, 0, 4096, false}),
                                   Mask::Edit{firstQuery + 70, firstQuery + 75, 5, 500, true}),
                            Mask(causal).explicitCells(cells)};
    return masks;
}

std::vector<BlockwiseCase> blockwiseCases(Index queries, Index keys, Index firstQuery, std::mt19937& random)
{
    std::vector<BlockwiseCase> cases;
    ScoreRule rule;
    rule.scale = 0.25F;
    for (const Mask& mask : masksOf(queries, keys, firstQuery, random))
        cases.push_back({"mask " + std::to_string(cases.size()), mask, rule});
    const ScoreBias::Extent extent{firstQuery, queries, keys};
    const auto table = std::make_shared<const Matrix>(normalMatrix(32, 2, random));
    const Mask causal = Mask(queries, keys, firstQuery).causal();
    const Mask windowed = Mask(causal).window(90);
    Mask edited = windowed;
    edited.edit({firstQuery + 3, firstQuery + 99, 0, 60, true});
    for (const Mask& mask : {causal, windowed, edited}) {
        cases.push_back({"ALiBi", mask, rule, ScoreBias(0.03F, extent)});
        cases.push_back({"table", mask, rule, ScoreBias(table, 1, {32, 128, false}, extent)});
        cases.push_back({"matrix", mask, rule, ScoreBias(normalMatrix(queries, keys, random))});
        cases.push_back({"sink", mask, rule, std::nullopt, 1.5F});
        ScoreRule capped = rule;
        capped.softcap = 2.0F;
        cases.push_back({"softcap", mask, capped, ScoreBias(0.01F, extent), -0.5F});
        ScoreRule cosine = rule;
        cosine.form = ScoreForm::kCosine;
        cosine.scale = 8.0F;
        cases.push_back({"cosine", mask, cosine});
    }
    return cases;
}

struct Attended
{
    Matrix output;
    std::vector<float> shares;
};

/// The same by whole rows, with the mask's cells instead of its rules.
Attended attendWhole(const HeadOperands& operands, const BlockwiseCase& each)
{
    const Index queries = operands.query.rows();
    Mask cells(queries, operands.key.rows(), each.mask.firstQuery());
    cells.explicitCells(each.mask.toMatrix());
    Matrix scores(queries, operands.key.rows());
    scoreKeys(each.rule, operands.query, operands.key, scores);
    Attended attended;
    attended.shares.assign(static_cast<std::size_t>(queries), -1.0F);
    ScoreContext context = scoreContext(each.rule, each.bias ? &*each.bias : nullptr, &cells, 0);
    context.sink = each.sink;
    context.sinkShares = attended.shares;
    scoresToWeights(scores, context);
    attended.output = scores * operands.value;
    return attended;
}

Attended attendInBlocks(const HeadOperands& operands, const BlockwiseCase& each)
{
    Attended attended;
    attended.shares.assign(static_cast<std::size_t>(operands.query.rows()), -1.0F);
    ScoreContext context = scoreContext(each.rule, each.bias ? &*each.bias : nullptr, &each.mask, 0);
    context.sink = each.sink;
    context.sinkShares = attended.shares;
    attended.output = Matrix::Constant(operands.query.rows(), operands.value.cols(), 7.0F);
    attendBlockwise(operands, each.rule, context, attended.output);
    return attended;
}

} // namespace

TEST_CASE("attention by blocks equals attention by whole rows", "[math][long]")
{
    std::mt19937 random(11);
    struct Shape
    {
        Index queries, keys, firstQuery;
    };
    for (const Shape& shape : {Shape{700, 700, 0}, Shape{65, 1200, 1135}, Shape{1, 900, 899}}) {
        const Matrix query = normalMatrix(shape.queries, 16, random);
        const Matrix key = normalMatrix(shape.keys, 16, random);
        const Matrix value = normalMatrix(shape.keys, 12, random);
        const HeadOperands operands{query, key, value};
        for (const BlockwiseCase& each :
             blockwiseCases(shape.queries, shape.keys, shape.firstQuery, random)) {
            INFO(each.name << ", " << shape.queries << " x " << shape.keys);
            const Attended whole = attendWhole(operands, each);
            const Attended blocks = attendInBlocks(operands, each);
            CHECK((whole.output - blocks.output).cwiseAbs().maxCoeff() < 1e-6F);
            for (std::size_t row = 0; row < whole.shares.size(); ++row)
                CHECK_THAT(blocks.shares[row], Catch::Matchers::WithinAbs(whole.shares[row], 1e-6));
        }
    }
}

TEST_CASE("attention by blocks: a row of -infinity is no number, a row without keys is zero", "[math][long]")
{
    const Matrix query = Matrix::Ones(2, 4);
    const Matrix key = Matrix::Ones(900, 4);
    const Matrix value = Matrix::Ones(900, 3);
    Matrix bias = Matrix::Zero(2, 900);
    bias.row(0).setConstant(-std::numeric_limits<float>::infinity());
    Mask mask(2, 900);
    mask.edit({1, 2, 0, 900, false});
    const Attended blocks = attendInBlocks({query, key, value}, {"", mask, {}, ScoreBias(bias)});
    CHECK(std::isnan(blocks.output(0, 0)));
    CHECK(blocks.output.row(1).isZero(0.0F));
    bias(0, 899) = 1.0F; // one number after blocks that have none
    const Attended last = attendInBlocks({query, key, value}, {"", mask, {}, ScoreBias(bias)});
    CHECK(last.output.row(0).isOnes(1e-6F));
}

TEST_CASE("attention by blocks is not for masks that are a number", "[math][long]")
{
    ScoreRule rule;
    CHECK(canAttendBlockwise(rule));
    rule.maskValue = -1e9F;
    CHECK_FALSE(canAttendBlockwise(rule));
    rule = {};
    rule.emptyRow = EmptyRow::kUniform;
    CHECK_FALSE(canAttendBlockwise(rule));
    rule = {};
    rule.rows = RowForm::kShare;
    CHECK_FALSE(canAttendBlockwise(rule));
}

TEST_CASE("attention by blocks stops when it is told to", "[math][long]")
{
    std::mt19937 random(3);
    const Matrix operand = normalMatrix(300, 4, random);
    Matrix out = Matrix::Constant(300, 4, 9.0F);
    int asked = 0;
    attendBlockwise({operand, operand, operand}, {}, {}, out, [&] { return ++asked > 1; });
    CHECK(asked == 2);
    CHECK(out(0, 0) != 9.0F);
    CHECK(out(299, 0) == 9.0F);
}

TEST_CASE("a mask says of blocks what its cells say", "[math][long]")
{
    std::mt19937 random(5);
    constexpr Index kQueries = 200;
    constexpr Index kKeys = 640;
    for (const Mask& mask : masksOf(kQueries, kKeys, 300, random)) {
        const ByteMatrix cells = mask.toMatrix();
        for (int round = 0; round < 300; ++round) {
            const auto row = static_cast<Index>(random() % kQueries);
            const Index rows = 1 + static_cast<Index>(random() % static_cast<unsigned>(kQueries - row));
            const auto key = static_cast<Index>(random() % kKeys);
            const Index keys = 1 + static_cast<Index>(random() % static_cast<unsigned>(kKeys - key));
            const auto block = cells.block(row, key, rows, keys);
            const Mask::Cover cover = mask.cover(row, rows, {key, key + keys});
            if (cover == Mask::Cover::kAll)
                REQUIRE(block.minCoeff() == 1);
            if (cover == Mask::Cover::kNone)
                REQUIRE(block.maxCoeff() == 0);
            const Mask::KeyRange reach = mask.reach(row, rows);
            REQUIRE(reach.begin >= 0);
            REQUIRE(reach.end <= kKeys);
            if (reach.begin > 0)
                REQUIRE(cells.block(row, 0, rows, reach.begin).maxCoeff() == 0);
            if (reach.end < kKeys)
                REQUIRE(cells.block(row, reach.end, rows, kKeys - reach.end).maxCoeff() == 0);
            if (const auto range = mask.range(row)) {
                const auto allowed = cells.row(row).cast<Index>().sum();
                REQUIRE(allowed == std::max<Index>(0, range->end - range->begin));
            }
        }
    }
    // Rules by themselves are exact: half of causal attention and nearly all of a window is skipped.
    const Mask causal = Mask(1024, 1024).causal();
    CHECK(causal.cover(0, 64, {64, 1024}) == Mask::Cover::kNone);
    CHECK(causal.cover(512, 64, {0, 513}) == Mask::Cover::kAll);
    CHECK(Mask(causal).window(10).reach(512, 64) == Mask::KeyRange{503, 576});
}
