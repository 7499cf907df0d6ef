#pragma once

#include "core/analysis/architecture.h"
#include "ui/views/model/model_diagram.h"
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
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void choose(int index, std::optional<int> head);
    void activate(int index);
    void stepHead(int step);
    void stepZoom(int step);
    void fitWidth();
    void fitAndFollow();
    void showFollowed();
    void toggleAll();
    void openLayers();
    void followHead();
    void showWords();
    QString wordsOf(const DiagramPart& part) const;
    /// A line for each block drawn: stack, layer, name, details.
    QString table() const;

    std::optional<Architecture> m_architecture;
    LayerSet m_toggled; ///< layers that the user opened or closed against the default
    bool m_allOpen = false;
    bool m_fits = true; ///< the zoom follows the width until the user sets it
    HeadRef m_head; ///< its layer is open by default

    ElidedLabel* m_title = nullptr;
    QToolButton* m_all = nullptr;
    QScrollArea* m_scroll = nullptr;
    ModelCanvas* m_canvas;
};

} // namespace headlight
