#include "ui/views/positions/positions_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heatmap_plot.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

SyntheticOptions wide(int source = 9, int target = 6)
{
    SyntheticOptions options;
    options.source = source;
    options.target = target;
    options.width = 32;
    return options;
}

struct PositionsBench : ViewBench
{
    PositionsView view{context};

    explicit PositionsBench(const SyntheticOptions& options = wide())
    {
        workspace.publish(syntheticSnapshot(options));
        view.resize(620, 520);
        view.show();
        turn();
    }

    template <typename Control>
    Control* named(const QString& name) const
    {
        for (Control* each : view.findChildren<Control*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }
};

/// "Attention Is All You Need", 3.5.
double formula(Index position, Index dimension, Index width)
{
    const double exponent = 2.0 * static_cast<double>(dimension / 2) / static_cast<double>(width);
    const double angle = static_cast<double>(position) / std::pow(10000.0, exponent);
    return dimension % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

double worstDifference(const Matrix& shown)
{
    double worst = 0;
    for (Index p = 0; p < shown.rows(); ++p)
        for (Index d = 0; d < shown.cols(); ++d)
            worst = std::max(worst, std::abs(formula(p, d, shown.cols()) - static_cast<double>(shown(p, d))));
    return worst;
}

} // namespace

TEST_CASE("positions view: shows what was recorded for the text", "[views]")
{
    PositionsBench bench;
    REQUIRE(bench.view.shown().rows() == 9);
    REQUIRE(bench.view.shown().cols() == 32);
    CHECK(bench.view.shown()
          == bench.workspace.shownTrace().stackMatrix(Site::kPositions, StackKind::kEncoder));
    CHECK(worstDifference(bench.view.shown()) < 1e-6);
    CHECK(bench.view.statement().contains(QStringLiteral("this text")));
}

TEST_CASE("positions view: longer lengths follow the formula", "[views]")
{
    PositionsBench bench;
    bench.view.setLength(300);
    ViewBench::turn();
    REQUIRE(bench.view.shown().rows() == 300);
    CHECK(worstDifference(bench.view.shown()) < 1e-5);
    CHECK(bench.view.statement().contains(QStringLiteral("formula")));
    bench.view.setLength(4);
    ViewBench::turn();
    CHECK(bench.view.shown().rows() == 4);
    bench.view.setLength(std::nullopt);
    ViewBench::turn();
    CHECK(bench.view.shown().rows() == 9);
}

TEST_CASE("positions view: numbers smaller than a pixel are shown by their mean, and it says so", "[views]")
{
    PositionsBench bench;
    bench.view.setLength(300);
    bench.view.resize(420, 240);
    CHECK(QTest::qWaitFor([&] {
        ViewBench::turn();
        return bench.view.statement().contains(QStringLiteral("Each dot shows the mean of"));
    }));
    bench.view.setLength(4);
    CHECK(QTest::qWaitFor([&] {
        ViewBench::turn();
        return !bench.view.statement().contains(QStringLiteral("Each dot"));
    }));
}

TEST_CASE("positions view: similarity is the dot product of positions", "[views]")
{
    PositionsBench bench;
    const Matrix encodings = bench.view.shown();
    bench.view.setMode(PositionsView::Mode::kSimilarity);
    ViewBench::turn();
    const Matrix& similarity = bench.view.shown();
    REQUIRE(similarity.rows() == 9);
    REQUIRE(similarity.cols() == 9);
    CHECK(std::abs(similarity(2, 6) - encodings.row(2).dot(encodings.row(6))) < 1e-5F);
    CHECK(std::abs(similarity(4, 4) - 16.0F) < 1e-4F);
}

TEST_CASE("positions view: the chosen dimensions are drawn as curves", "[views]")
{
    PositionsBench bench;
    bench.view.setSelection(QStringLiteral("3, 30-31, 99"));
    const std::vector<CurvesPlot::Curve>& curves = bench.view.curves().curves();
    REQUIRE(curves.size() == 3);
    CHECK(curves[0].name == QStringLiteral("3"));
    REQUIRE(curves[1].values.size() == 9);
    for (Index p = 0; p < 9; ++p)
        CHECK(curves[1].values[static_cast<std::size_t>(p)] == bench.view.shown()(p, 30));
    CHECK(curves[0].colour != curves[1].colour);
}

TEST_CASE("positions view: the keyboard chooses stack, length and curves", "[views]")
{
    PositionsBench bench;
    auto* stack = bench.named<QComboBox>(QStringLiteral("Stack"));
    REQUIRE(stack != nullptr);
    QTest::keyClick(stack, Qt::Key_Down);
    ViewBench::turn();
    CHECK(bench.view.shown().rows() == 6);
    auto* length = bench.named<QSpinBox>(QStringLiteral("Number of positions"));
    REQUIRE(length != nullptr);
    QTest::keyClick(length, Qt::Key_Up);
    ViewBench::turn();
    CHECK(bench.view.shown().rows() == 7);
    for (QLineEdit* field : bench.view.findChildren<QLineEdit*>()) {
        if (!field->accessibleName().startsWith(QStringLiteral("Dimensions")))
            continue;
        field->clear();
        QTest::keyClicks(field, QStringLiteral("2, 5"));
    }
    CHECK(bench.view.curves().curves().size() == 2);
}

TEST_CASE("positions view: a learned table ends where the model's ends", "[views]")
{
    PositionsBench bench;
    PositionTables tables;
    tables.encoder.method = PositionMethod::kLearned;
    tables.encoder.width = 32;
    tables.encoder.limit = 20;
    const Matrix recorded = bench.view.shown();
    tables.encoder.compute = [recorded](Index length) {
        Matrix rows = Matrix::Constant(length, 32, 0.25F);
        const Index known = std::min(length, recorded.rows());
        rows.topRows(known) = recorded.topRows(known);
        return rows;
    };
    bench.view.setTables(tables);
    bench.view.setLength(50);
    ViewBench::turn();
    CHECK(bench.view.shown().rows() == 20);
    CHECK(bench.view.shown()(19, 3) == 0.25F);
    CHECK(bench.view.statement().contains(QStringLiteral("ends here")));
}

TEST_CASE("positions view: the table of another model is not used", "[views]")
{
    PositionsBench bench;
    PositionTables tables;
    tables.encoder.method = PositionMethod::kLearned;
    tables.encoder.compute = [](Index length) { return Matrix(Matrix::Constant(length, 32, 0.25F)); };
    bench.view.setTables(tables);
    bench.view.setLength(50);
    ViewBench::turn();
    CHECK(bench.view.shown().rows() == 50);
    CHECK(worstDifference(bench.view.shown()) < 1e-5);
}

TEST_CASE("positions view: what adds nothing is explained", "[views]")
{
    ViewBench bench;
    PositionsView view(bench.context);
    view.show();
    ViewBench::turn();
    CHECK(view.statement().contains(QStringLiteral("Type a sentence")));
    PositionTables tables;
    tables.encoder.method = PositionMethod::kRotary;
    view.setTables(tables);
    ViewBench::turn();
    CHECK(view.statement().contains(QStringLiteral("rotates")));
    CHECK(view.shown().size() == 0);
}

TEST_CASE("positions view: a text longer than the spin box allows is shown whole", "[views]")
{
    PositionsBench bench(wide(1300, 0));
    CHECK(bench.view.shown().rows() == 1300);
    bench.view.setMode(PositionsView::Mode::kSimilarity);
    ViewBench::turn();
    CHECK(bench.view.shown().rows() == PositionsView::kLongest);
    CHECK(bench.view.statement().contains(QStringLiteral("first 1024")));
}

TEST_CASE("positions view: tokens of the chat template are said to be from it", "[views][chat]")
{
    PositionsBench bench;
    bench.workspace.publish(withTemplateTokens(*bench.workspace.snapshot(), 2));
    ViewBench::turn();
    const auto plots = bench.view.findChildren<HeatmapPlot*>();
    const auto shown
        = std::find_if(plots.begin(), plots.end(), [](const HeatmapPlot* plot) { return plot->isVisible(); });
    REQUIRE(shown != plots.end());
    const auto said = [&](const QString& words) {
        const auto labels = bench.view.findChildren<ElidedLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const ElidedLabel* label) { return label->text().contains(words); });
    };
    emit(*shown)->hovered({1, 3});
    CHECK(said(QStringLiteral(", from the chat template), dimension 3:")));
    emit(*shown)->hovered({2, 3});
    CHECK(said(QStringLiteral("), dimension 3:")));
    CHECK_FALSE(said(QStringLiteral("template")));
}
