#pragma once

#include "core/analysis/architecture.h"
#include "ui/views/flow/flow_scene.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <optional>

class QScrollArea;
class QToolButton;

namespace headlight {

class ElidedLabel;
class ModelCanvas;

/// The architecture of the loaded model as a diagram. A click on a block moves the focus there, a double
/// click shows the view for the inside of the block. UI thread.
class ModelView : public PagedView
{
    Q_OBJECT
public:
    explicit ModelView(const ViewContext& context, QWidget* parent = nullptr);

    void setArchitecture(const Architecture& architecture);
    const ModelCanvas& canvas() const { return *m_canvas; }

    QSize sizeHint() const override { return roomForText(*this, 64, 30); }
    QSize minimumSizeHint() const override { return roomForText(*this, 28, 10); }

protected:
    void refresh(ViewChanges changes) override;

private:
    void build();
    void drawDiagram();
    void choose(const FlowPlace& place);
    void toggleLayer(int index);
    void activate(int index);
    /// Opens or closes a layer against the default.
    void fold(const FlowBox& box);
    void stepHead(int step);
    void fitWidth();
    void fitAndFollow();
    void showFollowed();
    void openLayers();
    void followHead();
    void showWords();
    /// A line for each block drawn: stack, layer, name, details.
    QString table() const;

    std::optional<Architecture> m_architecture;
    LayerSet m_toggled; ///< layers that the user opened or closed against the default
    bool m_allOpen = false;
    LayerSet m_open; ///< drawn with their blocks
    double m_widest = 0; ///< of the diagram without zoom; 0 = any
    HeadRef m_head; ///< its layer is open by default

    ElidedLabel* m_title = nullptr;
    QToolButton* m_all = nullptr;
    QScrollArea* m_scroll = nullptr;
    ModelCanvas* m_canvas;
};

} // namespace headlight
