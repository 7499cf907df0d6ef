#pragma once

#include "ui/views/stream/stream_content.h"
#include "ui/views/stream/stream_table.h"
#include "ui/widgets/trace_view.h"

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QSplitter;

namespace headlight {

class LatestTask;
class MapLegend;
class Model;
class ReasonPages;
class StreamCanvas;
class StreamDetails;
class WrapLayout;
struct Cell;

/// The residual stream by layer and position: the logit lens, sizes, and what attention and feed-forward
/// add. The lens is computed in the background from the recorded stream by the model itself. UI thread.
class StreamView : public TraceView
{
    Q_OBJECT
public:
    explicit StreamView(const ViewContext& context, QWidget* parent = nullptr);
    ~StreamView() override;

    void setStack(StackKind stack);
    void setQuantity(StreamQuantity quantity);
    void setTarget(LensTarget target);
    /// Looks at a cell: its details are shown, its position is pinned for all views.
    void choose(const StreamPlace& place);

    const StreamContent& content() const { return m_content; }
    bool isWorking() const;
    /// The note above the table, or why there is none.
    QString statement() const;
    const StreamCanvas& canvas() const { return *m_canvas; }
    const StreamDetails& details() const { return *m_details; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void refresh(ViewChanges changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Arrived;
    void buildControls(WrapLayout& layout);
    /// The user's choice of what is shown, in the settings.
    void keepLook();
    void restoreLook();
    void readTrace();
    Trace wholeTrace() const;
    void offerStacks(const TraceInfo& info);
    void compute();
    void receive(const std::shared_ptr<Arrived>& arrived);
    void showTable();
    void showNote();
    void showPlace(std::optional<StreamPlace> place);
    void showDetails();
    void followFocus();
    Cell cellOf(int position) const;
    std::optional<int> positionOf(const Cell& cell) const;
    void goToLayer(const StreamPlace& place);
    const StreamRow* rowAt(const StreamPlace& place) const;

    StreamContent m_content;
    Trace m_trace; ///< whole, not up to the step that is looked at
    std::shared_ptr<const Model> m_model; ///< that the numbers were made with
    bool m_lensDone = false; ///< or under way
    std::optional<StackKind> m_stackWanted;
    std::optional<StreamRow> m_row; ///< of the chosen cell
    int m_position = -1;

    LatestTask* m_task;
    ReasonPages* m_pages = nullptr;
    QLabel* m_note = nullptr;
    QComboBox* m_stackChoice = nullptr;
    QComboBox* m_quantityChoice = nullptr;
    QComboBox* m_targetChoice = nullptr;
    MapLegend* m_legend = nullptr;
    QSplitter* m_splitter = nullptr;
    StreamCanvas* m_canvas = nullptr;
    StreamDetails* m_details = nullptr;
};

} // namespace headlight
