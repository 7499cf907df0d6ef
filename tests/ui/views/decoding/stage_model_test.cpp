#include "ui/views/decoding/stage_model.h"

#include "tests/support/catch.h"

#include <QAbstractItemModelTester>
#include <QLocale>

#include <cmath>

using namespace headlight;

namespace {

StepLogits fiveLogits()
{
    StepLogits step;
    step.raw.resize(5);
    step.raw << std::log(0.5F), std::log(0.25F), std::log(0.15F), std::log(0.07F), std::log(0.03F);
    return step;
}

StageModel::Content contentOf(const DecodeOptions& options)
{
    const StepLogits step = fiveLogits();
    StageModel::Content content;
    content.distribution = std::make_shared<const Distribution>(distributionStages(step, options));
    content.chosen = 1;
    content.taken = 4;
    return content;
}

QString cell(const StageModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

TEST_CASE("stages: a column for each stage in force, with count, mass and entropy over the vocabulary",
          "[models]")
{
    QLocale::setDefault(QLocale::c());
    StageModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning);
    CHECK(model.rowCount() == 0);
    DecodeOptions options;
    options.strategy = Strategy::kSample;
    options.temperature = 0.5;
    options.topK = 3;
    model.setContent(contentOf(options));
    // Token, logit, temperature, top-k, probability.
    REQUIRE(model.columnCount() == 5);
    REQUIRE(model.rowCount() == 5);
    const auto header
        = [&](int column) { return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); };
    CHECK(header(1).startsWith(QStringLiteral("Logit\n5 kept\n")));
    CHECK(header(3).startsWith(QStringLiteral("Top-k\n3 kept · ")));
    // Squares of the probabilities: .25 .0625 .0225 .0049 .0009 of .3408.
    CHECK(header(3).contains(QStringLiteral("98.3")));
    CHECK(header(2).endsWith(QStringLiteral("1.15 bits")));
    CHECK(cell(model, 0, 0) == QStringLiteral("0"));
    CHECK(cell(model, 0, 1) == QStringLiteral("−0.693"));
    CHECK(cell(model, 0, 2) == QStringLiteral("−1.386"));
    CHECK(cell(model, 3, 3) == QStringLiteral("removed"));
    CHECK(cell(model, 3, 4) == QStringLiteral("0"));
    CHECK(model.index(0, 4).data(StageModel::kProbability).toDouble() == Approx(0.25 / 0.335));
    CHECK(model.index(1, 0).data(StageModel::kChosen).toBool());
    CHECK(model.index(4, 0).data(StageModel::kTaken).toBool());
    CHECK(model.index(4, 2).data(StageModel::kCut).toBool() == false);
    CHECK(model.index(4, 3).data(StageModel::kCut).toBool());
}

TEST_CASE("stages: any tokens of the vocabulary can be looked at", "[models]")
{
    StageModel model;
    model.setContent(contentOf({}));
    CHECK(model.columnCount() == 3);
    model.setTokens(std::vector<TokenId>{4, 2});
    REQUIRE(model.rowCount() == 2);
    CHECK(model.idAt(0) == 2); // the more likely one first
    CHECK(model.idAt(1) == 4);
    model.setTokens(std::vector<TokenId>{});
    CHECK(model.rowCount() == 0);
    model.setTokens(std::nullopt);
    CHECK(model.rowCount() == 5);
}

TEST_CASE("stages: a token that was taken has a row however unlikely it was", "[models]")
{
    StepLogits step;
    step.raw = RowVector::LinSpaced(500, 5.0F, -5.0F);
    StageModel::Content content;
    content.distribution = std::make_shared<const Distribution>(distributionStages(step, {}));
    content.taken = 444;
    content.chosen = 0;
    StageModel model;
    model.setContent(content);
    REQUIRE(model.rowCount() == StageModel::kRows + 1);
    CHECK(model.idAt(StageModel::kRows) == 444);
}
