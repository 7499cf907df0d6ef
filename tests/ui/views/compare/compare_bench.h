#pragma once

#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/views/compare/compare_view.h"
#include "ui/widgets/heatmap_plot.h"

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
    AttentionMap mapOf(const Trace& trace, const HeadRef& head = kHead) { return trace.attention(head); }
};

} // namespace headlight::testing
