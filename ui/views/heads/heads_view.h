#pragma once

#include "core/trace/trace.h"
#include "ui/background/latest_task.h"
#include "ui/views/heads/head_measure.h"
#include "ui/views/heads/heads_model.h"
#include "ui/views/heads/heads_tools.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/trace_view.h"

#include <QLineEdit>

#include <memory>
#include <optional>

class QComboBox;
class QScrollArea;
class QTableView;
class QToolButton;

namespace headlight {

class CopyMenu;
class HeadsCanvas;
class HeadsModel;
class HeadsTools;
class MapLegend;
class ReasonPages;

/// All heads of the model: thumbnails, layers × heads, in groups by kind of attention, or a table of their
/// statistics. A click makes a head current; Shift+click shows it beside the others. Thumbnails and
/// statistics are made in the background and replace the old ones as they arrive. UI thread only.
class HeadsView : public TraceView
{
    Q_OBJECT
public:
    explicit HeadsView(const ViewContext& context, QWidget* parent = nullptr);

    HeadsCanvas& canvas() const { return *m_canvas; }
    HeadsModel& model() const { return *m_model; }
    /// Why there are no numbers to show, or over which runs or shares they are; may be empty.
    QString noteText() const { return m_note->text(); }
    QTableView& table() const { return *m_table; }
    QComboBox& measureChoice() const { return *m_measure; }
    const MapLegend& legend() const { return *m_legend; }
    /// Whether thumbnails or statistics are still being made.
    bool isWorking() const { return m_task->isRunning() || m_statistics->isRunning(); }

    /// Shades the grid by this measure; unset = thumbnails.
    void shadeBy(std::optional<HeadMeasure> measure);
    void setFilter(const QString& text) { m_filterText->setText(text); }
    void showTable(bool on);

    QSize sizeHint() const override { return {264, 460}; }
    QSize minimumSizeHint() const override { return {84, 100}; }

protected:
    void refresh(ViewChanges changes) override;

private:
    void connectParts();
    /// Stores the user's display options in the settings.
    void keepLook();
    void restoreLook();
    Trace trace() const; ///< the shown run, or means or deviations over several
    void showStatistics();
    void showNote(bool nothing);
    void startThumbnails();
    /// Starts computing statistics if something visible needs them and they have not been started.
    void wantStatistics();
    void showValues();
    void showExperiments();
    std::shared_ptr<const ExperimentResult> experimentShown() const;
    void showFilter();
    void showMenu(const HeadRef& head, const QPoint& globalPosition);
    void selectLayer(const HeadRef& head);
    void choose(const HeadRef& head) { focus().selectOnly(head); }
    void showRow();

    HeadsTools* m_tools;
    MeasureChoice* m_measure;
    QLineEdit* m_filterText;
    QToolButton* m_tableButton;
    MapLegend* m_legend;
    ElidedLabel* m_note; ///< why there are no numbers, or what they are of
    ReasonPages* m_pages; ///< 1: thumbnails, 2: the table
    QScrollArea* m_scroll;
    HeadsCanvas* m_canvas;
    HeadsModel* m_model;
    HeadsTable* m_table;
    CopyMenu* m_copies = nullptr;
    LatestTask* m_task;
    LatestTask* m_statistics;
    /// What the thumbnails are made of.
    struct Pictured
    {
        std::shared_ptr<const TraceInfo> run; ///< the traces of a run share it
        int step = -1;
        MapKind kind = MapKind::kWeights;
        bool operator==(const Pictured&) const = default;
    };
    Pictured m_pictured;
    bool m_statisticsWanted = false; ///< requested for the shown trace
    bool m_experimentWanted = false; ///< the user looks at experiments
    bool m_awaits = true; ///< one that was ordered for this view
};

} // namespace headlight
