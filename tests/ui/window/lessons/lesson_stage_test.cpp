#include "ui/window/lessons/lesson_stage.h"

#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/lesson_bench.h"
#include "ui/run/opener.h"
#include "ui/state/focus.h"
#include "ui/state/model_settings.h"
#include "ui/state/workspace.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

using namespace headlight;
using headlight::test::LessonBench;
using headlight::test::WindowStart;

TEST_CASE("lessons: a row that a step of the decoding points at is not marked in the next state", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("decoding"));
    bench.reach(0);
    bench.start.workspace.setStep(2);
    REQUIRE(WindowStart::wait([&bench] { return bench.start.focus.hover().query == 2; }));
    bench.player.open(QStringLiteral("whole"));
    bench.reach(0);
    CHECK(bench.start.focus.hover().empty());
}

TEST_CASE("lessons: what is predicted about another sentence is asked beside it, without the edits",
          "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("order"));
    const LessonStep& step = *bench.player.steps()[2];
    REQUIRE((step.predict && !step.state->edits.empty()));
    bench.perform(1); // on another sentence
    bench.player.go(2);
    bench.settle();
    CHECK(bench.start.workspace.document().text.toStdString() == step.state->text);
    CHECK(bench.start.workspace.document().interventions.empty());
    bench.answer(true).click();
    bench.settle();
    CHECK(bench.start.workspace.document().interventions == step.state->edits);
}

TEST_CASE("lessons: a prediction made while its model is just opening ends in the step's state", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("masks"));
    const LessonStep& step = *bench.player.steps()[6]; // of another model, which it shows without edits first
    REQUIRE(
        (step.predict && !step.state->edits.empty() && step.state->model != bench.player.lesson()->model));
    const QString right = lessonText(step.predict->answers[1].say);
    QObject::connect(&bench.start.workspace, &Workspace::modelChanged, &bench.player.panel(), [&] {
        for (QRadioButton* each : bench.player.panel().findChildren<QRadioButton*>())
            if (bench.start.workspace.model() != nullptr && !bench.isAnswered() && each->text() == right)
                each->click();
    });
    bench.player.go(6);
    REQUIRE(WindowStart::wait([&] { return bench.isAnswered() && !bench.start.runs.opener().isOpening(); }));
    bench.settle();
    CHECK(bench.player.holds());
    CHECK(bench.start.workspace.document().interventions == step.state->edits);
}

TEST_CASE("lessons: a step that is taken up elsewhere begins with the state before it", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("order"));
    bench.player.go(2); // a prediction about edits: its sentence is in sight without them
    bench.settle();
    CHECK(bench.start.workspace.document().text == QStringLiteral("The dog bites the man."));
    CHECK(bench.start.workspace.document().interventions == Interventions());
    bench.answer(true).setFocus();
    bench.answer(true).click();
    bench.settle();
    CHECK(bench.start.workspace.document().text == QStringLiteral("The dog bites the man."));
    CHECK(bench.start.window.focusWidget() == &bench.button("lessonNext")); // not the sentence
    bench.player.go(1); // done before, but one space too many, and the page Learn in front
    bench.start.window.rooms().enter(RoomId::kLearn);
    bench.player.open(QStringLiteral("order"));
    bench.player.go(1);
    bench.settle();
    CHECK(bench.start.window.rooms().current() != QLatin1String(kLearnPage));
    Document typed = bench.start.workspace.document();
    typed.text = QStringLiteral("The man  bites the dog.");
    bench.start.workspace.apply(typed, {});
    bench.settle();
    CHECK(bench.words("lessonResult").contains(QStringLiteral("homme mord")));
}

TEST_CASE("lessons: the next start shows the reader's own sentence, not the lesson's", "[window]")
{
    LessonBench bench;
    bench.start.type(QStringLiteral(" Really"));
    bench.settle();
    const QString own = bench.start.workspace.document().text;
    bench.player.open(QStringLiteral("softmax"));
    bench.reach(0);
    REQUIRE(bench.start.workspace.document().text != own);
    bench.start.window.close();
    CHECK(kLastText.of(bench.settings) == own);
    CHECK(kLastModel.of(bench.settings).isEmpty()); // the built-in one
}

TEST_CASE("lessons: the view that a step is about is large, and its workspace is as it was later", "[window]")
{
    LessonBench bench;
    const DockArea& views = bench.start.window.views();
    bench.player.open(QStringLiteral("dictionary"));
    bench.reach(0);
    CHECK(views.layout().centre == QStringLiteral("vectors"));
    bench.reach(2);
    CHECK(views.layout().centre == QStringLiteral("heatmap"));
    bench.start.window.rooms().enter(QStringLiteral("explain"));
    CHECK(views.layout().centre == QStringLiteral("cell"));
    bench.reach(0);
    bench.player.leave();
    bench.start.window.rooms().enter(QStringLiteral("explain"));
    CHECK(views.layout().centre == QStringLiteral("cell"));
}

TEST_CASE("lessons: how a text decodes does not reach the next model that is opened", "[window]")
{
    LessonBench bench;
    const QString folder = QString::fromStdString(bench.start.workspace.model()->folder().string());
    const DecodeOptions own = bench.start.workspace.document().decoding;
    bench.player.open(QStringLiteral("text-four"));
    bench.reach(0);
    REQUIRE(bench.start.workspace.document().decoding != own);
    bench.start.window.openModel(folder);
    REQUIRE(WindowStart::wait([&] {
        return !bench.start.workspace.isRunning() && bench.start.workspace.document().decoding == own;
    }));
    CHECK(QString::fromStdString(bench.start.workspace.model()->folder().string()) == folder);
}

TEST_CASE("lessons: a task begins where the steps before it have led, whatever was open", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("softmax"));
    bench.player.go(4); // its task is on another model than the one that is open
    bench.settle();
    CHECK(bench.start.workspace.model()->name() == "text-1");
    CHECK_FALSE(bench.list().item(4)->text().endsWith(u'✓'));
    bench.start.focus.setMap(MapKind::kScores);
    bench.settle();
    CHECK(bench.list().item(4)->text().endsWith(u'✓'));
    CHECK(bench.words("lessonResult").contains(QStringLiteral("0.7071")));
}

TEST_CASE("lessons: a copy of a lesson of the program is that lesson, and gives the first sentence back",
          "[window]")
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("window.ini")));
    const QString file = folder.filePath(QStringLiteral("my-copy.json"));
    REQUIRE(QFile::copy(QStringLiteral(":/lessons/56-values.json"), file));
    WindowStart start(settings);
    start.window.start(file); // before there is a model
    LessonPlayer& player = start.window.lessons();
    CHECK(player.lesson() == lessonNamed(QStringLiteral("values")));
    const auto shows = [&start](const QString& text) {
        return WindowStart::wait([&] {
            return start.runs.isSettled() && start.workspace.model() != nullptr
                && start.workspace.document().text == text;
        });
    };
    const QString first = firstSentence(QStringLiteral("en-fr"));
    REQUIRE(shows(first));
    player.go(0);
    REQUIRE(shows(QStringLiteral("our input sentence")));
    player.leave();
    CHECK(shows(first));
}
