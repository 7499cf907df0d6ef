#include "ui/views/heatmap/heatmap_header.h"

#include "tests/support/catch.h"
#include "ui/state/focus.h"
#include "ui/widgets/head_chooser.h"

#include <QStyle>

using namespace headlight;

// A large title may need a second row, and its view a scroll bar, which takes width away.
TEST_CASE("heatmap header: a scroll bar does not make a large title small", "[views][heatmap]")
{
    Focus focus;
    HeatmapHeader header(focus);
    header.show();
    const auto sizeAt = [&header](int width) {
        header.resize(width, 60);
        return header.chooser().font().pointSizeF();
    };
    const int bar = header.style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, &header);
    const double small = sizeAt(200), large = sizeAt(2000);
    REQUIRE(small < large);
    // The narrowest width at which it becomes large stays large beside a bar, and only then is it small
    // again.
    int width = 200;
    for (sizeAt(width); sizeAt(width) < large; ++width)
        REQUIRE(width < 2000);
    CHECK(sizeAt(width - bar) == large);
    CHECK(sizeAt(width - bar - 1) == small);
    CHECK(sizeAt(width - 1) == small);
    CHECK(sizeAt(width) == large);
}
