#include "ui/views/decoding/distribution_panel.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/state/option_settings.h"
#include "ui/views/decoding/cumulative_bar.h"
#include "ui/views/decoding/decoding_view.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QUndoStack>

#include <random>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kVocabulary = 200;

/// The synthetic decoding with logits whose best candidate is the chosen token.
std::shared_ptr<const Snapshot> withLogits()
{
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    std::mt19937 random(3);
    std::normal_distribution<float> normal(0.0F, 2.0F);
    for (std::size_t s = 0; s < snapshot->steps.size(); ++s) {
        auto logits = std::make_shared<StepLogits>();
        logits->raw.resize(kVocabulary);
        for (int i = 0; i < kVocabulary; ++i)
            logits->raw[i] = normal(random);
        logits->step = static_cast<int>(s);
        TokenId best = 0;
        logits->raw.maxCoeff(&best);
        snapshot->steps[s].token.id = best;
        snapshot->steps[s].logits = logits;
    }
    return snapshot;
}

struct StudioBench : ViewBench
{
    DecodingView view{context};

    StudioBench()
    {
        workspace.publish(withLogits());
        view.resize(1200, 700);
        view.tabs().setCurrentIndex(1);
        view.show();
        turn();
    }
    template <typename T>
    T& find(const char* name)
    {
        T* const found = view.findChild<T*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::logic_error(std::string("no ") + name);
        return *found;
    }
    void type(const char* name, const QString& text)
    {
        auto& box = find<QDoubleSpinBox>(name);
        box.selectAll();
        QTest::keyClicks(&box, text);
        QTest::keyClick(&box, Qt::Key_Return);
        turn();
    }
    QPushButton& button(const QString& text)
    {
        for (QPushButton* each : view.findChildren<QPushButton*>())
            if (each->text() == text)
                return *each;
        throw std::logic_error("no such button");
    }
    const StepLogits& logits(int step) const
    {
        return *workspace.snapshot()->steps[static_cast<std::size_t>(step)].logits;
    }
};

} // namespace

TEST_CASE("distribution panel: a control changes the stages at once and the decoding not", "[views]")
{
    QLocale::setDefault(QLocale::c());
    StudioBench bench;
    bench.workspace.setStep(2);
    ViewBench::turn();
    const StageModel& stages = bench.view.distribution().stages();
    CHECK(stages.columnCount() == 3);
    CHECK_FALSE(bench.button(QStringLiteral("Decode a&gain")).isEnabled());
    bench.find<QComboBox>("strategy").setCurrentIndex(1);
    bench.type("temperature", QStringLiteral("1.5"));
    bench.type("topP", QStringLiteral("0.8"));
    DecodeOptions expected;
    expected.strategy = Strategy::kSample;
    expected.temperature = 1.5;
    expected.topP = 0.8;
    CHECK(bench.view.distribution().options() == expected);
    CHECK(bench.workspace.document().decoding == DecodeOptions{});
    CHECK(bench.workspace.undoStack().count() == 0);
    // The numbers shown are those of core for these settings.
    const Distribution plain = distributionStages(bench.logits(2), expected);
    REQUIRE(stages.columnCount() == 5);
    for (int row = 0; row < 10; ++row) {
        const TokenId id = stages.idAt(row);
        CHECK(stages.index(row, 4).data(StageModel::kProbability).toDouble()
              == plain.probabilities[static_cast<std::size_t>(id)]);
    }
    const Draw draw = drawAt(plain.probabilities, uniformAt(0, 2));
    const auto& bar = bench.find<CumulativeBar>("cumulativeBar");
    REQUIRE(bar.shownDraw().has_value());
    CHECK(bar.shownDraw()->uniform == draw.uniform);
    CHECK(bar.shownDraw()->begin == draw.begin);
    CHECK(bar.shownDraw()->end == draw.end);
    CHECK(bench.view.distribution().verdict().contains(QStringLiteral("“%1” is sampled").arg(draw.token)));
}

TEST_CASE("distribution panel: another seed draws another number", "[views]")
{
    StudioBench bench;
    bench.find<QComboBox>("strategy").setCurrentIndex(1);
    auto& seed = bench.find<QLineEdit>("seed");
    seed.selectAll();
    QTest::keyClicks(&seed, QStringLiteral("77"));
    bench.workspace.setStep(3);
    ViewBench::turn();
    CHECK(bench.view.distribution().options().seed == 77);
    CHECK(bench.find<CumulativeBar>("cumulativeBar").shownDraw()->uniform == uniformAt(77, 3));
    QTest::keyClicks(&seed, QStringLiteral("x")); // not a digit: nothing happens
    CHECK(bench.view.distribution().options().seed == 77);
    bench.find<QComboBox>("strategy").setCurrentIndex(0);
    ViewBench::turn();
    CHECK_FALSE(bench.find<CumulativeBar>("cumulativeBar").shownDraw().has_value());
}

TEST_CASE("distribution panel: going on from here keeps what stands before, undoable", "[views]")
{
    StudioBench bench;
    bench.workspace.setStep(2);
    ViewBench::turn();
    bench.find<QComboBox>("strategy").setCurrentIndex(1);
    bench.type("temperature", QStringLiteral("0.7"));
    const auto snapshot = bench.workspace.snapshot();
    bench.button(QStringLiteral("Continue from &here")).click();
    const std::vector<TokenId> before{static_cast<TokenId>(snapshot->steps[0].token.id),
                                      static_cast<TokenId>(snapshot->steps[1].token.id)};
    CHECK(bench.workspace.document().forced == before);
    CHECK(bench.workspace.document().decoding.temperature == 0.7);
    bench.workspace.undoStack().undo();
    ViewBench::turn();
    CHECK(bench.workspace.document().forced.empty());
    CHECK(bench.view.distribution().options() == DecodeOptions{}); // the controls follow
    bench.find<QComboBox>("strategy").setCurrentIndex(1);
    bench.button(QStringLiteral("Decode a&gain")).setFocus();
    bench.button(QStringLiteral("Decode a&gain")).click();
    CHECK(bench.workspace.document().forced.empty());
    CHECK(bench.workspace.document().decoding.strategy == Strategy::kSample);
    // The button is now disabled; the focus must not move to a text field, which handles Ctrl+Z itself.
    CHECK(bench.find<QTableView>("stages").parentWidget()->focusWidget()
          == &bench.find<QTableView>("stages"));
}

TEST_CASE("distribution panel: any token can be found and taken", "[views]")
{
    StudioBench bench;
    bench.workspace.setStep(1);
    ViewBench::turn();
    auto& find = bench.find<QLineEdit>("findToken");
    QTest::keyClicks(&find, QStringLiteral("150"));
    const StageModel& stages = bench.view.distribution().stages();
    REQUIRE(stages.rowCount() == 1);
    CHECK(stages.idAt(0) == 150);
    auto& table = bench.find<QTableView>("stages");
    table.setCurrentIndex(stages.index(0, 0));
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Return);
    REQUIRE(bench.workspace.document().forced.size() == 2);
    CHECK(bench.workspace.document().forced[1] == 150);
    CHECK(bench.workspace.document().branches.list.size() == 2);
    find.clear();
    CHECK(stages.rowCount() >= StageModel::kRows);
}

TEST_CASE("distribution panel: settings are there again at the next start", "[views]")
{
    StudioBench bench;
    bench.find<QComboBox>("strategy").setCurrentIndex(1);
    bench.type("minP", QStringLiteral("0.05"));
    bench.type("repetitionPenalty", QStringLiteral("1.2"));
    DecodeOptions expected;
    expected.strategy = Strategy::kSample;
    expected.minP = 0.05;
    expected.repetitionPenalty = 1.2;
    CHECK(keptDecoding(bench.settings) == expected);
    Workspace next;
    restoreDecoding(next, bench.settings);
    CHECK(next.document().decoding == expected);
}

TEST_CASE("distribution panel: a step without logits says why it shows nothing", "[views]")
{
    StudioBench bench;
    auto without = std::make_shared<Snapshot>(*withLogits());
    for (DecodeStep& step : without->steps)
        step.logits.reset();
    bench.workspace.publish(without);
    ViewBench::turn();
    CHECK(bench.view.distribution().stages().rowCount() == 0);
    CHECK(bench.view.distribution().verdict().contains(QStringLiteral("not kept")));
}

TEST_CASE("settings: a decoding that was changed by hand to nonsense is as absent", "[state]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("x.ini"));
    {
        QSettings store(file, QSettings::IniFormat);
        store.setValue(QStringLiteral("decoding/strategy"), 17);
        store.setValue(QStringLiteral("decoding/topP"), QStringLiteral("much"));
        store.setValue(QStringLiteral("decoding/temperature"), -3);
        store.setValue(QStringLiteral("decoding/beams"), 6);
        store.setValue(QStringLiteral("decoding/beamGroups"), 4);
        store.setValue(QStringLiteral("decoding/minP"), 0.25);
    }
    DecodeOptions expected;
    expected.beams = 6;
    expected.minP = 0.25;
    CHECK(keptDecoding(Settings(file)) == expected);
}

TEST_CASE("distribution panel: the groups of beams that are seen are those that are used", "[views]")
{
    StudioBench bench;
    bench.find<QComboBox>("strategy").setCurrentIndex(2);
    auto& groups = bench.find<QSpinBox>("beamGroups");
    const auto& diversity = bench.find<QDoubleSpinBox>("diversityPenalty");
    const DecodeOptions& options = bench.view.distribution().options();
    REQUIRE(options.beams == 4);
    CHECK_FALSE(diversity.isEnabled()); // a single group has no other to differ from
    groups.setValue(2);
    CHECK(options.beamGroups == 2);
    CHECK(diversity.isEnabled());
    groups.setValue(3); // does not divide four beams
    CHECK(options.beamGroups == 4);
    CHECK(groups.value() == 4);
    groups.setValue(3);
    CHECK(options.beamGroups == 2);
    CHECK(groups.value() == 2);
}

TEST_CASE("distribution panel: settings in two columns do not keep it wide", "[views]")
{
    StudioBench bench;
    bench.find<QComboBox>("strategy").setCurrentIndex(2);
    bench.view.resize(1800, 700);
    ViewBench::turn();
    const QWidget& panel = bench.view.distribution();
    const auto columns = [&] {
        return bench.find<QSpinBox>("beamGroups").geometry().left()
            != bench.find<QDoubleSpinBox>("repetitionPenalty").geometry().left();
    };
    CHECK(columns());
    bench.view.resize(420, 700);
    ViewBench::turn();
    CHECK_FALSE(columns());
    CHECK(panel.width() <= panel.parentWidget()->width());
}

TEST_CASE("distribution panel: headings are whole, and a token that was given is named", "[views]")
{
    QLocale::setDefault(QLocale::c());
    StudioBench bench;
    auto given = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    given->steps[2].token.id = 7;
    given->steps[2].forced = true;
    REQUIRE(bench.logits(2).raw[7] < bench.logits(2).raw.maxCoeff());
    bench.workspace.publish(given);
    bench.workspace.setStep(2);
    ViewBench::turn();
    const auto verdict = [&] {
        for (const QLabel* label : bench.view.distribution().findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("chooses the most likely")))
                return label->text();
        return QString();
    };
    CHECK(verdict().contains(QStringLiteral("The output has")));
    bench.find<QComboBox>("strategy").setCurrentIndex(1);
    bench.type("topP", QStringLiteral("0.9"));
    bench.type("temperature", QStringLiteral("2"));
    const QHeaderView& header = *bench.find<QTableView>("stages").horizontalHeader();
    for (int column = 1; column < header.count(); ++column)
        CHECK(header.sectionSize(column) >= header.sectionSizeHint(column));
}

TEST_CASE("sampling controls: groups of beams that are switched on differ", "[views]")
{
    StudioBench bench;
    bench.find<QComboBox>("strategy").setCurrentIndex(2);
    ViewBench::turn();
    auto& groups = bench.find<QSpinBox>("beamGroups");
    auto& penalty = bench.find<QDoubleSpinBox>("diversityPenalty");
    CHECK_FALSE(penalty.isEnabled());
    groups.setFocus();
    groups.selectAll();
    QTest::keyClick(&groups, Qt::Key_2);
    CHECK(penalty.isEnabled()); // so that Tab reaches it
    QTest::keyClick(&groups, Qt::Key_Return);
    CHECK(bench.view.distribution().options().beamGroups == 2);
    CHECK(bench.view.distribution().options().diversityPenalty == 1.0);
    CHECK(penalty.value() == 1.0);
    bench.type("diversityPenalty", QStringLiteral("0"));
    CHECK(bench.view.distribution().options().diversityPenalty == 0.0); // the user may choose that
}
