#pragma once

#include <QStatusBar>
#include <QTimer>

#include <vector>

class QFrame;
class QLabel;
class QProgressBar;
class QToolButton;

namespace headlight {

class RunController;
class Workspace;

/// The line at the bottom: the work in progress with a button to stop it, and the size of the input. A button
/// shows and hides the details: the model, the time of the last run, and a badge.
class StatusLine : public QStatusBar
{
    Q_OBJECT
public:
    StatusLine(Workspace& workspace, RunController& runs, QWidget* parent = nullptr);

    /// Shown at the end of the details, after a separator that appears and disappears with it.
    void setBadge(QWidget* badge);

private:
    void showSource();
    /// Short work shows nothing.
    void noteWork(bool begun);
    void showProgress(const QString& what, qint64 done, qint64 total);
    void showSnapshot();
    bool isBusy() const;
    void showBusy();
    QFrame* makeSeparator();
    void showSeparators();

    Workspace& m_workspace;
    RunController& m_runs;
    QLabel* m_activity;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QLabel* m_tokens;
    QWidget* m_details;
    QToolButton* m_more; ///< shows the details
    bool m_opened = false; ///< by itself, for an untrained model
    QLabel* m_model;
    QLabel* m_time;
    QWidget* m_badge = nullptr;
    std::vector<QFrame*> m_separators; ///< before the model, the time and the badge
    QTimer m_patience; ///< short runs show no progress, which would only flicker
};

} // namespace headlight
