#include "ui/views/heatmap/cell_sentence.h"

#include "ui/picture/value_scale.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/heatmap/heatmap_content.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/words/attention_sentence.h"
#include "ui/words/map_words.h"
#include "ui/words/next_token.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace headlight {

namespace {

constexpr std::size_t kMostNumbers = 8; ///< largest number of heads whose values a sentence lists

/// "3", or "3–5" for a word of several tokens.
QString positionOf(const std::optional<TokenGroups>& words, int i)
{
    if (!words || words->end(i) - words->begin(i) == 1)
        return QString::number(words ? words->begin(i) : i);
    return QStringLiteral("%1–%2").arg(words->begin(i)).arg(words->end(i) - 1);
}

/// The same, with a note on tokens not typed by a person.
QString placeOf(const std::optional<TokenGroups>& words, const std::vector<TokenLabel>& tokens, int i)
{
    const auto token = static_cast<std::size_t>(i);
    const QString position = positionOf(words, i);
    return token < tokens.size() ? tokenPlace(tokens[token], position) : position;
}

/// Why a cell of the picture is masked; empty if it is not, or if that is not known.
QString whyMasked(const HeatmapContent& content, const Cell& cell)
{
    const Cell at = content.axes.toTokens(cell);
    const AttentionMap& map = content.plain;
    const bool known = at.query && at.key && *at.query < map.queries() && *at.key < map.keys()
        && map.has(MapKind::kMask) && sharedNumber(map, MapKind::kMask, *at.query, *at.key) == 0.0F;
    return known ? maskReason(map, *at.query, *at.key, content.trace.info()) : QString();
}

} // namespace

QString CellSentence::text(const Cell& cell) const
{
    const AttentionMap& map = m_plot.map();
    const int query = cell.query.value_or(0), key = cell.key.value_or(0);
    const auto inside = [](std::optional<int> i, Index count) { return !i || (*i >= 0 && *i < count); };
    if (!inside(cell.query, map.queries()) || !inside(cell.key, map.keys()))
        return {};
    const MapSums& sums = m_plot.sums();
    if (!cell.query) {
        QString text = tr("key %1 (position %2)")
                           .arg(quotedToken(map.keyTokens(), key),
                                placeOf(m_content.axes.columns(), map.keyTokens(), key));
        if (static_cast<std::size_t>(key) < sums.columns.size())
            text += QStringLiteral("  ·  ")
                + tr("column sum %1").arg(fullText(sums.columns[static_cast<std::size_t>(key)]));
        return text;
    }
    if (!cell.key) {
        QString text = tr("query %1 (position %2)")
                           .arg(quotedToken(map.queryTokens(), query),
                                placeOf(m_content.axes.rows(), map.queryTokens(), query));
        if (static_cast<std::size_t>(query) < sums.rows.size())
            text += QStringLiteral("  ·  ")
                + tr("row sum %1").arg(fullText(sums.rows[static_cast<std::size_t>(query)]));
        return text;
    }
    QStringList parts{tr("%1 (%2) → %3 (%4)")
                          .arg(quotedToken(map.queryTokens(), query),
                               placeOf(m_content.axes.rows(), map.queryTokens(), query),
                               quotedToken(map.keyTokens(), key),
                               placeOf(m_content.axes.columns(), map.keyTokens(), key))};
    parts << numbersOf(query, key);
    if (map.has(MapKind::kMask)) {
        const bool allowed = sharedNumber(map, MapKind::kMask, query, key) > 0;
        const QString why = allowed ? QString() : whyMasked(m_content, cell);
        parts << (allowed ? tr("allowed") : why.isEmpty() ? tr("masked") : tr("masked: %1").arg(why));
    }
    if (m_plot.marks().newest == query)
        parts << tr("just computed");
    return parts.join(QStringLiteral("  ·  "));
}

QStringList CellSentence::differenceWords(int query, int key) const
{
    QStringList parts;
    for (std::size_t i = 0; i < std::min(m_content.shown.maps.size(), kMostNumbers); ++i) {
        const MapComparison& of = m_content.shown.differences[i];
        if (query >= of.b().queries() || key >= of.b().keys())
            continue;
        const auto add = [&](const QString& words) {
            parts << (m_content.shown.maps.size() > 1 ? tr("%1: %2").arg(
                          panelName(m_content.shown.heads[i], m_content.shown.heads), words)
                                                      : words);
        };
        const auto at = partnerInA(of, query, key);
        const float after = sharedNumber(of.b(), of.kind(), query, key);
        if (!at)
            add(tr("after %1, did not exist before").arg(fullText(after)));
        else
            add(tr("before %1, after %2, difference %3")
                    .arg(fullText(sharedNumber(of.a(), of.kind(), at->first, at->second)), fullText(after),
                         fullText(sharedNumber(m_content.shown.maps[i], MapKind::kScores, query, key))));
    }
    return parts;
}

QString CellSentence::manyRunsWords(int query, int key) const
{
    return tr("weight %1 ± %2 (mean and standard deviation of %3 runs)")
        .arg(fullText(m_content.mean.at(MapKind::kWeights, query, key)),
             fullText(m_content.spread.at(MapKind::kWeights, query, key)),
             QString::number(m_content.manyRuns->runs));
}

QStringList CellSentence::numbersOf(int query, int key) const
{
    if (m_content.differenceOf)
        return differenceWords(query, key);
    // The spread of words is unknown: it is not a sum.
    if (m_content.manyRuns && m_content.shown.maps.size() == 1 && !m_content.shown.isCombined()
        && !m_content.axes.rows())
        return {manyRunsWords(query, key)};
    const AttentionMap& map = m_plot.map();
    const MapKind kind = m_plot.kind();
    QStringList parts;
    if (m_content.shown.maps.size() > 1) {
        for (std::size_t i = 0; i < std::min(m_content.shown.maps.size(), kMostNumbers); ++i) {
            const AttentionMap& each = m_content.shown.maps[i];
            if (query < each.queries() && key < each.keys() && each.has(kind))
                parts << tr("%1: %2").arg(panelName(m_content.shown.heads[i], m_content.shown.heads),
                                          fullText(sharedNumber(each, kind, query, key)));
        }
        return parts;
    }
    if (map.has(MapKind::kWeights))
        parts << weightWords(query, key);
    if (map.has(MapKind::kScores))
        parts << tr("score %1").arg(fullText(sharedNumber(map, MapKind::kScores, query, key)));
    if (!map.has(kind))
        return parts;
    const QString number = fullText(sharedNumber(map, kind, query, key));
    switch (kind) {
    case MapKind::kProducts:
        return parts << tr("dot product %1").arg(number);
    case MapKind::kMasked:
        return parts << tr("masked score %1").arg(number);
    case MapKind::kBias:
        return parts << tr("bias %1").arg(number);
    case MapKind::kContentToPosition:
    case MapKind::kPositionToContent:
        return parts << tr("for the position %1").arg(number);
    case MapKind::kNormWeighted:
        return parts << tr("weight × ‖v‖ %1").arg(number);
    case MapKind::kEffect:
        return parts << tr("adds %1 to the logit directly").arg(number);
    case MapKind::kIfMasked:
        return parts << tr("if masked: costs about %1 nats").arg(number);
    default: // weights and scores stand there already, masks in the words of the cell
        return parts;
    }
}

QString CellSentence::weightWords(int query, int key) const
{
    const AttentionMap& map = m_plot.map();
    const float shown = sharedNumber(map, MapKind::kWeights, query, key);
    const bool leftOut = map.has(MapKind::kKept) && sharedNumber(map, MapKind::kKept, query, key) == 0.0F;
    if (m_content.axes.rows())
        return leftOut ? tr("left out")
                       : tr("weight %1 (summed over keys, averaged over queries)").arg(fullText(shown));
    if (m_content.shown.isCombined())
        return leftOut ? tr("left out") : tr("weight %1").arg(fullText(shown));
    const float recorded = sharedNumber(m_content.plain, MapKind::kWeights, query, key);
    if (leftOut)
        return tr("weight %1, left out").arg(fullText(recorded));
    return shown == recorded
        ? tr("weight %1").arg(fullText(shown))
        : tr("weight %1 renormalised (%2 before)").arg(fullText(shown), fullText(recorded));
}

/// Whether an active edit discards the head's output.
static bool isOff(const Workspace& workspace, const HeadRef& head)
{
    const auto& edits = workspace.document().interventions.list;
    return !workspace.showsUnedited() && std::ranges::any_of(edits, [&](const Intervention& edit) {
        const auto* const off = std::get_if<HeadOff>(&edit);
        return off != nullptr && off->enabled && off->where.matches(head);
    });
}

/// For a row of the mean or maximum of several heads: its largest number, or that of a key.
static QString combinedSentence(const AttentionMap& map, MapKind kind, Index row, std::optional<Index> key,
                                HeadsTogether together, int heads)
{
    if (map.keys() == 0 || !map.has(kind))
        return {};
    const std::shared_ptr<const RowVector> known = sharedRow(map, kind, row);
    const RowVector& numbers = *known;
    Index most = 0;
    for (Index i = 1; i < numbers.size(); ++i)
        if (!(numbers[i] <= numbers[most])) // a number before one that is none
            most = i;
    const QString query = quotedToken(map.queryTokens(), row);
    const QString target = quotedToken(map.keyTokens(), key.value_or(most));
    const QString number = fullText(numbers[key.value_or(most)]);
    const bool mean = together == HeadsTogether::kMean;
    if (key)
        return mean
            ? CellSentence::tr("On average over these %1 heads, the weight from %2 to %3 is %4.")
                  .arg(QString::number(heads), query, target, number)
            : CellSentence::tr("The largest weight that one of these %1 heads has from %2 to %3 is %4.")
                  .arg(QString::number(heads), query, target, number);
    return mean ? CellSentence::tr("On average over these %1 heads, %2 looks most at %3 (%4).")
                      .arg(QString::number(heads), query, target, number)
                : CellSentence::tr("Of these %1 heads, the one that looks at a single token most from %2 "
                                   "looks at %3 (%4).")
                      .arg(QString::number(heads), query, target, number);
}

QString mapSentence(const HeatmapContent& content, const HeatmapPlot& plot, const Workspace& workspace,
                    const Cell& cell)
{
    const AttentionMap& map = plot.map();
    if (map.isNull() || content.plain.isNull() || (content.manyRuns && content.manyRuns->spread))
        return {};
    const auto& masked = workspace.snapshot()->masked;
    const Cell mask = masked.empty() ? Cell() : content.axes.toPicture({masked.front().row, std::nullopt});
    const std::optional<Index> row
        = cell.query ? std::optional<Index>(*cell.query) : tellingRow(map, mask.query);
    if (content.shown.isCombined()) {
        if (plot.kind() != MapKind::kWeights || content.differenceOf || !row || *row >= map.queries()
            || (cell.key && *cell.key >= map.keys()))
            return {};
        return combinedSentence(map, plot.kind(), *row,
                                cell.query && cell.key ? std::optional<Index>(*cell.key) : std::nullopt,
                                content.options.heads, static_cast<int>(content.shown.heads.size()));
    }
    if (!cell.query && cell.key)
        return *cell.key < map.keys() && !content.differenceOf ? columnSentence(map, plot.kind(), *cell.key)
                                                               : QString();
    if (!row || *row >= map.queries() || (cell.key && *cell.key >= map.keys()))
        return {};
    RowQuestion question{*row, cell.query && cell.key ? std::optional<Index>(*cell.key) : std::nullopt,
                         content.written};
    const auto token = content.axes.toTokens({static_cast<int>(*row), std::nullopt}).query;
    question.given = isGivenText(workspace, content.plain, token.value_or(0));
    question.seesLater = seesLaterTokens(content.trace, map.head(), token.value_or(0));
    question.headOff = isOff(workspace, map.head());
    question.difference = content.differenceOf.has_value();
    question.whyMasked = whyMasked(content, cell);
    return rowSentence(readRow(map, plot.kind(), question));
}

} // namespace headlight
