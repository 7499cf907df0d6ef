#pragma once

#include "core/trace/trace.h"
#include "ui/background/latest_task.h"

#include <QToolButton>
#include <QWidget>

#include <functional>

class QComboBox;
class QLabel;
class QPushButton;

namespace headlight {

class Focus;
class Workspace;
class WrapLayout;

/// Chooses what the Compare view compares: the kept or selected result, before and after the edits, or two
/// branches of the decoding. Offers only what exists. UI thread only.
class ComparePicker : public QWidget
{
    Q_OBJECT
public:
    explicit ComparePicker(Workspace& workspace);

    void refresh();

private:
    void apply();
    void fillBranches(QComboBox& box, int chosen) const;

    Workspace& m_workspace;
    QComboBox *m_kind, *m_a, *m_b;
};

/// Shown in the Compare view while there is nothing to compare, below the current map: what to do, with
/// buttons to do it. UI thread.
class CompareStart : public QWidget
{
    Q_OBJECT
public:
    CompareStart(Workspace& workspace, Focus& focus);

    /// Offers edits if the user wants to compare before and after, otherwise what can be compared.
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
    QLabel *m_title, *m_text;
    WrapLayout* m_buttons;
    QPushButton *m_headOff, *m_causalOff, *m_noPositions; ///< edits
    QPushButton *m_keep, *m_nextLine, *m_nextHead, *m_edits, *m_branches; ///< sides
};

/// A button that leads to the head whose map differs most between two runs, by the mean difference over its
/// cells. Searches in the background and is hidden until it has found one. UI thread only.
class ChangedHeadButton : public QToolButton
{
    Q_OBJECT
public:
    ChangedHeadButton();

    void search(const Trace& a, const Trace& b, MapKind kind);
    void stop() { m_task->cancel(); }
    bool isSearching() const { return m_task->isRunning(); }

signals:
    void chosen(const headlight::HeadRef& head);
    /// All maps are equal.
    void nothingFound();

private:
    LatestTask* m_task;
    HeadRef m_head; ///< found last
};

} // namespace headlight
