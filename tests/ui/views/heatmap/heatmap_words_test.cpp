// The heatmap's texts: as large as the window's text, and never cut.

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/views/heatmap/heatmap_header.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/head_chooser.h"

#include <QLabel>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct Bench : ViewBench
{
    HeatmapView view{context};

    Bench()
    {
        focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 2});
        workspace.publish(syntheticSnapshot());
        resize(900);
    }
    void resize(int width)
    {
        view.resize(width, 700);
        view.show();
        turn();
    }
    const ElidedLabel& words() const { return *view.findChild<ElidedLabel*>(QStringLiteral("cellInWords")); }
    double titleSize() const { return view.header().chooser().font().pointSizeF(); }
};

} // namespace

TEST_CASE("heatmap view: in a narrow window the words under the map wrap instead of being cut", "[views]")
{
    Bench bench;
    CHECK(bench.words().shownLines() == QStringList{bench.view.statusText()});
    bench.focus.setPin({1, 2});
    bench.resize(320);
    const QStringList lines = bench.words().shownLines();
    CHECK(lines.size() > 1);
    CHECK(lines.join(QLatin1Char(' ')).simplified() == bench.view.statusText().simplified());
    CHECK(bench.words().height() >= bench.words().fontMetrics().lineSpacing() * lines.size());
}

TEST_CASE("heatmap view: the title grows with the text", "[views]")
{
    Bench bench;
    bench.resize(1800); // wide enough for a large title, whatever size the text has
    const double before = bench.titleSize();
    REQUIRE(before > 0);
    QFont large = bench.view.font();
    large.setPointSizeF(large.pointSizeF() * 2);
    bench.view.setFont(large);
    Bench::turn();
    CHECK(bench.titleSize() == Approx(before * 2));
}
