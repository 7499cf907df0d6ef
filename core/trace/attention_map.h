#pragma once

#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/trace/row_check.h"
#include "core/trace/site.h"
#include "core/trace/weight_tiles.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

/// Which of a head's matrices is looked at. Attention goes through kProducts → kScores → kMasked → kWeights.
enum class MapKind : unsigned char {
    kWeights, ///< after softmax
    kScores, ///< scaled dot products, as recorded
    kMask, ///< 1 = may attend
    kProducts, ///< dot products of queries and keys before scaling
    kMasked, ///< what softmax reads: scores, soft-capped, + bias; −infinity where masked
    kBias, ///< what was added to the scores besides the mask
    kNormWeighted, ///< weight × length of the key's value vector (G. Kobayashi et al., "Attention is Not
                   ///< Only a Weight: Analyzing Transformers with Vector Norms", 2020)
    kContentToPosition, ///< the query against the key's relative position: a part of the bias (DeBERTa)
    kPositionToContent, ///< the key against the query's, likewise
    kKept, ///< 1 = shown; only maps that leave something out on purpose have it
           ///< (core/analysis/map_transform.h)
};

/// One end of an attention map: a token as a view labels it.
struct TokenLabel
{
    std::int64_t id = 0;
    std::string text; ///< readable: "cat", "␣cat", "<0xE2>", "</s>"; the id where there is no tokenizer
    bool special = false; ///< a special token of the tokenizer
    bool padding = false; ///< beyond the sentence's own length in a batch
    std::int32_t rangeBegin = 0, rangeEnd = 0; ///< code points of the typed text; empty: not in the text
    std::int32_t segment = 0;
    bool fromTemplate = false; ///< written by the model's chat template, not by a person
    /// No word that a person wrote.
    bool isMarkup() const { return special || fromTemplate; }
    bool operator==(const TokenLabel&) const = default;
};
using TokenAxis = std::shared_ptr<const std::vector<TokenLabel>>;

/// Where a map's numbers come from: recorded matrices, or operands from which any rectangle is
/// computed when it is looked at. Immutable; may be read by several threads.
class AttentionSource
{
public:
    virtual ~AttentionSource() = default;
    virtual Index queries() const = 0;
    virtual Index keys() const = 0;
    virtual bool has(MapKind kind) const = 0;
    /// Fills the rectangle that starts at (query, key) and has out's size. A weight that is masked is 0;
    /// a score that the pass never computed is NaN (kMasked: also one without a number, −infinity, where
    /// the query may not attend), and so are numbers that has() denies; kMask and kKept are 0 or 1.
    virtual void read(MapKind kind, Index query, Index key, MatrixSpan out) const = 0;
    /// kMask and kKept as bytes, 0 or 1: what read() gives.
    virtual void readTruth(MapKind kind, Index query, Index key, ByteSpan out) const;
    /// About how much longer a cell takes than a recorded number does; at least 1.
    virtual int effort(MapKind /*kind*/) const { return 1; }
    /// Whether a rectangle takes no more than its own cells. Computed weights need all of their rows, until
    /// normalise() has been there, or all of the map has been pooled.
    virtual bool isNormalised(MapKind kind) const { return effort(kind) == 1; }
    /// Makes it so, where that can be; on all cores. Any thread.
    virtual void normalise(MapKind /*kind*/, const std::stop_token& /*stop*/) const { }
    /// Whether pool() can.
    virtual bool canPool(MapKind /*kind*/) const { return false; }
    /// The largest numbers of tiles, without a matrix of cells. Nothing of them is of use if stopped.
    virtual WeightLimits pool(MapKind /*kind*/, WeightTiles& /*tiles*/, const std::stop_token& /*stop*/) const
    {
        return {};
    }
    /// What the query's weights sum to where they are sound.
    virtual RowExpectation expectedRow(Index /*query*/) const { return {}; }
    /// Keys outside of which the weights of `rows` queries from `query` on are known to be 0.
    virtual Mask::KeyRange reach(Index /*query*/, Index /*rows*/) const { return {0, keys()}; }
    /// Whether a share of every row goes to a learned sink: 1 − expectedRow(query).sum.
    virtual bool hasSink() const { return false; }
    /// What the numbers were recorded in: sources of one head and one record have the same numbers. No
    /// record: nobody knows. Pictures are kept by it (ui/widgets/grid_cache.h).
    struct Record
    {
        std::shared_ptr<const void> chunk, info;
        bool operator==(const Record&) const = default;
    };
    virtual Record record() const { return {}; }
};

/// One head's matrix with its two token axes and where it came from: what every view draws.
/// A value, cheap to copy.
class AttentionMap
{
public:
    AttentionMap() = default;
    AttentionMap(HeadRef head, std::shared_ptr<const AttentionSource> source, TokenAxis queryTokens,
                 TokenAxis keyTokens);

    bool isNull() const { return m_source == nullptr; }
    const HeadRef& head() const { return m_head; }
    Index queries() const { return m_source ? m_source->queries() : 0; }
    Index keys() const { return m_source ? m_source->keys() : 0; }
    const std::vector<TokenLabel>& queryTokens() const;
    const std::vector<TokenLabel>& keyTokens() const;
    TokenAxis queryAxis() const { return m_queryTokens; }
    TokenAxis keyAxis() const { return m_keyTokens; }
    bool has(MapKind kind) const { return m_source && m_source->has(kind); }

    /// One number of block(); where it is computed from operands, equal to 1e-6.
    float at(MapKind kind, Index query, Index key) const;
    /// The rectangle that starts at (query, key) and has out's size.
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const;
    /// The same of kMask or kKept, as 0 or 1.
    void readTruth(MapKind kind, Index query, Index key, ByteSpan out) const;
    /// About how much longer reading a cell takes than copying a recorded number does; at least 1.
    int effort(MapKind kind) const { return m_source ? m_source->effort(kind) : 1; }
    /// Whether a rectangle takes no more than its own cells, and what makes it so (AttentionSource).
    bool isNormalised(MapKind kind) const { return m_source && m_source->isNormalised(kind); }
    void normalise(MapKind kind, const std::stop_token& stop = {}) const;
    /// Whether pool() can; the largest numbers of tiles, without a matrix of cells.
    bool canPool(MapKind kind) const { return m_source && m_source->canPool(kind); }
    WeightLimits pool(MapKind kind, WeightTiles& tiles, const std::stop_token& stop = {}) const;
    /// What a query's weights sum to where they are sound.
    RowExpectation expectedRow(Index query) const
    {
        return m_source ? m_source->expectedRow(query) : RowExpectation{};
    }
    /// Keys outside of which the weights of `rows` queries from `query` on are known to be 0.
    Mask::KeyRange reach(Index query, Index rows) const
    {
        return m_source ? m_source->reach(query, rows) : Mask::KeyRange{0, 0};
    }
    /// Whether a share of every row goes to a learned sink: 1 − expectedRow(query).sum.
    bool hasSink() const { return m_source && m_source->hasSink(); }
    AttentionSource::Record record() const
    {
        return m_source ? m_source->record() : AttentionSource::Record();
    }
    /// A rectangle [rows × columns], row-major.
    Matrix block(MapKind kind, Index query, Index key, Index rows, Index columns) const;
    Matrix whole(MapKind kind) const { return block(kind, 0, 0, queries(), keys()); }
    /// At most [maxRows × maxColumns] by taking the maximum over equal tiles (NaN is skipped), so that a
    /// single strong weight is never lost from an overview. Returns the matrix as it is where it fits.
    Matrix reduced(MapKind kind, Index maxRows, Index maxColumns) const;

private:
    HeadRef m_head;
    std::shared_ptr<const AttentionSource> m_source;
    TokenAxis m_queryTokens, m_keyTokens;
};

} // namespace headlight
