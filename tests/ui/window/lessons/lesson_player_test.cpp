#include "ui/views/positions/positions_view.h"
#include "ui/window/lessons/lesson_player.h"

#include "core/lesson/state_run.h"
#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/lesson_bench.h"
#include "ui/state/focus.h"
#include "ui/state/model_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/spotlight.h"
#include "ui/window/bars/message_bar.h"
#include "ui/window/lessons/lesson_answers.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QUndoStack>

#include <set>

using namespace headlight;
using headlight::test::LessonBench;
using headlight::test::WindowStart;

TEST_CASE("lessons: the words of a step stay, and say that the window shows something else", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("translate"));
    int causal = 0;
    while (!bench.player.steps()[static_cast<std::size_t>(causal)]->title.starts_with("Causal mask"))
        ++causal;
    const QString said = lessonText(
        bench.player.steps()[static_cast<std::size_t>(causal)]->say); // "… there are weights now"
    const auto isSaid = [&] {
        CHECK(bench.words("lessonText").endsWith(said));
        const bool alone = bench.words("lessonText") == said;
        CHECK(alone == bench.player.holds());
        CHECK((bench.list().currentRow() == causal) == alone);
        CHECK(bench.button("lessonAct").isHidden() == alone);
        return alone;
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

TEST_CASE("lessons: the numbers of a step stay while the reader looks where it says", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("sublayers"));
    bench.reach(2);
    CHECK(bench.words("lessonResult").contains(QStringLiteral("8.8")));
    bench.start.focus.setHead({StackKind::kEncoder, 1, AttentionKind::kSelf, 0}); // the step sends there
    CHECK(bench.player.holds());
    CHECK(bench.words("lessonText").isEmpty());
    CHECK(bench.words("lessonResult").contains(QStringLiteral("8.8")));
    bench.start.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    CHECK_FALSE(bench.player.holds());
    CHECK(bench.words("lessonText").startsWith(QStringLiteral("The window shows something else now.")));
    CHECK(bench.words("lessonResult").contains(QStringLiteral("8.8")));
    CHECK(bench.words("lessonResult").contains(QStringLiteral("✓")));
}

TEST_CASE("lessons: a card of the course begins its lesson", "[window]")
{
    LessonBench bench;
    bench.start.window.rooms().enter(RoomId::kLearn);
    const auto begin = [&bench](const char* card) {
        auto* const button = bench.start.window.findChild<QPushButton*>(QLatin1String(card));
        REQUIRE(button != nullptr);
        button->click();
    };
    begin("learn.lesson.similarity");
    CHECK(bench.player.step() == 0);
    bench.settle();
    bench.start.window.rooms().enter(RoomId::kLearn);
    begin("learn.lesson.text-four"); // its first page has more to say
    CHECK(bench.player.lesson()->name == "text-four");
    CHECK(bench.player.step() == -1);
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
    // Whoever comes back finds the step as it was left, with its own state.
    bench.player.go(asking - 1);
    bench.settle();
    CHECK_FALSE(bench.words("lessonResult").startsWith(QStringLiteral("✗")));
    bench.player.go(asking);
    bench.settle();
    CHECK(bench.start.workspace.document().interventions == step.state->edits);
    CHECK(bench.words("lessonResult").startsWith(QStringLiteral("✗")));
    bench.player.open(QStringLiteral("alignment")); // another attempt
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
    const auto* const sentence = bench.start.window.findChild<ElidedLabel*>(QStringLiteral("mapInWords"));
    REQUIRE(sentence != nullptr);
    CHECK(sentence->text().isEmpty()); // it could tell the answer on the way there
    bench.start.focus.setHead(*step.state->head); // what the step asks for, by hand
    bench.settle();
    CHECK(bench.asks(lessonText(step.question->ask)));
    CHECK(bench.words("lessonResult").isEmpty());
    CHECK(sentence->text().isEmpty());
    bench.start.focus.setPin({1, 2}); // another cell
    bench.settle();
    CHECK_FALSE(sentence->text().isEmpty());
    CHECK(bench.words("lessonResult")
          == QStringLiteral("✗ Not so: that is row Le → chat, column “␣cat”. Try again."));
    bench.start.focus.setPin({2, 2});
    bench.settle();
    CHECK(bench.words("lessonResult").startsWith(QStringLiteral("✓")));
    CHECK(bench.words("lessonResult").contains(QStringLiteral("0.98")));
    // The button points for those who do not find it.
    bench.player.open(QStringLiteral("dictionary"));
    bench.reach(pointing);
    CHECK(bench.words("lessonResult").isEmpty());
    bench.button("lessonAct").click();
    bench.settle();
    CHECK(bench.start.focus.pin() == Cell{2, 2});
    CHECK(bench.words("lessonResult").contains(QStringLiteral("0.98")));
    CHECK_FALSE(bench.words("lessonResult").contains(QStringLiteral("✓"))); // it was not the reader who did
}

TEST_CASE("lessons: a file that is asked for at the start and is wrong is named", "[window]")
{
    test::WindowBench bench;
    const QString file = bench.file("broken.json");
    QFile out(file);
    REQUIRE(out.open(QIODevice::WriteOnly));
    out.write(R"({"format": "headlight-lesson", "kind": "course", "titel": "Cats"})");
    out.close();
    kLastModel.set(bench.settings, bench.model);
    WindowStart start(bench.settings);
    start.window.start(file);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); })); // the last model, not the built-in one
    start.settle();
    REQUIRE(start.workspace.notice());
    CHECK(start.workspace.notice()->text.contains(QStringLiteral("broken.json")));
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
    CHECK_FALSE(bench.player.isDone(lesson));
    bench.perform(3);
    CHECK(bench.player.isDone(lesson)); // before its summary is read
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

TEST_CASE("lessons: what is done in place of what a step asks for is named", "[window]")
{
    LessonBench bench;
    const auto said = [&] {
        bench.settle();
        return bench.words("lessonResult");
    };
    bench.player.open(QStringLiteral("dictionary"));
    bench.reach(2);
    bench.player.go(3);
    bench.settle();
    const HeadRef begun = bench.start.focus.head(), asked = *bench.player.steps()[3]->state->head;
    bench.start.focus.setMap(MapKind::kScores); // nobody asks for a map here
    bench.start.focus.setMap(MapKind::kWeights);
    CHECK(said().isEmpty());
    const QString wrongHead = QStringLiteral("You chose: Cross-attention · layer 0 · head 2. The step "
                                             "asks for: Cross-attention · layer 0 · head 3.");
    bench.start.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 2});
    CHECK(said() == wrongHead);
    bench.start.focus.setPin({1, 1});
    CHECK(said() == wrongHead);
    bench.start.focus.setHead(begun);
    CHECK(said().isEmpty());
    bench.start.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 2});
    CHECK(said() == wrongHead);
    bench.start.focus.setHead(asked);
    CHECK(said().isEmpty());

    bench.player.open(QStringLiteral("dictionary"));
    bench.reach(2);
    bench.player.go(3);
    bench.settle();
    bench.start.action("mask.padding")->trigger(); // nobody asks for this
    bench.settle();
    bench.start.focus.setHead(asked);
    CHECK(said()
          == QStringLiteral("The step is done but for this, which it does not ask for: padding mask off"));
    bench.start.action("mask.padding")->trigger();

    bench.player.open(QStringLiteral("similarity"));
    bench.reach(3);
    bench.player.go(4);
    bench.settle();
    bench.start.focus.setMap(MapKind::kScores);
    CHECK(said() == QStringLiteral("You chose: Scores. The step asks for: Dot products."));
    bench.start.focus.setMap(MapKind::kProducts);
    CHECK(said().isEmpty());

    bench.player.open(QStringLiteral("masks"));
    bench.reach(2);
    bench.player.go(3);
    bench.settle();
    bench.start.action("mask.padding")->trigger();
    CHECK(said()
          == QStringLiteral("You chose: padding mask off. The step asks for: decoder causal mask off."));
    bench.start.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0}); // looks around
    CHECK(said().startsWith(QStringLiteral("You chose: padding mask off.")));
    bench.start.action("mask.causalDecoder")->trigger(); // what the step asks for, and more than that
    CHECK(said()
          == QStringLiteral("The step is done but for this, which it does not ask for: padding mask off"));
    bench.player.go(2);
    CHECK_FALSE(said().contains(QStringLiteral("You chose")));
}

TEST_CASE("lessons: another sentence or way to decode than a step asks for is named", "[window]")
{
    LessonBench bench;
    const auto saidAfter = [&](auto&& change) {
        Document next = bench.start.workspace.document();
        change(next);
        bench.start.workspace.apply(next, QStringLiteral("by hand"));
        bench.settle();
        return bench.words("lessonResult");
    };
    const auto typed = [&](const char* text) {
        return saidAfter([text](Document& next) { next.text = QString::fromUtf8(text); });
    };
    bench.player.open(QStringLiteral("order"));
    bench.reach(0);
    bench.player.go(1);
    bench.settle();
    CHECK(typed("The bites the man.").isEmpty()); // on the way there
    CHECK(typed("The man bites the .").isEmpty());
    const QString asked = QStringLiteral("The step asks for the sentence: The man bites the dog.");
    CHECK(typed("The man bites the dog") == asked); // the run says that the reader has stopped
    CHECK(typed("The man bitesthe dog.") == asked);
    CHECK(typed("The man bitesthe dog") == asked);
    CHECK(typed("The man bites").isEmpty());
    Document unfinished = bench.start.workspace.document();
    unfinished.text = QStringLiteral("The man bites the dog");
    bench.start.workspace.apply(unfinished, QStringLiteral("by hand"));
    CHECK(bench.words("lessonResult").isEmpty()); // the full stop may be the next letter
    CHECK(typed("The man bites the cat.") == asked);
    CHECK_FALSE(typed("The man bites the dog.").contains(QStringLiteral("asks for")));

    bench.player.open(QStringLiteral("decoding"));
    bench.reach(2);
    bench.player.go(3);
    bench.settle();
    CHECK(saidAfter([](Document& next) { next.decoding.strategy = Strategy::kSample; })
          == QStringLiteral("You chose: Sampling. The step asks for: Beam search."));
    CHECK(saidAfter([&bench](Document& next) {
              next.decoding = {};
              next.forced = writtenIds(*bench.start.workspace.model(), "Mon");
          })
          == QStringLiteral("You chose: output begins with “Mon”. The step asks for: Beam search."));
    CHECK_FALSE(saidAfter([](Document& next) {
                    next.forced.clear();
                    next.decoding.strategy = Strategy::kBeam;
                }).contains(QStringLiteral("You chose")));
}

TEST_CASE("lessons: a step that asks for a head is done with any click on it", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("projections"));
    bench.reach(2);
    bench.player.go(3); // the map shows scores, as before
    bench.settle();
    bench.start.focus.setHead(*bench.player.steps()[3]->state->head);
    bench.settle();
    CHECK(bench.asks(lessonText(bench.player.steps()[3]->question->ask)));
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
    CHECK(isDone(1));
    bench.player.go(3); // while the model of step 1 is being opened
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
    next();
    bench.player.leave();
    bench.settle();
    bench.player.open(QStringLiteral("dictionary"));
    CHECK(bench.button("lessonNext").text() == QStringLiteral("Begin")); // only its summary is unread
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

TEST_CASE("lessons: messages stay readable while the rest of the window is quiet", "[window]")
{
    LessonBench bench;
    MainWindow& window = bench.start.window;
    bench.player.open(QStringLiteral("dictionary"));
    bench.player.go(3);
    bench.settle();
    const auto* const spot = window.findChild<Spotlight*>();
    REQUIRE(spot->isVisible());
    const auto* const notice = window.findChild<MessageBar*>(QStringLiteral("noticeBar"));
    bench.start.workspace.setNotice(Notice{QStringLiteral("The file is damaged."), {}, true});
    QRect place;
    const auto isClear = [&] {
        place = {notice->mapTo(&window, QPoint()), notice->size()};
        return notice->isVisible() && !spot->mask().intersects(place);
    };
    REQUIRE(WindowStart::wait(isClear));
    bench.start.workspace.setNotice(std::nullopt);
    CHECK(WindowStart::wait([&] { return spot->mask().intersects(place); }));
}

TEST_CASE("lessons: a task in another workspace rings the way there, then the view", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("sublayers"));
    bench.reach(3);
    bench.player.go(4);
    bench.settle();
    const auto* const spot = bench.start.window.findChild<Spotlight*>();
    const auto isRung = [&](const QWidget& part) {
        return spot->isVisible()
            && !spot->mask().contains(part.mapTo(&bench.start.window, part.rect().center()));
    };
    Rooms& rooms = bench.start.window.rooms();
    const QWidget& way = *rooms.rail().button(QLatin1String(roomOf(RoomId::kWhatIf).name));
    CHECK(isRung(way));
    rooms.enter(RoomId::kWhatIf);
    REQUIRE(WindowStart::wait([&] { return isRung(*rooms.views().holder(ViewId("whatIf"))); }));
    CHECK_FALSE(isRung(way));
    rooms.enter(RoomId::kExplore);
    REQUIRE(WindowStart::wait([&] { return isRung(way); }));
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
    REQUIRE((results && results->answers.size() == 2));
    CHECK(results->answers[1]
          == GivenAnswer{
              "A query between the keys", "What does a soft dictionary answer?", {}, false, 0, 0, 0});
    CHECK(results->answers[0].answer == "decoder.0.cross.3 row 2 column 2");
    CHECK(results->answers[0].right);
    CHECK(results->answers[0].tries == 3);
    CHECK(isRight(*bench.player.lesson(), results->answers[0]) == true);
}

TEST_CASE("lessons: a place that the program showed is no answer, then or later", "[window]")
{
    LessonBench bench;
    const int pointing = 3;
    for (const bool shows : {true, false}) {
        bench.player.open(QStringLiteral("dictionary"));
        bench.reach(pointing);
        shows ? bench.button("lessonAct").click() : bench.start.focus.setPin({2, 2});
        bench.settle();
        const QString file = bench.folder.filePath(QStringLiteral("bo.json"));
        bench.player.answers().save(*bench.player.lesson(), QStringLiteral("Bo"), file);
        QFile saved(file);
        REQUIRE(saved.open(QIODevice::ReadOnly));
        const auto results = resultsFromText(saved.readAll().toStdString(), "bo.json");
        REQUIRE(results);
        CHECK(results->answers[0].answer == "shown");
        CHECK_FALSE(results->answers[0].right);
        bench.start.focus.setPin({});
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
    WindowStart start(bench, {1440, 900});
    start.window.rooms().enter(RoomId::kCompare);
    Document before = start.workspace.document();
    before.interventions.masks.decoderCausal = Toggle::kOff;
    start.workspace.apply(before, QStringLiteral("Mask"));
    start.settle();
    start.action("help.tour")->trigger();
    LessonPlayer& tour = start.window.lessons();
    REQUIRE(tour.panel().isVisible());
    CHECK(tour.steps().size() == 9);
    // The stage is the built-in model without edits, whatever was on the screen.
    REQUIRE(WindowStart::wait([&] { return start.ready(10); }));
    CHECK(start.workspace.document().interventions.empty());
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
    // Leaving the tour in the middle restores the window's previous state.
    tour.go(4);
    CHECK(start.window.rooms().current() == QStringLiteral("explain"));
    QTest::keyClick(tour.panel().findChild<QListWidget*>(), Qt::Key_Escape);
    CHECK(tour.panel().isHidden());
    CHECK(spot->isHidden());
    CHECK(start.window.rooms().current() == QStringLiteral("compare"));
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    CHECK(start.workspace.document() == before);
}

TEST_CASE("lessons: a prediction has its numbers before it is made", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("whole"));
    bench.player.go(5);
    bench.settle();
    CHECK(
        bench.asks(QStringLiteral("Cross-attention · layer 2 · head 1 is switched off, too. "
                                  "Without it alone, the log-probability of the translation would change by "
                                  "−1.67 nats. What now?")));
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

TEST_CASE("lessons: nothing names the edits of a card before its question is answered", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("errors"));
    bench.reach(2);
    const auto tells = [&bench] {
        return bench.start.window.findChild<PositionsView*>()->statement().contains(
            QStringLiteral("the exponent counts"));
    };
    CHECK_FALSE(tells());
    bench.start.workspace.setEditsAsked(false);
    CHECK(tells());
    bench.start.workspace.setEditsAsked(true);
    CHECK_FALSE(tells());
    bench.answer(true).click();
    CHECK_FALSE(bench.start.workspace.areEditsAsked());
    bench.reach(5);
    const auto said = [&bench] { return bench.start.bar("editBanner").findChild<QLabel*>()->text(); };
    CHECK(said() == QStringLiteral("The model is edited. The lesson asks what is wrong."));
    const auto names = [&bench] {
        return std::ranges::any_of(
            bench.start.window.findChildren<QAbstractButton*>(), [](const QAbstractButton* each) {
                return each->isVisible() && each->text().contains(QStringLiteral("Causal mask off"));
            });
    };
    CHECK_FALSE(names());
    bench.answer(true).click();
    bench.settle();
    CHECK(said().contains(QStringLiteral("decoder causal mask off")));
    CHECK(names());
    bench.player.go(5);
    bench.player.leave();
    bench.settle();
    CHECK_FALSE(bench.start.workspace.areEditsAsked());
}

TEST_CASE("lessons: a wrong answer is told why it is wrong, then the right one", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("values"));
    bench.reach(0);
    bench.player.go(1);
    bench.settle();
    bench.answer(false).click();
    bench.settle();
    CHECK(bench.words("lessonResult")
              .startsWith(QStringLiteral("✗ Not so. That leaves out 0.3199 × 0.5. The answer is: 0.62")));
}

TEST_CASE("lessons: nothing below the map answers a question before it is asked", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("values"));
    const auto* const sentence = bench.start.window.findChild<ElidedLabel*>(QStringLiteral("mapInWords"));
    bench.player.go(2);
    bench.settle();
    CHECK_FALSE(sentence->text().contains(QStringLiteral("boy")));
    bench.player.go(3); // asks for a map, then for the key that contributes most to “his”
    bench.settle();
    bench.start.focus.setPin({});
    CHECK(WindowStart::wait([&] { return sentence->text().isEmpty(); }));
}

TEST_CASE("lessons: the course says what an introduction is before it quotes one", "[window]")
{
    static const QRegularExpression kQuoted(QStringLiteral("\\btexts? [0-4]\\b"),
                                            QRegularExpression::CaseInsensitiveOption);
    for (const Lesson& lesson : allLessons()) {
        if (lesson.kind != LessonKind::kCourse)
            continue;
        INFO(lesson.name);
        QString all = QString::fromStdString(lesson.say);
        for (const LessonStep& step : lesson.steps) {
            all += QString::fromStdString(step.say + step.task);
            for (const auto& asked : {step.predict, step.question})
                all += asked ? QString::fromStdString(asked->ask) : QString();
            all += QString::fromStdString(step.reveal);
        }
        all += QString::fromStdString(lesson.summary);
        const auto quoted = kQuoted.match(all);
        const auto said = all.indexOf(QStringLiteral("introduction"));
        CHECK((!quoted.hasMatch() || (said >= 0 && said < quoted.capturedEnd() + 30)));
    }
}
