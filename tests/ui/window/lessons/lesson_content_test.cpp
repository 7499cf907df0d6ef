// What the lessons of the program show and name is there.
#include "core/model/model.h"
#include "core/trace/trace.h"
#include "tests/support/catch.h"
#include "tests/support/lesson_bench.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"
#include "ui/run/model_library.h"
#include "ui/state/experiment_board.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/matrices/matrices_view.h"
#include "ui/views/matrices/sheet_examples.h"
#include "ui/views/vectors/vector_examples.h"
#include "ui/views/vectors/vectors_view.h"
#include "ui/views/view_registry.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QRegularExpression>
#include <QTranslator>
#include <QUndoStack>

#include <algorithm>
#include <array>
#include <cmath>

using namespace headlight;
using headlight::test::LessonBench;
using headlight::test::WindowStart;

namespace {

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
                    for (const LessonAnswer& answer : question->answers) {
                        isTranslated(answer.say);
                        isTranslated(answer.why);
                        // Whoever is wrong in the course reads why.
                        CHECK((answer.right || !answer.why.empty() || lesson.kind != LessonKind::kCourse));
                    }
                }
            for (const LessonRow& row : step.rows) {
                isTranslated(row.what);
                // Numbers alone need no translation.
                static const QRegularExpression kNumbers(QStringLiteral("^(\\{[a-z0-9]+\\}[,; ]*)+$"));
                if (!kNumbers.match(QString::fromStdString(row.here)).hasMatch())
                    isTranslated(row.here);
                const Lesson* const other = lessonNamed(QString::fromStdString(row.lesson));
                CHECK((row.view.empty() || viewNamed(row.view)));
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
    const auto room = [&] { return bench.start.window.rooms().current(); };
    bench.start.window.rooms().enter(RoomId::kCompare);
    open("en-gpt");
    CHECK(bench.start.workspace.document().text == firstSentence(QStringLiteral("en-gpt")));
    CHECK(bench.start.focus.head().stack == StackKind::kDecoder);
    CHECK(room() == QLatin1String(roomOf(RoomId::kCompare).name));
    bench.start.window.rooms().enter(RoomId::kExplore);
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

TEST_CASE("model memory: text 4 draws at random however it is opened, and only text 4", "[window]")
{
    LessonBench bench;
    const auto decoding = [&] { return bench.start.workspace.document().decoding; };
    const auto open = [&](const QString& folder) {
        bench.start.window.openModel(folder);
        REQUIRE(WindowStart::wait([&] {
            return QString::fromStdString(bench.start.workspace.model()->folder().string()) == folder;
        }));
        bench.settle();
    };
    const QString folder = QString::fromStdString(bench.start.workspace.model()->folder().string());
    Document own = bench.start.workspace.document();
    own.decoding.beams = 3;
    bench.start.workspace.apply(own, QStringLiteral("by hand"));
    open(modelMeant(QStringLiteral("text-4")));
    CHECK(decoding().strategy == Strategy::kSample);
    CHECK(decoding().maxNewTokens == 20);
    bench.player.open(QStringLiteral("text-four"));
    bench.reach(1); // decodes greedily
    CHECK(decoding().strategy == Strategy::kGreedy);
    open(folder);
    CHECK(decoding() == own.decoding);
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
