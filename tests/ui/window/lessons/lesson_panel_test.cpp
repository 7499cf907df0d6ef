#include "ui/window/lessons/lesson_panel.h"

#include "tests/support/catch.h"
#include "tests/support/lesson_bench.h"
#include "tests/support/sanitizers.h"
#include "ui/state/focus.h"
#include "ui/views/view_registry.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <tuple>

using namespace headlight;
using headlight::test::LessonBench;
using headlight::test::WindowStart;

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

TEST_CASE("lessons: a part in the table of a text is a link to where it stands", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("text-one"));
    const auto& steps = bench.player.steps();
    const auto parts = std::ranges::find(steps, "Where its parts stand here", &LessonStep::title);
    bench.reach(static_cast<int>(parts - steps.begin()));
    const auto click = [&bench](int row) {
        emit bench.player.panel().findChildren<QLabel*>(QStringLiteral("lessonHere"))[row]->linkActivated({});
        bench.settle();
        return bench.start.window.views().centreEntry()->id;
    };
    CHECK(click(0) == view_ids::kCell);
    CHECK(click(1) == view_ids::kHeatmap);
    CHECK(bench.start.focus.map() == MapKind::kProducts);
    CHECK(click(2) == view_ids::kHeatmap);
    CHECK(bench.start.focus.map() == MapKind::kWeights);
    CHECK(bench.player.lesson()->name == "text-one");
}

TEST_CASE("lessons: no line of a table ends inside brackets", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("projections"));
    bench.reach(0);
    const auto labels = bench.player.panel().findChildren<QLabel*>();
    CHECK(std::ranges::any_of(labels, [](const QLabel* each) {
        return each->text().contains(QStringLiteral("[n\u00a0×\u00a0d_model]"));
    }));
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

TEST_CASE("lessons: infinite numbers are signs, and no line ends inside a special token", "[window]")
{
    LessonStep step;
    LessonCheck& check = step.check.emplace_back();
    std::tie(check.name, check.formula, check.value)
        = std::tuple("m", "[-inf, 0, inf, 0 / 0]", "[-inf, 0, inf, 0 / 0]");
    CHECK(lessonText("{m}", &step) == QStringLiteral("(−∞,\u00a00.00,\u00a0∞,\u00a0NaN)"));
    CHECK(lessonText("</s> ends it") == QStringLiteral("</\u2060s> ends it"));
}

TEST_CASE("lessons: what is revealed after a wrong answer is in sight", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("errors"));
    bench.reach(3);
    bench.answer(false).click();
    bench.settle();
    const auto* const scroll = bench.player.panel().findChild<QScrollArea*>();
    const auto* const result = bench.player.panel().findChild<QLabel*>(QStringLiteral("lessonResult"));
    REQUIRE(result->text().contains(QStringLiteral("causal mask")));
    CHECK(WindowStart::wait([&] {
        return result->mapTo(scroll->viewport(), result->rect().bottomLeft()).y()
            < scroll->viewport()->height();
    }));
}

TEST_CASE("lessons: no line ends inside a short formula, an address or a quotation mark", "[window]")
{
    const auto together = [](const char* text, const QString& wanted) { CHECK(lessonText(text) == wanted); };
    together("an [n × d_k] here", QStringLiteral("an [n\u00a0×\u00a0d_k] here"));
    together("w·(1 − w) of (0, 1)", QStringLiteral("w·(1\u00a0−\u00a0w) of (0,\u00a01)"));
    together("10000^(2i/d)", QStringLiteral("10000^(2i/\u2060d)"));
    together("|q| · |k|", QStringLiteral("|\u2060q| · |\u2060k|"));
    together("« chat »", QStringLiteral("«\u00a0chat\u00a0»"));
    together("decoder.0.cross.3", QStringLiteral("decoder.\u20600.\u2060cross.\u20603"));
    together("is .3333, or 0.3333.", QStringLiteral("is .\u20603333, or 0.3333."));
    together("two lines (each of them)", QStringLiteral("two lines (each of them)"));
    LessonStep step; // longer than a column of a table
    LessonCheck& check = step.check.emplace_back();
    std::tie(check.name, check.formula, check.value)
        = std::tuple("m", "[.2246, .4555, .3199]", "[.2246, .4555, .3199]");
    check.digits = 4;
    CHECK(lessonText("{m}", &step) == QStringLiteral("(0.2246, 0.4555, 0.3199)"));
}

TEST_CASE("lessons: the verdict on an answer is in sight, from its first line", "[window]")
{
    LessonBench bench({1024, 700});
    bench.player.open(QStringLiteral("errors"));
    for (const int card : {3, 16}) {
        INFO(card);
        bench.reach(card);
        bench.answer(false).click();
        bench.settle();
        const QWidget& viewport = *bench.player.panel().findChild<QScrollArea*>()->viewport();
        const auto* const result = bench.player.panel().findChild<QLabel*>(QStringLiteral("lessonResult"));
        CHECK(QTest::qWaitFor([&] {
            const int top = result->mapTo(&viewport, QPoint()).y();
            return result->isVisible() && top >= 0
                && top + result->fontMetrics().height() <= viewport.height();
        }));
    }
    bench.player.go(4);
    bench.start.settle();
    CHECK(bench.player.panel().findChild<QScrollArea*>()->verticalScrollBar()->value()
          <= bench.player.panel().findChild<QLabel*>(QStringLiteral("lessonText"))->y());
}

TEST_CASE("lessons: in a small window the list of steps gives way before a question scrolls", "[window]")
{
    const QFont before = QApplication::font();
    const auto asItWas = qScopeGuard([&before] { QApplication::setFont(before); });
    QFont usual = before;
    usual.setPointSizeF(9); // as desktops have it
    QApplication::setFont(usual);
    LessonBench bench({1024, 700});
    const QScrollBar& bar = *bench.player.panel().findChild<QScrollArea*>()->verticalScrollBar();
    const auto isWhole = [&bar, &bench] { // or there is nothing left that could give way
        return WindowStart::wait([&bar, &bench] { return bar.maximum() == 0 || !bench.list().isVisible(); });
    };
    for (const Lesson& lesson : allLessons()) {
        if (lesson.name != "order" && (test::kSanitized || lesson.name != "cross"))
            continue;
        bench.player.open(lesson);
        for (int i = 0; i < static_cast<int>(bench.player.steps().size()); ++i) {
            const LessonStep& step = *bench.player.steps()[static_cast<std::size_t>(i)];
            INFO(lesson.name << ": " << step.title);
            if (step.predict) {
                bench.player.go(i);
                bench.settle();
                CHECK(isWhole());
            }
            if (step.question) {
                bench.reach(i);
                CHECK(isWhole());
            }
        }
    }
    bench.player.open(QStringLiteral("dictionary"));
    bench.reach(1);
    CHECK(bench.list().isVisible()); // there is room for it
}

TEST_CASE("lessons: after “Do it for me” the keyboard is on the way on, not back", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("order"));
    bench.reach(0);
    bench.player.go(1);
    bench.settle();
    bench.start.window.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&bench.start.window));
    QPushButton& act = bench.button("lessonAct");
    act.setFocus();
    QTest::keyClick(&act, Qt::Key_Space);
    bench.settle();
    CHECK(bench.button("lessonNext").hasFocus());
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

TEST_CASE("lessons: while a step asks for something, the button says that it is skipped", "[window]")
{
    LessonBench bench;
    bench.player.open(QStringLiteral("dictionary"));
    const auto says = [&bench] { return bench.button("lessonNext").text(); };
    bench.player.go(0); // it tells
    CHECK(says() == QStringLiteral("Next"));
    bench.player.go(1);
    bench.settle();
    CHECK(says() == QStringLiteral("Skip"));
    bench.answer(false).click();
    bench.settle();
    CHECK(says() == QStringLiteral("Next"));
    bench.player.go(2); // it tells, too
    bench.settle();
    bench.player.go(3);
    bench.settle();
    CHECK(says() == QStringLiteral("Skip"));
    bench.button("lessonNext").click();
    CHECK(bench.words("lessonText").contains(QStringLiteral("Not done yet: 4.")));
    bench.perform(3);
    CHECK(says() == QStringLiteral("Next"));
    bench.button("lessonNext").click();
    CHECK_FALSE(bench.words("lessonText").contains(QStringLiteral("Not done yet")));
}
