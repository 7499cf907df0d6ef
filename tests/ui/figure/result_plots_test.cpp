#include "ui/figure/result_plots.h"

#include "core/edit/interventions.h"
#include "tests/support/catch.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/plot_export.h"
#include "ui/window/look/languages.h"

#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTimer>

#include <cmath>
#include <limits>
#include <utility>

using namespace headlight;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

ExperimentTable threeHeads()
{
    ExperimentTable table;
    table.metric = "logprob";
    table.base = {-4.0, 0.1, 3};
    const auto row = [&table](int head, std::optional<double> mean, std::vector<double> each) {
        const HeadRef ref{StackKind::kDecoder, 1, AttentionKind::kSelf, head};
        table.rows.push_back({toString(ref), {HeadOff{patternOf(ref)}}, {mean, 0.25, 3}, std::move(each)});
    };
    row(0, 0.5, {0.5, 0.25, 0.75});
    row(1, -2.0, {-1, kNone, -3});
    row(2, std::nullopt, {kNone, kNone, kNone});
    return table;
}

} // namespace

TEST_CASE("result plots: dots by size or by place, without what has no number", "[figure][plot]")
{
    const ExperimentTable table = threeHeads();
    const Plot bySize = changesPlot(table, true), byPlace = changesPlot(table, false);
    REQUIRE(bySize.points.size() == 2);
    CHECK(bySize.points[0].name == QLatin1String("1.1"));
    CHECK(bySize.points[0].up == -2.0);
    CHECK(bySize.points[0].error == 0.25);
    CHECK(bySize.points[0].of == 1);
    CHECK(byPlace.points[0].of == 0);
    CHECK(strongestRow(table) == std::size_t{1});
    CHECK_FALSE(strongestRow(ExperimentTable()));
}

TEST_CASE("result plots: what is measured has a name in the window's language", "[figure][plot]")
{
    ExperimentTable table = threeHeads();
    table.by = "zero";
    useLanguage(QStringLiteral("fr"));
    const QString changed = changesPlot(table, true).up, compared = comparisonPlot(table, table).across;
    const QString cells
        = cellsPlot({}, kCellNumbers[0], kCellNumbers[3], QStringLiteral("logit-difference")).up;
    useLanguage(QStringLiteral("en"));
    CHECK(changed == QString::fromUtf8("changement de log-probabilité (nats)"));
    CHECK(compared.endsWith(QString::fromUtf8("zéro")));
    CHECK(cells.contains(QString::fromUtf8("différence de logits")));
    CHECK(changesPlot(table, true).up == QLatin1String("change of logprob (nats)"));
}

TEST_CASE("result plots: heads have the window's names, and numbers their unit", "[figure][plot]")
{
    ExperimentTable table = threeHeads();
    CHECK(editName(table.rows[1]) == QString::fromUtf8("Decoder self-attention · layer 1 · head 1"));
    CHECK(inputsPlot(table, 1, Plot::Kind::kDots).title.startsWith(editName(table.rows[1])));
    CHECK(comparisonPlot(table, table).points[1].name == QLatin1String("decoder head 1.1"));
    table.rows[0].name = "decoder.1.self.*"; // several heads
    CHECK(editName(table.rows[0]) == QLatin1String("decoder.1.self.*"));
    CHECK(withUnit(table, QStringLiteral("2")) == QLatin1String("2 nats"));
    table.metric = "logit-difference";
    CHECK(withUnit(table, QStringLiteral("2")) == QLatin1String("2"));
    CHECK_FALSE(changesPlot(table, true).up.contains(QLatin1String("nats")));
}

TEST_CASE("result plots: paths and patched places have the window's names", "[figure][plot]")
{
    const auto name = [](const char* address, const char* where, Site site, Index target) {
        ActivationPatch patch;
        patch.where = parseHeadPattern(where).value();
        patch.site = site;
        patch.source = patch.target = target;
        return editName({address, {patch}, {1.0, {}, 1}, {1}});
    };
    CHECK(name("decoder.0.self.2 -> decoder.2.self.0.k", "decoder.2.self.0", Site::kKey, -1)
          == QString::fromUtf8("decoder head 0.2 → keys of decoder head 2.0"));
    CHECK(name("decoder.0.self.* -> decoder.2.self.0-1.v", "decoder.2.self.0-1", Site::kValue, -1)
          == QString::fromUtf8("Decoder self-attention · layer 0 · all heads → values of "
                               "Decoder self-attention · layer 2 · head 0–1"));
    CHECK(name("decoder.2.cross.1: q", "decoder.2.cross.1", Site::kQuery, -1)
          == QString::fromUtf8("Cross-attention · layer 2 · head 1: queries"));
    CHECK(name("decoder.3.self.*: residual at 5", "decoder.3.self.*", Site::kResidual, 5)
          == QLatin1String("Decoder layer 3: stream before the layer at position 5"));
}

TEST_CASE("result plots: each input as a dot, or counted with the mean", "[figure][plot]")
{
    const ExperimentTable table = threeHeads();
    const Plot dots = inputsPlot(table, 1, Plot::Kind::kDots);
    REQUIRE(dots.points.size() == 2);
    CHECK(dots.points[1].name == QLatin1String("3"));
    CHECK(dots.points[1].of == 2);
    CHECK_FALSE(dots.mean);
    const Plot counted = inputsPlot(table, 1, Plot::Kind::kHistogram);
    CHECK(counted.points[1].across == -3);
    CHECK(counted.mean == -2.0);
    CHECK(counted.error == 0.25);
}

TEST_CASE("result plots: what each input measures without edits", "[figure][plot]")
{
    ExperimentTable table = threeHeads();
    table.baseEach = {-4.1, kNone, -3.9};
    const Plot dots = basePlot(table, Plot::Kind::kDots);
    REQUIRE(dots.points.size() == 2);
    CHECK(dots.points[1].up == -3.9);
    CHECK(dots.points[1].of == 2);
    CHECK(dots.up == QLatin1String("logprob (nats)"));
    CHECK(basePlot(table, Plot::Kind::kHistogram).mean == -4.0);
}

TEST_CASE("result plots: estimates against runs, and the correlation", "[figure][plot]")
{
    ExperimentTable table = threeHeads();
    CHECK_FALSE(isChecked(table));
    CHECK(estimatesPlot(table).points.empty());
    table.rows[0].estimate = {1.0, {}, 3};
    table.rows[1].estimate = {-4.0, {}, 3};
    CHECK(isChecked(table));
    const Plot plot = estimatesPlot(table);
    REQUIRE(plot.points.size() == 2);
    CHECK(plot.points[1].across == -4.0);
    CHECK(plot.points[1].up == -2.0);
    CHECK(plot.sameUnit);
    CHECK(plot.title.contains(QLatin1String("1.00")));
    table.estimated = true;
    CHECK(changesPlot(table, true).up.contains(QLatin1String("estimated")));
}

TEST_CASE("result plots: two experiments, by the names of their edits", "[figure][plot]")
{
    ExperimentTable across = threeHeads(), up = threeHeads();
    up.by = "mean";
    std::swap(up.rows[0], up.rows[1]);
    up.rows[1].mean.mean = 7;
    const Plot plot = comparisonPlot(across, up);
    REQUIRE(plot.points.size() == 2);
    CHECK(plot.points[0].across == 0.5);
    CHECK(plot.points[0].up == 7);
    CHECK(plot.points[1].up == -2.0);
    CHECK(plot.up.contains(QLatin1String("by mean")));
    CHECK(plot.sameUnit);
    up.rows.clear();
    CHECK(comparisonPlot(across, up).points.empty());
}

TEST_CASE("result plots: patches and hidden tokens have a layer and a position", "[figure][plot]")
{
    ActivationPatch patch;
    patch.where = patternOf(HeadRef{StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    patch.site = Site::kResidual;
    patch.target = 5;
    ExperimentTable table;
    table.metric = "kl";
    table.rows.push_back({"patched", {patch}, {1.0, {}, 1}, {1}});
    TokenHidden hidden;
    hidden.stack = StackKind::kEncoder;
    hidden.token = 3;
    table.rows.push_back({"hidden", {hidden}, {0.5, {}, 1}, {0.5}});
    CHECK(headOf(table.rows[0])->layer == 2);
    CHECK(positionOf(table.rows[0]) == 5);
    CHECK(positionOf(table.rows[1]) == 3);
    CHECK_FALSE(headOf(table.rows[1]));
    const Plot plot = changesPlot(table, false);
    CHECK(plot.points[0].name == QLatin1String("2:5"));
    CHECK(plot.points[1].name == QLatin1String("3"));
    CHECK(plot.up == QLatin1String("kl (nats)"));
}

TEST_CASE("result plots: two numbers of cells, without those that were not measured", "[figure][plot]")
{
    std::vector<NamedCell> cells;
    cells.reserve(4);
    for (int i = 0; i < 4; ++i)
        cells.push_back(
            {{{StackKind::kDecoder, 0, AttentionKind::kCross, 1}, i, 0, 0.2 * i, 0, 0, 1.0 * i * i},
             QStringLiteral("chat"),
             QStringLiteral("cat")});
    const CellNumber &weight = kCellNumbers[0], &estimate = kCellNumbers[3], &lost = kCellNumbers[4];
    const Plot plot = cellsPlot(cells, weight, estimate, QStringLiteral("logprob"));
    REQUIRE(plot.points.size() == 4);
    CHECK_FALSE(plot.sameUnit);
    CHECK(plot.points[3].across == Approx(0.6));
    CHECK(plot.points[3].up == 9);
    CHECK(plot.points[3].name.contains(QStringLiteral("chat → cat")));
    CHECK(plot.title.contains(QLatin1String("1.00"))); // the ranks agree
    CHECK(cellsPlot(cells, weight, lost, {}).points.empty());
    cells[2].cell.lost = 1.5;
    const Plot one = cellsPlot(cells, estimate, lost, {});
    REQUIRE(one.points.size() == 1);
    CHECK(one.points[0].of == 2);
    CHECK(one.sameUnit);
}

TEST_CASE("result plots: drawn alike where the window is written from right to left", "[figure][plot]")
{
    FigureRequest request;
    request.subject = changesPlot(threeHeads(), true);
    const QImage usual = figureImage(request, {{600, 400}});
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    const QImage mirrored = figureImage(request, {{600, 400}});
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    CHECK(mirrored == usual);
}

TEST_CASE("result plots: a name without an ending gets that of the chosen filter", "[figure]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("plot"));
    QWidget window;
    QString first;
    QTimer::singleShot(50, &window, [&] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        REQUIRE(dialog != nullptr);
        first = dialog->selectedNameFilter();
        dialog->selectNameFilter(dialog->nameFilters().filter(QStringLiteral("*.svg")).value(0));
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
        QMetaObject::invokeMethod(dialog, "accept");
        if (dialog->isVisible())
            dialog->reject();
    });
    FigureRequest figure;
    figure.subject = changesPlot(threeHeads(), true);
    const auto command = [](const QString&) { return QStringLiteral("headlight sweep"); };
    CHECK(savePlot(window, figure, command, QStringLiteral("experiment")).isEmpty());
    CHECK(first.contains(QLatin1String("*.pdf"))); // as the proposed name
    CHECK(QFile::exists(file + QStringLiteral(".svg")));
}
