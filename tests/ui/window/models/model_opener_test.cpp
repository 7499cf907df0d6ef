#include "core/model/model.h"
#include "tests/support/bert_folder.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "ui/dialogs/models_page.h"
#include "ui/run/model_library.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/model_settings.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/file_actions.h"
#include "ui/window/models/model_choice.h"
#include "ui/window/models/model_opener.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <QWheelEvent>

using namespace headlight;

namespace {

const QString kModels = QString::fromUtf8(test::kTestData) + QStringLiteral("/models");

struct OpenerBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("opener.ini"))};
    Workspace workspace;
    RunController runs{workspace};
    QWidget window;
    ModelOpener opener{settings, runs, window};

    OpenerBench() { window.show(); }
    static bool wait(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 60000); }
    QMessageBox* question() const { return window.findChild<QMessageBox*>(); }
    bool waitQuestion() const
    {
        return wait([this] { return question() != nullptr && question()->isVisible(); });
    }
    void answer(const QString& button)
    {
        for (QAbstractButton* each : question()->buttons()) {
            if (each->text().contains(button))
                return each->click();
        }
        FAIL("there is no such button");
    }
    bool waitModel() const
    {
        return wait([this] { return workspace.model() != nullptr; });
    }
};

} // namespace

TEST_CASE("opening: a large model is asked about, and stays closed when declined", "[window]")
{
    OpenerBench bench;
    bench.runs.opener().setMemoryToSpare(1000);
    bool declined = false;
    QObject::connect(&bench.opener, &ModelOpener::declined, [&] { declined = true; });
    bench.opener.openModel(kModels + QStringLiteral("/gpt2"));
    REQUIRE(bench.waitQuestion());
    CHECK(bench.question()->text().contains(QStringLiteral("gpt2")));
    CHECK_FALSE(bench.runs.opener().isOpening());
    bench.answer(QStringLiteral("Cancel"));
    REQUIRE(bench.wait([&] { return declined; }));
    CHECK(bench.workspace.model() == nullptr);
    CHECK_FALSE(hasLargeModelAnswers(bench.settings));
}

TEST_CASE("opening: the answer about a large model is remembered where that is wished", "[window]")
{
    OpenerBench bench;
    bench.runs.opener().setMemoryToSpare(1000);
    const QString folder = kModels + QStringLiteral("/gpt2");
    bench.opener.openModel(folder);
    REQUIRE(bench.waitQuestion());
    bench.question()->checkBox()->setChecked(true);
    bench.answer(QStringLiteral("Open it"));
    REQUIRE(bench.waitModel());
    CHECK(largeModelAnswer(bench.settings, folder) == HeldPrecision::kWhatFits);
    REQUIRE(bench.wait([&] { return bench.question() == nullptr; }));
    bench.workspace.setModel(nullptr);
    bench.opener.openModel(folder);
    REQUIRE(bench.waitModel());
    CHECK(bench.question() == nullptr);
}

TEST_CASE("opening: by name, by a file of the folder, by what is dropped", "[window]")
{
    OpenerBench bench;
    Focus focus;
    const CommandActions commands;
    FileActions files({bench.workspace, focus, bench.settings}, commands, bench.runs, &bench.window);
    QObject::connect(&files, &FileActions::modelWanted, &bench.opener, &ModelOpener::openModel);
    files.open(kModels + QStringLiteral("/bert/config.json"));
    REQUIRE(bench.waitModel());
    CHECK(bench.workspace.model()->family() == "bert");
    files.open(QStringLiteral("en-fr"));
    REQUIRE(bench.wait([&] { return bench.workspace.model()->name() == "en-fr"; }));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(kModels + QStringLiteral("/t5"))});
    CHECK(FileActions::canDrop(data));
    files.drop(data);
    REQUIRE(bench.wait([&] { return bench.workspace.model()->name() == "t5"; }));
    data.setUrls({QUrl::fromLocalFile(kModels + QStringLiteral("/../gguf/good.gguf"))});
    CHECK(FileActions::canDrop(data));
    files.drop(data);
    REQUIRE(bench.wait([&] { return bench.workspace.model()->name() == "good"; }));
}

TEST_CASE("choice of model: built-in, used lately, from the models folder, each once", "[window]")
{
    OpenerBench bench;
    kModelFolders.set(bench.settings, {kModels});
    putFirst(bench.settings, kRecentModels, kModels + QStringLiteral("/t5"));
    const QDir place(bench.folder.path());
    place.mkdir(QStringLiteral("odd"));
    QFile config(place.filePath(QStringLiteral("odd/config.json")));
    REQUIRE(config.open(QIODevice::WriteOnly));
    config.write(R"({"model_type": "perceptron"})");
    config.close();
    kModelFolders.set(bench.settings, {kModels, bench.folder.path()});
    ModelChoice choice(bench.workspace, bench.settings, bench.opener.library());
    bench.opener.searchModels();
    REQUIRE(bench.wait([&] { return choice.findText(QStringLiteral("gpt2")) >= 0; }));
    CHECK(choice.itemText(0).contains(QStringLiteral("built-in")));
    CHECK(choice.findText(QStringLiteral("t5")) < choice.findText(QStringLiteral("bart")));
    int count = 0;
    for (int i = 0; i < choice.count(); ++i)
        count += choice.itemText(i) == QStringLiteral("t5") ? 1 : 0;
    CHECK(count == 1);
    // Models that cannot be opened are listed with the reason.
    const int odd = choice.findText(QStringLiteral("odd"));
    REQUIRE(odd >= 0);
    CHECK_FALSE(choice.model()->flags(choice.model()->index(odd, 0)).testFlag(Qt::ItemIsEnabled));
    CHECK(choice.itemData(odd, Qt::ToolTipRole).toString().contains(QStringLiteral("perceptron")));
    QString chosen;
    QObject::connect(&choice, &ModelChoice::chosen, [&](const QString& folder) { chosen = folder; });
    choice.setCurrentIndex(choice.findText(QStringLiteral("gpt2")));
    emit choice.activated(choice.currentIndex());
    CHECK(chosen == kModels + QStringLiteral("/gpt2"));
    CHECK(choice.recentMenu()->actions().size() == 1);

    // The wheel passes over it, even after a choice, when it has the keyboard focus.
    chosen.clear();
    choice.setCurrentIndex(choice.findText(QStringLiteral("gpt2")));
    choice.show();
    choice.setFocus();
    QWheelEvent down({5, 5}, choice.mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
    QApplication::sendEvent(&choice, &down);
    CHECK(choice.currentData().toString() == kModels + QStringLiteral("/gpt2"));
    CHECK(chosen.isEmpty());
}

TEST_CASE("preferences: nothing is written before it is applied", "[window]")
{
    OpenerBench bench;
    auto* const page = new ModelsPage(bench.settings);
    auto* const dialog = new PreferencesDialog({page}, &bench.window);
    int applied = 0;
    QObject::connect(dialog, &PreferencesDialog::applied, [&] { ++applied; });
    dialog->open();
    page->addFolder(QStringLiteral("/models"));
    page->addFolder(QStringLiteral("/models"));
    page->addFolder(QStringLiteral("/more"));
    page->findChild<QComboBox*>()->setCurrentIndex(2);
    CHECK(kModelFolders.of(bench.settings).isEmpty());
    auto* const buttons = dialog->findChild<QDialogButtonBox*>();
    buttons->button(QDialogButtonBox::Apply)->click();
    CHECK(applied == 1);
    CHECK(kModelFolders.of(bench.settings)
          == QStringList{QStringLiteral("/models"), QStringLiteral("/more")});
    CHECK(kHeldPrecision.of(bench.settings) == HeldPrecision::kHalf);
    page->findChild<QListWidget*>()->setCurrentRow(0);
    page->findChild<QListWidget*>()->setFocus();
    for (QPushButton* button : page->findChildren<QPushButton*>()) {
        if (button->text().contains(QStringLiteral("Remove")))
            button->click();
    }
    buttons->button(QDialogButtonBox::Cancel)->click();
    CHECK(applied == 1);
    CHECK(kModelFolders.of(bench.settings).size() == 2);
}
