#pragma once

#include "core/analysis/attention_lines.h"
#include "core/math/matrix.h"
#include "core/trace/attention_map.h"

#include <QFont>
#include <QHash>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

enum class LineSide : unsigned char { kQuery, kKey };

/// A token in one of the two columns.
struct LineToken
{
    LineSide side = LineSide::kQuery;
    int index = 0;
    bool operator==(const LineToken&) const = default;
};

/// For sentence pairs: the segments of queries and keys to show; unset = all tokens.
struct SegmentFilter
{
    std::optional<int> queries, keys;
    bool operator==(const SegmentFilter&) const = default;
};

/// Two columns of tokens, queries on the left and keys on the right, with room for lines between them:
/// geometry and hit test, no widgets. Coordinates start at the top of the first row.
class LinesLayout
{
public:
    explicit LinesLayout(const QFont& font);

    void setFont(const QFont& font);
    /// Returns whether the tokens have changed.
    bool setTokens(TokenAxis queries, TokenAxis keys, const SegmentFilter& filter);
    using NameOf = std::function<QString(int)>;
    /// Names of queries for which the token is not enough; called on demand. An empty name = just the token.
    void setQueryNames(NameOf nameOf);
    /// Number of heads with stripes beside a token; the stripes need extra room.
    void setHeads(std::size_t heads);
    void layout(double width);

    double width() const { return m_width; }
    double height() const;
    double rowHeight() const { return m_rowHeight; }
    /// Area between the columns, for the lines.
    double gapLeft() const { return m_gapLeft; }
    double gapRight() const { return m_gapRight; }

    int rows(LineSide side) const { return column(side).rows; }
    int tokenAt(LineSide side, int row) const
    {
        const std::vector<int>& shown = column(side).shown;
        return shown.empty() ? row : shown[static_cast<std::size_t>(row)];
    }
    /// Nothing for a token that the filter hides or that does not exist.
    std::optional<int> rowOf(const LineToken& token) const;
    const TokenLabel& label(const LineToken& token) const;
    QString text(const LineToken& token) const;
    /// Whether the column is too narrow for its text.
    bool isCut(const LineToken& token) const;
    /// The area of a token's text, from the edge of the picture to the gap.
    QRectF rect(const LineToken& token) const;
    /// Where its lines begin or end; `shift` separates the lines of several heads.
    QPointF anchor(const LineToken& token, double shift) const;
    /// Width of one head's stripe.
    double stripeWidth() const { return m_stripe; }
    /// Rows of either column that intersect the span, as [first, last).
    std::pair<int, int> rowsBetween(LineSide side, double top, double bottom) const;
    std::optional<LineToken> hit(const QPointF& point) const;

private:
    struct Column
    {
        TokenAxis tokens;
        int rows = 0;
        std::vector<int> shown; ///< tokens that the filter leaves; none: it leaves all
        std::vector<int> rowOf; ///< per token; -1: hidden; none: each has its own
        double textWidth = 0; ///< of the widest that was measured
    };
    Column& column(LineSide side) { return side == LineSide::kQuery ? m_queries : m_keys; }
    const Column& column(LineSide side) const { return side == LineSide::kQuery ? m_queries : m_keys; }
    void fill(LineSide side, TokenAxis tokens, std::optional<int> segment);
    void measure(LineSide side);

    QFont m_font;
    Column m_queries, m_keys;
    SegmentFilter m_filter;
    NameOf m_queryName;
    QHash<QString, double> m_widths;
    double m_width = 0;
    double m_rowHeight = 0;
    double m_gapLeft = 0, m_gapRight = 0;
    std::size_t m_heads = 1;
    double m_stripe = 0;
};

/// The segments that occur in the tokens, ascending; only one unless there is a pair.
std::vector<int> segmentsOf(const std::vector<TokenLabel>& tokens);

/// The lines of one token: to what it looks at, or from what looks at it.
struct TokenFan
{
    LineToken token;
    int share = 0; ///< percent
    std::vector<AttentionLine> lines; ///< by increasing weight; only the largest if there are very many
    std::vector<RowVector> weights; ///< the token's row or column for each head
    std::size_t found = 0; ///< number of lines required by the share
};

/// Draws the same share of the row, or of the column, as when all lines are shown.
TokenFan tokenFan(const LineToken& token, int share, std::vector<RowVector> weights);

} // namespace headlight
