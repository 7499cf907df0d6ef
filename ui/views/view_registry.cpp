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
#include "ui/views/why/why_view.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <utility>
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

bool always(const TraceInfo&)
{
    return true;
}

bool hasExperts(const TraceInfo& info)
{
    const auto among = [](const std::optional<StackShape>& stack) {
        return stack
            && std::any_of(stack->experts.begin(), stack->experts.end(), [](int n) { return n > 0; });
    };
    return among(info.encoder) || among(info.decoder);
}

template <typename View>
ViewDescriptor entry(ViewId id, const char* title, const char* line, const char* shortcut,
                     std::vector<RoomPlace> places, const SiteSet& needs,
                     bool (*suits)(const TraceInfo& info) = always)
{
    return {id, title, line, shortcut, std::move(places), needs, &create<View>, suits};
}

using Spot = RoomSpot;

struct Views
{
    Q_DECLARE_TR_FUNCTIONS(View)

public:
    // One entry per view, in the order of the View menu; views that share a spot also appear in this order.
    static const std::vector<ViewDescriptor>& all() // NOLINT(readability-function-size): one table
    {
        static const std::vector<ViewDescriptor> kViews{
            entry<HeatmapView>(view_ids::kHeatmap, QT_TR_NOOP("Heatmap"),
                               QT_TR_NOOP("One head’s weights, scores or mask, cell by cell"), "Ctrl+1",
                               {{RoomId::kExplore, Spot::kCentre},
                                {RoomId::kExplain, Spot::kLeft},
                                {RoomId::kDecode, Spot::kCentre},
                                {RoomId::kMasked, Spot::kLeft}},
                               {Site::kWeights, Site::kScores, Site::kMask, Site::kBias, Site::kValue}),
            entry<HeadsView>(view_ids::kHeads, QT_TR_NOOP("Heads"),
                             QT_TR_NOOP("All heads at a glance, and what each of them does"), "Ctrl+2",
                             {{RoomId::kExplore, Spot::kLeft}, {RoomId::kCompare, Spot::kLeft}},
                             {Site::kWeights, Site::kMask}),
            entry<TokensView>(view_ids::kTokens, QT_TR_NOOP("Tokens"),
                              QT_TR_NOOP("What the model reads and writes, and what each token looks at"),
                              "Ctrl+3", {{RoomId::kExplore, Spot::kRight}, {RoomId::kMasked, Spot::kBottom}},
                              {Site::kWeights, Site::kScores, Site::kMask}),
            entry<DecodingView>(
                view_ids::kDecoding, QT_TR_NOOP("Decoding"),
                QT_TR_NOOP("Every step of the output: candidates, probabilities, other branches"), "Ctrl+4",
                {{RoomId::kDecode, Spot::kRight},
                 {RoomId::kDecode, Spot::kAcross},
                 {RoomId::kExplore, Spot::kRightBelow}},
                {}),
            entry<BeamsView>(ViewId("beams"), QT_TR_NOOP("Beams"),
                             QT_TR_NOOP("The tree of beams: what was kept, and what was given up"),
                             "Ctrl+Shift+4", {{RoomId::kDecode, Spot::kBottom}}, {}),
            entry<PositionsView>(view_ids::kPositions, QT_TR_NOOP("Positional encodings"),
                                 QT_TR_NOOP("How the model knows the position of a token"), "Ctrl+5",
                                 {{RoomId::kModel, Spot::kRightBelow}},
                                 {Site::kPositions, Site::kQuery, Site::kKey, Site::kWeights}),
            entry<LinesView>(ViewId("lines"), QT_TR_NOOP("Lines"),
                             QT_TR_NOOP("The largest weights as lines from token to token"), "Ctrl+7",
                             {{RoomId::kExplore, Spot::kRightBelow}}, {Site::kWeights, Site::kMask}),
            entry<CellView>(ViewId("cell"), QT_TR_NOOP("Cell"),
                            QT_TR_NOOP("How one weight is computed, number by number"), "Ctrl+6",
                            {{RoomId::kExplain, Spot::kCentre}},
                            {Site::kQuery, Site::kKey, Site::kValue, Site::kScores, Site::kBias, Site::kMask,
                             Site::kWeights, Site::kHeadOutput}),
            entry<CompareView>(view_ids::kCompare, QT_TR_NOOP("Compare"),
                               QT_TR_NOOP("Two heads, sentences, models or runs, and their difference"),
                               "Ctrl+Shift+6",
                               {{RoomId::kCompare, Spot::kCentre}, {RoomId::kWhatIf, Spot::kCentre}},
                               {Site::kWeights, Site::kScores, Site::kMask}),
            entry<StreamView>(view_ids::kStream, QT_TR_NOOP("Residual stream"),
                              QT_TR_NOOP("What each layer adds, and what the model would predict from it"),
                              "Ctrl+8", {{RoomId::kExplain, Spot::kBottom}},
                              {Site::kResidual, Site::kOutput, Site::kFeedForwardOutput}),
            entry<WhyView>(ViewId("why"), QT_TR_NOOP("Why"),
                           QT_TR_NOOP("What each head adds to a token’s logit, and who made it look there"),
                           "Ctrl+Shift+9", {{RoomId::kExplain, Spot::kBottom}},
                           {Site::kEmbeddings, Site::kPositions, Site::kSegments, Site::kNorms, Site::kValue,
                            Site::kHeadOutput, Site::kWeights, Site::kScores, Site::kBias, Site::kMask,
                            Site::kOutput, Site::kResidual, Site::kFeedForwardOutput, Site::kFinal}),
            entry<VectorsView>(
                ViewId("vectors"), QT_TR_NOOP("Vectors"),
                QT_TR_NOOP("Queries, keys and values, and what they point at"), "Ctrl+9",
                {{RoomId::kExplain, Spot::kBottomBeside}},
                {Site::kQuery, Site::kKey, Site::kValue, Site::kBias, Site::kWeights, Site::kMask}),
            entry<ModelView>(ViewId("model"), QT_TR_NOOP("Model"),
                             QT_TR_NOOP("The model as a diagram: stacks, layers, heads"), "Ctrl+0",
                             {{RoomId::kModel, Spot::kLeft}}, {}),
            entry<FlowView>(ViewId("flow"), QT_TR_NOOP("Flow"),
                            QT_TR_NOOP("The numbers on their way through the model, up to the next token"),
                            "Ctrl+Shift+0", {{RoomId::kModel, Spot::kCentre}},
                            {}), // what must be recorded depends on what is visible of the flow
            entry<ExpertsView>(view_ids::kExperts, QT_TR_NOOP("Experts"),
                               QT_TR_NOOP("Mixtures of experts: who works on which token"), "Ctrl+Shift+7",
                               {{RoomId::kModel, Spot::kRightBelow}}, {Site::kRouter, Site::kExperts},
                               hasExperts),
            entry<MaskFillView>(ViewId("masks"), QT_TR_NOOP("Masked words"),
                                QT_TR_NOOP("What the model would put in place of each mask"), "Ctrl+Shift+B",
                                {{RoomId::kMasked, Spot::kCentre}}, {}),
            entry<ModelFactsView>(ViewId("facts"), QT_TR_NOOP("Model facts"),
                                  QT_TR_NOOP("Sizes, weights and settings of the model"), "Ctrl+Shift+I",
                                  {{RoomId::kModel, Spot::kRight}}, {}),
            entry<MaskView>(ViewId("mask"), QT_TR_NOOP("Mask"),
                            QT_TR_NOOP("One mask in its notations, and the code that makes it"),
                            "Ctrl+Shift+1", {{RoomId::kExplain, Spot::kBottomBeside}}, {Site::kMask}),
            entry<BlockView>(ViewId("block"), QT_TR_NOOP("Block"),
                             QT_TR_NOOP("A token’s way through one layer: heads, sums, norms, hidden units"),
                             "Ctrl+Shift+8", {{RoomId::kExplain, Spot::kBottomBeside}},
                             {Site::kResidual, Site::kNorms, Site::kHeadOutput, Site::kOutput,
                              Site::kFeedForwardHidden, Site::kFeedForwardOutput, Site::kRouter,
                              Site::kExperts, Site::kFinal}),
            entry<LossView>(ViewId("loss"), QT_TR_NOOP("Loss"),
                            QT_TR_NOOP("How unlikely each token of the line was: −log p, as in training"),
                            "Ctrl+Shift+5", {{RoomId::kDecode, Spot::kRight}}, {}),
            entry<InputView>(ViewId("input"), QT_TR_NOOP("Input"),
                             QT_TR_NOOP("Embeddings + positions = what the first layer reads"),
                             "Ctrl+Shift+2", {{RoomId::kModel, Spot::kRightBelow}},
                             {Site::kEmbeddings, Site::kPositions, Site::kSegments, Site::kResidual}),
            entry<WeightsView>(ViewId("weights"), QT_TR_NOOP("Weights"),
                               QT_TR_NOOP("The trained projections of one head: W_Q, W_K, W_V, W_O"),
                               "Ctrl+Shift+3", {{RoomId::kModel, Spot::kRightBelow}}, {}),
            entry<WhatIfView>(view_ids::kWhatIf, QT_TR_NOOP("What if"),
                              QT_TR_NOOP("Edits of the model and of its input, and what they change"),
                              "Ctrl+Shift+W", {{RoomId::kWhatIf, Spot::kLeft}}, {Site::kLogits}),
        };
        return kViews;
    }
};

} // namespace

std::span<const ViewDescriptor> viewRegistry()
{
    return Views::all();
}

} // namespace headlight
