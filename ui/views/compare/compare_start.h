#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headlight {

class Focus;
class Workspace;

/// What stands in the Compare view while there is nothing to compare: what to
/// do, and buttons that do it. UI thread.
class CompareStart : public QWidget
{
    Q_OBJECT
public:
    CompareStart(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    /// Says and offers what fits: edits where the runs before and after them are
    /// wanted, otherwise what can be put beside what is shown.
    void refresh();

signals:
    void keepWanted(); ///< the result that is shown, as A

private:
    QPushButton* add(const char* name, const QString& text, const QString& tip);
    void offerEdits();
    void offerSides();
    void switchHeadOff();
    void switchCausalOff();
    void leavePositionsOut();
    void addNextHead();
    void compareBranches();

    Workspace& m_workspace;
    Focus& m_focus;
    QLabel* m_title;
    QLabel* m_text;
    QVBoxLayout* m_column;
    QPushButton *m_headOff, *m_causalOff, *m_noPositions; ///< edits
    QPushButton *m_keep, *m_nextHead, *m_edits, *m_branches; ///< sides
};

} // namespace headlight
