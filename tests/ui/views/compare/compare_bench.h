#pragma once

#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/views/compare/compare_view.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/words/edit_text.h"

#include <memory>

namespace headlight::testing {

/// The head that the view shows at first.
inline constexpr HeadRef kHead{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};

/// The Compare view on a synthetic result of nine tokens.
struct CompareBench : ViewBench
{
    CompareView view{context};

    CompareBench()
    {
        focus.setHead(kHead);
        publish(9, 1);
        view.resize(900, 600);
        view.show();
        turn();
    }
    void publish(int tokens, unsigned seed)
    {
        SyntheticOptions options;
        options.source = tokens;
        options.seed = seed;
        workspace.publish(syntheticSnapshot(options, 3));
        turn();
    }
    const CompareCanvas& canvas() const { return view.canvas(); }
    HeatmapPlot& plot(CompareCanvas::Panel panel) const { return view.canvas().plot(panel); }
    const CellFrame& cells(CompareCanvas::Panel panel) const { return plot(panel).shownLayout().cells; }
    /// Where the cells are in the view.
    QRectF place(CompareCanvas::Panel panel) const
    {
        return cells(panel).area.translated(plot(panel).mapTo(&view, QPoint()));
    }
    /// As a run with an edit ends: the result without the edit and the one with it.
    void publishEdited(unsigned seed)
    {
        const auto plain = workspace.snapshot();
        workspace.apply(withEdit(workspace.document(), HeadOff{patternOf(kHead)}), QStringLiteral("Off"));
        SyntheticOptions options;
        options.source = 9;
        options.seed = seed;
        auto edited = std::make_shared<Snapshot>(*syntheticSnapshot(options, 3));
        edited->unedited = plain;
        edited->output = QStringLiteral("autre");
        workspace.publish(edited);
        turn();
    }
    bool isAlone() const { return canvas().content() != nullptr && canvas().content()->alone(); }
    AttentionMap mapOf(const Trace& trace, const HeadRef& head = kHead) { return trace.attention(head); }
};

} // namespace headlight::testing
