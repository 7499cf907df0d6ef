#include "ui/window/window_keeper.h"

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/dialogs/appearance_page.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/lessons/lesson_writer.h"
#include "ui/window/look/languages.h"
#include "ui/window/look/look_settings.h"
#include "ui/window/rooms/room_table.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScopeGuard>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QUndoStack>

#include <algorithm>

using namespace headlight;
using headlight::test::WindowBench;

namespace {

QString fileMenu(const MainWindow& window)
{
    return window.menuBar()->actions().constFirst()->text();
}

/// A program: everything that outlives a window.
struct Program
{
    WindowBench bench;
    Theme theme;
    Workspace workspace;
    Focus focus;
    RunController runs{workspace};
    WindowKeeper keeper{{workspace, focus, bench.settings}, runs, theme};

    Program()
    {
        keeper.window().show();
        keeper.window().start(bench.model);
        REQUIRE(QTest::qWaitFor(
            [this] { return workspace.snapshot()->finished && !workspace.snapshot()->trace.isNull(); },
            60000));
        REQUIRE(QTest::qWaitFor([this] { return runs.isSettled(); }, 60000));
    }
    QDialog& openPreferences() const
    {
        keeper.window().findChild<QAction*>(QStringLiteral("edit.preferences"))->trigger();
        auto* const dialog = keeper.window().findChild<QDialog*>(QStringLiteral("preferences"));
        REQUIRE(dialog != nullptr);
        return *dialog;
    }
};

template <typename Widget>
Widget& part(const QWidget& dialog, const char* name)
{
    auto* const widget = dialog.findChild<Widget*>(QLatin1String(name));
    REQUIRE(widget != nullptr);
    return *widget;
}

void press(const QDialog& dialog, QDialogButtonBox::StandardButton button)
{
    QTest::mouseClick(dialog.findChild<QDialogButtonBox*>()->button(button), Qt::LeftButton);
}

} // namespace

TEST_CASE("preferences: another language is spoken at once, and all stays open", "[window][look]")
{
    useLanguage(QStringLiteral("en"));
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    Program program;
    kLanguageCode.set(program.bench.settings, QStringLiteral("en"));
    CHECK(fileMenu(program.keeper.window()) == QStringLiteral("&File"));
    Document next = program.workspace.document();
    next.interventions.masks.decoderCausal = Toggle::kOff;
    program.workspace.apply(next, QStringLiteral("mask"));
    REQUIRE(QTest::qWaitFor([&] { return program.runs.isSettled(); }, 60000));
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kCross, 1};
    program.focus.setHead(head);
    program.focus.setPin({1, 0});
    program.workspace.setStep(1);
    program.keeper.window().sessions().save(program.bench.file("a.headlight"));
    REQUIRE(QTest::qWaitFor([&] { return QFile::exists(program.bench.file("a.headlight")); }));
    const auto snapshot = program.workspace.snapshot();
    const auto model = program.workspace.model();

    bool rebuilt = false;
    QObject::connect(&program.keeper, &WindowKeeper::rebuilt, [&] { rebuilt = true; });
    QDialog& dialog = program.openPreferences();
    auto& language = part<QComboBox>(dialog, "appearance.language");
    language.setCurrentIndex(language.findData(QStringLiteral("fr")));
    press(dialog, QDialogButtonBox::Ok);
    REQUIRE(QTest::qWaitFor([&] { return rebuilt; }, 60000));

    MainWindow& window = program.keeper.window();
    CHECK(window.isVisible());
    CHECK(fileMenu(window).contains(QStringLiteral("Fichier")));
    CHECK(kLanguageCode.of(program.bench.settings) == QStringLiteral("fr"));
    // Nothing was run or opened again.
    CHECK(program.workspace.snapshot() == snapshot);
    CHECK(program.workspace.model() == model);
    CHECK(program.workspace.step() == 1);
    CHECK(program.focus.head() == head);
    CHECK(program.focus.pin() == Cell{1, 0});
    CHECK(window.input().sentence()->toPlainText() == QStringLiteral("5 9 14 3"));
    CHECK(window.sessions().path() == program.bench.file("a.headlight"));
    CHECK(window.windowTitle().contains(QStringLiteral("paper-transformer")));
    // It works: undo runs the model again.
    REQUIRE(program.workspace.undoStack().canUndo());
    program.workspace.undoStack().undo();
    REQUIRE(QTest::qWaitFor(
        [&] { return program.workspace.snapshot() != snapshot && program.workspace.snapshot()->finished; },
        60000));
    // The new window found no crash to recover from.
    CHECK(window.findChild<QWidget*>(QStringLiteral("recoveryBar"))->isHidden());
}

namespace {

/// Chooses French in the preferences and waits for the new window.
void speakFrench(Program& program)
{
    kLanguageCode.set(program.bench.settings, QStringLiteral("en"));
    bool rebuilt = false;
    QObject::connect(
        &program.keeper, &WindowKeeper::rebuilt, &program.keeper, [&] { rebuilt = true; },
        Qt::SingleShotConnection);
    QDialog& dialog = program.openPreferences();
    auto& language = part<QComboBox>(dialog, "appearance.language");
    language.setCurrentIndex(language.findData(QStringLiteral("fr")));
    press(dialog, QDialogButtonBox::Ok);
    REQUIRE(QTest::qWaitFor([&] { return rebuilt; }, 60000));
    REQUIRE(QTest::qWaitFor([&] { return program.runs.isSettled(); }, 60000));
    test::settle(20);
}

} // namespace

TEST_CASE("preferences: another language leaves the workspace, its front tab and the keyboard where they are",
          "[window][look]")
{
    useLanguage(QStringLiteral("en"));
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    Program program;
    const QString sentence = program.workspace.document().text;
    program.keeper.window().rooms().enter(RoomId::kModel);
    const ViewId weights("weights");
    program.keeper.window().views().showView(weights);
    test::settle(20);
    REQUIRE(program.keeper.window().views().isSeen(weights));
    speakFrench(program);
    MainWindow& window = program.keeper.window();
    CHECK(window.rooms().current() == QLatin1String(roomOf(RoomId::kModel).name));
    CHECK(window.views().isSeen(weights));
    CHECK(window.views().view(weights)->isAncestorOf(window.focusWidget()));
    CHECK(program.workspace.document().text == sentence);
}

TEST_CASE("preferences: another language leaves a tour at its step, and its end leads back", "[window][look]")
{
    useLanguage(QStringLiteral("en"));
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    Program program;
    const LessonPlayer& before = program.keeper.window().lessons();
    program.keeper.window().lessons().open(QStringLiteral("tour"));
    program.keeper.window().lessons().go(2);
    REQUIRE(QTest::qWaitFor([&] { return before.isIdle() && program.runs.isSettled(); }, 60000));
    const auto steps = before.steps();
    speakFrench(program);
    MainWindow& window = program.keeper.window();
    CHECK_FALSE(window.lessons().panel().isHidden());
    REQUIRE(window.lessons().lesson() != nullptr);
    CHECK(window.lessons().lesson()->name == "tour");
    CHECK(window.lessons().steps() == steps);
    CHECK(window.lessons().step() == 2);
    const auto* const title = window.lessons().panel().findChild<QLabel*>(QStringLiteral("lessonTitle"));
    CHECK(title->text() == lessonText(steps[2]->title));
    CHECK(title->text() != QString::fromStdString(steps[2]->title));
    window.lessons().leave();
    CHECK(window.lessons().panel().isHidden());
    CHECK(window.rooms().current() == QLatin1String(roomOf(RoomId::kExplore).name));
}

TEST_CASE("preferences: another language leaves a lesson with its step and the answers", "[window][look]")
{
    useLanguage(QStringLiteral("en"));
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    Program program;
    const QString own = program.workspace.document().text;
    LessonPlayer& before = program.keeper.window().lessons();
    before.open(QStringLiteral("similarity"));
    const auto asks = std::ranges::find_if(before.steps(), [](const LessonStep* each) {
        return each->predict && each->predict->answers.size() > 1;
    });
    REQUIRE(asks != before.steps().end());
    const LessonStep& asked = **asks;
    const auto step = static_cast<int>(asks - before.steps().begin());
    before.go(step);
    emit before.panel().answered(1);
    REQUIRE(QTest::qWaitFor([&] { return before.isIdle() && program.runs.isSettled(); }, 60000));
    REQUIRE(before.holds());
    speakFrench(program);
    MainWindow& window = program.keeper.window();
    LessonPlayer& player = window.lessons();
    REQUIRE(QTest::qWaitFor([&] { return player.isIdle(); }, 60000));
    REQUIRE(player.lesson() != nullptr);
    CHECK(player.lesson()->name == "similarity");
    CHECK(player.step() == step);
    CHECK_FALSE(player.panel().isHidden());
    CHECK(player.holds());
    QStringList chosen;
    for (const QRadioButton* each : player.panel().findChildren<QRadioButton*>())
        if (each->isChecked())
            chosen << each->text();
    CHECK(chosen == QStringList(lessonText(asked.predict->answers[1].say)));
    // Leaving gives the reader's own model and sentence back.
    player.leave();
    REQUIRE(QTest::qWaitFor([&] { return program.workspace.document().text == own; }, 60000));
}

TEST_CASE(
    "preferences: another language leaves a lesson that is being written, with what its file cannot hold yet",
    "[window][look]")
{
    useLanguage(QStringLiteral("en"));
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    Program program;
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("heads.json"));
    LessonWriter& before = program.keeper.window().lessonWriter();
    before.open(file);
    before.addStep();
    before.addStep();
    before.findChild<QListWidget*>()->setCurrentRow(0);
    part<QLineEdit>(before, "lessonTitleField").clear(); // without a title it is not kept
    part<QPlainTextEdit>(before, "lessonAbout").setPlainText(QStringLiteral("Two heads."));
    speakFrench(program);
    LessonWriter& after = program.keeper.window().lessonWriter();
    REQUIRE(&after != &before);
    CHECK_FALSE(after.isHidden());
    CHECK(after.lesson().steps.size() == 2);
    CHECK(after.lesson().title.empty());
    CHECK(after.findChild<QListWidget*>()->currentRow() == 0);
    CHECK(part<QPlainTextEdit>(after, "lessonAbout").toPlainText() == QStringLiteral("Two heads."));
    part<QLineEdit>(after, "lessonTitleField").setText(QStringLiteral("Heads"));
    after.hide();
    CHECK(after.mayClose());
    CHECK(QFile::exists(file));
}

TEST_CASE("preferences: the looks are what the menus say", "[window][look]")
{
    useLanguage(QStringLiteral("en"));
    Program program;
    QDialog& dialog = program.openPreferences();
    auto& theme = part<QComboBox>(dialog, "appearance.theme");
    theme.setFocus();
    theme.setCurrentIndex(theme.findData(QStringLiteral("contrast-dark")));
    auto& map = part<QComboBox>(dialog, "appearance.colourMap");
    map.setCurrentIndex(map.findData(QStringLiteral("magma")));
    part<QSpinBox>(dialog, "appearance.textSize").setValue(130);
    CHECK(kThemeName.of(program.bench.settings) == QStringLiteral("system")); // not applied yet
    const double before = QApplication::font().pointSizeF();
    press(dialog, QDialogButtonBox::Apply);
    CHECK(kThemeName.of(program.bench.settings) == QStringLiteral("contrast-dark"));
    CHECK(program.theme.isDark());
    CHECK(program.theme.isHighContrast());
    CHECK(program.focus.colourMap() == QStringLiteral("magma"));
    CHECK(QApplication::font().pointSizeF() == Approx(before * 1.3));
    const MainWindow& window = program.keeper.window();
    CHECK(window.findChild<QAction*>(QStringLiteral("look.theme.contrast-dark"))->isChecked());
    CHECK(window.findChild<QAction*>(QStringLiteral("look.colours.magma"))->isChecked());
    for (const char* name : {"appearance.theme", "appearance.textSize", "appearance.displayScale",
                             "appearance.colourMap", "appearance.language"}) {
        const auto& field = part<QWidget>(dialog, name);
        CHECK_FALSE(field.accessibleName().isEmpty());
        CHECK_FALSE(field.toolTip().isEmpty());
    }
    press(dialog, QDialogButtonBox::Cancel);
    program.theme.setTextSize(100);
}
