#pragma once

#include "ui/state/run_version.h"

#include <QWidget>

class QButtonGroup;
class QComboBox;
class QHBoxLayout;

namespace headlight {

class ElidedLabel;
class Workspace;

/// The switch between the run before the edits, the run with them and their difference, and mean and spread
/// where the edits ask for several runs; with what is shown in words and the way to both side by side; a list
/// to choose from where it is narrow. Hidden while no edit is in force. UI thread only.
class VersionSwitch : public QWidget
{
    Q_OBJECT
public:
    explicit VersionSwitch(Workspace& workspace, QWidget* parent = nullptr);

    /// What is shown now, in words.
    QString text() const;

    QSize minimumSizeHint() const override;
    /// From which on all runs have a button of their own.
    int widthWithButtons() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void addVersion(RunVersion version, const QString& text, const QString& tip);
    /// Whether a version is there to choose, and can be chosen.
    void offer(RunVersion version, bool offered, bool enabled);

    Workspace& m_workspace;
    QButtonGroup* m_versions;
    QWidget* m_buttons; ///< where there is room
    QHBoxLayout* m_row;
    QComboBox* m_list; ///< where there is not
    ElidedLabel* m_text;
};

} // namespace headlight
