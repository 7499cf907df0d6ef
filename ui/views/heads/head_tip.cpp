#include "ui/views/heads/head_tip.h"

#include "core/trace/attention_map.h"
#include "ui/picture/head_name.h"
#include "ui/picture/local_number.h"
#include "ui/picture/mask_name.h"
#include "ui/picture/token_text.h"
#include "ui/views/heads/kv_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr Index kMostStatistics = Index{1} << 20; ///< cells of a map that a tool tip reads

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(HeadsView)
};

/// What a tool tip says of a head's weights.
QString weightWords(const AttentionMap& map)
{
    const Matrix weights = map.whole(MapKind::kWeights);
    double entropy = 0;
    Index rows = 0, bestQuery = 0, bestKey = 0;
    for (Index q = 0; q < weights.rows(); ++q) {
        double row = 0;
        for (Index k = 0; k < weights.cols(); ++k) {
            const auto w = static_cast<double>(weights(q, k));
            row -= w > 0 ? w * std::log(w) : 0;
        }
        entropy += row;
        rows += weights.row(q).sum() > 0 ? 1 : 0;
    }
    const float largest = weights.maxCoeff(&bestQuery, &bestKey);
    const auto token = [](const std::vector<TokenLabel>& tokens, Index i) {
        return static_cast<std::size_t>(i) < tokens.size() ? quotedToken(tokens[static_cast<std::size_t>(i)])
                                                           : QString::number(i);
    };
    // The exponential of a row's entropy: over how many keys its weight is spread.
    const double spread = std::exp(entropy / static_cast<double>(std::max<Index>(1, rows)));
    return Texts::tr("largest weight %1: %2 → %3\nspread over %4 keys on average")
        .arg(static_cast<double>(largest), 0, 'f', 3)
        .arg(token(map.queryTokens(), bestQuery), token(map.keyTokens(), bestKey))
        .arg(localNumber(spread, 1));
}

} // namespace

QString headTip(const Trace& trace, const HeadRef& head)
{
    QString text = headName(head);
    if (trace.isNull())
        return text;
    if (const QString shared = kvShareInWords(trace.info(), head); !shared.isEmpty())
        text += QLatin1Char('\n') + shared;
    const AttentionMap map = trace.attention(head);
    if (const QString mask = maskName(map); !mask.isEmpty())
        text += QLatin1Char('\n') + mask;
    const Index cells = map.queries() * map.keys();
    if (map.has(MapKind::kWeights) && cells > 0 && cells <= kMostStatistics)
        text += QLatin1Char('\n') + weightWords(map);
    return text;
}

} // namespace headlight
