#pragma once

#include "core/base/chain_link.h"
#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/math/score_bias.h"
#include "core/math/score_rule.h"
#include "core/trace/attention_map.h"
#include "core/trace/record_plan.h"
#include "core/trace/row_check.h"
#include "core/trace/site.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

class TokenList;

/// What one forward call recorded of one attention sub-layer on one lane. Empty vectors: not asked for.
/// Rows are the queries of this call; columns are all keys known then.
struct AttentionChunk
{
    Index firstQuery = 0; ///< position of row 0
    Index queries = 0; ///< rows of this call
    Index firstKey = 0; ///< position of the first key that this call added
    Index keys = 0; ///< keys known at the end of this call, the earlier ones included
    std::vector<Matrix> query; ///< per head [queries × d_head]
    std::vector<Matrix> key; ///< per key/value head [added keys × d_head]
    std::vector<Matrix> value; ///< per key/value head [added keys × d_value]
    std::vector<Matrix> scores; ///< per head [queries × keys]
    std::vector<ScoreBias> bias; ///< 1 or per head
    std::vector<Mask> mask; ///< 1 or per head
    std::vector<Matrix> weights; ///< per head [queries × keys]
    Matrix sink; ///< [heads × queries]: the share of each row that goes to a learned sink; no rows: none
    float rowTolerance = kRowTolerance; ///< how exact the weights were stored (core/trace/row_check.h)
    std::vector<Matrix> headOutput; ///< per head [queries × d_value]
    Matrix output; ///< [queries × d_model]; no rows: not recorded

    /// The matrices of a site that has one for each head; empty: not recorded. Null for the mask, the bias
    /// and sites that have none.
    std::vector<Matrix>* matrices(Site site);
    const std::vector<Matrix>* matrices(Site site) const;
};

/// What a recorded row of weights sums to where it is sound. Shares and weights of which some were dropped
/// have no known sum: the tolerance is infinite.
RowExpectation expectedOf(const AttentionChunk& chunk, int head, Index row, const ScoreRule& rule);

/// What one forward call recorded of one stack: rows firstRow … firstRow + rows.
struct StackChunk
{
    Index firstRow = 0;
    Index rows = 0;
    Matrix embeddings, positions, segments, final; ///< [rows × d_model]; no rows: not recorded
    std::vector<Matrix> residual; ///< 0 … layers; a matrix without rows: not recorded
    std::vector<AttentionChunk> self, cross; ///< per layer
    std::vector<Matrix> feedForwardOutput; ///< per layer [rows × d_model]; without rows: not recorded
    std::vector<Matrix> router; ///< per layer [rows × experts]; without rows: not recorded, or no experts
    std::vector<IndexMatrix> experts; ///< per layer [rows × k] of the chosen ones, likewise
    std::vector<Matrix> feedForwardHidden; ///< per layer [rows × d_ff], likewise
    /// By site and layer: mean and deviation of every row [rows × 2], of norms of single heads the means of
    /// all heads and then their deviations [rows × 2·heads]. Of a norm by root mean square the mean is 0; the
    /// deviation is without ε.
    std::map<std::pair<NormSite, int>, Matrix> norms;
};

/// What one forward call on one lane (a sentence of the batch, or a beam) recorded. Immutable once
/// published; with a parent, because a decoding step adds one row and beams are a tree.
struct TraceChunk
{
    ChainLink<TraceChunk> parent;
    std::optional<StackChunk> encoder, decoder;
    Matrix logits; ///< [logitRows.size() × vocabulary]
    std::vector<Index> logitRows; ///< position of each row of logits
};

/// Hands over what a chunk holds so far as a chunk of its own and goes on as its continuation, blank and of
/// the same extent: a pass that is going on can be looked at, and nothing is copied. Of every layer one chunk
/// of such a chain holds the rows.
std::shared_ptr<const TraceChunk> splitOff(TraceChunk& chunk);

/// Everything about the model and the input that a view must know to label a trace.
struct TraceInfo
{
    std::string model; ///< name for titles
    std::string adapter; ///< name of the LoRA adapter that was opened over the model; empty: none
    int modelWidth = 0; ///< d_model
    std::int64_t vocabulary = 0;
    std::optional<StackShape> encoder, decoder;
    std::vector<ScoreRule> encoderSelf, decoderSelf, decoderCross; ///< per layer
    std::map<HeadRef, ScoreRule> editedRules; ///< of heads that edits changed
    std::vector<std::string> edits; ///< active interventions in words, empty: the plain model
    std::string editsJson = "[]"; ///< the same, as --edit reads them
    /// What is wrong with the numbers, a sentence each: rows of weights that are not sound, numbers that are
    /// not finite.
    std::vector<std::string> warnings;

    const StackShape* stack(StackKind kind) const;
    /// The model's own.
    const ScoreRule& scoreRule(const LayerRef& layer) const;
    /// Under the edits.
    const ScoreRule& scoreRule(const HeadRef& head) const;
    /// Every attention sub-layer in order: encoder self, decoder self, decoder cross.
    std::vector<LayerRef> layers() const;
    int heads(StackKind kind) const;
};

/// The path from a chunk to its root: all that is known of one lane. A value, cheap to copy; immutable.
/// The window, the command line and the tests read this one structure.
class Trace
{
public:
    Trace() = default;
    Trace(std::shared_ptr<const TraceInfo> info, std::shared_ptr<const TraceChunk> leaf,
          const TokenAxis& source, TokenAxis target);
    /// The same of lists that other traces continue; null: no tokens.
    Trace(std::shared_ptr<const TraceInfo> info, std::shared_ptr<const TraceChunk> leaf,
          std::shared_ptr<const TokenList> source, std::shared_ptr<const TokenList> target);

    bool isNull() const { return m_leaf == nullptr; }
    const TraceInfo& info() const { return *m_info; }
    std::shared_ptr<const TraceInfo> sharedInfo() const { return m_info; }
    /// The same records under another description.
    Trace describedBy(std::shared_ptr<const TraceInfo> info) const;
    std::shared_ptr<const TraceChunk> leaf() const { return m_leaf; }

    /// Tokens fed to a stack; encoder-only and decoder-only models have one of the two.
    const std::vector<TokenLabel>& tokens(StackKind stack) const;
    TokenAxis axis(StackKind stack) const;

    /// Whether the quantity can be had, recorded or computed from operands.
    bool has(Site site, const LayerRef& layer) const;
    /// A null map where the head does not exist or nothing of it was recorded.
    AttentionMap attention(const HeadRef& head) const;
    /// kQuery, kKey, kValue or kHeadOutput of one head over all rows; no rows where not recorded.
    /// For keys and values the head is the query head: its group's matrix is returned.
    Matrix headMatrix(Site site, const HeadRef& head) const;
    /// kEmbeddings, kPositions, kSegments, kFinal over all rows; no rows where not recorded.
    Matrix stackMatrix(Site site, StackKind stack) const;
    /// The stream before layer `layer` (0 … layers).
    Matrix residual(StackKind stack, int layer) const;
    /// What a sub-layer adds to the stream (Site::kOutput, kFeedForwardOutput) over all rows [seq ×
    /// d_model]; no rows where not recorded. Without a post-norm, the stream after a layer is the stream
    /// before it plus these.
    Matrix output(const LayerRef& layer) const;
    Matrix feedForwardOutput(StackKind stack, int layer) const;
    /// The router's probabilities over all rows [seq × experts] and the experts that it chose, best first
    /// [seq × k]; no rows where not recorded or where the layer has no experts.
    Matrix router(StackKind stack, int layer) const;
    IndexMatrix experts(StackKind stack, int layer) const;
    /// Shares of all rows that go to the sub-layer's learned sinks [heads × seq]; no rows: it has none, or
    /// some row's was not recorded.
    Matrix sinks(const LayerRef& layer) const;
    Matrix feedForwardHidden(StackKind stack, int layer) const;
    /// Mean and deviation of every row [seq × 2] (of heads [seq × 2·heads]), as StackChunk::norms; no rows
    /// where not recorded.
    Matrix norm(const NormRef& norm) const;
    /// The norms that are recorded.
    std::vector<NormRef> norms() const;
    /// One row of logits [vocabulary], or empty where that position's were not computed.
    RowVector logits(Index row) const;
    /// Positions of which logits are known, ascending.
    std::vector<Index> logitRows() const;
    /// All chunks from the root to the leaf.
    std::vector<const TraceChunk*> chunks() const;

private:
    Matrix streamMatrix(Site site, StackKind stack, int layer) const;

    std::shared_ptr<const TraceInfo> m_info;
    std::shared_ptr<const TraceChunk> m_leaf;
    std::shared_ptr<const TokenList> m_source, m_target;
};

} // namespace headlight
