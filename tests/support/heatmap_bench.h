#pragma once
// The heatmap view in its own window, with mouse and keys that act on its cells.

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/views/heatmap/heatmap_header.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/views/heatmap/map_options_menu.h"
#include "ui/widgets/heatmap_plot.h"

#include <QAction>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>

namespace headlight::testing {

struct HeatmapBench : ViewBench
{
    HeatmapView view{context};

    explicit HeatmapBench(bool withTrace = true)
    {
        view.resize(900, 700);
        focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 2});
        if (withTrace)
            workspace.publish(syntheticSnapshot());
        view.show();
        turn();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QKeyEvent event(QEvent::KeyPress, code, modifiers);
        QCoreApplication::sendEvent(&view, &event);
        turn();
    }
    void mouse(QEvent::Type type, const Cell& cell, Qt::MouseButton button = Qt::NoButton) const
    {
        HeatmapPlot& plot = view.plot();
        const QPointF at = plot.shownLayout().cells.cell(*cell.query, *cell.key).center();
        QMouseEvent event(type, at, plot.mapToGlobal(at), button, button, Qt::NoModifier);
        QCoreApplication::sendEvent(&plot, &event);
        turn();
    }
    QAction* action(const char* name) const
    {
        for (QAction* each : view.header().options().actions())
            if (each->objectName() == QLatin1String("mapOptions.") + QLatin1String(name))
                return each;
        return nullptr;
    }
    void trigger(const char* name) const
    {
        REQUIRE(action(name) != nullptr);
        action(name)->trigger();
        turn();
    }
    /// The colour of a cell of a plot, away from its number.
    static QRgb colourAt(const HeatmapPlot& plot, const Cell& cell)
    {
        const QRectF box = plot.shownLayout().cells.cell(*cell.query, *cell.key);
        return const_cast<HeatmapPlot&>(plot).grab().toImage().pixel(
            (box.topLeft() + QPointF(4, 4)).toPoint());
    }
    void click(const Cell& cell) const
    {
        mouse(QEvent::MouseButtonPress, cell, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, cell, Qt::LeftButton);
    }
};

} // namespace headlight::testing
