#pragma once

#include "ui/widgets/reason_pages.h"
#include "ui/widgets/trace_view.h"

#include <QLabel>

#include <memory>

class QBoxLayout;
class QCheckBox;
class QPushButton;
class QScrollArea;
class QTreeWidget;

namespace headlight {

class BeamCanvas;
struct BeamTree;
struct Snapshot;

/// Beam search as a tree: every continuation considered at each step, the best path, a table of the current
/// step, the n best hypotheses, and why the first of them was chosen. All views show the rows of the selected
/// node. Before a search: the decoded tokens as a tree of one branch, and a button that searches. UI thread.
class BeamsView : public TraceView
{
    Q_OBJECT
public:
    explicit BeamsView(const ViewContext& context, QWidget* parent = nullptr);

    BeamCanvas& canvas() { return *m_canvas; }
    QString explanation() const { return m_pages->showsReason() ? m_pages->reason() : m_why->text(); }

    QSize sizeHint() const override;

protected:
    void refresh(ViewChanges changes) override;
    void arrange() override;

private:
    QWidget* buildTree();
    QWidget* buildTables();
    void choose(int node);
    void searchBeams();
    void showDecoded();
    void showPage(int page);
    void fillResults();
    void fillStep();
    QString textOf(int node) const;
    QString explain() const;

    std::shared_ptr<const BeamTree> m_tree; ///< of a beam search; null = none
    std::shared_ptr<const BeamTree> m_decoded; ///< what is shown without one
    std::weak_ptr<const Snapshot> m_decodedRun;
    ReasonPages* m_pages;
    QPushButton* m_search = nullptr;
    QBoxLayout* m_columns = nullptr;
    QBoxLayout* m_top = nullptr; ///< words and button above the tree
    QWidget* m_tables = nullptr;
    BeamCanvas* m_canvas;
    QScrollArea* m_scroll = nullptr;
    QCheckBox* m_pruned = nullptr;
    QLabel* m_why = nullptr;
    QTreeWidget* m_step = nullptr;
    QTreeWidget* m_results = nullptr;
    QLabel* m_stepTitle = nullptr;
    bool m_syncing = false;
};

} // namespace headlight
