#pragma once

#include "ui/picture/picture_axes.h"
#include "ui/views/compare/compare_canvas.h"
#include "ui/views/compare/compare_controls.h"
#include "ui/views/compare/compare_sides.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/trace_view.h"

#include <functional>
#include <memory>

class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace headlight {

class DifferenceTable;

/// Compares what is shown (B) with a kept result (A), two selected heads, the runs before and after the
/// edits, or two branches of the decoding: side by side, with the signed difference and a list of the largest
/// differences. UI thread; large maps are read in the background.
class CompareView : public TraceView
{
    Q_OBJECT
public:
    explicit CompareView(const ViewContext& context, QWidget* parent = nullptr);

    const CompareCanvas& canvas() const { return *m_canvas; }
    const DifferenceTable& table() const { return *m_table; }
    /// Says what is compared and how well the tokens match.
    QString summary() const { return m_summary->text(); }
    /// Button that leads to the head that changed most; hidden if the compared head itself has changed.
    QToolButton& changedHead() const { return *m_changed; }
    /// The texts of both runs with their scores, if something was decoded.
    QString outputs() const;

public slots:
    /// Keeps the shown result as A.
    void keepShown();
    void forget() { workspace().keep(nullptr); }

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;
    void arrange() override;
    void hideEvent(QHideEvent* event) override;
    int heightForWidth(int width) const override;

private:
    QLayout* makeControls();
    void makeBody();
    QWidget* makeResults();
    void showTools(const ComparedSides& sides);
    void showComparison();
    /// Null hides the maps.
    void showMaps(const std::shared_ptr<const CompareCanvas::Content>& content);
    /// Draws the maps; their numbers follow.
    void take(const PairedMaps& result);
    /// If they are equal, another head may differ.
    void takeNumbers(const MapComparison::Summary& numbers, const ComparedSides& sides, MapKind kind);
    /// In the background: reads all cells.
    void compareSlowly(const std::function<PairedMaps()>& pair, const ComparedSides& sides, MapKind kind);
    void showMarks();
    /// Shows this part of B, and shares it if zoom is linked.
    void zoomTo(const AxisSpan& queries, const AxisSpan& keys);
    /// Follows the part shown in other views, as far as their tokens are those of B.
    void followZoom();
    void showOutputs(const ComparedSides& sides);
    void showSummary(const QString& text);
    QString summaryOf(const MapComparison& comparison, const MapComparison::Summary& numbers) const;

    QToolButton *m_keep, *m_forget, *m_sameHead;
    ChoiceBox<TokenPairing>* m_match;
    ComparePicker* m_picker;
    ElidedLabel* m_summary;
    QLabel* m_outputs;
    ChangedHeadButton* m_changed;
    QString m_equalWords; ///< why equal numbers are not the whole story
    QSplitter* m_body; ///< the maps, and what is below them
    QStackedWidget* m_pages; ///< below the maps: the first steps, or the results
    CompareStart* m_start;
    CompareCanvas* m_canvas;
    DifferenceTable* m_table;
    LatestTask* m_task;
    PictureAxes m_axes; ///< axes of B as drawn
    Cell m_pinBeforeClick;
};

} // namespace headlight
