#include "ui/views/view_registry.h"

#include "ui/views/beams/beams_view.h"
#include "ui/views/block/block_view.h"
#include "ui/views/cell/cell_view.h"
#include "ui/views/compare/compare_view.h"
#include "ui/views/decoding/decoding_view.h"
#include "ui/views/experts/experts_view.h"
#include "ui/views/flow/flow_view.h"
#include "ui/views/flow/model_view.h"
#include "ui/views/heads/heads_view.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/views/input/input_view.h"
#include "ui/views/lines/lines_view.h"
#include "ui/views/loss/loss_view.h"
#include "ui/views/mask/mask_view.h"
#include "ui/views/masked/mask_fill_view.h"
#include "ui/views/matrices/matrices_view.h"
#include "ui/views/model/model_facts_view.h"
#include "ui/views/paths/paths_view.h"
#include "ui/views/positions/positions_view.h"
#include "ui/views/stream/stream_view.h"
#include "ui/views/tokens/tokens_view.h"
#include "ui/views/vectors/vectors_view.h"
#include "ui/views/weights/weights_view.h"
#include "ui/views/whatif/experiment_view.h"
#include "ui/views/whatif/what_if_view.h"
#include "ui/views/why/why_view.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <utility>

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

bool always(const TraceInfo&, Strategy)
{
    return true;
}

/// For views that take much room from the others.
bool whenAsked(const TraceInfo&, Strategy)
{
    return false;
}

bool searchesBeams(const TraceInfo&, Strategy strategy)
{
    return strategy == Strategy::kBeam;
}

bool hasExperts(const TraceInfo& info, Strategy)
{
    const auto among = [](const std::optional<StackShape>& stack) {
        return stack && std::ranges::any_of(stack->experts, [](int n) { return n > 0; });
    };
    return among(info.encoder) || among(info.decoder);
}

template <typename View>
// NOLINTNEXTLINE(readability-function-size): one line of the table
ViewDescriptor entry(ViewId id, const char* title, const char* line, const char* others, const char* shortcut,
                     std::vector<RoomPlace> places, const SiteSet& needs,
                     bool (*suits)(const TraceInfo& info, Strategy strategy) = always)
{
    return {id, title, line, others, shortcut, std::move(places), needs, &create<View>, suits};
}

using Spot = RoomSpot;

struct Views
{
    Q_DECLARE_TR_FUNCTIONS(View)

public:
    // One entry per view, grouped by the workspace that each is made for. Menus, lists and views that share a
    // spot have this order.
    static const std::vector<ViewDescriptor>& all() // NOLINT(readability-function-size): one table
    {
        static const std::vector<ViewDescriptor> kViews{
            entry<HeatmapView>(view_ids::kHeatmap, QT_TR_NOOP("Heatmap"),
                               QT_TR_NOOP("One head’s weights, scores or mask, cell by cell"),
                               QT_TR_NOOP("attention map, attention matrix, attention pattern"), "Ctrl+1",
                               {{RoomId::kExplore, Spot::kCentre},
                                {RoomId::kExplain, Spot::kLeft},
                                {RoomId::kDecode, Spot::kCentre},
                                {RoomId::kMasked, Spot::kLeft}},
                               {Site::kWeights, Site::kScores, Site::kMask, Site::kBias, Site::kValue}),
            entry<HeadsView>(
                view_ids::kHeads, QT_TR_NOOP("Heads"),
                QT_TR_NOOP("All heads at a glance, and what each of them does"),
                QT_TR_NOOP("all heads, multi-head, head overview, head statistics, induction head, "
                           "attention sink, word alignment"),
                "Ctrl+2", {{RoomId::kExplore, Spot::kLeft}, {RoomId::kCompare, Spot::kLeft}},
                {Site::kWeights, Site::kMask}),
            entry<TokensView>(view_ids::kTokens, QT_TR_NOOP("Tokens"),
                              QT_TR_NOOP("What the model reads and writes, and what each token looks at"),
                              QT_TR_NOOP("tokenizer, tokenisation, vocabulary, subwords"), "Ctrl+3",
                              {{RoomId::kExplore, Spot::kRight}, {RoomId::kMasked, Spot::kBottom}},
                              {Site::kWeights, Site::kScores, Site::kMask}),
            entry<LinesView>(ViewId("lines"), QT_TR_NOOP("Lines"),
                             QT_TR_NOOP("The largest weights as lines from token to token"),
                             QT_TR_NOOP("BertViz, arcs, links"), "Ctrl+7", {{RoomId::kExplore, Spot::kRight}},
                             {Site::kWeights, Site::kMask}),
            entry<CellView>(
                view_ids::kCell, QT_TR_NOOP("Cell"),
                QT_TR_NOOP("How one weight is computed, number by number"),
                QT_TR_NOOP(
                    "why is a weight, softmax by hand, one attention weight, step by step, dot product, "
                    "softmax, scale, value norm"),
                "Ctrl+6", {{RoomId::kExplain, Spot::kCentre}},
                {Site::kQuery, Site::kKey, Site::kValue, Site::kScores, Site::kBias, Site::kMask,
                 Site::kWeights, Site::kHeadOutput}),
            entry<StreamView>(view_ids::kStream, QT_TR_NOOP("Residual stream"),
                              QT_TR_NOOP("What each layer adds, and what the model would predict from it"),
                              QT_TR_NOOP("logit lens, residual connection, layers"), "Ctrl+8",
                              {{RoomId::kExplain, Spot::kLeft}},
                              {Site::kResidual, Site::kOutput, Site::kFeedForwardOutput}),
            entry<WhyView>(ViewId("why"), QT_TR_NOOP("Why"),
                           QT_TR_NOOP("What each head adds to a token’s logit, and who made it look there"),
                           QT_TR_NOOP("direct logit attribution, logit difference, who asked, contribution"),
                           "Ctrl+Shift+9", {{RoomId::kExplain, Spot::kLeft}},
                           {Site::kEmbeddings, Site::kPositions, Site::kSegments, Site::kNorms, Site::kValue,
                            Site::kHeadOutput, Site::kWeights, Site::kScores, Site::kBias, Site::kMask,
                            Site::kOutput, Site::kResidual, Site::kFeedForwardOutput, Site::kFinal}),
            entry<VectorsView>(
                ViewId("vectors"), QT_TR_NOOP("Vectors"),
                QT_TR_NOOP("Queries, keys and values, and what they point at"),
                QT_TR_NOOP("query, key, value, PCA, projection, cosine similarity"), "Ctrl+9",
                {{RoomId::kExplain, Spot::kLeft}},
                {Site::kQuery, Site::kKey, Site::kValue, Site::kBias, Site::kWeights, Site::kMask}),
            entry<MatricesView>(
                ViewId("matrices"), QT_TR_NOOP("Matrices"),
                QT_TR_NOOP("Attention by hand: type matrices, and see each product step by step"),
                QT_TR_NOOP(
                    "playground, attention by hand, calculator, worksheet, NumPy, PyTorch, Q, K, V, shapes"),
                "Ctrl+Shift+K", {{RoomId::kExplain, Spot::kLeft}}, {}, whenAsked),
            entry<MaskView>(ViewId("mask"), QT_TR_NOOP("Mask"),
                            QT_TR_NOOP("One mask in its notations, and the code that makes it"),
                            QT_TR_NOOP("causal mask, look-ahead mask, padding mask, sliding window"),
                            "Ctrl+Shift+1", {{RoomId::kExplain, Spot::kLeft}}, {Site::kMask}),
            entry<BlockView>(ViewId("block"), QT_TR_NOOP("Block"),
                             QT_TR_NOOP("A token’s way through one layer: heads, sums, norms, hidden units"),
                             QT_TR_NOOP("feed forward, layer norm, residual, add and norm, sub-layers"),
                             "Ctrl+Shift+8", {{RoomId::kExplain, Spot::kLeft}},
                             {Site::kResidual, Site::kNorms, Site::kHeadOutput, Site::kOutput,
                              Site::kFeedForwardHidden, Site::kFeedForwardOutput, Site::kRouter,
                              Site::kExperts, Site::kFinal}),
            entry<DecodingView>(
                view_ids::kDecoding, QT_TR_NOOP("Decoding"),
                QT_TR_NOOP("Every step of the output: candidates, probabilities, other branches"),
                QT_TR_NOOP("generate, candidates, probabilities, softmax of the logits, sampling, logit, "
                           "entropy, temperature, greedy, top-k, top-p, min-p, typical-p"),
                "Ctrl+4",
                {{RoomId::kDecode, Spot::kRight},
                 {RoomId::kDecode, Spot::kAcross},
                 {RoomId::kExplore, Spot::kRight}},
                {}),
            entry<LossView>(
                ViewId("loss"), QT_TR_NOOP("Loss"),
                QT_TR_NOOP("How unlikely each token of the line was: −log p, as in training"),
                QT_TR_NOOP("teacher forcing, cross-entropy, perplexity, training loss, shifted right"),
                "Ctrl+Shift+5", {{RoomId::kDecode, Spot::kRight}}, {}),
            entry<BeamsView>(ViewId("beams"), QT_TR_NOOP("Beams"),
                             QT_TR_NOOP("The tree of beams: what was kept, and what was given up"),
                             QT_TR_NOOP("beam search, hypotheses, search tree"), "Ctrl+Shift+4",
                             {{RoomId::kDecode, Spot::kBottom}}, {}, searchesBeams),
            entry<MaskFillView>(ViewId("masks"), QT_TR_NOOP("Masked words"),
                                QT_TR_NOOP("What the model would put in place of each mask"),
                                QT_TR_NOOP("masked language model, cloze, fill in, BERT"), "Ctrl+Shift+B",
                                {{RoomId::kMasked, Spot::kCentre}}, {}),
            entry<WhatIfView>(
                view_ids::kWhatIf, QT_TR_NOOP("What if"),
                QT_TR_NOOP("Edits of the model and of its input, and what they change"),
                QT_TR_NOOP("ablation, intervention, head off, patching, hide tokens, KL divergence"),
                "Ctrl+Shift+W", {{RoomId::kWhatIf, Spot::kLeft}}, {Site::kLogits}),
            entry<ExperimentView>(
                ViewId("experiment"), QT_TR_NOOP("Experiment"),
                QT_TR_NOOP("What replacing each head changes, in the shown line or over many sentences"),
                QT_TR_NOOP("sweep, ablation study, mean ablation, resample, statistics, "
                           "standard error, corpus, pairs"),
                "Ctrl+Shift+G", {{RoomId::kWhatIf, Spot::kLeft}}, {}),
            entry<PathsView>(
                ViewId("paths"), QT_TR_NOOP("Paths"),
                QT_TR_NOOP("Which heads read what earlier heads write, and what that does"),
                QT_TR_NOOP("circuits, composition, path patching, induction, edges between heads"),
                "Ctrl+Shift+P", {{RoomId::kWhatIf, Spot::kBottom}}, {}, whenAsked),
            entry<CompareView>(view_ids::kCompare, QT_TR_NOOP("Compare"),
                               QT_TR_NOOP("Two heads, sentences, models or runs, and their difference"),
                               QT_TR_NOOP("two sentences, two heads, two models, difference of maps"),
                               "Ctrl+Shift+6",
                               {{RoomId::kCompare, Spot::kCentre}, {RoomId::kWhatIf, Spot::kCentre}},
                               {Site::kWeights, Site::kScores, Site::kMask}),
            entry<FlowView>(
                ViewId("flow"), QT_TR_NOOP("Flow"),
                QT_TR_NOOP("The numbers on their way through the model, up to the next token"),
                QT_TR_NOOP("where queries come from, data flow, tensors, shapes, cross-attention"),
                "Ctrl+Shift+0", {{RoomId::kModel, Spot::kCentre}},
                {}), // what must be recorded depends on what is visible of the flow
            entry<ModelView>(ViewId("model"), QT_TR_NOOP("Model"),
                             QT_TR_NOOP("The model as a diagram: stacks, layers, heads"),
                             QT_TR_NOOP("architecture, encoder, decoder, layers, diagram of the paper"),
                             "Ctrl+0", {{RoomId::kModel, Spot::kLeft}}, {}),
            entry<PositionsView>(
                view_ids::kPositions, QT_TR_NOOP("Positional encodings"),
                QT_TR_NOOP("How the model knows the position of a token"),
                QT_TR_NOOP(
                    "sinusoids, sine and cosine, positional encoding, position embedding, RoPE, ALiBi"),
                "Ctrl+5", {{RoomId::kModel, Spot::kLeft}},
                {Site::kPositions, Site::kQuery, Site::kKey, Site::kWeights}),
            entry<InputView>(ViewId("input"), QT_TR_NOOP("Input"),
                             QT_TR_NOOP("Embeddings + positions = what the first layer reads"),
                             QT_TR_NOOP("embedding, positional encoding, sum of the two, segments"),
                             "Ctrl+Shift+2", {{RoomId::kModel, Spot::kLeft}},
                             {Site::kEmbeddings, Site::kPositions, Site::kSegments, Site::kResidual}),
            entry<WeightsView>(ViewId("weights"), QT_TR_NOOP("Weights"),
                               QT_TR_NOOP("The trained projections of one head: W_Q, W_K, W_V, W_O"),
                               QT_TR_NOOP("parameters, projection matrices, W_Q, W_K, W_V, W_O"),
                               "Ctrl+Shift+3", {{RoomId::kModel, Spot::kLeft}}, {}),
            entry<ExpertsView>(view_ids::kExperts, QT_TR_NOOP("Experts"),
                               QT_TR_NOOP("Mixtures of experts: who works on which token"),
                               QT_TR_NOOP("mixture of experts, router, MoE"), "Ctrl+Shift+7",
                               {{RoomId::kModel, Spot::kLeft}}, {Site::kRouter, Site::kExperts}, hasExperts),
            entry<ModelFactsView>(ViewId("facts"), QT_TR_NOOP("Model facts"),
                                  QT_TR_NOOP("Sizes, weights and settings of the model"),
                                  QT_TR_NOOP("parameters, config, size of the model, vocabulary size"),
                                  "Ctrl+Shift+I", {{RoomId::kModel, Spot::kLeft}}, {}),
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
