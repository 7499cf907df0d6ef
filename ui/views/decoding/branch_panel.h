#pragma once

#include "ui/state/branches.h"
#include "ui/widgets/trace_view.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace headlight {

/// The ways that the decoding went, as a tree: each branch below the one that it was forked from, with what
/// it says and how likely that is. They can be switched to, renamed, compared and deleted; all of it is
/// undoable. UI thread.
class BranchPanel : public QWidget
{
    Q_OBJECT
public:
    explicit BranchPanel(const ViewContext& context, QWidget* parent = nullptr);

    void refresh();
    /// Two selected branches in words, or the selected and the current one.
    QString comparison() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

signals:
    /// The document is about to change such that decoding begins anew.
    void leaving(int step);

private:
    void buildTree();
    QWidget* buildButtons();
    void adapt();
    int selected() const; ///< id; -1: none
    void fitColumns();
    /// Whether the numbers of a branch may be of other edits than those in force.
    bool isStale(int id, int current) const;
    bool knownAsStale(int id) const; ///< the same when the branches were shown last
    /// What a branch alone is compared with: the one that is shown; that one with what it was forked from.
    const Branch* partner(int id) const;
    void switchToSelected();
    void renameSelected();
    void removeSelected();
    void compare();
    void compareMaps();

    ViewContext m_context;
    QTreeWidget* m_tree = nullptr;
    QPushButton* m_switch = nullptr;
    QPushButton* m_rename = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_maps = nullptr;
    QLabel* m_comparison;
    Branches m_shown; ///< with the current one as it is now
    std::vector<int> m_stale; ///< ids
    int m_a = -1, m_b = -1; ///< ids of the branches that are compared; -1: none
    bool m_filling = false;
};

} // namespace headlight
