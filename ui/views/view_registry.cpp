#include "ui/views/view_registry.h"

#include "ui/views/beams_view.h"
#include "ui/views/decoding_view.h"
#include "ui/views/heads_view.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/positions_view.h"
#include "ui/views/tokens_view.h"

#include <array>

namespace headlight {

namespace {

/// For views that explain themselves where they have nothing to show.
bool always(const TraceInfo&)
{
    return true;
}

template <typename View>
TraceView* create(const ViewContext& context, QWidget* parent)
{
    return new View(context, parent);
}

} // namespace

std::span<const ViewDescriptor> viewRegistry()
{
    // One line per view; the order is that of the View menu.
    static const std::array views{
        ViewDescriptor{"heatmap",
                       QT_TRANSLATE_NOOP("View", "Heatmap"),
                       "Ctrl+1",
                       Qt::NoDockWidgetArea,
                       {Site::kWeights, Site::kScores, Site::kMask},
                       &always,
                       &create<HeatmapView>},
        ViewDescriptor{"heads",
                       QT_TRANSLATE_NOOP("View", "Heads"),
                       "Ctrl+2",
                       Qt::LeftDockWidgetArea,
                       {Site::kWeights, Site::kMask},
                       &always,
                       &create<HeadsView>},
        ViewDescriptor{"tokens",
                       QT_TRANSLATE_NOOP("View", "Tokens"),
                       "Ctrl+3",
                       Qt::RightDockWidgetArea,
                       {Site::kWeights, Site::kScores, Site::kMask},
                       &always,
                       &create<TokensView>},
        ViewDescriptor{"decoding",
                       QT_TRANSLATE_NOOP("View", "Decoding"),
                       "Ctrl+4",
                       Qt::RightDockWidgetArea,
                       {},
                       &always,
                       &create<DecodingView>},
        ViewDescriptor{"beams",
                       QT_TRANSLATE_NOOP("View", "Beams"),
                       "Ctrl+Shift+4",
                       Qt::RightDockWidgetArea,
                       {},
                       &always,
                       &create<BeamsView>},
        ViewDescriptor{"positions",
                       QT_TRANSLATE_NOOP("View", "Positional encodings"),
                       "Ctrl+5",
                       Qt::RightDockWidgetArea,
                       {Site::kPositions},
                       &always,
                       &create<PositionsView>},
    };
    return views;
}

} // namespace headlight
