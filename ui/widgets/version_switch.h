#pragma once

#include <QWidget>

class QButtonGroup;

namespace headlight {

class ElidedLabel;
class Workspace;

/// The three-way switch between the run before the edits, the run with them and their difference, with what
/// is shown in words and the way to both side by side. Hidden while no edit is in force. UI thread only.
class VersionSwitch : public QWidget
{
    Q_OBJECT
public:
    explicit VersionSwitch(Workspace& workspace, QWidget* parent = nullptr);

    /// What is shown now, in words.
    QString text() const;

private:
    void refresh();

    Workspace& m_workspace;
    QButtonGroup* m_versions;
    ElidedLabel* m_text;
};

} // namespace headlight
