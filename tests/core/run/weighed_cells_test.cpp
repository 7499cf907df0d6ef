// What cells do to the output: against runs, accounts and gradients made one by one.
#include "core/run/weighed_cells.h"

#include "core/analysis/effect.h"
#include "core/run/lanes.h"
#include "tests/support/catch.h"
#include "tests/support/probe_files.h"
#include "tests/support/tiny_model.h"

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

WeighedCellsRequest cellsOf(Metric kind)
{
    WeighedCellsRequest request;
    request.model = tinyModel();
    request.lane = prepareIds(*request.model, {4, 8, 2}, {5, 9, 14, 3}).value();
    request.measure.kind = kind;
    request.measure.rows = {{2, 3, kind == Metric::kLogitDifference ? 7 : -1}, {3, 11, -1}};
    if (kind == Metric::kLogitDifference)
        request.measure.rows.back().minus = 7;
    request.heads = kEveryHead;
    request.run = true;
    return request;
}

double valueOf(const WeighedCellsRequest& request, const Interventions& edits)
{
    GradientRequest again{request.model, request.lane, edits, request.measure, {}, nullptr};
    again.plan.sites = {Site::kWeights};
    return gradient(again, {}).value().value;
}

} // namespace

TEST_CASE("cells: what is lost is what a run without the cell loses, under every measure",
          "[run][laboratory]")
{
    for (const Metric kind :
         {Metric::kLogProbability, Metric::kLogitDifference, Metric::kProbability, Metric::kLoss}) {
        const WeighedCellsRequest request = cellsOf(kind);
        const auto cells = weighedCells(request, {}).value();
        const double base = valueOf(request, {});
        REQUIRE(cells.size() > 60);
        for (std::size_t i = 0; i < cells.size(); i += 7) {
            const WeighedCell& cell = cells[i];
            Interventions without;
            without.list.emplace_back(
                MaskEdit{patternOf(cell.head), cell.query, cell.query + 1, cell.key, cell.key + 1});
            INFO(toString(cell.head) << ' ' << cell.query << ' ' << cell.key);
            CHECK(*cell.lost == Approx(base - valueOf(request, without)).margin(5e-6));
        }
    }
}

TEST_CASE("cells: direct effects of a head's row sum to the head's part, estimates follow the gradient",
          "[run][laboratory]")
{
    const WeighedCellsRequest request = cellsOf(Metric::kLogProbability);
    const auto cells = weighedCells(request, {}).value();
    GradientRequest own{request.model, request.lane, {}, request.measure, {}, nullptr};
    own.plan.sites = streamPartsSites();
    const auto found = gradient(own, {}).value();
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kCross, 0};
    const auto account = effectOf(*request.model, found.pass, {2, 3, {}, true}).value();
    const double part = found.pass.headMatrix(Site::kHeadOutput, head)
                            .row(2)
                            .cast<double>()
                            .dot(account.heads.at(head).cast<double>());
    double direct = 0, mean = 0;
    const Matrix slopes = found.gradient.attention(head).block(MapKind::kWeights, 0, 0, 4, 3);
    for (const WeighedCell& cell : cells)
        if (cell.head == head && cell.query == 2) {
            direct += cell.direct;
            mean += cell.slope;
        }
    CHECK(std::abs(part) > 1e-6);
    CHECK(direct == Approx(part / 2)); // the measure is the mean over two rows
    std::size_t seen = 0;
    for (const WeighedCell& cell : cells) {
        if (cell.head.stack == StackKind::kEncoder || cell.query < 2)
            CHECK(cell.direct == 0);
        if (cell.head != head || cell.query != 2)
            continue;
        ++seen;
        const auto slope = static_cast<double>(slopes(2, cell.key));
        CHECK(cell.slope == Approx(cell.weight * slope));
        CHECK(cell.estimate == Approx(cell.weight / (1 - cell.weight) * (slope - mean)));
    }
    CHECK(seen == 3);
}

TEST_CASE("cells: a key that the causal mask hides is no cell, nor is one with all the weight",
          "[run][laboratory]")
{
    WeighedCellsRequest request = cellsOf(Metric::kLogProbability);
    request.heads = parseHeadPattern("decoder.0.self.0").value();
    const auto cells = weighedCells(request, {}).value();
    std::vector<std::pair<Index, Index>> places;
    places.reserve(cells.size());
    for (const WeighedCell& cell : cells)
        places.emplace_back(cell.query, cell.key);
    CHECK(places
          == std::vector<std::pair<Index, Index>>{
              {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {3, 0}, {3, 1}, {3, 2}, {3, 3}});
}

TEST_CASE("cells: many inputs give what each gives by itself, and go on after a fault", "[run][laboratory]")
{
    const WeighedCellsRequest first = cellsOf(Metric::kLoss);
    WeighedCellsRequest second = first;
    second.lane = prepareIds(*first.model, {4, 8}, {5, 9, 14, 3}).value();
    std::atomic<int> asked = 0;
    std::atomic<bool> mended = false;
    CellsOverInputs over;
    over.inputs = 2;
    over.request = [&](std::size_t input, const Job& job) -> Result<WeighedCellsRequest> {
        ++asked;
        job.warning("of either input");
        if (input == 1 && !mended)
            return badArgument("text", "is no text");
        return input == 0 ? first : second;
    };
    std::vector<CellsOfInput> all;
    std::vector<std::string> warnings;
    Job job;
    job.warn = [&](const std::string& text) { warnings.push_back(text); };
    const auto failed = weighedCells(over, all, job);
    REQUIRE_FALSE(failed);
    CHECK(failed.error().describe() == "text: is no text (input 2)");
    CHECK(warnings == std::vector<std::string>{"of either input"}); // one thread at a time, and once
    mended = true;
    REQUIRE(weighedCells(over, all, job));
    CHECK(asked == 3); // the first input was kept
    REQUIRE(all.size() == 2);
    const auto alone = weighedCells(second, {}).value();
    REQUIRE(all[1].cells.size() == alone.size());
    CHECK(all[1].cells.back().lost == alone.back().lost);
    CHECK(all[1].source.size() == 2);
    CHECK(all[0].keyOf(all[0].cells.front()) == first.lane.source[0]);
    over.most = alone.size();
    CHECK_FALSE(weighedCells(over, all, job)); // both have more
}

TEST_CASE("cells: the loss of an input is that of every token that follows", "[run][laboratory]")
{
    const auto model = tinyModel();
    const LaneInput lane = prepareIds(*model, {4, 8, 2}, {5, 9, 14, 3}).value();
    const Measure loss = lossOfInput(*model, lane).value();
    CHECK(loss.kind == Metric::kLoss);
    REQUIRE(loss.rows.size() == 3);
    CHECK(loss.rows[0].row == 0);
    CHECK(loss.rows[0].token == 9);
    CHECK(loss.rows[2].token == 3);
    CHECK_FALSE(lossOfInput(*model, prepareIds(*model, {4, 8, 2}, {5}).value()));
}

TEST_CASE("cells: the loss of an encoder-only model is that of every word but the masked ones",
          "[run][laboratory]")
{
    const auto model = loadModel(builtInFolder("en-bert"), {}, {}).value();
    const auto lossOf = [&model](const char* text) {
        return lossOfInput(*model, prepareText(*model, {text, std::nullopt, std::nullopt}).value()).value();
    };
    const Measure plain = lossOf("The cat sleeps."), masked = lossOf("The [MASK] sleeps.");
    REQUIRE(masked.rows.size() + 1 == plain.rows.size());
    for (std::size_t i = 0; i < masked.rows.size(); ++i) {
        const MeasuredRow& same = plain.rows[i < 2 ? i : i + 1]; // row 2 holds the mask
        CHECK(masked.rows[i].row == same.row);
        CHECK(masked.rows[i].token == same.token);
    }
    // The same of rows by themselves.
    const LaneInput lane = prepareText(*model, {"[MASK] cat", std::nullopt, std::nullopt}).value();
    const std::vector<TokenId> own = ownTokens(*model, lane);
    CHECK(maskedRows(*model, lane) == std::vector<Index>{1});
    REQUIRE(own.size() == lane.source.size());
    CHECK(own[1] == -1);
    CHECK(own[2] == lane.source[2].id);
}

} // namespace headlight::test
