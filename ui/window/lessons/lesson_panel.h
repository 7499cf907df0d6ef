#pragma once

#include <QAction>
#include <QPixmap>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QListWidget;
class QMenu;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace headlight {

class CommandActions;

/// What the panel says about a step, or about the lesson before its first step. What is empty is not shown.
struct LessonWords
{
    QString title, text;
    struct Row
    {
        QString what, here;
        bool code = false; ///< `what` is code or a formula
        bool link = false; ///< `here` leads somewhere
    };
    std::vector<Row> rows; ///< a table under the text
    QString question;
    QStringList answers;
    int answer = -1; ///< the chosen one; -1 = none yet
    bool typed = false; ///< the answer is typed
    bool hint = false; ///< there is a hint to ask for
    QString result;
    QString act; ///< words of the button that brings the step's state about
    QString count; ///< "3 of 7"
    QString next;
    bool back = false; ///< whether there is a step before
    bool markdown = false; ///< text and result are Markdown
    bool editable = false; ///< the lesson is in a file of the user
    bool offersTour = false; ///< and the course, and to open a model
};

/// The panel of a lesson: its steps as a list, the words of the current one, and buttons that lead on.
class LessonPanel : public QWidget
{
    Q_OBJECT
public:
    LessonPanel(const CommandActions& commands, QWidget* window);

    /// The lessons to choose from.
    QMenu& menu() const { return *m_menu; }
    /// Whether there are answers to hand in.
    void setAnswered(bool answered) { m_handIn->setEnabled(answered); }
    /// Shows the panel, with no steps yet.
    void setLesson(const QString& title);
    /// Names the steps and marks one; -1 = none.
    void setSteps(const QStringList& steps, int current);
    /// A small picture before a step's name.
    void setPicture(int step, const QPixmap& picture);
    void say(const LessonWords& words);
    /// Puts the keyboard on the button that leads on.
    void takeFocus();

signals:
    void stepChosen(int step);
    void answered(int answer);
    void typed(const QString& answer);
    void hintWanted();
    void rowClicked(int row);
    void handInWanted();
    void actClicked();
    void backClicked();
    void nextClicked();
    void courseWanted();
    void editWanted();
    void closeClicked();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillStart(const CommandActions& commands);
    QWidget* buildBody();
    void showRows(const LessonWords& words);
    void showAnswers(const LessonWords& words);
    /// A field and a button; returns them.
    std::vector<QWidget*> addTypedAnswer(const LessonWords& words);
    void bringIntoSight();
    void fit();

    QWidget* m_window;
    QMenu* m_menu;
    QAction* m_handIn;
    QToolButton* m_edit;
    QLabel* m_lesson;
    QWidget* m_start; ///< ways to begin, at first
    QListWidget* m_list;
    QLabel* m_title;
    QLabel* m_text;
    QGridLayout* m_rows;
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_answers;
    LessonWords m_asked; ///< what the answers belong to
    QString m_typed; ///< the last answer that was typed
    enum class Sight { kNothing, kStep, kQuestion, kResult };
    Sight m_sight = Sight::kNothing; ///< what is new
    QTimer m_laidOut;
    QLabel* m_result;
    QPushButton* m_act;
    QPushButton* m_back;
    QLabel* m_count;
    QPushButton* m_next;
};

} // namespace headlight
