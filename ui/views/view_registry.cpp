#include "ui/views/view_registry.h"

#include "ui/views/beams/beams_view.h"
#include "ui/views/cell/cell_view.h"
#include "ui/views/compare/compare_view.h"
#include "ui/views/decoding/decoding_view.h"
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

// One line per view; the order is that of the View menu.
const std::array kViews{
    ViewDescriptor{"heatmap",
                   QT_TRANSLATE_NOOP("View", "Heatmap"),
                   "Ctrl+1",
                   Qt::NoDockWidgetArea,
                   {Site::kWeights, Site::kScores, Site::kMask, Site::kBias, Site::kValue},
                   &always,
                   &create<HeatmapView>,
                   true},
    ViewDescriptor{"heads",
                   QT_TRANSLATE_NOOP("View", "Heads"),
                   "Ctrl+2",
                   Qt::LeftDockWidgetArea,
                   {Site::kWeights, Site::kMask},
                   &always,
                   &create<HeadsView>,
                   true},
    ViewDescriptor{"tokens",
                   QT_TRANSLATE_NOOP("View", "Tokens"),
                   "Ctrl+3",
                   Qt::RightDockWidgetArea,
                   {Site::kWeights, Site::kScores, Site::kMask},
                   &always,
                   &create<TokensView>,
                   true},
    ViewDescriptor{"decoding",
                   QT_TRANSLATE_NOOP("View", "Decoding"),
                   "Ctrl+4",
                   Qt::RightDockWidgetArea,
                   {},
                   &always,
                   &create<DecodingView>,
                   true},
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
                   {Site::kPositions, Site::kQuery, Site::kKey, Site::kWeights},
                   &always,
                   &create<PositionsView>,
                   true},
    ViewDescriptor{"lines",
                   QT_TRANSLATE_NOOP("View", "Lines"),
                   "Ctrl+7",
                   Qt::RightDockWidgetArea,
                   {Site::kWeights, Site::kMask},
                   &always,
                   &create<LinesView>,
                   true},
    ViewDescriptor{"cell",
                   QT_TRANSLATE_NOOP("View", "Cell"),
                   "Ctrl+6",
                   Qt::RightDockWidgetArea,
                   {Site::kQuery, Site::kKey, Site::kValue, Site::kScores, Site::kBias, Site::kMask,
                    Site::kWeights, Site::kHeadOutput},
                   &always,
                   &create<CellView>,
                   true},
    ViewDescriptor{"compare",
                   QT_TRANSLATE_NOOP("View", "Compare"),
                   "Ctrl+Shift+6",
                   Qt::RightDockWidgetArea,
                   {Site::kWeights, Site::kScores, Site::kMask},
                   &always,
                   &create<CompareView>},
    ViewDescriptor{"stream",
                   QT_TRANSLATE_NOOP("View", "Residual stream"),
                   "Ctrl+8",
                   Qt::RightDockWidgetArea,
                   {Site::kResidual, Site::kOutput, Site::kFeedForwardOutput},
                   &always,
                   &create<StreamView>},
    ViewDescriptor{"vectors",
                   QT_TRANSLATE_NOOP("View", "Vectors"),
                   "Ctrl+9",
                   Qt::RightDockWidgetArea,
                   {Site::kQuery, Site::kKey, Site::kValue, Site::kBias, Site::kWeights, Site::kMask},
                   &always,
                   &create<VectorsView>},
    ViewDescriptor{"model",
                   QT_TRANSLATE_NOOP("View", "Model"),
                   "Ctrl+0",
                   Qt::RightDockWidgetArea,
                   {},
                   &always,
                   &create<ModelView>},
    ViewDescriptor{"masks",
                   QT_TRANSLATE_NOOP("View", "Masked words"),
                   "Ctrl+Shift+B",
                   Qt::RightDockWidgetArea,
                   {},
                   &always,
                   &create<MaskFillView>},
    ViewDescriptor{"facts",
                   QT_TRANSLATE_NOOP("View", "Model facts"),
                   "Ctrl+Shift+I",
                   Qt::RightDockWidgetArea,
                   {},
                   &always,
                   &create<ModelFactsView>},
    ViewDescriptor{"whatIf",
                   QT_TRANSLATE_NOOP("View", "What if"),
                   "Ctrl+Shift+W",
                   Qt::RightDockWidgetArea,
                   {Site::kLogits},
                   &always,
                   &create<WhatIfView>},
};

} // namespace

std::span<const ViewDescriptor> viewRegistry()
{
    return kViews;
}

} // namespace headlight
