#include "ui/views/view_registry.h"

#include "ui/views/beams/beams_view.h"
#include "ui/views/cell/cell_view.h"
#include "ui/views/compare/compare_view.h"
#include "ui/views/decoding/decoding_view.h"
#include "ui/views/flow/flow_view.h"
#include "ui/views/heads/heads_view.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/views/lines/lines_view.h"
#include "ui/views/masked/mask_fill_view.h"
#include "ui/views/model/model_facts_view.h"
#include "ui/views/model/model_view.h"
#include "ui/views/positions/positions_view.h"
#include "ui/views/stream/stream_view.h"
#include "ui/views/tokens/tokens_view.h"
#include "ui/views/vectors/vectors_view.h"
#include "ui/views/whatif/what_if_view.h"

#include <array>

namespace headlight {

namespace {

template <typename View>
MadeView create(const ViewContext& context, QWidget* parent)
{
    auto* const view = new View(context, parent);
    if constexpr (requires { view->figure(); })
        return {view, [view] { return view->figure(); }};
    else
        return {view, {}};
}

// One line per view; the order is that of the View menu.
const std::array kViews{
    ViewDescriptor{view_ids::kHeatmap,
                   QT_TRANSLATE_NOOP("View", "Heatmap"),
                   "Ctrl+1",
                   Qt::NoDockWidgetArea,
                   {Site::kWeights, Site::kScores, Site::kMask, Site::kBias, Site::kValue},
                   &create<HeatmapView>,
                   true},
    ViewDescriptor{view_ids::kHeads,
                   QT_TRANSLATE_NOOP("View", "Heads"),
                   "Ctrl+2",
                   Qt::LeftDockWidgetArea,
                   {Site::kWeights, Site::kMask},
                   &create<HeadsView>,
                   true},
    ViewDescriptor{view_ids::kTokens,
                   QT_TRANSLATE_NOOP("View", "Tokens"),
                   "Ctrl+3",
                   Qt::RightDockWidgetArea,
                   {Site::kWeights, Site::kScores, Site::kMask},
                   &create<TokensView>,
                   true},
    ViewDescriptor{view_ids::kDecoding,
                   QT_TRANSLATE_NOOP("View", "Decoding"),
                   "Ctrl+4",
                   Qt::RightDockWidgetArea,
                   {},
                   &create<DecodingView>,
                   true},
    ViewDescriptor{ViewId("beams"),
                   QT_TRANSLATE_NOOP("View", "Beams"),
                   "Ctrl+Shift+4",
                   Qt::RightDockWidgetArea,
                   {},
                   &create<BeamsView>},
    ViewDescriptor{view_ids::kPositions,
                   QT_TRANSLATE_NOOP("View", "Positional encodings"),
                   "Ctrl+5",
                   Qt::RightDockWidgetArea,
                   {Site::kPositions, Site::kQuery, Site::kKey, Site::kWeights},
                   &create<PositionsView>,
                   true},
    ViewDescriptor{ViewId("lines"),
                   QT_TRANSLATE_NOOP("View", "Lines"),
                   "Ctrl+7",
                   Qt::RightDockWidgetArea,
                   {Site::kWeights, Site::kMask},
                   &create<LinesView>,
                   true},
    ViewDescriptor{ViewId("cell"),
                   QT_TRANSLATE_NOOP("View", "Cell"),
                   "Ctrl+6",
                   Qt::RightDockWidgetArea,
                   {Site::kQuery, Site::kKey, Site::kValue, Site::kScores, Site::kBias, Site::kMask,
                    Site::kWeights, Site::kHeadOutput},
                   &create<CellView>,
                   true},
    ViewDescriptor{view_ids::kCompare,
                   QT_TRANSLATE_NOOP("View", "Compare"),
                   "Ctrl+Shift+6",
                   Qt::RightDockWidgetArea,
                   {Site::kWeights, Site::kScores, Site::kMask},
                   &create<CompareView>},
    ViewDescriptor{view_ids::kStream,
                   QT_TRANSLATE_NOOP("View", "Residual stream"),
                   "Ctrl+8",
                   Qt::RightDockWidgetArea,
                   {Site::kResidual, Site::kOutput, Site::kFeedForwardOutput},
                   &create<StreamView>},
    ViewDescriptor{ViewId("vectors"),
                   QT_TRANSLATE_NOOP("View", "Vectors"),
                   "Ctrl+9",
                   Qt::RightDockWidgetArea,
                   {Site::kQuery, Site::kKey, Site::kValue, Site::kBias, Site::kWeights, Site::kMask},
                   &create<VectorsView>},
    ViewDescriptor{ViewId("model"),
                   QT_TRANSLATE_NOOP("View", "Model"),
                   "Ctrl+0",
                   Qt::RightDockWidgetArea,
                   {},
                   &create<ModelView>},
    ViewDescriptor{ViewId("flow"),
                   QT_TRANSLATE_NOOP("View", "Flow"),
                   "Ctrl+Shift+0",
                   Qt::RightDockWidgetArea,
                   {}, // what is seen of the flow says it
                   &create<FlowView>},
    ViewDescriptor{ViewId("masks"),
                   QT_TRANSLATE_NOOP("View", "Masked words"),
                   "Ctrl+Shift+B",
                   Qt::RightDockWidgetArea,
                   {},
                   &create<MaskFillView>},
    ViewDescriptor{ViewId("facts"),
                   QT_TRANSLATE_NOOP("View", "Model facts"),
                   "Ctrl+Shift+I",
                   Qt::RightDockWidgetArea,
                   {},
                   &create<ModelFactsView>},
    ViewDescriptor{view_ids::kWhatIf,
                   QT_TRANSLATE_NOOP("View", "What if"),
                   "Ctrl+Shift+W",
                   Qt::RightDockWidgetArea,
                   {Site::kLogits},
                   &create<WhatIfView>},
};

} // namespace

std::span<const ViewDescriptor> viewRegistry()
{
    return kViews;
}

} // namespace headlight
