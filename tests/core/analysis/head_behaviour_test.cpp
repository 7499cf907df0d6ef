#include "core/analysis/head_behaviour.h"

#include "tests/support/catch.h"

#include <memory>
#include <string>
#include <utility>

using namespace headlight;

namespace {

class GivenWeights : public AttentionSource
{
public:
    explicit GivenWeights(Matrix weights)
        : m_weights(std::move(weights))
    { }
    Index queries() const override { return m_weights.rows(); }
    Index keys() const override { return m_weights.cols(); }
    bool has(MapKind kind) const override { return kind == MapKind::kWeights; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        out = m_weights.block(query, key, out.rows(), out.cols());
    }

private:
    Matrix m_weights;
};

/// ids: of the queries; id 0 is special. In cross-attention the last key is special.
HeadStatistics givenStatistics(const Matrix& weights, std::vector<int> ids = {},
                               AttentionKind kind = AttentionKind::kSelf)
{
    std::vector<TokenLabel> queries(static_cast<std::size_t>(weights.rows()));
    for (std::size_t i = 0; i < queries.size(); ++i) {
        queries[i].id = i < ids.size() ? ids[i] : static_cast<int>(i) + 1;
        queries[i].special = queries[i].id == 0;
    }
    std::vector<TokenLabel> keys(static_cast<std::size_t>(weights.cols()));
    if (kind == AttentionKind::kCross)
        keys.back().special = true;
    return headStatistics({{StackKind::kDecoder, 0, kind, 0},
                           std::make_shared<GivenWeights>(weights),
                           std::make_shared<const std::vector<TokenLabel>>(queries),
                           std::make_shared<const std::vector<TokenLabel>>(keys)});
}

Matrix shifted(Index size, Index by)
{
    Matrix weights = Matrix::Zero(size, size);
    for (Index row = 0; row < size; ++row)
        weights(row, std::clamp<Index>(row + by, 0, size - 1)) = 1;
    return weights;
}

std::string nameOf(const HeadStatistics& statistics)
{
    const auto behaviour = headBehaviour(statistics);
    return behaviour ? headStatisticList()[behaviour->statistic].behaviour : "";
}

} // namespace

TEST_CASE("head behaviour: a head is named after the statistic that is largest", "[analysis]")
{
    CHECK(nameOf(givenStatistics(shifted(8, -1))) == "previous token");
    CHECK(nameOf(givenStatistics(shifted(8, 1))) == "next token");
    CHECK(nameOf(givenStatistics(Matrix::Identity(8, 8))) == "same token");
    CHECK(nameOf(givenStatistics(Matrix::Constant(8, 8, 0.125F))) == "spread");
    Matrix first = Matrix::Zero(8, 8);
    first.col(0).setOnes();
    CHECK(nameOf(givenStatistics(first)) == "first token");
    CHECK(headBehaviour(givenStatistics(first))->value == Approx(1));
}

TEST_CASE("head behaviour: induction needs repetitions, and three rows that have them", "[analysis]")
{
    Matrix weights = Matrix::Constant(8, 8, 0.02F);
    for (Index row = 0; row < 8; ++row)
        weights(row, row >= 4 ? row - 3 : 0) = 0.86F;
    CHECK(nameOf(givenStatistics(weights, {1, 2, 3, 4, 1, 2, 3, 4})) == "induction");
    CHECK(nameOf(givenStatistics(weights, {1, 2, 3, 4, 1, 2, 5, 6})) != "induction");
    CHECK_FALSE(givenStatistics(weights)["induction"].has_value());
    // Where one token is repeated, all that is looked at followed the same token: that names no head.
    weights.setConstant(0.02F);
    for (Index row = 0; row < 8; ++row)
        weights(row, row >= 3 ? 2 : 0) = 0.86F;
    const HeadStatistics repeated = givenStatistics(weights, {1, 2, 2, 2, 2, 2, 2, 2});
    CHECK(*repeated["induction"] > *repeated["duplicate"]);
    CHECK(nameOf(repeated) != "induction");
    CHECK(nameOf(givenStatistics(shifted(8, -1), std::vector<int>(8, 2))) == "previous token");
    // Of two tokens in turns, every other key followed an earlier occurrence.
    const HeadStatistics turns = givenStatistics(Matrix::Constant(8, 8, 0.125F), {1, 2, 1, 2, 1, 2, 1, 2});
    CHECK(nameOf(turns) == "spread");
    weights.setConstant(0.06F);
    for (Index row = 0; row < 8; ++row)
        weights(row, row >= 2 ? row - 1 : 0) = 0.58F;
    weights.diagonal(-1) *= 0.4F;
    for (Index row = 3; row < 8; ++row)
        weights(row, row - 3) = 0.4F;
    CHECK(nameOf(givenStatistics(weights, {1, 2, 1, 2, 1, 2, 1, 2})).empty());
}

TEST_CASE("head behaviour: no name below a half, and none for texts of less than four tokens", "[analysis]")
{
    // Softmax gives every unmasked key some weight.
    Matrix mixed = 0.45F * shifted(8, -1) + Matrix::Constant(8, 8, 1e-4F);
    for (Index row = 0; row < 8; ++row)
        mixed(row, (row + 4) % 8) += 0.55F;
    CHECK(nameOf(givenStatistics(mixed)).empty());
    CHECK(nameOf(givenStatistics(shifted(3, -1))).empty());
    CHECK(nameOf(givenStatistics(shifted(4, -1))) == "previous token");
}

TEST_CASE("head behaviour: spread needs three quarters of the keys", "[analysis]")
{
    // Equal weight on this many keys starting at the row's own, and next to nothing on the rest.
    const auto over = [](Index reached) {
        Matrix weights = Matrix::Constant(8, 8, 1e-4F);
        for (Index row = 0; row < 8; ++row)
            for (Index i = 0; i < reached; ++i)
                weights(row, (row + i) % 8) = 1.0F / static_cast<float>(reached);
        return givenStatistics(weights);
    };
    CHECK(*over(5)["spread"] > kLeastBehaviour);
    CHECK(nameOf(over(5)).empty()); // most heads reach half of a short text
    CHECK(nameOf(over(7)) == "spread");
}

TEST_CASE("head behaviour: alignment is weight on keys that no other row looks at more", "[analysis]")
{
    Matrix order = Matrix::Zero(5, 5);
    for (const auto& [row, key] : {std::pair(0, 3), {1, 0}, {2, 2}, {3, 1}, {4, 3}})
        order(row, key) = 1;
    // The first row has read only a special token: where it looks is not an alignment.
    const HeadStatistics aligned = givenStatistics(order, {0, 1, 2, 3, 4}, AttentionKind::kCross);
    CHECK(aligned["alignment"].value() == Approx(1));
    CHECK(nameOf(aligned) == "alignment");
    Matrix one = Matrix::Zero(5, 5);
    one.col(2).setOnes();
    CHECK(givenStatistics(one, {0, 1, 2, 3, 4}, AttentionKind::kCross)["alignment"].value() == Approx(0.25));
    Matrix end = Matrix::Zero(5, 5);
    end.col(4).setOnes(); // a special token
    CHECK(givenStatistics(end, {0, 1, 2, 3, 4}, AttentionKind::kCross)["alignment"].value() == Approx(0));
    CHECK_FALSE(givenStatistics(order)["alignment"].has_value());
}

TEST_CASE("head behaviour: spread is a share of the keys that a row can reach", "[analysis]")
{
    Matrix causal = Matrix::Zero(6, 6);
    for (Index row = 0; row < 6; ++row)
        causal.row(row).head(row + 1).setConstant(1.0F / static_cast<float>(row + 1));
    const HeadStatistics statistics = givenStatistics(causal);
    CHECK(statistics["spread"].value() == Approx(1));
    for (std::size_t i = 0; i < headStatisticList().size(); ++i)
        if (headStatisticList()[i].name == "spread")
            CHECK(statistics.rows[i] == 5); // the first row has only one key
}

TEST_CASE("head behaviour: the clearest head aligns, or does something; sinks come last", "[analysis]")
{
    const HeadRef sink{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const HeadRef previous{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const HeadRef cross{StackKind::kDecoder, 1, AttentionKind::kCross, 3};
    Matrix first = Matrix::Zero(6, 6);
    first.col(0).setOnes();
    Matrix mostly = 0.7F * shifted(6, -1) + Matrix::Constant(6, 6, 1e-4F);
    mostly.col(5).array() += 0.3F;
    Matrix aligning = 0.6F * Matrix(Matrix::Identity(6, 6)) + Matrix::Constant(6, 6, 0.4F / 6);
    std::vector<std::pair<HeadRef, HeadStatistics>> heads{{sink, givenStatistics(first)}};
    CHECK(clearestHead(heads) == sink);
    heads.emplace_back(previous, givenStatistics(mostly));
    CHECK(clearestHead(heads) == previous);
    heads.emplace_back(cross, givenStatistics(aligning, {1, 2, 3, 4, 5, 6}, AttentionKind::kCross));
    CHECK(clearestHead(heads) == cross);
    CHECK_FALSE(clearestHead({}).has_value());
}
