#pragma once

#include "ui/views/decoding/transport_bar.h"
#include "ui/widgets/paged_view.h"

#include <memory>
#include <optional>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QTabWidget;

namespace headlight {

class BranchPanel;
class CandidatePanel;
class DistributionPanel;
struct DecodeStep;
struct Snapshot;
class TimeLine;

/// Decoding step by step: a time line of the tokens; for the current step its best candidates and its
/// distribution stage by stage; and the branches. The panels do the work and this view connects them. The
/// time line can be outside the view, across the whole width of a workspace.
class DecodingView : public PagedView
{
    Q_OBJECT
public:
    explicit DecodingView(const ViewContext& context, QWidget* parent = nullptr);

    StepPlayer& player() { return *m_player; }
    CandidatePanel& candidates() { return *m_candidates; }
    DistributionPanel& distribution() { return *m_distribution; }
    BranchPanel& branches() { return *m_branches; }
    QTabWidget& tabs() { return *m_tabs; }
    /// Chooses the candidate in a row of the current step's table.
    void take(int row);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// The minimum height: a dock scrolls below it, but not just because the parts prefer more.
    int heightForWidth(int width) const override;
    /// Hands out the time line to be placed elsewhere, or takes it back.
    QWidget* across(bool away);

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;
    void arrange() override;

private:
    void buildSteps();
    QWidget* buildOutput();
    QWidget* buildTabs();
    void connectParts();
    void leave(int step);
    void goTo(int step);
    void showStep();
    void showSpeed();
    void pointAtRow(int step);
    QString reasonForNothing() const;
    QString stepInWords(const DecodeStep& view, int step) const;
    QString choiceInWords(const DecodeStep& view, int step) const;
    QString legend() const;

    std::shared_ptr<const Snapshot> m_shown; ///< decoding on display
    StepPlayer* m_player;
    bool m_leaving = false; ///< a choice at a step is about to change the document, and the step stays
                            ///< current
    std::optional<int> m_pointedRow; ///< row of the heatmap highlighted while stepping
    int m_pointedStep = -1;

    TransportBar* m_transport;
    QWidget* m_stepsPart; ///< the time line and its controls
    TimeLine* m_timeLine;
    bool m_away = false; ///< that part is outside the view
    QWidget* m_outputRow = nullptr;
    QLabel* m_legend = nullptr;
    QBoxLayout* m_columns = nullptr; ///< time line and panels: side by side if there is room
    QLineEdit* m_output = nullptr;
    QTabWidget* m_tabs;
    CandidatePanel* m_candidates;
    DistributionPanel* m_distribution;
    BranchPanel* m_branches;
};

} // namespace headlight
