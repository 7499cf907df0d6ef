#pragma once

#include "ui/background/latest_task.h"
#include "ui/state/model_description.h"
#include "ui/widgets/trace_view.h"

#include <QTreeWidget>

namespace headlight {

/// The facts about the current model as a tree of names and values, with config.json as the last branch. UI
/// thread; gathers the facts in the background.
class ModelFactsView : public TraceView
{
    Q_OBJECT
public:
    explicit ModelFactsView(const ViewContext& context, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {320, 320}; }

protected:
    void refresh(ViewChanges changes) override;

private:
    void rebuild();
    void fill(const QList<FactSection>& sections);

    QTreeWidget* m_tree;
    LatestTask* m_task; ///< the vocabulary is large, and reading the folder may be slow
};

} // namespace headlight
