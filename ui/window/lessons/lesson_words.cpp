#include "ui/window/lessons/lesson_words.h"

#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_panel.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace headlight {

void LessonMoment::begin(std::shared_ptr<const Lesson> opened, std::vector<const LessonStep*> parts,
                         const std::vector<bool>& before)
{
    *this = {};
    lesson = std::move(opened);
    steps = std::move(parts);
    done = before;
    done.resize(static_cast<std::size_t>(end())); // a tour leaves out steps
}

void LessonMoment::go(int to)
{
    left[step] = {answer, reply, arrived || again};
    step = to;
    const Left& known = left[to];
    answer = known.answer;
    reply = known.reply;
    again = known.arrived;
    arrived = wrong = isMalformed = pointed = hinted = hurried = false;
    then = reply >= 0 && current() != nullptr && current()->then.has_value();
    hints = 0;
    base.reset();
    values.clear();
    fault.clear();
    slip.clear();
}

bool LessonMoment::tells() const
{
    const LessonStep* const now = current();
    return now == nullptr || (now->task.empty() && !now->predict && !now->question);
}

bool LessonMoment::noteDone(bool readsOn)
{
    const LessonStep* const now = current();
    if (step < 0 || done[static_cast<std::size_t>(step)])
        return false;
    const bool performed = !tells() && (now->task.empty() || arrived || then)
        && (!now->predict || answer >= 0) && (!now->question || reply >= 0);
    // Nothing follows the last page.
    return done[static_cast<std::size_t>(step)] = performed || (tells() && readsOn) || now == nullptr;
}

const LessonState* LessonMoment::stateBefore() const
{
    for (int i = step - 1; i >= 0; --i) {
        const LessonStep& each = *steps[static_cast<std::size_t>(i)];
        if (each.state)
            return each.then ? &*each.then : &*each.state;
    }
    return nullptr;
}

bool LessonMoment::predictsOnOther() const
{
    const LessonStep* const now = current();
    if (now == nullptr || !now->predict || answer >= 0 || !now->state || now->state->edits.empty())
        return false;
    const auto textOf
        = [this](const LessonState& state) { return state.text.empty() ? lesson->text : state.text; };
    const LessonState* const before = stateBefore();
    return before == nullptr || textOf(*before) != textOf(*now->state)
        || modelOf(*lesson, *before) != modelOf(*lesson, *now->state);
}

bool LessonMoment::asksFirst() const
{
    const LessonStep* const now = current();
    return now != nullptr && ((now->predict && answer < 0) || (!now->task.empty() && !again));
}

void LessonMoment::chooseBase(bool follows)
{
    const LessonStep* const now = current();
    if (!follows && asksFirst() && now->state)
        base = {lesson, stateBefore()}; // which the reader has not seen, or has left
    if (!predictsOnOther())
        return;
    auto unedited = std::make_shared<LessonState>(*now->state); // what is predicted must be in sight
    unedited->edits = {};
    unedited->compare = false;
    unedited->version = RunVersion::kAfter;
    unedited->sweep.clear();
    base = std::move(unedited);
}

int LessonMoment::firstOpen() const
{
    const auto end = done.begin() + static_cast<std::ptrdiff_t>(steps.size());
    const auto open = std::find(done.begin(), end, false);
    return open == end ? 0 : static_cast<int>(open - done.begin());
}

int LessonMoment::end() const
{
    return static_cast<int>(steps.size()) + (hasLastPage(*lesson) ? 1 : 0);
}

const LessonQuestion* LessonMoment::asked() const
{
    const LessonStep* const now = current();
    if (now != nullptr && now->question && (arrived || then))
        return &*now->question;
    return now != nullptr && now->predict ? &*now->predict : nullptr;
}

bool LessonMoment::asksByPointing() const
{
    const LessonStep* const now = current();
    return now != nullptr && now->question && now->question->pointsAt();
}

namespace {

/// No line ends inside "[n × d_k]".
QString unbroken(QString text)
{
    bool inside = false;
    for (QChar& each : text) {
        inside = each == u'[' || (inside && each != u']');
        if (inside && each == u' ')
            each = QChar::Nbsp;
    }
    return text;
}

/// Puts a moment of a lesson into words.
class Speaker
{
    Q_DECLARE_TR_FUNCTIONS(headlight::LessonPlayer)

public:
    Speaker(const LessonMoment& now, bool answered)
        : m_now(now)
        , m_answered(answered)
    { }

    LessonWords words() const
    {
        const LessonStep* const step = m_now.current();
        LessonWords words = step != nullptr ? ofStep(*step) : around();
        words.markdown = m_now.lesson->markdown;
        words.editable = !m_now.lesson->folder.empty();
        words.back = m_now.step > 0;
        words.next = next();
        return words;
    }

    QStringList titles() const
    {
        QStringList titles;
        for (std::size_t i = 0; i < m_now.steps.size(); ++i) {
            const QString title = lessonText(*m_now.lesson, m_now.steps[i]->title);
            const bool asks = m_now.steps[i]->predict || m_now.steps[i]->question, done = m_now.done[i];
            titles << (m_now.isInOrder()  ? (done ? tr("%1. %2 ✓") : tr("%1. %2")).arg(i + 1).arg(title)
                           : done && asks ? tr("%1 ✓").arg(title)
                                          : title);
        }
        return titles;
    }

private:
    QString said(const std::string& text) const
    {
        return lessonText(*m_now.lesson, text, m_now.current(), &m_now.values);
    }

    /// Before the first step, and after the last one.
    LessonWords around() const
    {
        const Lesson& lesson = *m_now.lesson;
        LessonWords words;
        words.text = said(m_now.step < 0 ? lesson.say : lesson.summary);
        if (m_now.step >= 0)
            words.title = lesson.summary.empty() ? tr("The end") : tr("In short");
        QStringList open;
        for (int i = 0; i < static_cast<int>(m_now.steps.size()); ++i)
            if (!m_now.done[static_cast<std::size_t>(i)])
                open << QString::number(i + 1);
        if (m_now.step >= 0 && m_now.isInOrder() && !open.isEmpty())
            words.text
                += QStringLiteral("\n\n") + tr("Not done yet: %1.").arg(open.join(QStringLiteral(", ")));
        if (m_now.step >= 0 && m_answered)
            words.act = tr("Save my answers…");
        if (!lesson.source.empty() && (m_now.step >= 0 || lesson.summary.empty()))
            words.text += QStringLiteral("\n\n") + said(lesson.source);
        return words;
    }

    QString next() const
    {
        if (m_now.step < 0)
            return m_now.firstOpen() > 0 ? tr("Continue") : tr("Begin");
        if (!m_now.tells() && !m_now.done[static_cast<std::size_t>(m_now.step)])
            return tr("Skip");
        if (m_now.step + 1 < m_now.end())
            return tr("Next");
        return lessonAfter(*m_now.lesson) != nullptr ? tr("Next lesson") : tr("Done");
    }

    /// With a full stop, so that a sentence may follow.
    static QString ended(const QString& sentence)
    {
        static const QRegularExpression kEnded(QStringLiteral("[.!?…:。！？][)”»*_]*$"));
        return sentence.isEmpty() || kEnded.match(sentence).hasMatch() ? sentence
                                                                       : sentence + QLatin1Char('.');
    }

    void judge(const std::optional<LessonQuestion>& question, int answer, QStringList& result) const
    {
        if (!question || answer < 0)
            return;
        const auto& answers = question->answers;
        const auto best = std::ranges::find_if(answers, [](const LessonAnswer& each) { return each.right; });
        const bool right = answers.empty() ? answer == 0 : answers[static_cast<std::size_t>(answer)].right;
        QString verdict = right ? tr("✓ Right.") : tr("✗ Not so.");
        if (!answers.empty() && !answers[static_cast<std::size_t>(answer)].why.empty())
            verdict += QLatin1Char(' ') + ended(said(answers[static_cast<std::size_t>(answer)].why));
        if (!right && best != answers.end())
            verdict += QLatin1Char(' ') + tr("The answer is: %1.").arg(said(best->say));
        result << verdict;
    }

    // Asks the question that is open, and judges those that are answered.
    QStringList ask(const LessonStep& step, LessonWords& words) const
    {
        QStringList result;
        const bool later = step.question && (m_now.arrived || m_now.then);
        if (const LessonQuestion* const asked = m_now.asked()) {
            words.question = said(asked->ask);
            for (const LessonAnswer& each : asked->answers)
                words.answers << said(each.say);
            words.answer = later ? m_now.reply : m_now.answer;
            words.typed = asked->key.has_value();
            words.hint = !asked->hint.empty() && !m_now.hinted && words.answer < 0;
            if (m_now.hinted)
                result << said(asked->hint);
            if (m_now.isMalformed)
                result << tr("The answer is a number, such as 0.45.");
            else if (m_now.wrong && words.answer < 0)
                result << (m_now.slip.isEmpty() ? tr("✗ Not so. Try again.")
                                                : tr("✗ Not so: that is %1. Try again.").arg(m_now.slip));
        }
        judge(step.predict, m_now.answer, result);
        if (later && !m_now.pointed)
            judge(step.question, m_now.reply, result);
        return result;
    }

    LessonWords ofStep(const LessonStep& step) const
    {
        const bool gone = m_now.arrived && !m_now.held,
                   waits = !m_now.arrived && !m_now.again && !m_now.then && !step.task.empty();
        LessonWords words;
        words.title = said(step.title);
        words.count = tr("%1 of %2").arg(m_now.step + 1).arg(m_now.steps.size());
        // Without a question or a task, the words are about the state, which may take a while to come.
        const bool comes
            = !m_now.arrived && !m_now.then && step.task.empty() && !step.predict && !m_now.isTour();
        if (!comes)
            for (const LessonRow& row : step.rows)
                words.rows.push_back({unbroken(said(row.what) + QString::fromStdString(row.code)),
                                      unbroken(said(row.here)), row.what.empty(),
                                      !row.lesson.empty() || !row.view.empty()});
        QStringList texts{gone ? tr("The window shows something else now. The words below are about what the "
                                    "step showed.")
                               : QString(),
                          comes ? QString() : said(step.say), waits ? said(step.task) : QString()};
        QStringList result;
        if (waits) {
            words.act = tr("Do it for me");
            result << m_now.slip;
        }
        result << ask(step, words);
        if (gone)
            words.act = tr("Show it again");
        else if (m_now.points())
            words.act = tr("Show me");
        if (m_now.arrived && (!step.question || m_now.reply >= 0))
            result << said(step.reveal);
        if (!m_now.fault.isEmpty())
            result << tr("The numbers of this step cannot be computed: %1").arg(m_now.fault);
        for (QStringList* list : {&texts, &result})
            list->removeAll(QString());
        words.text = texts.join(QStringLiteral("\n\n"));
        words.result = result.join(QStringLiteral("\n\n"));
        return words;
    }

    const LessonMoment& m_now;
    bool m_answered;
};

} // namespace

LessonWords wordsAt(const LessonMoment& now, bool answered)
{
    return Speaker(now, answered).words();
}

QStringList stepTitles(const LessonMoment& now)
{
    return Speaker(now, false).titles();
}

QString undoNameOf(LessonKind kind, const QString& title)
{
    return kind == LessonKind::kTour        ? Speaker::tr("Tour: %1").arg(title)
        : kind == LessonKind::kExamples     ? Speaker::tr("Example: %1").arg(title)
        : kind == LessonKind::kCourse       ? Speaker::tr("Lesson: %1").arg(title)
        : kind == LessonKind::kIntroduction ? Speaker::tr("Text: %1").arg(title)
                                            : Speaker::tr("Experiment: %1").arg(title);
}

QString sectionOf(LessonKind kind)
{
    switch (kind) {
    case LessonKind::kExamples:
        return Speaker::tr("Examples");
    case LessonKind::kCourse:
        return Speaker::tr("Course");
    case LessonKind::kIntroduction:
        return Speaker::tr("Introductions to the paper");
    default:
        return Speaker::tr("Experiments");
    }
}

} // namespace headlight
