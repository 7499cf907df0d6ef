#include "ui/window/lessons/lesson_player.h"

#include "core/lesson/exercise.h"
#include "core/model/model.h"
#include "core/trace/trace.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"
#include "tests/support/window_bench.h"
#include "ui/run/model_library.h"
#include "ui/state/experiment_board.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/matrices/matrices_view.h"
#include "ui/views/matrices/sheet_examples.h"
#include "ui/views/vectors/vector_examples.h"
#include "ui/views/vectors/vectors_view.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/spotlight.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/lessons/lesson_answers.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTranslator>
#include <QUndoStack>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

using namespace headlight;
using headlight::test::WindowStart;

namespace {

struct LessonBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    WindowStart start;
    LessonPlayer& player = start.window.lessons();

    explicit LessonBench(const QSize& size = {1440, 900})
        : start(settings)
    {
        start.window.resize(size);
        start.window.start();
        REQUIRE(WindowStart::wait(
            [this] { return start.workspace.model() != nullptr && start.runs.isSettled(); }));
    }
    const Snapshot& shown() const { return *start.workspace.snapshot(); }
    void settle() const
    {
        REQUIRE(WindowStart::wait([this] {
            return player.isIdle() && start.runs.isSettled() && shown().finished && !shown().trace.isNull();
        }));
        QCoreApplication::processEvents();
    }
    QPushButton& button(const char* name) const
    {
        return *player.panel().findChild<QPushButton*>(QLatin1String(name));
    }
    QString words(const char* name) const
    {
        const auto* const label = player.panel().findChild<QLabel*>(QLatin1String(name));
        return label->isHidden() ? QString() : label->text();
    }
    QListWidget& list() const { return *player.panel().findChild<QListWidget*>(); }
    QRadioButton& answer(bool right) const
    {
        QCoreApplication::processEvents(); // layouts show their new widgets then
        const LessonStep& step = *player.steps()[static_cast<std::size_t>(player.step())];
        const bool before = step.predict && !isAnswered();
        for (QRadioButton* each : player.panel().findChildren<QRadioButton*>())
            for (const LessonAnswer& known : (before ? step.predict : step.question)->answers)
                if (!each->isHidden() && known.right == right && each->text() == lessonText(known.say))
                    return *each;
        throw std::logic_error("no such answer");
    }
    bool asks(const QString& question) const
    {
        const auto labels = player.panel().findChildren<QLabel*>(QStringLiteral("lessonQuestion"));
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* each) { return !each->isHidden() && each->text() == question; });
    }
    /// Whether the step's prediction has been made.
    bool isAnswered() const { return !words("lessonResult").isEmpty(); }
    /// Goes to a step and does what it asks for, up to its state.
    void reach(int step) const
    {
        player.go(step);
        const LessonStep& now = *player.steps()[static_cast<std::size_t>(step)];
        if (now.predict)
            answer(true).click();
        if (!now.task.empty())
            button("lessonAct").click();
        settle();
    }
    /// The same, and answers its question.
    void perform(int step)
    {
        reach(step);
        const LessonStep& now = *player.steps()[static_cast<std::size_t>(step)];
        if (!now.question)
            return;
        if (now.question->answers.empty()) { // as a click on the head and the cell would
            if (now.question->head)
                start.focus.setHead(*now.question->head);
            start.focus.setPin({now.question->pin.query, now.question->pin.key});
        } else {
            answer(true).click();
        }
        settle();
    }
    bool isShown(const char* view) const { return start.window.views().view(ViewId(view))->isVisible(); }
};

bool rounds(double value, double said)
{
    return std::abs(std::round(value * 100) - std::round(said * 100)) < 0.5;
}

/// Whether something in the window is as a step's check says.
void verify(LessonBench& bench, const LessonCheck& check)
{
    if (check.output)
        CHECK(bench.shown().output.toStdString() == *check.output);
    if (check.weight)
        CHECK(rounds(static_cast<double>(bench.shown()
                                             .trace.attention(*check.head)
                                             .at(MapKind::kWeights, *check.pin.query, *check.pin.key)),
                     *check.weight));
    if (!check.effect)
        return;
    const ExperimentBoard& board = ExperimentBoard::of(bench.start.workspace);
    REQUIRE(WindowStart::wait([&] { return !board.isRunning() && !board.results().empty(); }));
    const auto& rows = board.results().back()->table.rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const ExperimentTable::Row& each) {
        return each.name == toString(*check.head);
    });
    REQUIRE(row != rows.end());
    CHECK(rounds(row->mean.mean.value_or(0), *check.effect));
}

void isShownAs(const LessonBench& bench, const Lesson& lesson, const LessonState& state)
{
    const Document& document = bench.start.workspace.document();
    CHECK(document.text.toStdString() == (state.text.empty() ? lesson.text : state.text));
    CHECK(document.interventions == state.edits);
    CHECK(bench.start.focus.head() == *state.head);
    CHECK(bench.start.focus.map() == state.map);
    if (state.pin.query) // a view may choose its own place
        CHECK(bench.start.focus.pin() == Cell{state.pin.query, state.pin.key});
    CHECK(bench.shown().runs == runsAskedFor(state.edits));
    CHECK(bench.start.workspace.version() == state.version);
    CHECK(bench.start.workspace.manyRunsTrace().isNull() == (bench.shown().runs == 1));
    if (state.example > 0 && state.view == "matrices")
        CHECK(bench.start.window.findChild<MatricesView*>()->sheet().toStdString() + '\n'
              == sheetExample(sheetExampleNames().at(static_cast<std::size_t>(state.example) - 1)));
    else if (state.example > 0)
        CHECK(bench.start.window.findChild<VectorsView*>()->statement().contains(
            vectorExamples().at(static_cast<std::size_t>(state.example) - 1).line));
    if (state.view == "heatmap") // large, whatever the step before it showed
        CHECK(bench.start.window.rooms().current() == QLatin1String(roomOf(RoomId::kExplore).name));
    CHECK(bench.isShown(state.view.c_str()));
    if (!state.forced.empty()) {
        CHECK(bench.shown().output.trimmed().startsWith(QString::fromStdString(state.forced).trimmed()));
        CHECK(bench.shown().steps.front().forced);
    }
    if (state.pin.query && state.pin.key)
        CHECK(
            bench.shown().trace.attention(*state.head).at(MapKind::kWeights, *state.pin.query, *state.pin.key)
            > 0.5F);
}

} // namespace

TEST_CASE("lessons: a dozen examples for each kind of model, and each step shows what it says", "[window]")
{
    LessonBench bench;
    for (std::size_t number = 0; const Lesson& lesson : allLessons()) {
        if (lesson.kind == LessonKind::kTour || (test::kSanitized && number++ % 4 != 0))
            continue; // all of them take minutes with the sanitizers
        if (lesson.kind == LessonKind::kExamples)
            CHECK(lesson.steps.size() == (lesson.name == "worked" ? 7 : lesson.name == "errors" ? 17 : 12));
        bench.player.open(lesson);
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const LessonStep& step = lesson.steps[i];
            INFO(lesson.name << ": " << step.title);
            bench.reach(static_cast<int>(i));
            CHECK(bench.player.holds());
            for (const CheckedValue& value : bench.player.values())
                CHECK(value.fault == "");
            CHECK(bench.player.values().size() == step.check.size());
            CHECK(bench.words("lessonText") == lessonText(step.say, &step));
            if (!step.question)
                CHECK(bench.words("lessonResult").contains(lessonText(step.reveal, &step)));
            CHECK_FALSE((bench.words("lessonText") + bench.words("lessonResult")).contains(QLatin1Char('{')));
            if (step.state)
                isShownAs(bench, lesson, *step.state);
            for (const LessonCheck& check : step.check)
                if (!check.state)
                    verify(bench, check);
            if (!step.question)
                continue;
            CHECK(bench.asks(lessonText(step.question->ask, &step)));
            if (!step.reveal.empty())
                CHECK_FALSE(bench.words("lessonResult").contains(lessonText(step.reveal, &step)));
            bench.perform(static_cast<int>(i));
            CHECK(bench.player.holds());
            CHECK(bench.words("lessonResult").contains(QStringLiteral("✓")));
            CHECK(bench.words("lessonResult").contains(lessonText(step.reveal, &step)));
            if (step.then)
                isShownAs(bench, lesson, *step.then);
        }
        // An experiment ends with the unedited model.
        if (lesson.kind == LessonKind::kExperiment)
            CHECK(bench.start.workspace.document().interventions.empty());
    }
    bench.player.open(QStringLiteral("translate"));
    bench.perform(3);
    const QString shown = bench.start.workspace.document().text;
    while (bench.start.workspace.undoStack().canUndo())
        bench.start.workspace.undoStack().undo();
    CHECK(bench.start.workspace.document().text != shown);
}

TEST_CASE("lessons: without the padding mask the last row looks at what fills the line", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("translate"));
    int found = 0;
    for (std::size_t i = 0; i < bench.player.steps().size(); ++i) {
        const LessonState& state = *bench.player.steps()[i]->state;
        if (state.edits.masks.padding)
            continue;
        ++found;
        bench.perform(static_cast<int>(i));
        const AttentionMap map = bench.shown().trace.attention(*state.head);
        float onPadding = 0;
        for (Index key = 0; key < map.keys(); ++key)
            if (map.keyTokens()[static_cast<std::size_t>(key)].padding)
                onPadding += map.at(MapKind::kWeights, map.queries() - 1, key);
        CHECK(onPadding > 0.5F);
    }
    CHECK(found == 1);
}

TEST_CASE("lessons: the heads of the alignment experiment are those that the sweep finds", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("alignment"));
    bench.perform(2);
    const HeadRef aligning{StackKind::kDecoder, 0, AttentionKind::kCross, 3};
    const HeadRef second{StackKind::kDecoder, 2, AttentionKind::kCross, 1};
    const AttentionMap map = bench.shown().trace.attention(aligning);
    CHECK(map.queryTokens()[2].text.ends_with("chat"));
    CHECK(map.keyTokens()[2].text.ends_with("cat"));
    // "chat", "noir" and "dort" look at "cat", "black" and "sleep" more than at anything else.
    const Matrix weights = map.whole(MapKind::kWeights);
    const std::array<Index, 3> best{2, 1, 3};
    for (Index row = 2; row < 5; ++row) {
        Index key = 0;
        weights.row(row).maxCoeff(&key);
        CHECK(key == best.at(static_cast<std::size_t>(row - 2)));
    }
    CHECK(bench.words("lessonText").contains(QStringLiteral("0.98")));

    bench.perform(1);
    CHECK(bench.words("lessonText").contains(QStringLiteral("−1.89")));
    const ExperimentBoard& board = ExperimentBoard::of(bench.start.workspace);
    REQUIRE(WindowStart::wait([&] { return !board.isRunning() && !board.results().empty(); }));
    auto rows = board.results().back()->table.rows;
    REQUIRE(rows.size() == 12);
    std::sort(rows.begin(), rows.end(),
              [](const auto& a, const auto& b) { return a.mean.mean < b.mean.mean; });
    CHECK(rows[0].name == toString(aligning));
    CHECK(rows[1].name == toString(second));
    CHECK(bench.isShown("heads"));
}

TEST_CASE("lessons: without its mask the decoder runs full passes and sees the future", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("without-mask"));
    bench.perform(1);
    CHECK_FALSE(bench.shown().cached);
    CHECK(bench.shown().unedited->cached);
    CHECK(bench.isShown("decoding"));
    bench.perform(2);
    CHECK(bench.isShown("compare"));
    CHECK(bench.start.workspace.comparison().kind == ComparisonChoice::Kind::kEdits);
    const HeadRef head = bench.start.focus.head();
    const Matrix before = bench.shown().unedited->trace.attention(head).whole(MapKind::kWeights);
    const Matrix after = bench.shown().trace.attention(head).whole(MapKind::kWeights);
    CHECK(before(0, 1) == 0.0F);
    CHECK(after(0, 1) > 0.0F);
}

TEST_CASE("lessons: the words of a step disappear with the first change that makes them untrue", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("translate"));
    int causal = 0;
    while (!bench.player.steps()[static_cast<std::size_t>(causal)]->title.starts_with("Causal mask"))
        ++causal;
    const QString said = lessonText(
        bench.player.steps()[static_cast<std::size_t>(causal)]->say); // "… there are weights now"
    const auto isSaid = [&] {
        const bool said1 = bench.words("lessonText").contains(said);
        CHECK(said1 == bench.player.holds());
        CHECK((bench.list().currentRow() == causal) == said1);
        CHECK(bench.button("lessonAct").isHidden() == said1);
        return said1;
    };
    bench.perform(causal);
    CHECK(isSaid());
    bench.start.action("mask.causalDecoder")->trigger(); // the mask is on again
    bench.settle();
    CHECK_FALSE(isSaid());
    bench.start.action("edit.undo")->trigger();
    bench.settle();
    CHECK(isSaid());
    bench.start.type(QStringLiteral(" Really"));
    bench.settle();
    CHECK_FALSE(isSaid());
    QTest::mouseClick(&bench.button("lessonAct"), Qt::LeftButton);
    bench.settle();
    CHECK(isSaid());
    bench.start.focus.selectOnly({StackKind::kEncoder, 0, AttentionKind::kSelf, 1});
    CHECK_FALSE(isSaid());
    bench.perform(causal);
    CHECK(isSaid());
    const QString folder = QString::fromStdString(bench.start.workspace.model()->folder().string());
    bench.start.window.openModel(QFileInfo(folder).path() + QStringLiteral("/en-gpt"));
    REQUIRE(WindowStart::wait(
        [&] { return QString::fromStdString(bench.start.workspace.model()->folder().string()) != folder; }));
    bench.settle();
    CHECK_FALSE(isSaid());
}

TEST_CASE("lessons: a question is answered before the state is shown", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("alignment"));
    bench.perform(0);
    int asking = 0;
    while (!bench.player.steps()[static_cast<std::size_t>(asking)]->predict)
        ++asking;
    const LessonStep& step = *bench.player.steps()[static_cast<std::size_t>(asking)];
    bench.player.go(asking);
    bench.settle();
    CHECK(bench.start.workspace.document().interventions.empty());
    CHECK(bench.words("lessonResult").isEmpty());
    bench.answer(false).click();
    bench.settle();
    CHECK(bench.start.workspace.document().interventions == step.state->edits);
    CHECK(bench.words("lessonResult").startsWith(QStringLiteral("✗")));
    CHECK(bench.words("lessonResult").contains(lessonText(step.reveal)));
    bench.perform(asking);
    CHECK(bench.words("lessonResult").startsWith(QStringLiteral("✓")));
}

TEST_CASE("lessons: a question about the views is answered by pointing", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("dictionary"));
    const int pointing = 3;
    const LessonStep& step = *bench.player.steps()[pointing];
    REQUIRE((step.question && step.question->answers.empty()));
    bench.reach(2);
    bench.player.go(pointing);
    bench.settle();
    CHECK_FALSE(bench.asks(lessonText(step.question->ask))); // the head comes first
    bench.start.focus.setHead(*step.state->head); // what the step asks for, by hand
    bench.settle();
    CHECK(bench.asks(lessonText(step.question->ask)));
    CHECK(bench.words("lessonResult").isEmpty());
    bench.start.focus.setPin({1, 2}); // another cell
    bench.settle();
    CHECK(bench.words("lessonResult") == QStringLiteral("✗ Not so. Try again."));
    bench.start.focus.setPin({2, 2});
    bench.settle();
    CHECK(bench.words("lessonResult").startsWith(QStringLiteral("✓")));
    CHECK(bench.words("lessonResult").contains(QStringLiteral("0.98")));
    // The button points for those who do not find it.
    bench.reach(pointing);
    CHECK(bench.words("lessonResult").isEmpty());
    bench.button("lessonAct").click();
    bench.settle();
    CHECK(bench.start.focus.pin() == Cell{2, 2});
    CHECK(bench.words("lessonResult").contains(QStringLiteral("0.98")));
}

TEST_CASE("lessons: the course keeps its progress and gives the window back", "[window]")
{
    LessonBench bench;
    const auto folder = [&] { return bench.start.workspace.model()->folder(); };
    bench.start.type(QStringLiteral(" It is old."));
    bench.settle();
    bench.start.window.rooms().enter(RoomId::kDecode);
    const Document before = bench.start.workspace.document();
    const QString sheetBefore = QStringLiteral("X = [1, 2]");
    bench.start.workspace.setSheet(sheetBefore);
    const auto modelBefore = folder();
    bench.player.open(QStringLiteral("dictionary"));
    const Lesson& lesson = *bench.player.lesson();
    CHECK(bench.player.progress(lesson) == 0);
    bench.reach(0);
    bench.reach(1);
    CHECK(folder() != modelBefore);
    bench.start.workspace.setSheet(QStringLiteral("X = [3]")); // as the example of a lesson does
    bench.player.leave();
    REQUIRE(WindowStart::wait([&] { return folder() == modelBefore && bench.start.runs.isSettled(); }));
    REQUIRE(WindowStart::wait([&] { return bench.start.workspace.document() == before; }));
    CHECK_FALSE(bench.start.workspace.notice());
    CHECK(bench.start.window.rooms().current() == QLatin1String(roomOf(RoomId::kDecode).name));
    CHECK(bench.start.workspace.sheet() == sheetBefore);
    CHECK(bench.player.progress(lesson) == 2);
    CHECK_FALSE(bench.player.isDone(lesson));

    bench.player.open(lesson);
    CHECK(bench.button("lessonNext").text() == QStringLiteral("Continue"));
    QTest::mouseClick(&bench.button("lessonNext"), Qt::LeftButton);
    CHECK(bench.player.step() == 2);
    bench.settle();
    bench.perform(3);
    QTest::mouseClick(&bench.button("lessonNext"), Qt::LeftButton);
    CHECK(bench.player.step() == static_cast<int>(lesson.steps.size()));
    CHECK(bench.words("lessonText").contains(lessonText(lesson.summary)));
    CHECK(bench.words("lessonText").contains(lessonText(lesson.source)));
    CHECK(bench.player.isDone(lesson));
    QTest::mouseClick(&bench.button("lessonNext"), Qt::LeftButton);
    CHECK(bench.player.lesson()->name == "similarity");
    QTest::keyClick(&bench.list(), Qt::Key_Escape);
    CHECK(bench.player.panel().isHidden());
    REQUIRE(WindowStart::wait([&] { return bench.start.workspace.document() == before; }));
}

TEST_CASE("lessons: what a step asks for can be done by hand", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("without-mask"));
    bench.perform(0);
    bench.player.go(1);
    bench.settle();
    const LessonStep& step = *bench.player.steps()[1];
    CHECK(bench.words("lessonText").contains(lessonText(step.task)));
    CHECK(bench.words("lessonResult").isEmpty());
    bench.start.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0}); // whatever is looked at
    bench.start.action("mask.causalDecoder")->trigger();
    bench.settle();
    CHECK(bench.words("lessonResult") == lessonText(step.reveal));
    CHECK_FALSE(bench.words("lessonText").contains(lessonText(step.task)));
    CHECK(bench.isShown("decoding"));
}

TEST_CASE("lessons: a step is ticked once it is done, not when it is opened", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("dictionary"));
    const auto isDone = [&bench](int step) { return bench.list().item(step)->text().endsWith(u'✓'); };
    const auto next = [&bench] {
        QTest::mouseClick(&bench.button("lessonNext"), Qt::LeftButton);
        bench.settle();
    };
    next();
    CHECK_FALSE(isDone(0)); // it tells
    next();
    CHECK(isDone(0)); // and was read
    CHECK_FALSE(isDone(1)); // it asks for a prediction
    next();
    CHECK_FALSE(isDone(1));
    bench.player.go(1);
    CHECK_FALSE(isDone(2)); // the reader went back
    bench.answer(false).click();
    bench.settle(); // another model has been opened
    CHECK(isDone(1));
    bench.player.go(3);
    bench.settle();
    bench.start.focus.setHead(*bench.player.steps()[3]->state->head);
    bench.settle();
    CHECK_FALSE(isDone(3)); // performed, but its question is open
    bench.start.focus.setPin({2, 2});
    bench.settle();
    CHECK(isDone(3));
    CHECK_FALSE(isDone(2));
    bench.player.leave();
    bench.settle();

    bench.player.open(QStringLiteral("dictionary"));
    CHECK((isDone(0) && isDone(1) && !isDone(2) && isDone(3)));
    next(); // goes on with what is left
    CHECK(bench.player.step() == 2);
}

TEST_CASE("lessons: while a step of the course waits for something, the rest of the window is quiet",
          "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("dictionary"));
    const auto* const spot = bench.start.window.findChild<Spotlight*>();
    bench.player.go(2);
    bench.settle();
    CHECK_FALSE(spot->isVisible()); // it tells
    bench.player.go(3);
    bench.settle();
    REQUIRE(spot->isVisible());
    const auto isQuiet = [&](const QWidget& part) {
        return spot->mask().contains(part.mapTo(&bench.start.window, part.rect().center()));
    };
    const DockArea& views = bench.start.window.views();
    CHECK_FALSE(isQuiet(*views.holder(view_ids::kHeads))); // in which to choose a head
    CHECK(isQuiet(*views.holder(view_ids::kHeatmap)));
    CHECK_FALSE(isQuiet(bench.player.panel()));
    CHECK(isQuiet(bench.start.window.input()));
    // The mouse reaches what is quiet: the reader may look elsewhere.
    const QPoint place = bench.start.window.input().mapTo(&bench.start.window, QPoint(5, 5));
    CHECK(bench.start.window.input().isAncestorOf(bench.start.window.childAt(place)));
    bench.start.focus.setHead(*bench.player.steps()[3]->state->head);
    bench.settle();
    CHECK(isQuiet(*views.holder(view_ids::kHeads)));
    CHECK_FALSE(isQuiet(*views.holder(view_ids::kHeatmap))); // in which to click a cell
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

TEST_CASE("lessons: a slip in the table of a text is a link to its card", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("text-zero"));
    const auto& steps = bench.player.steps();
    bench.player.go(static_cast<int>(steps.size()) - 1);
    bench.settle();
    for (QLabel* each : bench.player.panel().findChildren<QLabel*>(QStringLiteral("lessonHere")))
        if (each->text().contains(QStringLiteral("Card 7"))) {
            emit each->linkActivated(QStringLiteral("#"));
            break;
        }
    CHECK(bench.player.lesson()->name == "errors");
    CHECK(bench.player.step() == 6);
}

TEST_CASE("lessons: places that the reader points at are answers, and wrong ones are tries", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("dictionary"));
    const int pointing = 3;
    const HeadRef head = *bench.player.steps()[pointing]->state->head;
    bench.player.go(pointing);
    bench.settle();
    bench.start.focus.setHead(head);
    bench.settle();
    bench.start.focus.setPin({1, 2});
    bench.start.focus.setPin({}); // looks on
    bench.start.focus.setPin({0, 0});
    bench.start.focus.setPin({2, 2});
    bench.settle();
    const QString file = bench.folder.filePath(QStringLiteral("ada.json"));
    bench.player.answers().save(*bench.player.lesson(), QStringLiteral("Ada"), file);
    QFile saved(file);
    REQUIRE(saved.open(QIODevice::ReadOnly));
    const auto results = resultsFromText(saved.readAll().toStdString(), "ada.json");
    REQUIRE((results && results->answers.size() == 1));
    CHECK(results->answers[0].answer == "decoder.0.cross.3 row 2 column 2");
    CHECK(results->answers[0].right);
    CHECK(results->answers[0].tries == 3);
    CHECK(isRight(*bench.player.lesson(), results->answers[0]) == true);
}

TEST_CASE("lessons: the panel has a place of its own and covers nothing", "[window]")
{
    for (const QSize& size : {QSize(1024, 700), QSize(1440, 900), QSize(1920, 1080)}) {
        INFO(size.width());
        if (test::kSanitized && size.width() != 1024) // each takes a minute there
            continue;
        LessonBench bench(size);
        const MainWindow& window = bench.start.window;
        const auto rect
            = [&](const QWidget& part) { return QRect(part.mapTo(&window, QPoint()), part.size()); };
        for (const Lesson& lesson : allLessons()) {
            INFO(lesson.name);
            bench.player.open(lesson);
            if (lesson.kind != LessonKind::kTour)
                bench.perform(0);
            bench.start.settle();
            CHECK(window.rect().contains(rect(bench.player.panel())));
            CHECK_FALSE(rect(bench.player.panel()).intersects(rect(window.views())));
            CHECK_FALSE(rect(bench.player.panel()).intersects(rect(window.input())));
            CHECK(rect(*window.views().centreWidget()).width() > size.width() / 3);
            for (QPushButton* each : bench.player.panel().findChildren<QPushButton*>())
                if (each->isVisible())
                    CHECK(each->width() >= each->sizeHint().width()); // no word is cut
            CHECK(bench.player.panel().width() < size.width() / 3);
            if (lesson.kind == LessonKind::kExperiment) // a short list is seen whole
                CHECK(bench.list().verticalScrollBar()->maximum() == 0);
        }
        bench.player.leave();
        bench.start.settle();
        CHECK(rect(window.views()).right() == window.rect().right());
    }
}

TEST_CASE("lessons: File, Examples opens those of the model; the next one is an undo step", "[window]")
{
    LessonBench bench;
    bench.start.action("file.examples")->trigger();
    REQUIRE(bench.player.panel().isVisible());
    CHECK(bench.player.lesson()->name == "translate");
    bench.start.settle();
    QTest::mouseClick(bench.list().viewport(), Qt::LeftButton, {},
                      bench.list().visualItemRect(bench.list().item(3)).center());
    bench.settle();
    CHECK(toString(bench.start.focus.head()) == "encoder.1.self.1");
    CHECK(bench.list().currentRow() == 3);
    QTest::mouseClick(&bench.button("lessonNext"), Qt::LeftButton);
    bench.settle();
    CHECK(bench.start.workspace.document().text == QStringLiteral("The boy lost his dog."));
    CHECK(bench.list().currentRow() == 4);
    CHECK(bench.start.workspace.undoStack().undoText().contains(QStringLiteral("Whose dog is it?")));
    bench.start.action("edit.undo")->trigger();
    CHECK(bench.start.workspace.document().text == QStringLiteral("The cat sleeps because it is tired."));
    QTest::keyClick(&bench.list(), Qt::Key_Escape);
    CHECK(bench.player.panel().isHidden());
    bench.start.action("help.experiments")->trigger();
    CHECK(bench.player.panel().isVisible());
    CHECK(bench.player.lesson()->kind == LessonKind::kExperiment);
    CHECK(bench.player.step() == -1); // nothing happens to the window before the user begins
    CHECK(bench.words("lessonText").contains(lessonText(bench.player.lesson()->say)));
}

TEST_CASE("lessons: the examples are there at the first start, and never again", "[window]")
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    {
        WindowStart first(settings);
        first.window.resize(1440, 900);
        kGallerySeen.set(settings, false);
        first.window.start();
        LessonPlayer& player = first.window.lessons();
        REQUIRE(player.panel().isVisible());
        CHECK(player.lesson()->name == "translate");
        CHECK(kGallerySeen.of(settings));
        // The user can type at once, and the tour is offered.
        CHECK(qobject_cast<SentenceEdit*>(first.window.focusWidget()) != nullptr);
        REQUIRE(
            WindowStart::wait([&] { return first.workspace.model() != nullptr && first.runs.isSettled(); }));
        first.settle(100);
        // Each example has a picture of its map; some show the same one.
        const auto* const list = player.panel().findChild<QListWidget*>();
        std::set<QByteArray> pictures;
        for (int row = 0; row < list->count(); ++row) {
            INFO(list->item(row)->text().toStdString());
            REQUIRE(WindowStart::wait([&] { return !list->item(row)->icon().isNull(); }));
            const QImage image = list->item(row)->icon().pixmap(28).toImage();
            pictures.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()),
                                       static_cast<int>(image.sizeInBytes())));
        }
        CHECK(pictures.size() >= 10);
        const auto offers = [&player] {
            for (QPushButton* each : player.panel().findChildren<QPushButton*>())
                if (each->isVisible() && each->text().contains(QStringLiteral("tour")))
                    return each;
            return static_cast<QPushButton*>(nullptr);
        };
        REQUIRE(offers() != nullptr);
        player.go(0);
        CHECK(offers() == nullptr); // a step has the whole panel
        player.open(QStringLiteral("translate"));
        QTest::mouseClick(offers(), Qt::LeftButton);
        CHECK(player.lesson()->kind == LessonKind::kTour);
        CHECK(kTourSeen.of(settings));
        player.open(QStringLiteral("translate"));
        CHECK(offers() == nullptr);
    }
    WindowStart second(settings);
    second.window.start();
    CHECK(second.window.lessons().panel().isHidden());
}

TEST_CASE("tour of the window: each step shows what it speaks of, and the workspace comes back",
          "[window][tour]")
{
    test::WindowBench bench;
    WindowStart start(bench.settings);
    start.window.resize(1440, 900);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.window.rooms().enter(RoomId::kCompare);
    start.action("help.tour")->trigger();
    LessonPlayer& tour = start.window.lessons();
    REQUIRE(tour.panel().isVisible());
    CHECK(tour.steps().size() == 9);
    const Document before = start.workspace.document();
    const auto* const spot = start.window.findChild<Spotlight*>();
    QStringList rooms;
    for (int i = 0; i < static_cast<int>(tour.steps().size()); ++i) {
        const LessonStep& step = *tour.steps()[static_cast<std::size_t>(i)];
        INFO(step.title);
        CHECK(tour.step() == i);
        start.settle();
        const QWidget* const target = step.at.empty()
            ? start.window.views().holder(ViewId(step.state->view.c_str()))
            : start.window.findChild<QWidget*>(QString::fromStdString(step.at));
        REQUIRE(target != nullptr);
        CHECK(target->isVisible());
        CHECK(spot->isVisible());
        const QRect place(target->mapTo(&start.window, QPoint()), target->size());
        CHECK(spot->mask().boundingRect().contains(place));
        CHECK_FALSE(spot->mask().contains(place.center()));
        rooms << start.window.rooms().current();
        CHECK((rooms.last() != QStringLiteral("explain") || !start.focus.pin().empty())); // Cell shows one
        if (i + 1 < static_cast<int>(tour.steps().size()))
            QTest::mouseClick(tour.panel().findChild<QPushButton*>(QStringLiteral("lessonNext")),
                              Qt::LeftButton);
    }
    for (const char* room : {"explore", "explain", "decode", "whatIf"})
        CHECK(rooms.contains(QLatin1String(room)));
    CHECK(start.workspace.document() == before);
    // Leaving the tour in the middle restores the window's previous state.
    tour.go(4);
    CHECK(start.window.rooms().current() == QStringLiteral("explain"));
    QTest::keyClick(tour.panel().findChild<QListWidget*>(), Qt::Key_Escape);
    CHECK(tour.panel().isHidden());
    CHECK(spot->isHidden());
    CHECK(start.window.rooms().current() == QStringLiteral("compare"));
}

TEST_CASE("lessons: all that they name exists, and all that they say is translated", "[window]")
{
    LessonBench bench;
    QTranslator french;
    REQUIRE(french.load(QStringLiteral(":/translations/headlight_fr.qm")));
    const auto isTranslated = [&](const std::string& text) {
        INFO(text);
        CHECK((text.empty() || !french.translate("lessons", text.c_str()).isEmpty()));
    };
    const auto viewNamed = [registry = viewRegistry()](const std::string& name) {
        return std::any_of(registry.begin(), registry.end(), [&](const ViewDescriptor& each) {
            return each.id.name() == QString::fromStdString(name);
        });
    };
    for (const Lesson& lesson : allLessons()) {
        INFO(lesson.name);
        CHECK((lesson.room.empty() || roomNamed(QString::fromStdString(lesson.room)) != nullptr));
        for (const std::string& text :
             {lesson.title, lesson.say, lesson.others, lesson.summary, lesson.source})
            isTranslated(text);
        if (lesson.kind == LessonKind::kIntroduction)
            CHECK(modelTitle(modelMeant(QString::fromStdString(lesson.model)))
                  == lessonText(lesson.title) + QStringLiteral(" (built-in)"));
        for (const LessonStep& step : lesson.steps) {
            INFO(step.title);
            for (const std::string& text : {step.title, step.say, step.task, step.reveal})
                isTranslated(text);
            for (const auto& question : {step.predict, step.question})
                if (question) {
                    isTranslated(question->ask);
                    for (const LessonAnswer& answer : question->answers)
                        isTranslated(answer.say);
                }
            for (const LessonRow& row : step.rows) {
                isTranslated(row.what);
                // Numbers alone need no translation.
                static const QRegularExpression kNumbers(QStringLiteral("^(\\{[a-z0-9]+\\}[,; ]*)+$"));
                if (!kNumbers.match(QString::fromStdString(row.here)).hasMatch())
                    isTranslated(row.here);
                const Lesson* const other = lessonNamed(QString::fromStdString(row.lesson));
                CHECK((row.lesson.empty() || (other != nullptr && row.step <= std::ssize(other->steps))));
                CHECK((row.lesson != "errors"
                       || row.here
                           == "Card "
                               + other->steps[static_cast<std::size_t>(row.step) - 1].title.substr(
                                   0, other->steps[static_cast<std::size_t>(row.step) - 1].title.find('.'))));
            }
            if (!step.at.empty())
                CHECK(
                    (viewNamed(step.at)
                     || bench.start.window.findChild<QWidget*>(QString::fromStdString(step.at)) != nullptr));
            for (const auto& state : {step.state, step.then})
                CHECK((!state || viewNamed(state->view)));
        }
    }
    for (const LearnShelf& shelf : learnShelves()) {
        isTranslated(shelf.title);
        for (const LearnEntry& entry : shelf.entries) {
            isTranslated(entry.title);
            isTranslated(entry.say);
            if (!entry.command.empty())
                CHECK(bench.start.action(entry.command.c_str()) != nullptr);
            CHECK((entry.lesson.empty() || lessonNamed(QString::fromStdString(entry.lesson)) != nullptr));
        }
    }
}

TEST_CASE("model memory: each model opens with its sentence, and comes back with its own", "[window]")
{
    LessonBench bench;
    const auto folder
        = [&] { return QString::fromStdString(bench.start.workspace.model()->folder().string()); };
    const auto open = [&](const char* model) {
        const QString before = folder();
        bench.start.window.openModel(
            QString(before).replace(QRegularExpression(QStringLiteral("[^/]+$")), QLatin1String(model)));
        REQUIRE(WindowStart::wait(
            [&] { return bench.start.workspace.model() != nullptr && folder() != before; }));
        bench.settle();
    };
    const HeadRef chosen{StackKind::kEncoder, 1, AttentionKind::kSelf, 1};
    bench.start.type(QStringLiteral(" It is old."));
    bench.settle();
    bench.start.focus.selectOnly(chosen);
    const QString own = bench.start.workspace.document().text;
    open("en-gpt");
    CHECK(bench.start.workspace.document().text == firstSentence(QStringLiteral("en-gpt")));
    CHECK(bench.start.focus.head().stack == StackKind::kDecoder);
    const auto room = [&] { return bench.start.window.rooms().current(); };
    open("en-bert");
    CHECK(bench.start.workspace.document().text.contains(QStringLiteral("[MASK]")));
    CHECK(room() == QLatin1String(roomOf(RoomId::kMasked).name)); // shown for the first time
    bench.start.window.rooms().enter(RoomId::kModel);
    open("en-fr");
    CHECK(bench.start.workspace.document().text == own);
    CHECK(bench.start.focus.head() == chosen);
    CHECK(room() == QLatin1String(roomOf(RoomId::kModel).name));
    open("en-bert");
    CHECK(room() == QLatin1String(roomOf(RoomId::kModel).name));
}

TEST_CASE("model memory: at the first start of all, a model named as argument has its own sentence",
          "[window]")
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    test::WindowStart start(settings);
    start.window.start(QString::fromUtf8(test::kSourceRoot) + QStringLiteral("/resources/models/en-gpt"));
    REQUIRE(start.wait([&] { return start.workspace.snapshot()->finished && !start.workspace.isRunning(); }));
    CHECK(start.workspace.document().text == firstSentence(QStringLiteral("en-gpt")));
}

TEST_CASE("lessons: a prediction has its numbers before it is made", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("whole"));
    bench.player.go(5);
    bench.settle();
    CHECK(bench.asks(QStringLiteral("Decoder layer 2 · cross-attention · head 1 is switched off, too. "
                                    "Its own effect is −1.67 nats. What now?")));
}

TEST_CASE("lessons: what a step tells before its task has its numbers", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("softmax"));
    bench.player.go(4);
    bench.settle();
    REQUIRE_FALSE(bench.player.steps()[4]->task.empty());
    CHECK(bench.words("lessonText").contains(QStringLiteral("192")));
    CHECK_FALSE(bench.words("lessonText").contains(QStringLiteral("…")));
}

TEST_CASE("lessons: infinite numbers are signs, and no line ends inside a special token", "[window]")
{
    LessonStep step;
    LessonCheck& check = step.check.emplace_back();
    std::tie(check.name, check.formula, check.value)
        = std::tuple("m", "[-inf, 0, inf, 0 / 0]", "[-inf, 0, inf, 0 / 0]");
    CHECK(lessonText("{m}", &step) == QStringLiteral("−∞  0.00  ∞  NaN"));
    CHECK(lessonText("</s> ends it") == QStringLiteral("</\u2060s> ends it"));
}

TEST_CASE("lessons: an answer has as many lines as it needs", "[window]")
{
    LessonBench bench({1024, 700});
    bench.player.open(QStringLiteral("errors"));
    bench.reach(16);
    const QRadioButton& answer = bench.answer(true);
    CHECK(answer.height() > 2 * answer.fontMetrics().height());
    for (const QScrollArea* each : bench.player.panel().findChildren<QScrollArea*>())
        CHECK(each->horizontalScrollBar()->maximum() == 0);
}
