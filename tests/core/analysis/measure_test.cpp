#include "core/analysis/measure.h"

#include "tests/support/catch.h"

#include <cmath>
#include <limits>

namespace headlight::test {

namespace {

const double kNone = std::numeric_limits<double>::quiet_NaN();

RowVector logs(std::initializer_list<double> probabilities)
{
    RowVector row(static_cast<Index>(probabilities.size()));
    Index place = 0;
    for (const double probability : probabilities)
        row[place++] = static_cast<float>(std::log(probability));
    return row;
}

} // namespace

TEST_CASE("measure: every metric of two rows", "[analysis]")
{
    const std::vector<RowVector> before{logs({0.5, 0.25, 0.25}), logs({0.2, 0.2, 0.6})};
    const std::vector<RowVector> after{logs({0.25, 0.5, 0.25}), logs({0.2, 0.2, 0.6})};
    const std::vector<TokenId> tokens{0, 2};
    const auto of = [&](Metric metric, std::optional<TokenId> minus = {}) {
        return at(measured({tokens, minus}, before, after), metric);
    };
    CHECK(of(Metric::kLogProbability) == Approx(std::log(0.25) + std::log(0.6)));
    CHECK(of(Metric::kLoss) == Approx(-(std::log(0.25) + std::log(0.6)) / 2));
    CHECK(of(Metric::kProbability) == Approx((0.25 + 0.6) / 2));
    CHECK(of(Metric::kRank) == Approx(0.5));
    CHECK(of(Metric::kDivergence) == Approx((0.5 * std::log(2.0) - 0.25 * std::log(2.0)) / 2));
    CHECK(of(Metric::kLogitDifference, 1) == Approx((std::log(0.5) + std::log(3.0)) / 2));
    CHECK(of(Metric::kRecovery, 1) == of(Metric::kLogitDifference, 1));
    CHECK(of(Metric::kRecovery) == of(Metric::kLogProbability));
}

TEST_CASE("measure: a loss has tokens of its own, and only the rows that have one", "[analysis]")
{
    const std::vector<RowVector> logsOfRows{logs({0.5, 0.25, 0.25}), logs({0.2, 0.2, 0.6})};
    const std::vector<TokenId> tokens{0, 2};
    const auto with = [&](const std::vector<TokenId>& losses) {
        return measured({tokens, {}, losses}, logsOfRows, logsOfRows);
    };
    CHECK(at(with({}), Metric::kLoss) == Approx(-(std::log(0.5) + std::log(0.6)) / 2));
    CHECK(at(with({1, 0}), Metric::kLoss) == Approx(-(std::log(0.25) + std::log(0.2)) / 2));
    CHECK(at(with({1, -1}), Metric::kLoss) == Approx(-std::log(0.25)));
    CHECK(at(with({-1, 0}), Metric::kLoss) == Approx(-std::log(0.2)));
    CHECK(std::isnan(at(with({-1, -1}), Metric::kLoss)));
    CHECK(at(with({-1, -1}), Metric::kLogProbability) == Approx(std::log(0.5) + std::log(0.6)));
}

TEST_CASE("measure: rows by name and by number", "[analysis]")
{
    const auto rows = [](const char* text, InputRows input) {
        const auto found = rowsOf(parseRowChoice(text).value(), input);
        return found ? *found : std::vector<Index>{-1};
    };
    const InputRows written{6, 4}, translated{4, 1}, masked{5, 1, false, {1, 3}};
    CHECK(rows("all", written) == std::vector<Index>{0, 1, 2, 3, 4, 5});
    CHECK(rows("prompt", written) == std::vector<Index>{0, 1, 2});
    CHECK(rows("output", written) == std::vector<Index>{3, 4, 5});
    CHECK(rows("last", written) == std::vector<Index>{5});
    CHECK(rows("3,0-1,1", written) == std::vector<Index>{0, 1, 3});
    CHECK(rows("output", translated) == std::vector<Index>{0, 1, 2, 3});
    CHECK(rows("prompt", translated) == std::vector<Index>{-1});
    CHECK(rows("masks", masked) == std::vector<Index>{1, 3});
    CHECK(rows("prompt", masked) == std::vector<Index>{0, 1, 2, 3, 4});
    CHECK(rows("output", masked) == std::vector<Index>{-1});
    CHECK(rows("2-6", written) == std::vector<Index>{-1});
    CHECK(rows("masks", written) == std::vector<Index>{-1});
    for (const char* const wrong : {"", "2-1", "-1", "first", "1,", "1-2-3"})
        CHECK_FALSE(parseRowChoice(wrong));
}

TEST_CASE("measure: the error is that of the clusters", "[analysis]")
{
    const std::vector<double> each{1, 3, 6, 6, kNone};
    const InputMean alone = meanOf(each, {});
    CHECK(alone.count == 4);
    CHECK(alone.mean.value() == Approx(4));
    CHECK(alone.error.value() == Approx(std::sqrt((9.0 + 1 + 4 + 4) / 3 / 4)));
    const std::vector<std::size_t> pairs{0, 0, 1, 1, 2};
    const InputMean paired = meanOf(each, pairs);
    CHECK(paired.mean.value() == Approx(4));
    CHECK(paired.error.value() == Approx(2)); // of 2 and 6
    CHECK_FALSE(meanOf(std::vector<double>{kNone}, {}).mean);
    CHECK_FALSE(meanOf(std::vector<double>{1}, {}).error);
}

TEST_CASE("measure: a recovery is a ratio of means, or nothing", "[analysis]")
{
    const std::vector<double> changes{1, 1, kNone}, distances{2, 4, 1};
    const InputMean share = recoveryOf(changes, distances, {});
    CHECK(share.count == 2);
    CHECK(share.mean.value() == Approx(1.0 / 3)); // the mean of the ratios would be 3/8
    // The rest of each input, 1 − distance / 3, is ± 1/3.
    CHECK(share.error.value() == Approx(std::sqrt(2.0 / 9 / 2) / 3));
    CHECK_FALSE(recoveryOf(changes, std::vector<double>{0.05, 0.1, 1}, {}).mean);
    CHECK_FALSE(recoveryOf(changes, std::vector<double>{-2, -4, 1}, {}).mean);
}

} // namespace headlight::test
