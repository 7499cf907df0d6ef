#include "ui/window/lessons/lesson_answers.h"

#include "core/io/atomic_file.h"
#include "ui/run/notices.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_words.h"

#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QRegularExpression>

#include <algorithm>
#include <filesystem>

namespace headlight {

namespace {
constexpr QChar kAfterName = u'\n';
constexpr auto kShown = "shown"; // in place of an answer: the program pointed at it
} // namespace

LessonAnswers::LessonAnswers(const ViewContext& context, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
{
    for (const QString& kept : kLessonAnswers.of(context.settings))
        if (auto results = resultsFromText(kept.section(kAfterName, 1).toStdString(), "settings"))
            m_all[kept.section(kAfterName, 0, 0).toStdString()] = *std::move(results);
}

bool LessonAnswers::begin(const Lesson& lesson)
{
    m_clock.invalidate();
    m_spent.clear();
    std::size_t questions = 0;
    for (const LessonStep& each : lesson.steps)
        questions += (each.predict ? 1U : 0U) + (each.question ? 1U : 0U);
    const auto found = m_all.find(lesson.name);
    const bool handedIn
        = found != m_all.end() && !found->second.student.empty() && found->second.answers.size() >= questions;
    if (handedIn)
        m_all.erase(found);
    return handedIn;
}

void LessonAnswers::note(const LessonMoment& now, const std::string& given, bool right)
{
    constexpr double kThousand = 1000;
    LessonResults& all = m_all[now.lesson->name];
    if (all.answers.empty())
        all.begun = QDateTime::currentDateTime().toString(Qt::ISODate).toStdString();
    const LessonQuestion& asked = *now.asked();
    const std::string &step = now.current()->title, &question = asked.ask;
    auto known = std::ranges::find_if(
        all.answers, [&](const GivenAnswer& each) { return each.step == step && each.question == question; });
    if (known == all.answers.end())
        known = all.answers.insert(known, {step, question, {}, false, 0, 0, 0});
    else if (known->right || known->answer == kShown || !asked.answers.empty()
             || now.current()->predict == asked)
        return;
    known->answer = now.pointed ? kShown : given;
    known->right = right && !now.pointed;
    ++known->tries;
    known->seconds = static_cast<double>(m_spent[m_step] + m_clock.elapsed()) / kThousand;
    known->hints = std::max(known->hints, now.hints);
    QStringList kept;
    for (const auto& [lesson, results] : m_all)
        kept << QString::fromStdString(lesson) + kAfterName + QString::fromStdString(toText(results));
    kLessonAnswers.set(m_context.settings, kept);
}

bool LessonAnswers::isEmpty(const Lesson& lesson) const
{
    const auto found = m_all.find(lesson.name);
    return found == m_all.end() || found->second.answers.empty();
}

void LessonAnswers::askToSave(const Lesson& lesson)
{
    const QString title = tr("Save my answers");
    const QString student
        = QInputDialog::getText(m_window, title, tr("Your name, as your teacher is to read it:"),
                                QLineEdit::Normal, kStudentName.of(m_context.settings))
              .trimmed();
    if (student.isEmpty())
        return;
    kStudentName.set(m_context.settings, student);
    static const QRegularExpression kOdd(QStringLiteral("\\W+"),
                                         QRegularExpression::UseUnicodePropertiesOption);
    const QString name = QString(student + QLatin1Char(' ') + lessonText(lesson, lesson.title))
                             .replace(kOdd, QStringLiteral("-"));
    const QString file = QFileDialog::getSaveFileName(m_window, title, name + QStringLiteral(".json"),
                                                      tr("Answers (*.json)"));
    if (!file.isEmpty())
        save(lesson, student, file);
}

void LessonAnswers::save(const Lesson& lesson, const QString& student, const QString& file)
{
    LessonResults& all = m_all[lesson.name];
    all.student = student.toStdString();
    all.lesson = lesson.title;
    LessonResults handed = all; // what was not answered is in the table, too
    for (const LessonStep& step : lesson.steps)
        for (const auto& asked : {step.predict, step.question})
            if (asked && std::ranges::none_of(all.answers, [&](const GivenAnswer& each) {
                    return each.step == step.title && each.question == asked->ask;
                }))
                handed.answers.push_back({step.title, asked->ask, {}, false, 0, 0, 0});
    const auto written = writeFileAtomically(std::filesystem::path(file.toStdString()), toText(handed));
    m_context.workspace.setNotice(
        written ? confirmation(tr("Your answers are in %1.").arg(QDir::toNativeSeparators(file)),
                               tr("Hand this file in."))
                : noticeFor(written.error(), Attempt::kExport));
}

} // namespace headlight
