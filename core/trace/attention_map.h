#pragma once

#include "core/base/enum_words.h"
#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/trace/site.h"
#include "core/trace/weights/weight_tiles.h"

#include <array>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

/// Tolerance of a row's sum: covers F32 and the rounding of half precision.
inline constexpr float kRowTolerance = 1e-3F;
inline constexpr float kHalfRowTolerance = 1e-2F;

/// The sum of a valid row of weights: 1, or 1 minus the share of a learned sink.
struct RowExpectation
{
    float sum = 1.0F;
    float tolerance = kRowTolerance;
};

enum class RowState : unsigned char {
    kSound, ///< a valid softmax row
    kZero, ///< the query attends to nothing
    kNotANumber, ///< contains NaN or infinity
    kNegative, ///< contains a negative weight
    kWrongSum,
};

RowState rowState(std::span<const float> weights, const RowExpectation& expected);

/// Deviation of the sum from the expected one; 0 if it is not a number.
double rowError(std::span<const float> weights, const RowExpectation& expected);

/// Describes the fault of a row: "holds weights that sum to 12.4, expected 1". Empty if it is sound or zero.
std::string rowFault(std::span<const float> weights, const RowExpectation& expected);

/// The matrices of a head. Attention is computed as kProducts → kScores → kMasked → kWeights.
enum class MapKind : unsigned char {
    kWeights, ///< after softmax
    kScores, ///< scaled dot products, as recorded
    kMask, ///< 1 = may attend
    kProducts, ///< dot products of queries and keys before scaling
    kMasked, ///< softmax input: scores, soft-capped, + bias; −∞ where masked
    kBias, ///< added to the scores besides the mask
    kNormWeighted, ///< weight × norm of the key's value vector (G. Kobayashi et al., "Attention is Not Only a
                   ///< Weight: Analyzing Transformers with Vector Norms", 2020)
    kContentToPosition, ///< query against the key's relative position: a term of the bias (DeBERTa)
    kPositionToContent, ///< key against the query's relative position: a term of the bias (DeBERTa)
    kEffect, ///< what the key adds directly to a number m of the output, which is measured at one query:
             ///< 0 at all others
    /// Estimate of what m loses if this key is masked for this query: with weights w and G = ∂m/∂w of the
    /// row, w_j / (1 − w_j) · (G_j − Σ_k w_k G_k). NaN where the whole weight is on the key.
    kIfMasked,
    kKept, ///< 1 = shown; only present in maps that leave cells out on purpose
           ///< (core/analysis/map_transform.h)
};

/// Whether a map needs Trace::withEffects().
constexpr bool isOfEffects(MapKind kind)
{
    return kind == MapKind::kEffect || kind == MapKind::kIfMasked;
}

template <>
inline constexpr std::array kWordsOf<MapKind>{EnumWord{"weights"},
                                              EnumWord{"scores"},
                                              EnumWord{"mask"},
                                              EnumWord{"products"},
                                              EnumWord{"masked"},
                                              EnumWord{"bias"},
                                              EnumWord{"norm"},
                                              EnumWord{"content_to_position", "contentToPosition"},
                                              EnumWord{"position_to_content", "positionToContent"},
                                              EnumWord{"effect"},
                                              EnumWord{"if_masked"},
                                              EnumWord{"kept"}};
static_assert(kWordsOf<MapKind>.size() == static_cast<std::size_t>(MapKind::kKept) + 1);

/// One row or column of an attention map: a token as views label it.
struct TokenLabel
{
    std::int64_t id = 0;
    std::string text; ///< readable: "cat", "␣cat", "<0xE2>", "</s>"; the id if there is no tokenizer
    bool special = false; ///< a special token of the tokenizer
    bool padding = false; ///< beyond the sentence's own length in a batch
    std::int32_t rangeBegin = 0, rangeEnd = 0; ///< code points in the typed text; empty = not in the text
    std::int32_t segment = 0;
    bool fromTemplate = false; ///< written by the model's chat template, not by a person
    /// Whether the token is not text that a person wrote.
    bool isMarkup() const { return special || fromTemplate; }
    bool operator==(const TokenLabel&) const = default;
};
using TokenAxis = std::shared_ptr<const std::vector<TokenLabel>>;

/// Number of tokens that are not padding.
Index realTokens(const std::vector<TokenLabel>& tokens);
/// Their ids, with those of padding.
std::vector<std::int32_t> tokenIds(const std::vector<TokenLabel>& tokens);

/// The source of a map's numbers: recorded matrices, or operands from which any rectangle is computed on
/// demand. Immutable and thread-safe.
class AttentionSource
{
public:
    virtual ~AttentionSource() = default;
    virtual Index queries() const = 0;
    virtual Index keys() const = 0;
    virtual bool has(MapKind kind) const = 0;
    /// Fills the rectangle that starts at (query, key) and has out's size. Masked weights are 0. Scores that
    /// the pass never computed are NaN (for kMasked, −∞ if the query may not attend), and so is every kind
    /// that has() denies. kMask and kKept are 0 or 1.
    virtual void read(MapKind kind, Index query, Index key, MatrixSpan out) const = 0;
    /// kMask and kKept as bytes, 0 or 1, with the same values as read().
    virtual void readTruth(MapKind kind, Index query, Index key, ByteSpan out) const;
    /// Approximate cost of a cell relative to a recorded number; at least 1.
    virtual int effort(MapKind /*kind*/) const { return 1; }
    /// Whether reading a rectangle costs only its own cells. Computed weights need whole rows until
    /// normalise() or pool() has run.
    virtual bool isNormalised(MapKind kind) const { return effort(kind) == 1; }
    /// Makes isNormalised() true if possible, on all cores. Any thread.
    virtual void normalise(MapKind /*kind*/, const std::stop_token& /*stop*/) const { }
    /// Whether pool() works for this kind.
    virtual bool canPool(MapKind /*kind*/) const { return false; }
    /// The largest number of each tile, without a matrix of cells. The result is meaningless if stopped.
    virtual WeightLimits pool(MapKind /*kind*/, WeightTiles& /*tiles*/, const std::stop_token& /*stop*/) const
    {
        return {};
    }
    /// The expected sum of the query's weights.
    virtual RowExpectation expectedRow(Index /*query*/) const { return {}; }
    /// Range of keys outside of which the weights of `rows` queries from `query` on are known to be 0.
    virtual Mask::KeyRange reach(Index /*query*/, Index /*rows*/) const { return {0, keys()}; }
    /// Whether each row gives a share to a learned sink: 1 − expectedRow(query).sum.
    virtual bool hasSink() const { return false; }
    /// Whether the model was trained (TraceInfo::trained).
    virtual bool isTrained() const { return true; }
    /// Identity of the recording: sources of the same head and record have the same numbers. Null = unknown.
    /// Images are cached by it (ui/widgets/grid_cache.h).
    struct Record
    {
        std::shared_ptr<const void> chunk, info;
        bool operator==(const Record&) const = default;
    };
    /// The same, without keeping the recording alive.
    struct WeakRecord
    {
        std::weak_ptr<const void> chunk, info;
        bool isOf(const Record& record) const
        {
            return chunk.lock() == record.chunk && info.lock() == record.info;
        }
    };
    virtual Record record() const { return {}; }
};

/// One head's matrix with its two token axes and its address: what every view draws. Cheap to copy.
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

    /// One number of block(); if computed from operands, equal to within 1e-6.
    float at(MapKind kind, Index query, Index key) const;
    /// Fills the rectangle that starts at (query, key) and has out's size.
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const;
    /// The same for kMask or kKept, as 0 or 1.
    void readTruth(MapKind kind, Index query, Index key, ByteSpan out) const;
    /// Approximate cost of reading a cell relative to copying a recorded number; at least 1.
    int effort(MapKind kind) const { return m_source ? m_source->effort(kind) : 1; }
    /// Whether reading a rectangle costs only its own cells, and what makes it so; see AttentionSource.
    bool isNormalised(MapKind kind) const { return m_source && m_source->isNormalised(kind); }
    void normalise(MapKind kind, const std::stop_token& stop = {}) const;
    /// Whether pool() works, and the largest number of each tile, without a matrix of cells.
    bool canPool(MapKind kind) const { return m_source && m_source->canPool(kind); }
    WeightLimits pool(MapKind kind, WeightTiles& tiles, const std::stop_token& stop = {}) const;
    /// The expected sum of a query's weights.
    RowExpectation expectedRow(Index query) const
    {
        return m_source ? m_source->expectedRow(query) : RowExpectation{};
    }
    /// Range of keys outside of which the weights of `rows` queries from `query` on are known to be 0.
    Mask::KeyRange reach(Index query, Index rows) const
    {
        return m_source ? m_source->reach(query, rows) : Mask::KeyRange{0, 0};
    }
    /// Whether each row gives a share to a learned sink: 1 − expectedRow(query).sum.
    bool hasSink() const { return m_source && m_source->hasSink(); }
    /// Whether the model was trained; true if that is unknown.
    bool isTrained() const { return !m_source || m_source->isTrained(); }
    AttentionSource::Record record() const
    {
        return m_source ? m_source->record() : AttentionSource::Record();
    }
    /// A rectangle [rows × columns], row-major.
    Matrix block(MapKind kind, Index query, Index key, Index rows, Index columns) const;
    Matrix whole(MapKind kind) const { return block(kind, 0, 0, queries(), keys()); }
    /// Shrinks the matrix to at most [maxRows × maxColumns] by taking the maximum over equal tiles (skipping
    /// NaN), so that an overview never loses a single strong weight. Returns the matrix unchanged if it fits.
    Matrix reduced(MapKind kind, Index maxRows, Index maxColumns) const;

private:
    HeadRef m_head;
    std::shared_ptr<const AttentionSource> m_source;
    TokenAxis m_queryTokens, m_keyTokens;
};

} // namespace headlight
