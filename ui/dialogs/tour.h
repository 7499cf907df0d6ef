#pragma once

#include <QPointer>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QFrame;
class QLabel;
class QPushButton;

namespace headlight {

/// One stop of the tour: a widget of the window and what to know about it.
struct TourStep
{
    QPointer<QWidget> target; ///< nullptr and no find(): the step is left out
    QString title;
    QString text;
    std::function<void()> prepare; ///< makes the target visible; may be empty
    std::function<QWidget*()> find = {}; ///< returns the target if prepare() decides which one it is
};

/// Covers the window, dims all but one widget, and explains that one in a bubble beside it. Ends after the
/// last step, with Esc or with its button.
class Tour : public QWidget
{
    Q_OBJECT
public:
    Tour(std::vector<TourStep> steps, QWidget* window);

    int step() const { return m_step; }
    int count() const { return static_cast<int>(m_steps.size()); }

public slots:
    void next();
    void back();
    void finish();

signals:
    void finished();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// The keyboard focus stays in the bubble until the tour ends.
    bool focusNextPrevChild(bool next) override;

private:
    void buildBubble();
    void goTo(int step);
    void place();
    QRect hole() const;
    std::vector<QPushButton*> buttons() const { return {m_leave, m_back, m_next}; }

    std::vector<TourStep> m_steps;
    int m_step = -1;
    QPointer<QWidget> m_target; ///< of the current step
    QFrame* m_bubble;
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_counter;
    QPushButton* m_leave;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace headlight
