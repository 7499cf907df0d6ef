#pragma once

#include "ui/views/decoding/step_player.h"
#include "ui/widgets/trace_view.h"

#include <memory>
#include <optional>

class QBoxLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QListView;
class QTabWidget;

namespace headlight {

class BranchPanel;
class CandidatePanel;
class DistributionPanel;
class ElidedLabel;
class ReasonPages;
struct Snapshot;
class StepsModel;
class TransportBar;

/// Decoding step by step: a time line of the tokens with probability, surprise and entropy; for the step that
/// is looked at its best candidates, its distribution stage by stage, and the branches that were taken. The
/// work is done by its panels; here they are joined. The time line can stand outside the view, across the
/// whole width of a workspace. UI thread.
class DecodingView : public TraceView
{
    Q_OBJECT
public:
    explicit DecodingView(const ViewContext& context, QWidget* parent = nullptr);

    StepPlayer& player() { return *m_player; }
    CandidatePanel& candidates() { return *m_candidates; }
    DistributionPanel& distribution() { return *m_distribution; }
    BranchPanel& branches() { return *m_branches; }
    QTabWidget& tabs() { return *m_tabs; }
    /// Takes the candidate of a row of the table at the step that is looked at.
    void take(int row);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// The least height: a dock scrolls with less, and not because the parts would like to have more.
    int heightForWidth(int width) const override;
    /// The step in words; the reason where there are no steps.
    QString headline() const;
    /// Gives the time line away, to stand elsewhere, or takes it back.
    QWidget* across(bool away);

protected:
    void refresh(ViewChanges changes) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildPage();
    void buildSteps();
    QWidget* buildOutput();
    QWidget* buildTimeLine();
    void fitTimeLine();
    QWidget* buildTabs();
    void connectParts();
    void leave(int step);
    void goTo(int step);
    void showStep();
    void showSpeed();
    void pointAtRow(int step);
    QString reasonForNothing() const;
    bool isOfOtherBeam(int step) const;
    QString beamInWords(int step) const;
    QString stepInWords(int step) const;
    QString numbersInWords(int step) const;
    QString legend() const;
    void arrangeColumns();

    std::shared_ptr<const Snapshot> m_shown; ///< the decoding that is looked at
    StepPlayer* m_player;
    StepsModel* m_steps;
    bool m_leaving = false; ///< the document is about to change by a choice at a step, which stays in sight
    std::optional<int> m_pointedRow; ///< of the heatmap, while stepping
    int m_pointedStep = -1;
    bool m_syncing = false; ///< the time line follows, it does not lead

    ReasonPages* m_pages;
    TransportBar* m_transport;
    QWidget* m_stepsPart; ///< the time line and what belongs to it
    bool m_away = false; ///< that part stands outside the view
    QWidget* m_outputRow = nullptr;
    ElidedLabel* m_headline = nullptr;
    QLabel* m_legend = nullptr;
    QBoxLayout* m_columns = nullptr; ///< time line and panels: side by side where there is room
    QListView* m_timeLine = nullptr;
    QLineEdit* m_output = nullptr;
    QTabWidget* m_tabs;
    CandidatePanel* m_candidates;
    DistributionPanel* m_distribution;
    BranchPanel* m_branches;
};

} // namespace headlight
