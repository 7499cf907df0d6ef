#pragma once

#include "ui/state/document.h"
#include "ui/widgets/trace_view.h"

#include <QLabel>
#include <QWidget>

#include <algorithm>
#include <vector>

class QPushButton;
class QTreeWidget;

namespace headlight {

/// The histories of the decoding as a tree: each branch below the one it was forked from, with its text and
/// probability. Branches can be switched to, renamed, compared and deleted; everything is undoable.
class BranchPanel : public QWidget
{
    Q_OBJECT
public:
    explicit BranchPanel(const ViewContext& context);

    void refresh();
    /// Compares the two selected branches in words, or the selected and the current one.
    QString comparison() const { return m_comparison->text(); }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

signals:
    /// The document is about to change so that decoding starts over.
    void leaving(int step);

private:
    void buildTree();
    QWidget* buildButtons();
    void adapt();
    int selected() const; ///< id; -1 = none
    void fitColumns();
    bool knownAsStale(int id) const { return std::ranges::find(m_stale, id) != m_stale.end(); }
    /// What a single branch is compared with: the shown one, which has its parent or its first fork.
    const Branch* partner(int id) const;
    void switchToSelected();
    void renameSelected();
    void removeSelected();
    void compare();

    ViewContext m_context;
    QTreeWidget* m_tree = nullptr;
    QPushButton *m_switch = nullptr, *m_rename = nullptr, *m_remove = nullptr, *m_maps = nullptr;
    QLabel* m_comparison;
    Branches m_shown; ///< includes the current branch's present state
    std::vector<int> m_stale; ///< ids
    int m_a = -1, m_b = -1; ///< ids of the compared branches; -1 = none
    bool m_filling = false;
};

} // namespace headlight
