#pragma once

#include "core/analysis/logit_lens.h"
#include "ui/state/setting.h"

#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace headlight {

/// What to show of the residual stream.
enum class StreamQuantity : unsigned char {
    kLensProbability, ///< the logit lens, coloured by the probability of the target token
    kLensRank, ///< likewise, by its rank
    kNorm, ///< norms of the stream and of the updates added to it
    kShare, ///< norm of an update ÷ norm of the stream at the start of its layer
    kCosine, ///< cosine of an update and that stream
};

/// The token whose probability and rank the lens shows.
enum class LensTarget : unsigned char {
    kFinal, ///< most likely token after the last layer
    kNext, ///< next token of the text
};

/// A row of the table: the stream before a layer (after the last layer if layer = layers), or the update
/// added by a sub-layer.
struct StreamRow
{
    enum class Part : unsigned char { kStream, kAttention, kCross, kFeedForward };
    Part part = Part::kStream;
    int layer = 0;
    bool operator==(const StreamRow&) const = default;
};

/// The numbers of one stack's stream as rows of layers × positions, with their texts. Knows no widgets.
class StreamContent
{
public:
    /// Drops all numbers. `tokens`: one per column.
    void reset(const TraceInfo& info, StackKind stack, TokenAxis tokens);
    void clear() { *this = StreamContent(); }
    void setNorms(StreamNorms norms) { m_norms = std::move(norms); }
    void setFacts(const LensFacts& facts) { m_facts = facts; }
    void setLensRow(LensRow row);
    void setShown(StreamQuantity quantity, LensTarget target);
    /// Shows only this many columns: for a decoding at a step before its end.
    void showFirst(int columns);

    StackKind stack() const { return m_stack; }
    StreamQuantity quantity() const { return m_quantity; }
    LensTarget target() const { return m_target; }
    const LensFacts& facts() const { return m_facts; }
    bool isLens() const;
    int layers() const { return m_layers; }
    /// The columns.
    std::span<const TokenLabel> tokens() const;
    /// The same and those that follow; null before reset().
    const TokenAxis& allTokens() const { return m_tokens; }
    const std::vector<StreamRow>& rows() const { return m_rows; }
    const StreamNorms& norms() const { return m_norms; }

    QString rowName(const StreamRow& row) const;
    /// Text of a cell: a token of the lens, or a number; empty if not known (yet).
    QString text(const StreamRow& row, int position) const;
    /// Position on the colour map, 0 … 1; negative if unknown.
    double level(const StreamRow& row, int position) const;
    /// The number behind the colour; nothing if unknown.
    std::optional<double> number(const StreamRow& row, int position) const;
    QString words(const StreamRow& row, int position) const;
    /// Labels for the two ends of the colour map.
    std::pair<QString, QString> ends() const;
    /// The numbers at one position for every stream row (or every layer's row of `part`), for a curve.
    std::vector<float> curve(StreamRow::Part part, int position) const;

    const LensCell* lensCell(int layer, int position) const; ///< null = not known (yet)
    TokenLabel label(std::int64_t token) const;
    const LensScore* score(const LensCell& cell) const; ///< for the target; null = none

private:
    static QString tr(const char* text);
    const Matrix& matrixOf(StreamRow::Part part) const;
    void findRows();
    void findRange();
    QString lensWords(const StreamRow& row, int position) const;

    StackKind m_stack = StackKind::kEncoder;
    int m_layers = 0;
    bool m_cross = false;
    std::int64_t m_vocabulary = 0;
    TokenAxis m_tokens; ///< those shown and those that follow
    std::size_t m_shownTokens = 0;
    StreamQuantity m_quantity = StreamQuantity::kLensProbability;
    LensTarget m_target = LensTarget::kFinal;
    LensFacts m_facts;
    StreamNorms m_norms;
    /// Per layer, 0 … layers; null = not known (yet). Copies of the content share them.
    std::vector<std::shared_ptr<const LensRow>> m_lens;
    std::map<std::int64_t, TokenLabel> m_labels;
    std::vector<StreamRow> m_rows;
    double m_low = 0, m_high = 1; ///< smallest and largest number shown, for logarithmic colours
};

/// Rows of layers, columns of positions: the numbers; for the logit lens also its tokens, before them.
QString tableOf(const StreamContent& content, const std::stop_token& stop);

/// Why the logit lens does not work for the stack; empty if it does.
QString obstacleInWords(const LensFacts& facts);

/// What the numbers in the table mean and what to beware of, in one or two sentences.
QString streamNote(const StreamContent& content);

inline const Setting<int> kStreamQuantity{"stream/quantity", 0}; ///< StreamQuantity
inline const Setting<int> kStreamTarget{"stream/target", 0}; ///< LensTarget

} // namespace headlight
