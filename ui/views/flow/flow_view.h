#pragma once

#include "ui/views/flow/flow_scene.h"
#include "ui/views/flow/flow_source.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/trace_view.h"

#include <memory>

namespace headlight {

class MapLegend;
class FlowCanvas;
class FlowLevels;
class FlowReader;
class Model;
class WrapLayout;

/// The whole model with the numbers of the typed sentence: from the tokens to the next token, every matrix in
/// its place, from all layers at once down to a single number. The followed token is that of the focus. UI
/// thread.
class FlowView : public TraceView
{
    Q_OBJECT
public:
    explicit FlowView(const ViewContext& context, QWidget* parent = nullptr);
    ~FlowView() override;

    const FlowCanvas& canvas() const { return *m_canvas; }
    /// Whether visible matrices are still being read.
    bool isWorking() const;
    /// The line below the flow: what is under the mouse or selected.
    QString statement() const { return m_words->text(); }
    const LayerSet& openLayers() const { return m_open; }

    SiteSet needs() const override { return m_needs; }
    QSize sizeHint() const override { return roomForText(*this, 120, 36); }
    QSize minimumSizeHint() const override { return roomForText(*this, 32, 12); }

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;
    void showEvent(QShowEvent* event) override;
    void arrange() override;

private:
    void build();
    void readTrace();
    void describeModel();
    FlowLayout makeLayout() const;
    /// Adapts the layout to the shape of the window while the whole model is visible.
    void fillWindow();
    void openAtFirst();
    void toggleLayer(int index);
    void enterLayer(const FlowBox& layer);
    void foldAll();
    void choose(const FlowPlace& place);
    void activate(const FlowBox& box);
    void hover(const FlowPlace& place);
    void follow();
    void look();
    /// Starts reading what is seen and not yet known.
    void readSeen();
    void readDetails();
    void noteNeeds();
    void showWords();
    void showLevels();
    /// Every number of the selected box.
    FlowNumbers currentNumbers() const;
    Cell cellOf(const FlowBox& box, int row, int column) const;

    std::weak_ptr<const Model> m_model; ///< model of the scene's facts
    std::shared_ptr<const TraceInfo> m_info; ///< likewise
    bool m_known = false; ///< the scene's facts are valid
    LayerSet m_open;
    SiteSet m_needs;

    FlowReader* m_reader;
    FlowCanvas* m_canvas;
    ElidedLabel* m_words;
    FlowLevels* m_levels;
    QWidget* m_legend; ///< what the colours stand for
    MapLegend* m_weights;
    MapLegend* m_numbers;
    WrapLayout* m_tools = nullptr; ///< levels, legend and buttons
};

} // namespace headlight
