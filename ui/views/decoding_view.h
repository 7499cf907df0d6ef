#pragma once

#include "ui/models/step_player.h"
#include "ui/views/trace_view.h"

#include <optional>

class QAction;
class QBoxLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QListView;
class QModelIndex;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace headlight {

class CandidatesModel;
class ElidedLabel;
class StepsModel;

/// Decoding step by step: a time line of the tokens with their probabilities, the best candidates of the
/// step that is looked at, and the choice of another one, from which decoding goes on. UI thread.
class DecodingView : public TraceView
{
    Q_OBJECT
public:
    explicit DecodingView(const ViewContext& context, QWidget* parent = nullptr);

    StepPlayer& player() { return *m_player; }
    /// Takes the candidate of a row of the table at the step that is looked at.
    void take(int row);
    /// Drops the choice at the step that is looked at and those after it.
    void backToModel();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// The step in words; the reason where there are no steps.
    QString headline() const;

protected:
    void refresh(ViewChanges changes) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildSteps();
    void buildControls(QBoxLayout& layout);
    void buildPace(QBoxLayout& layout);
    QLayout* buildOutput();
    QWidget* buildTimeLine();
    QWidget* buildCandidates();
    QAction* addStepAction(const QString& text, const QKeySequence& shortcut, void (StepPlayer::*slot)());
    void updateIcons();
    void updateActions();
    void showStep();
    void pointAtRow(int step);
    QString reasonForNothing() const;
    QString stepInWords(int step) const;

    StepPlayer* m_player;
    StepsModel* m_steps;
    CandidatesModel* m_candidates;
    std::optional<int> m_wantedStep; ///< looked at again as soon as the new decoding has it
    std::optional<int> m_pointedRow; ///< of the heatmap, while stepping
    int m_pointedStep = -1;
    bool m_syncing = false; ///< the time line follows, it does not lead

    QStackedWidget* m_pages;
    QLabel* m_reason = nullptr;
    QLabel* m_place = nullptr;
    ElidedLabel* m_headline = nullptr;
    QBoxLayout* m_columns = nullptr; ///< time line and candidates: side by side where there is room
    QListView* m_timeLine = nullptr;
    QTableView* m_table = nullptr;
    QPushButton* m_take = nullptr;
    QPushButton* m_backToModel = nullptr;
    QLineEdit* m_output = nullptr;
    QAction* m_restart = nullptr;
    QAction* m_back = nullptr;
    QAction* m_play = nullptr;
    QAction* m_forward = nullptr;
    QAction* m_end = nullptr;
};

} // namespace headlight
