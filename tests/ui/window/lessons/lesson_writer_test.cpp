#include "ui/window/lessons/lesson_writer.h"

#include "core/lesson/exercise.h"
#include "core/lesson/lesson_check.h"
#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/window_bench.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/matrices/matrices_view.h"
#include "ui/window/lessons/lesson_answers.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/look/languages.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"
#include "ui/words/head_name.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <filesystem>
#include <string>
#include <tuple>

using namespace headlight;
using headlight::test::WindowStart;

namespace {

const HeadRef kAligning{StackKind::kDecoder, 0, AttentionKind::kCross, 3};

/// The window with the built-in model, and a folder for lessons.
struct WriterBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    WindowStart start{settings};
    LessonWriter& writer = start.window.lessonWriter();
    LessonPlayer& player = start.window.lessons();

    WriterBench()
    {
        start.window.resize(1440, 900);
        start.window.start();
        REQUIRE(WindowStart::wait(
            [this] { return start.workspace.model() != nullptr && start.runs.isSettled(); }));
        start.settle();
    }
    QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }
    /// Begins a lesson in this file with a step on the aligning head.
    QString begin(const char* name, const Cell& pin = {})
    {
        const QString path = file(name);
        writer.open(path);
        start.focus.setHead(kAligning);
        start.focus.setPin(pin);
        writer.addStep();
        return path;
    }
    /// Chooses from the lists when the step asks and how it is answered, and types what it asks.
    void ask(int when, int how, const QString& words) const
    {
        in<QComboBox>(writer, "stepWhen").setCurrentIndex(when);
        in<QPlainTextEdit>(writer, "stepAsk").setPlainText(words);
        in<QComboBox>(writer, "stepHow").setCurrentIndex(how);
    }
    template <typename Widget>
    Widget& in(const QWidget& panel, const char* name) const
    {
        return *panel.findChild<Widget*>(QLatin1String(name));
    }
    void fill(const char* field, const QString& text) const
    {
        in<QPlainTextEdit>(writer, field).setPlainText(text);
    }
    void measured() const
    {
        REQUIRE(WindowStart::wait([this] { return !writer.isMeasuring(); }));
        QCoreApplication::processEvents();
    }
    void arrived() const
    {
        REQUIRE(WindowStart::wait([this] { return player.isIdle() && start.runs.isSettled(); }));
        QCoreApplication::processEvents();
    }
    QString words(const char* name) const { return in<QLabel>(player.panel(), name).text(); }
    Lesson read(const QString& path) const
    {
        auto lesson = readLesson(std::filesystem::path(path.toStdString()));
        if (!lesson)
            FAIL(lesson.error().describe());
        return *std::move(lesson);
    }
    /// Writes a file of this content, and drops it on the window.
    void drop(const QString& path, const QByteArray& content)
    {
        QFile to(path);
        REQUIRE(to.open(QIODevice::WriteOnly));
        to.write(content);
        to.close();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&start.window, &enter);
        REQUIRE(enter.isAccepted());
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&start.window, &event);
    }
};

std::vector<std::string> faultsIn(const Lesson& lesson)
{
    OpenModels known;
    const auto faults = faultsOf(lesson, modelsOf(lesson, known, {}), {});
    return faults ? *faults : std::vector{faults.error().describe()};
}

} // namespace

TEST_CASE("lesson writer: what is on the screen becomes a lesson that can be read and holds", "[window]")
{
    WriterBench bench;
    const QString file = bench.file("mine.json");
    bench.player.open(QStringLiteral("translate"));
    bench.writer.open(file);
    CHECK(bench.player.panel().isHidden());
    REQUIRE(bench.writer.isVisible());
    bench.in<QLineEdit>(bench.writer, "lessonTitleField").setText(QStringLiteral("Cats"));
    bench.start.focus.setHead(kAligning);
    bench.start.focus.setPin({2, 2});
    bench.in<QPushButton>(bench.writer, "lessonAddStep").click();
    bench.in<QLineEdit>(bench.writer, "stepTitle").setText(QStringLiteral("Look"));
    bench.fill("stepSay", QStringLiteral("**chat** looks at *cat*: {a}"));
    bench.in<QComboBox>(bench.writer, "stepWhen").setCurrentIndex(1);
    bench.in<QPlainTextEdit>(bench.writer, "stepAsk").setPlainText(QStringLiteral("Where?"));
    bench.fill("stepAnswers", QStringLiteral("dog | It barks.\n* cat"));
    bench.writer.addCheck(QStringLiteral("at(weights('decoder.0.cross.3'), 2, 2)"), 2);
    bench.measured();
    bench.writer.addCheck(QStringLiteral("shape(query('decoder.0.cross.3'))"), 0);
    bench.measured();
    bench.writer.addCheck(QStringLiteral("statistic('entropy', 'decoder.0.cross.3')"), 2);
    bench.measured();
    // The second step has an edit.
    bench.start.action("mask.causalDecoder")->trigger();
    bench.start.settle();
    bench.in<QPushButton>(bench.writer, "lessonAddStep").click();

    const Lesson lesson = bench.read(file);
    CHECK(lesson.title == "Cats");
    CHECK(lesson.markdown);
    REQUIRE(lesson.steps.size() == 2);
    const LessonStep& first = lesson.steps[0];
    CHECK(first.title == "Look");
    REQUIRE(first.predict);
    CHECK(first.predict->answers == std::vector<LessonAnswer>{{"dog", false, "It barks."}, {"cat", true}});
    CHECK(first.state->model == "en-fr");
    CHECK(first.state->text == bench.start.workspace.document().text.toStdString());
    CHECK(first.state->head == kAligning);
    CHECK(first.state->pin == LessonPin{2, 2});
    REQUIRE(first.check.size() == 3);
    CHECK(first.check[0].value == "0.98");
    CHECK(first.check[1].value.starts_with("["));
    CHECK_FALSE(lesson.steps[1].state->edits.empty());
    CHECK(faultsIn(lesson).empty());

    // What was typed belongs to its step, even if another is chosen at once.
    auto& steps = *bench.writer.findChild<QListWidget*>();
    bench.in<QLineEdit>(bench.writer, "stepTitle").setText(QStringLiteral("Without it"));
    steps.setCurrentRow(0);
    CHECK(bench.read(file).steps[1].title == "Without it");
    CHECK(bench.in<QLineEdit>(bench.writer, "stepTitle").text() == QStringLiteral("Look"));
    bench.in<QToolButton>(bench.writer, "lessonUndo").click();

    // One undo takes back one change, also in the file.
    bench.in<QToolButton>(bench.writer, "lessonUndo").click();
    CHECK(bench.read(file).steps.size() == 1);
    CHECK(bench.writer.lesson().steps.size() == 1);
    bench.in<QToolButton>(bench.writer, "lessonRedo").click();
    CHECK(bench.read(file).steps.size() == 2);
    bench.fill("lessonSummary", QStringLiteral("Cats are seen."));
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    CHECK(bench.read(file).summary == "Cats are seen.");
    CHECK_FALSE(bench.in<QToolButton>(bench.writer, "lessonRedo").isEnabled()); // after another change
}

TEST_CASE("lesson writer: a question stays open while its words are still to come", "[window]")
{
    WriterBench bench;
    bench.writer.open(bench.file("question.json"));
    bench.writer.addStep();
    const auto& title = bench.in<QLineEdit>(bench.writer, "stepTitle");
    CHECK(title.hasSelectedText()); // typing names the step
    CHECK(title.text() == headName(bench.start.focus.head())); // what is shown, in few words
    auto& when = bench.in<QComboBox>(bench.writer, "stepWhen");
    for (const int choice : {1, 2}) {
        when.setCurrentIndex(choice);
        bench.in<QLineEdit>(bench.writer, "stepTitle").setText(QString::number(choice));
        bench.in<QPushButton>(bench.writer, "lessonTry").click(); // keeps what was typed
        CHECK(when.currentIndex() == choice);
        CHECK_FALSE(bench.in<QPlainTextEdit>(bench.writer, "stepAsk").isHidden());
    }
}

TEST_CASE("lesson writer: a step with Matrices in sight keeps the sheet", "[window]")
{
    WriterBench bench;
    const QString file = bench.file("sheet.json"), sheet = QStringLiteral("X = [1, 2]\nY = X + 6");
    bench.writer.open(file);
    bench.start.window.views().showView(ViewId("matrices"));
    bench.start.workspace.setSheet(sheet);
    bench.writer.addStep();
    bench.start.window.rooms().enter(RoomId::kExplore);
    bench.writer.addStep();
    const Lesson lesson = bench.read(file);
    REQUIRE(lesson.steps.size() == 2);
    CHECK(lesson.steps[0].state->sheet == sheet.toStdString());
    CHECK(lesson.steps[1].state->sheet.empty());
    CHECK(faultsIn(lesson).empty());

    bench.start.workspace.setSheet(QStringLiteral("X = [3]"));
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    bench.player.go(1);
    bench.arrived();
    CHECK(bench.start.workspace.sheet() == QStringLiteral("X = [3]"));
    bench.player.go(0);
    bench.arrived();
    CHECK(bench.start.workspace.sheet() == sheet);
    CHECK(bench.start.window.findChild<MatricesView*>()->sheet() == sheet);
    CHECK(bench.start.window.views().isSeen(ViewId("matrices")));
}

TEST_CASE("lesson writer: a step keeps which step of the decoding is shown", "[window]")
{
    WriterBench bench;
    const QString file = bench.file("decoding.json");
    bench.writer.open(file);
    bench.start.window.rooms().enter(RoomId::kDecode);
    bench.start.settle();
    const int all = bench.start.workspace.step();
    bench.start.workspace.setStep(0);
    bench.writer.addStep();
    bench.start.workspace.setStep(3);
    bench.writer.addStep();
    CHECK(bench.read(file).steps[0].state->step == 1);
    CHECK(bench.read(file).steps[1].state->step == 4);
    bench.start.workspace.setStep(all);
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    for (const int step : {1, 0}) {
        bench.player.go(step);
        bench.arrived();
        REQUIRE(WindowStart::wait([&] { return bench.start.workspace.step() == step * 3; }));
    }
}

TEST_CASE("lesson writer: a step's state is shown, and replaced by the window's", "[window]")
{
    WriterBench bench;
    const QString file = bench.begin("states.json", {2, 2});
    bench.start.focus.setPin({3, 1});
    bench.in<QToolButton>(bench.writer, "lessonShowState").click();
    bench.start.settle();
    CHECK(bench.start.focus.pin() == Cell{2, 2});
    bench.start.focus.setPin({3, 1});
    // A number is about the step's own cell until the step takes another one.
    QMenu& menu = *bench.in<QPushButton>(bench.writer, "lessonAddCheck").menu();
    const auto addWeight = [&] {
        emit menu.aboutToShow();
        menu.actions().front()->trigger();
        bench.measured();
        return *bench.writer.lesson().steps[0].check.back().formula;
    };
    CHECK(addWeight() == "at(weights('decoder.0.cross.3'), 2, 2)");
    bench.in<QToolButton>(bench.writer, "lessonTakeState").click();
    CHECK(bench.read(file).steps[0].state->pin == LessonPin{3, 1});
    CHECK(addWeight() == "at(weights('decoder.0.cross.3'), 3, 1)");
}

TEST_CASE("lesson writer: a question is answered by a cell that is clicked", "[window]")
{
    WriterBench bench;
    const QString file = bench.begin("click.json");
    bench.start.focus.setPin({2, 2});
    const auto& when = bench.in<QComboBox>(bench.writer, "stepWhen");
    const auto& how = bench.in<QComboBox>(bench.writer, "stepHow");
    bench.ask(2, 3, QStringLiteral("Where is the cat?"));
    bench.start.focus.setPin({3, 1});
    bench.in<QPushButton>(bench.writer, "stepPlace").click();
    bench.start.focus.setPin({});
    bench.writer.addStep(); // keeps what was typed
    const Lesson lesson = bench.read(file);
    REQUIRE(lesson.steps[0].question);
    CHECK(lesson.steps[0].question->pointsAt());
    CHECK(lesson.steps[0].question->pin == LessonPin{3, 1});
    CHECK_FALSE(lesson.steps[0].question->head); // the step's own
    CHECK(faultsIn(lesson).empty());
    // It is shown as what it is, and another text leaves it.
    bench.writer.findChild<QListWidget*>()->setCurrentRow(0);
    CHECK(std::pair(when.currentIndex(), how.currentIndex()) == std::pair(2, 3));
    bench.in<QLineEdit>(bench.writer, "stepTitle").setText(QStringLiteral("Cat"));
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    CHECK(bench.read(file).steps[0].question == lesson.steps[0].question);
    // Before the state is shown there is nothing to click at.
    bench.writer.open(file);
    bench.in<QComboBox>(bench.writer, "stepWhen").setCurrentIndex(1);
    CHECK(how.currentIndex() == 0);
}

TEST_CASE("lesson writer: a question whose answer is to come says so, and its field grows", "[window]")
{
    WriterBench bench;
    (void)bench.begin("open.json");
    const auto& how = bench.in<QComboBox>(bench.writer, "stepHow");
    bench.ask(2, 2, QStringLiteral("How much?"));
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    CHECK(how.currentIndex() == 2);
    CHECK(bench.in<QLabel>(bench.writer, "lessonStatus")
              .text()
              .contains(QStringLiteral("a question without an answer")));
    bench.ask(2, 0, QStringLiteral("Which?"));
    const auto& answers = bench.in<QPlainTextEdit>(bench.writer, "stepAnswers");
    const int before = answers.height();
    bench.fill("stepAnswers", QStringLiteral("a\n* b\nc\nd\ne\nf"));
    CHECK(answers.minimumHeight() > before);
}

TEST_CASE("lesson writer: the menu of numbers offers what the checker computes", "[window]")
{
    WriterBench bench;
    (void)bench.begin("menu.json", {2, 2});
    QMenu& menu = *bench.in<QPushButton>(bench.writer, "lessonAddCheck").menu();
    emit menu.aboutToShow();
    std::vector<QAction*> all;
    for (QAction* each : menu.actions()) {
        if (each->menu() == nullptr)
            all.push_back(each);
        else
            for (QAction* inner : each->menu()->actions())
                all.push_back(inner);
    }
    int offered = 0;
    for (QAction* each : all) {
        if (each->isSeparator() || each->text().endsWith(QChar(0x2026))) // the last one asks for a formula
            continue;
        INFO(each->text().toStdString());
        const std::size_t before = bench.writer.lesson().steps[0].check.size();
        each->trigger();
        bench.measured();
        const QString status = bench.in<QLabel>(bench.writer, "lessonStatus").text();
        // A statistic may have no value for this kind of head, which is said.
        CHECK((bench.writer.lesson().steps[0].check.size() == before + 1
               || status.contains(QStringLiteral("statistic"))));
        ++offered;
    }
    CHECK(offered > 20);
    CHECK(faultsIn(bench.read(bench.file("menu.json"))).empty());
    for (const LessonCheck& each : bench.writer.lesson().steps[0].check)
        if (each.formula && each.formula->starts_with("writes"))
            CHECK(each.value == "1");
}

TEST_CASE("lesson writer: the list of numbers has all of a long formula and its value", "[window]")
{
    WriterBench bench;
    bench.begin("long.json");
    bench.writer.addCheck(QStringLiteral("at(weights('decoder.0.cross.3'), 2, 2) + 0 * "
                                         "at(weights('decoder.0.cross.3'), 1, 1)"),
                          2);
    bench.measured();
    for (QListWidget* const list : bench.writer.findChildren<QListWidget*>())
        CHECK(list->horizontalScrollBar()->maximum() == 0);
}

TEST_CASE("lesson writer: a lesson that cannot be read again is not kept, and says why", "[window]")
{
    WriterBench bench;
    const QString file = bench.file("half.json");
    bench.writer.open(file);
    bench.writer.addStep();
    CHECK(bench.read(file).steps.size() == 1);
    bench.in<QComboBox>(bench.writer, "stepWhen").setCurrentIndex(1);
    bench.in<QPlainTextEdit>(bench.writer, "stepAsk").setPlainText(QStringLiteral("Which?"));
    bench.fill("stepAnswers", QStringLiteral("only one"));
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    const auto& status = bench.in<QLabel>(bench.writer, "lessonStatus");
    CHECK(status.text().contains(QStringLiteral("step 1 has a question with fewer than two answers")));
    CHECK_FALSE(bench.read(file).steps[0].predict);
    CHECK(bench.writer.isVisible()); // it cannot be tried
    // What was written is not lost when the panel closes or another lesson is written meanwhile.
    bench.in<QToolButton>(bench.writer, "lessonClose").click();
    REQUIRE(bench.start.workspace.notice());
    CHECK(bench.start.workspace.notice()->text.contains(QStringLiteral("fewer than two answers")));
    bench.writer.open(bench.file("other.json"));
    bench.writer.open(file);
    CHECK(bench.in<QPlainTextEdit>(bench.writer, "stepAsk").toPlainText() == QStringLiteral("Which?"));
    CHECK(status.text().contains(QStringLiteral("fewer than two answers")));
    // The window does not close over it without asking.
    QTimer::singleShot(0, &bench.start.window, [] {
        auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        REQUIRE(box != nullptr);
        CHECK(box->objectName() == QStringLiteral("unkeptLesson"));
        box->button(QMessageBox::Cancel)->click();
    });
    CHECK_FALSE(bench.writer.mayClose());
    bench.fill("stepAnswers", QStringLiteral("one\n* two"));
    bench.fill("stepReveal", QStringLiteral("It is {a}."));
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    CHECK(bench.read(file).steps[0].predict->answers.size() == 2);
    CHECK(status.text().contains(QStringLiteral("step 1 names {a}")));
    CHECK(bench.writer.mayClose());
}

TEST_CASE("own lessons: a dropped file is played, in Markdown without what it could reach", "[window]")
{
    WriterBench bench;
    bench.drop(bench.file("dropped.json"),
               R"j({"format": "headlight-lesson", "title": "Dropped", "markdown": true, "model": "en-fr",
                "text": "Thank you.", "steps": [{"title": "One",
                "say": "**bold** <b>tag</b> ![x](/etc/passwd) width {w}",
                "state": {"head": "decoder.0.cross.3", "view": "heatmap"},
                "check": [{"name": "w", "formula": "width()", "value": "192", "digits": 0}]}]})j");
    REQUIRE(bench.player.panel().isVisible());
    CHECK(bench.words("lessonName") == QStringLiteral("Dropped"));
    bench.player.go(0);
    bench.arrived();
    CHECK(bench.start.workspace.document().text == QStringLiteral("Thank you."));
    CHECK(bench.start.focus.head() == kAligning);
    const QString shown = bench.words("lessonText");
    CHECK(shown.contains(QStringLiteral("192")));
    CHECK(shown.contains(QStringLiteral("font-weight")));
    CHECK_FALSE(shown.contains(QStringLiteral("<img")));
    CHECK_FALSE(shown.contains(QStringLiteral("passwd")));
    CHECK_FALSE(shown.contains(QStringLiteral("<b>tag")));
    // Its reader may change it.
    auto& edit = bench.in<QToolButton>(bench.player.panel(), "lessonEdit");
    REQUIRE(edit.isVisible());
    edit.click();
    CHECK(bench.player.panel().isHidden());
    CHECK(bench.writer.isVisible());
    CHECK(bench.writer.lesson().title == "Dropped");
    bench.start.settle();
    CHECK(bench.start.workspace.document().text == QStringLiteral("Thank you.")); // goes on with the step
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    CHECK(bench.writer.isHidden());
    CHECK(bench.player.panel().isVisible());
    bench.player.open(QStringLiteral("translate"));
    CHECK(edit.isHidden());
}

TEST_CASE("own lessons: a bad file says what is wrong, and strange states do no harm", "[window]")
{
    WriterBench bench;
    bench.drop(
        bench.file("bad.json"),
        R"({"format": "headlight-lesson", "title": "B", "model": "../en-fr", "steps": [{"title": "x", "say": "y"}]})");
    REQUIRE(bench.start.workspace.notice());
    const QString notice = bench.start.workspace.notice()->text;
    for (const char* part : {"bad.json", "model", "../en-fr", "expected"})
        CHECK(notice.contains(QLatin1String(part)));
    CHECK_FALSE(bench.start.workspace.notice()->advice.isEmpty());
    CHECK(bench.player.panel().isHidden());
    bench.drop(bench.file("model.json"), R"({"format": "headlight-lesson", "title": "B", "steps": [
        {"title": "x", "say": "y", "state": {"model": "no-such-model"}}]})");
    for (const char* part : {"model.json", "steps[0].state.model", "no-such-model", "en-fr"})
        CHECK(bench.start.workspace.notice()->text.contains(QLatin1String(part)));
    CHECK(bench.player.panel().isHidden());
    for (
        const char* state :
        {R"({"head": "decoder.99.cross.77", "view": "none", "room": "nowhere"})",
         R"({"text": "Thank you.", "line": 9000, "pin": {"query": 5000, "key": 5000}, "head": "decoder.0.cross.1", "view": "heatmap"})",
         R"({"text": "Thank you.", "forced": "xyz xyz", "example": 900, "view": "vectors", "compare": true})"}) {
        INFO(state);
        bench.drop(
            bench.file("odd.json"),
            QByteArray(
                R"({"format": "headlight-lesson", "kind": "course", "title": "Odd", "model": "en-fr", "text": "Hello.",
                    "steps": [{"title": "x", "say": "y", "state": )")
                + state + "}]}");
        bench.player.go(0);
        REQUIRE(WindowStart::wait([&] { return bench.start.runs.isSettled(); }));
        bench.start.settle();
        CHECK(bench.player.panel().isVisible());
        bench.player.go(1); // the end: no lesson of the course follows
        CHECK(bench.player.panel().isHidden());
        bench.start.settle();
    }
}

TEST_CASE("own lessons: the page Learn lists those of the user's folder", "[window]")
{
    WriterBench bench;
    QDir().mkpath(lessonFolder(bench.settings));
    const QString file = lessonFolder(bench.settings) + QStringLiteral("/cats.json");
    bench.drop(file,
               R"({"format": "headlight-lesson", "title": "Cats", "say": "About cats.", "text": "Hello.",
        "steps": [{"title": "x", "say": "y", "state": {"view": "heatmap"}}, {"title": "z", "say": "y"}]})");
    bench.player.go(0);
    bench.arrived();
    bench.player.go(1); // the first step is read
    bench.arrived();
    bench.player.leave();
    REQUIRE(QFile::copy(file, lessonFolder(bench.settings) + QStringLiteral("/lions.json")));
    QFile broken(lessonFolder(bench.settings) + QStringLiteral("/dogs.json"));
    REQUIRE(broken.open(QIODevice::WriteOnly));
    broken.write("[]");
    broken.close();
    bench.start.window.rooms().enter(RoomId::kLearn);
    bench.start.settle();
    const auto* const page = bench.start.window.findChild<QWidget*>(QStringLiteral("learnPage"));
    auto* const cats = page->findChild<QPushButton*>(QStringLiteral("learn.own.cats"));
    REQUIRE(cats != nullptr);
    CHECK(cats->text() == QStringLiteral("Continue"));
    // Two lessons of one title are told apart by their files.
    const auto* const lions = page->findChild<QPushButton*>(QStringLiteral("learn.own.lions"));
    REQUIRE(lions != nullptr);
    CHECK(lions->accessibleName().endsWith(QStringLiteral("Cats (lions)")));
    REQUIRE(bench.player.panel().isHidden());
    REQUIRE(page->findChild<QPushButton*>(QStringLiteral("learn.own.dogs")) != nullptr);
    CHECK(page->findChild<QPushButton*>(QStringLiteral("learn.lesson.new")) != nullptr);
    cats->click();
    CHECK(bench.player.lesson()->title == "Cats");
    CHECK(bench.player.step() == 1); // where its reader has left it, without another click
}

TEST_CASE("exercises: a typed answer is written, solved and handed in", "[window]")
{
    WriterBench bench;
    const QString file = bench.begin("exercise.json");
    bench.ask(2, 2, QStringLiteral("Which weight?"));
    bench.in<QLineEdit>(bench.writer, "stepTyped").setText(QStringLiteral("0.98"));
    bench.in<QPlainTextEdit>(bench.writer, "stepHint").setPlainText(QStringLiteral("Point at it."));
    bench.in<QPlainTextEdit>(bench.writer, "stepReveal").setPlainText(QStringLiteral("It aligns."));
    bench.writer.addStep(); // keeps what was typed
    const Lesson lesson = bench.read(file);
    REQUIRE(lesson.steps[0].question->key);
    CHECK(lesson.steps[0].question->hint == "Point at it.");
    QFile raw(file);
    REQUIRE(raw.open(QIODevice::ReadOnly));
    CHECK_FALSE(raw.readAll().contains("0.98"));
    // The key stays while the answer does.
    bench.writer.findChild<QListWidget*>()->setCurrentRow(0);
    bench.in<QLineEdit>(bench.writer, "stepTitle").setText(QStringLiteral("Weigh"));
    auto& tolerance = *bench.writer.findChild<QDoubleSpinBox*>();
    CHECK_FALSE(tolerance.isEnabled()); // until the answer is typed anew
    tolerance.setValue(0.5);
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    CHECK(bench.read(file).steps[0].question->key == lesson.steps[0].question->key);

    REQUIRE(bench.player.panel().isVisible());
    bench.player.go(0);
    bench.arrived();
    CHECK_FALSE(bench.words("lessonResult").contains(QStringLiteral("aligns")));
    const auto type = [&bench](const QString& text) {
        for (auto* each : bench.player.panel().findChildren<QLineEdit*>(QStringLiteral("lessonTyped")))
            if (!each->isHidden() && each->isEnabled()) {
                each->setText(text);
                QTest::keyClick(each, Qt::Key_Return);
                return;
            }
        FAIL("no field for the answer");
    };
    type(QStringLiteral("abc")); // no try: it cannot be right
    CHECK(bench.words("lessonResult").contains(QStringLiteral("is a number")));
    type(QStringLiteral("0.5"));
    CHECK(bench.words("lessonResult").contains(QStringLiteral("✗")));
    CHECK_FALSE(bench.words("lessonResult").contains(QStringLiteral("aligns")));
    bench.in<QPushButton>(bench.player.panel(), "lessonHint").click();
    CHECK(bench.words("lessonResult").contains(QStringLiteral("Point at it.")));
    type(QStringLiteral("0,985"));
    CHECK(bench.words("lessonResult").contains(QStringLiteral("✓")));
    CHECK(bench.words("lessonResult").contains(QStringLiteral("aligns")));
    const auto fields = bench.player.panel().findChildren<QLineEdit*>(QStringLiteral("lessonTyped"));
    CHECK(fields.back()->text() == QStringLiteral("0,985")); // the answer stays in sight
    bench.player.go(1);
    bench.arrived();
    bench.player.go(2); // the page after the last step
    CHECK(bench.player.panel().isVisible());
    CHECK(bench.in<QPushButton>(bench.player.panel(), "lessonAct").isVisible());
    const QString handed = bench.file("ada.json");
    bench.player.answers().save(*bench.player.lesson(), QStringLiteral("Ada"), handed);
    QFile results(handed);
    REQUIRE(results.open(QIODevice::ReadOnly));
    const auto read = resultsFromText(results.readAll().toStdString(), "ada.json");
    if (!read)
        FAIL(read.error().describe());
    CHECK(read->student == "Ada");
    CHECK(read->lesson == lesson.title);
    REQUIRE(read->answers.size() == 1);
    const GivenAnswer& given = read->answers[0];
    CHECK(std::tie(given.step, given.question, given.answer)
          == std::tuple("Weigh", "Which weight?", "0,985"));
    CHECK(std::tuple(given.right, given.tries, given.hints) == std::tuple(true, 2, 1));
    CHECK(given.seconds > 0);
    CHECK(isRight(bench.read(file), given) == true);
}

TEST_CASE("exercises: what shows an answer is said to the author, and to the reader before it is seen",
          "[window]")
{
    WriterBench bench;
    const QString file = bench.begin("told.json");
    bench.ask(2, 2, QStringLiteral("Which weight?"));
    bench.in<QLineEdit>(bench.writer, "stepTyped").setText(QStringLiteral("0.98"));
    bench.fill("stepReveal", QStringLiteral("It is 0.98."));
    const auto& status = bench.in<QLabel>(bench.writer, "lessonStatus");
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    CHECK(status.text().contains(QStringLiteral("the file shows the answer of step 1")));
    auto& edit = bench.in<QToolButton>(bench.player.panel(), "lessonEdit");
    edit.click(); // its author is not asked
    CHECK(bench.writer.isVisible());

    bench.fill("stepReveal", QStringLiteral("It aligns."));
    bench.in<QPushButton>(bench.writer, "lessonTry").click();
    CHECK(status.text().startsWith(QStringLiteral("Kept in")));
    bench.player.openFile(file); // as a reader
    const auto clickAndSay = [&](QMessageBox::StandardButton said) {
        QTimer::singleShot(0, &bench.start.window, [said] {
            auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            REQUIRE(box != nullptr);
            CHECK(box->objectName() == QStringLiteral("lessonAnswersShown"));
            box->button(said)->click();
        });
        edit.click();
    };
    clickAndSay(QMessageBox::No);
    CHECK(bench.writer.isHidden());
    CHECK(bench.player.panel().isVisible());
    clickAndSay(QMessageBox::Yes);
    CHECK(bench.writer.isVisible());
}

TEST_CASE("exercises: the seconds of a step add up, and a reason ends before the answer is told", "[window]")
{
    WriterBench bench;
    const QString file = bench.begin("seconds.json");
    bench.ask(2, 0, QStringLiteral("Which?"));
    bench.fill("stepAnswers", QStringLiteral("a | It is late\n* b"));
    bench.writer.addStep();
    bench.player.openFile(file);
    bench.player.go(0);
    bench.arrived();
    QTest::qWait(300);
    bench.player.go(1);
    bench.arrived();
    bench.player.go(0);
    bench.arrived();
    emit bench.player.panel().answered(0);
    CHECK(bench.words("lessonResult").contains(QStringLiteral("It is late. The answer is: b.")));
    const QString handed = bench.file("time.json");
    bench.player.answers().save(*bench.player.lesson(), QStringLiteral("Ada"), handed);
    QFile results(handed);
    REQUIRE(results.open(QIODevice::ReadOnly));
    const auto read = resultsFromText(results.readAll().toStdString(), "time.json");
    REQUIRE(read);
    CHECK(read->answers[0].seconds >= 0.3);
}

TEST_CASE("exercises: choices and predictions of any lesson are noted, too", "[window]")
{
    WriterBench bench;
    bench.player.open(QStringLiteral("alignment"));
    int asking = 0;
    while (!bench.player.steps()[static_cast<std::size_t>(asking)]->predict)
        ++asking;
    const LessonQuestion& question = *bench.player.steps()[static_cast<std::size_t>(asking)]->predict;
    bench.player.go(asking);
    bench.arrived();
    emit bench.player.panel().answered(0);
    bench.arrived();
    // The lesson has told what is right: another answer to the same question is not the reader's own.
    bench.player.open(QStringLiteral("alignment"));
    bench.player.go(asking);
    emit bench.player.panel().answered(1);
    bench.arrived();
    // The window is closed before they are saved; a later one has them.
    LessonAnswers later({bench.start.workspace, bench.start.focus, bench.settings}, nullptr);
    const QString handed = bench.file("b.json");
    later.save(*bench.player.lesson(), QStringLiteral("Bo"), handed);
    QFile results(handed);
    REQUIRE(results.open(QIODevice::ReadOnly));
    const auto read = resultsFromText(results.readAll().toStdString(), "b.json");
    REQUIRE(read);
    REQUIRE(read->answers.size() == 1);
    CHECK(read->answers[0].answer == question.answers[0].say);
    CHECK(read->answers[0].right == question.answers[0].right);
    CHECK(read->answers[0].tries == 1);
    bench.player.answers().save(*bench.player.lesson(), QStringLiteral("Bo"), bench.file("none/b.json"));
    CHECK(bench.start.workspace.notice()->error);
}

TEST_CASE("own lessons: what their author wrote is not translated", "[window]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(QStringLiteral("fr"));
    const std::string text
        = lessonNamed(QStringLiteral("masks"))->steps[0].title; // the program's words, by chance
    Lesson own;
    CHECK(lessonText(own, text) != QString::fromStdString(text));
    own.folder = "/lessons of Ada";
    CHECK(lessonText(own, text) == QString::fromStdString(text));
    CHECK(lessonText(own, "{decoder.0.cross.3}") == headName(kAligning));
}
