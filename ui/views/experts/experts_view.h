#pragma once

#include "core/analysis/expert_use.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/paged_view.h"

#include <optional>

namespace headlight {

class ExpertsCanvas;
class MapLegend;
struct ExpertCell;

/// Mixtures of experts: which experts a layer's router assigns to each token, and how many tokens each expert
/// gets. UI thread.
class ExpertsView : public PagedView
{
    Q_OBJECT
public:
    explicit ExpertsView(const ViewContext& context, QWidget* parent = nullptr);

    const ExpertsCanvas& canvas() const { return *m_canvas; }
    std::optional<ExpertRef> layer() const { return m_shown; }

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override { m_trace = {}; }

private:
    void showLayer();
    void showFocus();
    QString summary() const;
    QString cellWords(const ExpertCell& cell) const;
    void openMenu(int expert, const QPoint& position);

    ChoiceBox<int>* m_layers; ///< stacks and layers
    MapLegend* m_legend;
    ExpertsCanvas* m_canvas;
    Trace m_trace;
    std::optional<ExpertRef> m_wanted; ///< layer chosen here; unset = the current head's layer
    std::optional<ExpertRef> m_shown; ///< its expert is unused
    ExpertUse m_use;
};

} // namespace headlight
