#pragma once

#include "core/analysis/logit_lens.h"
#include "core/analysis/stream_norms.h"

#include <QString>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// What is shown of the residual stream.
enum class StreamQuantity : unsigned char {
    kLensProbability, ///< the logit lens, coloured by the probability of the target token
    kLensRank, ///< likewise, by its rank
    kNorm, ///< sizes of the stream and of what is added to it
    kShare, ///< size of an addition ÷ size of the stream that its layer starts with
    kCosine, ///< direction of an addition against that stream
};

/// Whose probability and rank the lens shows.
enum class LensTarget : unsigned char {
    kFinal, ///< the token that is the most likely one after the last layer
    kNext, ///< the token that follows in the text
};

/// A row of the table: the stream before a layer (after the last one for layer = layers), or what a
/// sub-layer of the layer adds.
struct StreamRow
{
    enum class Part : unsigned char { kStream, kAttention, kCross, kFeedForward };
    Part part = Part::kStream;
    int layer = 0;
    bool operator==(const StreamRow&) const = default;
};

/// The numbers of one stack's stream as rows of layers × positions, with their words. Knows no widgets.
class StreamContent
{
public:
    /// Forgets all numbers. `tokens`: of the columns.
    void reset(const TraceInfo& info, StackKind stack, std::vector<TokenLabel> tokens);
    void clear();
    void setNorms(StreamNorms norms) { m_norms = std::move(norms); }
    void setFacts(const LensFacts& facts) { m_facts = facts; }
    void setLensRow(LensRow row);
    void setShown(StreamQuantity quantity, LensTarget target);
    /// Columns from here on are not shown: a decoding that is looked at before its end.
    void showFirst(int columns);

    StackKind stack() const { return m_stack; }
    StreamQuantity quantity() const { return m_quantity; }
    LensTarget target() const { return m_target; }
    const LensFacts& facts() const { return m_facts; }
    bool isLens() const;
    int layers() const { return m_layers; }
    const std::vector<TokenLabel>& tokens() const { return m_tokens; }
    const std::vector<StreamRow>& rows() const { return m_rows; }
    const StreamNorms& norms() const { return m_norms; }

    QString rowName(const StreamRow& row) const;
    /// What a cell shows: a token of the lens, or a number; empty where it is not known (yet).
    QString text(const StreamRow& row, int position) const;
    /// Its place on the colour map, 0 … 1; negative where it is not known.
    double level(const StreamRow& row, int position) const;
    /// The number behind the colour; none where it is not known.
    std::optional<double> number(const StreamRow& row, int position) const;
    QString words(const StreamRow& row, int position) const;
    /// The two ends of the colour map in words.
    std::pair<QString, QString> ends() const;
    /// The number of every stream row (or of every layer's row of `part`) at one position, for a curve.
    std::vector<float> curve(StreamRow::Part part, int position) const;

    const LensCell* lensCell(int layer, int position) const; ///< null: not known (yet)
    TokenLabel label(std::int64_t token) const;
    const LensScore* score(const LensCell& cell) const; ///< of the target; null: there is none

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
    std::vector<TokenLabel> m_tokens, m_allTokens;
    StreamQuantity m_quantity = StreamQuantity::kLensProbability;
    LensTarget m_target = LensTarget::kFinal;
    LensFacts m_facts;
    StreamNorms m_norms;
    std::vector<std::optional<LensRow>> m_lens; ///< per layer, 0 … layers
    std::map<std::int64_t, TokenLabel> m_labels;
    std::vector<StreamRow> m_rows;
    double m_low = 0, m_high = 1; ///< smallest and largest number shown, for logarithmic colours
};

} // namespace headlight
