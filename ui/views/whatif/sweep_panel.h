#pragma once

#include "core/analysis/sweep_result.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace headlight {

class Focus;
class SweepCanvas;
class SweepForm;
class Workspace;

/// Orders sweeps and shows them: the form of the order, the coloured result, and what a chosen point becomes:
/// an edit of the list. UI thread only.
class SweepPanel : public QWidget
{
    Q_OBJECT
public:
    SweepPanel(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    void refresh();
    /// What each variant did, for a spreadsheet; empty before the first is known.
    QString table() const;

private:
    void buildControls();
    void buildResult();
    void start();
    void choose(int point);
    QString tipOf(const SweepPoint& point) const;
    QString summary(const SweepResult& result) const;
    QString tokenName(TokenId id) const;

    Workspace& m_workspace;
    Focus& m_focus;
    SweepForm* m_form;
    QPushButton* m_start;
    QProgressBar* m_progress;
    QLabel* m_summary;
    SweepCanvas* m_canvas;
};

} // namespace headlight
