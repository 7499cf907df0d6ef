#pragma once

#include "ui/views/stream/stream_content.h"
#include "ui/views/stream/stream_table.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <memory>
#include <optional>

class QLabel;
class QSplitter;

namespace headlight {

class MapLegend;
class Model;
class StreamCanvas;
class StreamDetails;
class WrapLayout;

/// The residual stream by layer and position: the logit lens, norms, and the updates of attention and
/// feed-forward. The model computes the lens in the background from the recorded stream. UI thread.
class StreamView : public PagedView
{
    Q_OBJECT
public:
    explicit StreamView(const ViewContext& context, QWidget* parent = nullptr);

    void setStack(StackKind stack);
    void setQuantity(StreamQuantity quantity);
    void setTarget(LensTarget target);
    /// Makes a cell current: shows its details and pins its position for all views.
    void choose(const StreamPlace& place);

    const StreamContent& content() const { return m_content; }
    const StreamCanvas& canvas() const { return *m_canvas; }
    const StreamDetails& details() const { return *m_details; }

    QSize sizeHint() const override { return roomForText(*this, 76, 26); }
    QSize minimumSizeHint() const override { return roomForText(*this, 30, 12); }
    int heightForWidth(int width) const override;

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;
    void arrange() override;

private:
    struct Arrived;
    void buildControls(WrapLayout& layout);
    /// Stores the user's display options in the settings.
    void keepLook();
    void restoreLook();
    void readTrace();
    Trace wholeTrace() const;
    void compute();
    void receive(const std::shared_ptr<Arrived>& arrived);
    void showTable();
    void showNote();
    void showPlace(std::optional<StreamPlace> place);
    void fillDetails(const std::optional<StreamPlace>& place);
    void showDetails();
    void followFocus();
    Cell cellOf(int position) const;
    void goToLayer(const StreamPlace& place);
    const StreamRow* rowAt(const StreamPlace& place) const;

    StreamContent m_content;
    Trace m_trace; ///< the whole trace, whatever the current step
    std::shared_ptr<const Model> m_model; ///< model that computed the numbers
    bool m_lensDone = false; ///< or in progress
    StackKind m_stack = StackKind::kDecoder; ///< shown
    std::optional<StreamRow> m_row; ///< row of the current cell
    int m_position = -1;

    QLabel* m_note = nullptr;
    StackChoice* m_stackChoice = nullptr;
    ChoiceBox<StreamQuantity>* m_quantityChoice = nullptr;
    ChoiceBox<LensTarget>* m_targetChoice = nullptr;
    MapLegend* m_legend = nullptr;
    QSplitter* m_splitter = nullptr;
    StreamCanvas* m_canvas = nullptr;
    StreamDetails* m_details = nullptr;
};

} // namespace headlight
