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

/// Orders sweeps and shows them: the order form, the coloured result, and a way to turn a selected point into
/// an edit of the list. UI thread only.
class SweepPanel : public QWidget
{
    Q_OBJECT
public:
    SweepPanel(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    void refresh();
    /// The effect of each variant, for a spreadsheet; empty until the first is known.
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
