#include "ui/views/heatmap/heatmap_header.h"

#include "tests/support/catch.h"
#include "ui/state/focus.h"
#include "ui/widgets/head_chooser.h"

#include <QScrollArea>

#include <map>

using namespace headlight;

// A large title may need a second row, and its view a scroll bar, which takes width away.
TEST_CASE("heatmap header: a scroll bar does not make a large title small, nor does what came before",
          "[views][heatmap]")
{
    Focus focus;
    QScrollArea dock;
    auto* const header = new HeatmapHeader(focus);
    dock.setWidgetResizable(true);
    dock.setWidget(header);
    dock.show();
    const auto sizeAt = [&](int width, Qt::ScrollBarPolicy bar) {
        dock.setVerticalScrollBarPolicy(bar);
        dock.resize(width, 60);
        QCoreApplication::processEvents();
        return header->chooser().font().pointSizeF();
    };
    std::map<int, double> sizes;
    for (int width = 200; width < 1200; width += 5)
        sizes[width] = sizeAt(width, Qt::ScrollBarAlwaysOff);
    REQUIRE(sizes.begin()->second < sizes.rbegin()->second);
    for (auto each = sizes.rbegin(); each != sizes.rend(); ++each)
        CHECK(sizeAt(each->first, Qt::ScrollBarAlwaysOn) == each->second);
}
