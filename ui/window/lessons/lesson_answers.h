#pragma once

#include "core/lesson/exercise.h"
#include "ui/widgets/trace_view.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <map>
#include <string>

namespace headlight {

struct Lesson;
struct LessonMoment;

/// Keeps what a reader answers in lessons in the settings, and writes it to a file to hand in.
class LessonAnswers : public QObject
{
    Q_OBJECT
public:
    /// The objects must outlive this.
    LessonAnswers(const ViewContext& context, QWidget* window);

    /// A step begins now, or goes on if the reader comes back to it.
    void begin(int step)
    {
        if (m_clock.isValid())
            m_spent[m_step] += m_clock.elapsed();
        m_step = step;
        m_clock.start();
    }
    /// The milliseconds that the reader has spent on each step so far.
    std::map<int, qint64> spent() const
    {
        std::map<int, qint64> all = m_spent;
        if (m_clock.isValid())
            all[m_step] += m_clock.elapsed();
        return all;
    }
    /// Goes on at a step as in the window before.
    void goOn(const std::map<int, qint64>& spent, int step)
    {
        m_spent = spent;
        m_step = step;
        m_clock.start();
    }
    /// Answers that were all handed in make room for another attempt; returns whether one begins.
    bool begin(const Lesson& lesson);
    /// Notes the answer to the question that is asked, once more if it is another try. What is answered after
    /// the lesson has told the right answer does not count.
    void note(const LessonMoment& now, const std::string& given, bool right);
    bool isEmpty(const Lesson& lesson) const;
    /// Asks for the reader's name and for a file, and saves.
    void askToSave(const Lesson& lesson);
    /// Writes the answers, and says so, or what went wrong.
    void save(const Lesson& lesson, const QString& student, const QString& file);

private:
    ViewContext m_context;
    QWidget* m_window;
    std::map<std::string, LessonResults> m_all; ///< by lesson
    QElapsedTimer m_clock; ///< since the reader came to the step
    std::map<int, qint64> m_spent; ///< milliseconds before that, by step of the lesson that was opened last
    int m_step = -1;
};

} // namespace headlight
