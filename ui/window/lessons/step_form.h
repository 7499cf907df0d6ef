#pragma once

#include "core/lesson/lesson.h"
#include "ui/widgets/trace_view.h"

#include <QString>
#include <QWidget>

#include <string>

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QListWidget;
class QMenu;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace headlight {

/// The fields in which one step of a lesson is written. UI thread only.
class StepForm : public QWidget
{
    Q_OBJECT
public:
    /// The objects of the context must outlive this.
    explicit StepForm(const ViewContext& context);

    /// nullptr hides the fields.
    void show(const LessonStep* step);
    /// Gives the title the keyboard, to be typed over.
    void nameStep();
    /// Puts what was typed into a step; what has no field stays as it is.
    void read(LessonStep& step) const;
    /// What a step lacks before a lesson with it can be read; empty = nothing.
    static QString missingIn(const LessonStep& step);

signals:
    void edited();
    /// A number was chosen that the step's state is to have.
    void formulaChosen(const QString& formula, int digits);
    /// The same for all that the model writes.
    void outputChosen();
    void checkRemoved(int check);

private:
    void add(QVBoxLayout& column, const QString& words, QWidget* field);
    void addQuestion(QVBoxLayout& column);
    void addChecks(QVBoxLayout& column);
    void showQuestion(const LessonStep& step);
    void showFields();
    void readAnswer(LessonQuestion& question) const;
    /// Takes the cell that is pinned in the window as the answer.
    void takePlace();
    void fill(QMenu& menu);
    /// Whether the window shows the run of the step's state.
    bool isShown() const;
    void addTokens(QMenu& menu);
    void offer(QMenu& menu, const QString& words, const QString& formula, int digits);

    ViewContext m_context;
    LessonState m_state; ///< of the step that is shown
    std::optional<HeadRef> m_head; ///< where the reader is to click
    LessonPin m_pin; ///< likewise
    bool m_showing = false; ///< the fields change, but nobody types
    QLineEdit* m_title;
    QPlainTextEdit* m_say;
    QPlainTextEdit* m_task;
    QComboBox* m_when; ///< the question is asked never, before the state, or about it
    QPlainTextEdit* m_ask;
    QComboBox* m_how; ///< the answer is chosen, a text, a number, or clicked
    QPushButton* m_place; ///< takes the pinned cell as the answer
    QPlainTextEdit* m_answers;
    QLineEdit* m_typed; ///< the answer of an exercise; the file does not have it
    QDoubleSpinBox* m_tolerance;
    QPlainTextEdit* m_hint;
    QPlainTextEdit* m_reveal;
    QListWidget* m_checks;
};

/// A field for a text of so many lines, which grows with more of them. `words`: what it is for.
QPlainTextEdit* makeTextField(const char* name, int lines, const QString& words = {});

/// Keeps the cursor where it is if nothing changes.
void setWords(QPlainTextEdit& field, const std::string& text);
void setWords(QLineEdit& field, const std::string& text);

} // namespace headlight
