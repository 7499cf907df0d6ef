#include "ui/views/view_registry.h"

#include "ui/views/beams/beams_view.h"
#include "ui/views/block/block_view.h"
#include "ui/views/cell/cell_view.h"
#include "ui/views/compare/compare_view.h"
#include "ui/views/decoding/decoding_view.h"
#include "ui/views/experts/experts_view.h"
#include "ui/views/flow/flow_view.h"
#include "ui/views/heads/heads_view.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/views/input/input_view.h"
#include "ui/views/lines/lines_view.h"
#include "ui/views/loss/loss_view.h"
#include "ui/views/mask/mask_view.h"
#include "ui/views/masked/mask_fill_view.h"
#include "ui/views/model/model_facts_view.h"
#include "ui/views/model/model_view.h"
#include "ui/views/positions/positions_view.h"
#include "ui/views/stream/stream_view.h"
#include "ui/views/tokens/tokens_view.h"
#include "ui/views/vectors/vectors_view.h"
#include "ui/views/weights/weights_view.h"
#include "ui/views/whatif/what_if_view.h"

#include <vector>

namespace headlight {

namespace {

template <typename View>
MadeView create(const ViewContext& context, QWidget* parent)
{
    auto* const view = new View(context, parent);
    MadeView made{view, {}, {}};
    if constexpr (requires { view->figure(); })
        made.figure = [view] { return view->figure(); };
    if constexpr (requires { view->across(true); })
        made.across = [view](bool away) { return view->across(away); };
    return made;
}

using Room = RoomId;
using Spot = RoomSpot;

// One entry per view, in the order of the View menu; views that share a spot also appear in this order.
const std::vector<ViewDescriptor>& views() // NOLINT(readability-function-size): one table
{
    static const std::vector<ViewDescriptor> kViews{
        ViewDescriptor{view_ids::kHeatmap,
                       QT_TRANSLATE_NOOP("View", "Heatmap"),
                       QT_TRANSLATE_NOOP("View", "One head’s weights, scores or mask, cell by cell"),
                       "Ctrl+1",
                       {{Room::kExplore, Spot::kCentre},
                        {Room::kExplain, Spot::kLeft},
                        {Room::kDecode, Spot::kCentre},
                        {Room::kMasked, Spot::kLeft}},
                       {Site::kWeights, Site::kScores, Site::kMask, Site::kBias, Site::kValue},
                       &create<HeatmapView>},
        ViewDescriptor{view_ids::kHeads,
                       QT_TRANSLATE_NOOP("View", "Heads"),
                       QT_TRANSLATE_NOOP("View", "All heads at a glance, and what each of them does"),
                       "Ctrl+2",
                       {{Room::kExplore, Spot::kLeft}, {Room::kCompare, Spot::kLeft}},
                       {Site::kWeights, Site::kMask},
                       &create<HeadsView>},
        ViewDescriptor{
            view_ids::kTokens,
            QT_TRANSLATE_NOOP("View", "Tokens"),
            QT_TRANSLATE_NOOP("View", "What the model reads and writes, and what each token looks at"),
            "Ctrl+3",
            {{Room::kExplore, Spot::kRight}, {Room::kMasked, Spot::kBottom}},
            {Site::kWeights, Site::kScores, Site::kMask},
            &create<TokensView>},
        ViewDescriptor{
            view_ids::kDecoding,
            QT_TRANSLATE_NOOP("View", "Decoding"),
            QT_TRANSLATE_NOOP("View", "Every step of the output: candidates, probabilities, other branches"),
            "Ctrl+4",
            {{Room::kDecode, Spot::kRight},
             {Room::kDecode, Spot::kAcross},
             {Room::kExplore, Spot::kRightBelow}},
            {},
            &create<DecodingView>},
        ViewDescriptor{ViewId("beams"),
                       QT_TRANSLATE_NOOP("View", "Beams"),
                       QT_TRANSLATE_NOOP("View", "The tree of beams: what was kept, and what was given up"),
                       "Ctrl+Shift+4",
                       {{Room::kDecode, Spot::kBottom}},
                       {},
                       &create<BeamsView>},
        ViewDescriptor{view_ids::kPositions,
                       QT_TRANSLATE_NOOP("View", "Positional encodings"),
                       QT_TRANSLATE_NOOP("View", "How the model knows the position of a token"),
                       "Ctrl+5",
                       {{Room::kModel, Spot::kRightBelow}},
                       {Site::kPositions, Site::kQuery, Site::kKey, Site::kWeights},
                       &create<PositionsView>},
        ViewDescriptor{ViewId("lines"),
                       QT_TRANSLATE_NOOP("View", "Lines"),
                       QT_TRANSLATE_NOOP("View", "The largest weights as lines from token to token"),
                       "Ctrl+7",
                       {{Room::kExplore, Spot::kRightBelow}},
                       {Site::kWeights, Site::kMask},
                       &create<LinesView>},
        ViewDescriptor{ViewId("cell"),
                       QT_TRANSLATE_NOOP("View", "Cell"),
                       QT_TRANSLATE_NOOP("View", "How one weight is computed, number by number"),
                       "Ctrl+6",
                       {{Room::kExplain, Spot::kCentre}},
                       {Site::kQuery, Site::kKey, Site::kValue, Site::kScores, Site::kBias, Site::kMask,
                        Site::kWeights, Site::kHeadOutput},
                       &create<CellView>},
        ViewDescriptor{
            view_ids::kCompare,
            QT_TRANSLATE_NOOP("View", "Compare"),
            QT_TRANSLATE_NOOP("View", "Two heads, sentences, models or runs, and their difference"),
            "Ctrl+Shift+6",
            {{Room::kCompare, Spot::kCentre}, {Room::kWhatIf, Spot::kCentre}},
            {Site::kWeights, Site::kScores, Site::kMask},
            &create<CompareView>},
        ViewDescriptor{
            view_ids::kStream,
            QT_TRANSLATE_NOOP("View", "Residual stream"),
            QT_TRANSLATE_NOOP("View", "What each layer adds, and what the model would predict from it"),
            "Ctrl+8",
            {{Room::kExplain, Spot::kBottom}},
            {Site::kResidual, Site::kOutput, Site::kFeedForwardOutput},
            &create<StreamView>},
        ViewDescriptor{ViewId("vectors"),
                       QT_TRANSLATE_NOOP("View", "Vectors"),
                       QT_TRANSLATE_NOOP("View", "Queries, keys and values, and what they point at"),
                       "Ctrl+9",
                       {{Room::kExplain, Spot::kBottomBeside}},
                       {Site::kQuery, Site::kKey, Site::kValue, Site::kBias, Site::kWeights, Site::kMask},
                       &create<VectorsView>},
        ViewDescriptor{ViewId("model"),
                       QT_TRANSLATE_NOOP("View", "Model"),
                       QT_TRANSLATE_NOOP("View", "The model as a diagram: stacks, layers, heads"),
                       "Ctrl+0",
                       {{Room::kModel, Spot::kLeft}},
                       {},
                       &create<ModelView>},
        ViewDescriptor{
            ViewId("flow"),
            QT_TRANSLATE_NOOP("View", "Flow"),
            QT_TRANSLATE_NOOP("View", "The numbers on their way through the model, up to the next token"),
            "Ctrl+Shift+0",
            {{Room::kModel, Spot::kCentre}},
            {}, // depends on what is visible of the flow
            &create<FlowView>},
        ViewDescriptor{view_ids::kExperts,
                       QT_TRANSLATE_NOOP("View", "Experts"),
                       QT_TRANSLATE_NOOP("View", "Mixtures of experts: who works on which token"),
                       "Ctrl+Shift+7",
                       {{Room::kModel, Spot::kRightBelow}},
                       {Site::kRouter, Site::kExperts},
                       &create<ExpertsView>},
        ViewDescriptor{ViewId("masks"),
                       QT_TRANSLATE_NOOP("View", "Masked words"),
                       QT_TRANSLATE_NOOP("View", "What the model would put in place of each mask"),
                       "Ctrl+Shift+B",
                       {{Room::kMasked, Spot::kCentre}},
                       {},
                       &create<MaskFillView>},
        ViewDescriptor{ViewId("facts"),
                       QT_TRANSLATE_NOOP("View", "Model facts"),
                       QT_TRANSLATE_NOOP("View", "Sizes, weights and settings of the model"),
                       "Ctrl+Shift+I",
                       {{Room::kModel, Spot::kRight}},
                       {},
                       &create<ModelFactsView>},
        ViewDescriptor{ViewId("mask"),
                       QT_TRANSLATE_NOOP("View", "Mask"),
                       QT_TRANSLATE_NOOP("View", "One mask in its notations, and the code that makes it"),
                       "Ctrl+Shift+1",
                       {{Room::kExplain, Spot::kBottomBeside}},
                       {Site::kMask},
                       &create<MaskView>},
        ViewDescriptor{
            ViewId("block"),
            QT_TRANSLATE_NOOP("View", "Block"),
            QT_TRANSLATE_NOOP("View", "A token’s way through one layer: heads, sums, norms, hidden units"),
            "Ctrl+Shift+8",
            {{Room::kExplain, Spot::kBottomBeside}},
            {Site::kResidual, Site::kNorms, Site::kHeadOutput, Site::kOutput, Site::kFeedForwardHidden,
             Site::kFeedForwardOutput, Site::kRouter, Site::kExperts, Site::kFinal},
            &create<BlockView>},
        ViewDescriptor{
            ViewId("loss"),
            QT_TRANSLATE_NOOP("View", "Loss"),
            QT_TRANSLATE_NOOP("View", "How unlikely each token of the line was: −log p, as in training"),
            "Ctrl+Shift+5",
            {{Room::kDecode, Spot::kRight}},
            {},
            &create<LossView>},
        ViewDescriptor{ViewId("input"),
                       QT_TRANSLATE_NOOP("View", "Input"),
                       QT_TRANSLATE_NOOP("View", "Embeddings + positions = what the first layer reads"),
                       "Ctrl+Shift+2",
                       {{Room::kModel, Spot::kRightBelow}},
                       {Site::kEmbeddings, Site::kPositions, Site::kSegments, Site::kResidual},
                       &create<InputView>},
        ViewDescriptor{ViewId("weights"),
                       QT_TRANSLATE_NOOP("View", "Weights"),
                       QT_TRANSLATE_NOOP("View", "The trained projections of one head: W_Q, W_K, W_V, W_O"),
                       "Ctrl+Shift+3",
                       {{Room::kModel, Spot::kRightBelow}},
                       {},
                       &create<WeightsView>},
        ViewDescriptor{view_ids::kWhatIf,
                       QT_TRANSLATE_NOOP("View", "What if"),
                       QT_TRANSLATE_NOOP("View", "Edits of the model and of its input, and what they change"),
                       "Ctrl+Shift+W",
                       {{Room::kWhatIf, Spot::kLeft}},
                       {Site::kLogits},
                       &create<WhatIfView>},
    };
    return kViews;
}

} // namespace

std::span<const ViewDescriptor> viewRegistry()
{
    return views();
}

} // namespace headlight
