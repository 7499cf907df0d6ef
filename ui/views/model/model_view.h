#pragma once

#include "core/analysis/architecture.h"
#include "ui/views/model/model_diagram.h"
#include "ui/widgets/trace_view.h"

#include <optional>

class QScrollArea;
class QToolButton;

namespace headlight {

class ElidedLabel;
class ModelCanvas;
class ReasonPages;

/// The architecture of the loaded model as a diagram; a click on a block moves the focus there, a double
/// click shows the view that looks into it. UI thread.
class ModelView : public TraceView
{
    Q_OBJECT
public:
    explicit ModelView(const ViewContext& context, QWidget* parent = nullptr);

    void setArchitecture(const Architecture& architecture);
    const ModelCanvas& canvas() const { return *m_canvas; }
    /// What stands below the diagram: the block under the mouse, or the marked one; or why there is none.
    QString statement() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void refresh(ViewChanges changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void choose(int index, std::optional<int> head);
    void activate(int index);
    void stepHead(int step);
    void stepZoom(int step);
    void fitWidth();
    void toggleAll();
    void openLayers();
    void followHead();
    void showWords();
    QString wordsOf(const DiagramPart& part) const;
    /// A line for each block that is drawn: stack, layer, name, details.
    QString table() const;
    const DiagramPart* partAt(int index) const;

    std::optional<Architecture> m_architecture;
    OpenLayers m_toggled; ///< layers that the user opened or closed against the rule
    bool m_allOpen = false;
    bool m_fits = true; ///< the zoom follows the width until the user sets it
    HeadRef m_head; ///< whose layer is open by rule

    ReasonPages* m_pages;
    ElidedLabel* m_title = nullptr;
    QToolButton* m_all = nullptr;
    QScrollArea* m_scroll = nullptr;
    ModelCanvas* m_canvas;
    ElidedLabel* m_words;
};

} // namespace headlight
