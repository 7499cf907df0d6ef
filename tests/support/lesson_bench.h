#pragma once

#include "core/model/model.h"
#include "core/trace/trace.h"
#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/main_window.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>

#include <algorithm>
#include <stdexcept>

namespace headlight::test {

/// A window that plays a lesson.
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

} // namespace headlight::test
