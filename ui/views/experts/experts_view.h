#pragma once

#include "core/analysis/expert_use.h"
#include "ui/widgets/trace_view.h"

#include <optional>

class QComboBox;

namespace headlight {

class ElidedLabel;
class ExpertsCanvas;
class MapLegend;
class ReasonPages;
struct ExpertCell;

/// Mixtures of experts: which experts a layer's router assigns to each token, and how many tokens each expert
/// gets. UI thread.
class ExpertsView : public TraceView
{
    Q_OBJECT
public:
    explicit ExpertsView(const ViewContext& context, QWidget* parent = nullptr);

    const ExpertsCanvas& canvas() const { return *m_canvas; }
    /// Why there is nothing to show, or the sentence above the table.
    QString statement() const;
    std::optional<ExpertRef> layer() const { return m_shown; }

protected:
    void refresh(ViewChanges changes) override;

private:
    void offerLayers();
    void showLayer();
    void showFocus();
    QString summary() const;
    QString cellWords(const ExpertCell& cell) const;
    void openMenu(int expert, const QPoint& position);

    ReasonPages* m_pages;
    QComboBox* m_layers;
    ElidedLabel* m_summary;
    MapLegend* m_legend;
    ExpertsCanvas* m_canvas;
    Trace m_trace;
    std::optional<ExpertRef> m_wanted; ///< layer chosen here; unset = the current head's layer
    std::optional<ExpertRef> m_shown; ///< its expert is unused
    ExpertUse m_use;
};

} // namespace headlight
