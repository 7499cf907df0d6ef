#pragma once

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace headlight {

class Focus;
class Workspace;
class WrapLayout;

/// Shown in the Compare view while there is nothing to compare, below the current map: what to do, with
/// buttons to do it. UI thread.
class CompareStart : public QWidget
{
    Q_OBJECT
public:
    CompareStart(Workspace& workspace, Focus& focus);

    /// Offers what fits: edits if the user wants to compare before and after, otherwise what can be compared
    /// with the shown result.
    void refresh();

    QSize minimumSizeHint() const override;

signals:
    void keepWanted(); ///< keep the shown result as A

private:
    void addEdits();
    void addSides();
    QPushButton* add(const char* name, const QString& text, const QString& tip,
                     const std::function<void()>& clicked);
    void offerEdits();
    void offerSides();

    Workspace& m_workspace;
    Focus& m_focus;
    QLabel* m_title;
    QLabel* m_text;
    WrapLayout* m_buttons;
    QPushButton *m_headOff, *m_causalOff, *m_noPositions; ///< edits
    QPushButton *m_keep, *m_nextHead, *m_edits, *m_branches; ///< sides
};

} // namespace headlight
