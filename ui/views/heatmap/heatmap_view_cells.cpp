#include "ui/views/heatmap/heatmap_view.h"

#include "ui/figure/figure_export.h"
#include "ui/picture/map_words.h"
#include "ui/picture/token_text.h"
#include "ui/picture/value_scale.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/what_if_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include <algorithm>
#include <array>

// What the heatmap says of single cells, and what it copies.

namespace headlight {

namespace {

constexpr std::size_t kMostNumbers = 8; ///< heads of which a cell's sentence gives the number

QString tokenOf(const std::vector<TokenLabel>& tokens, int i)
{
    return static_cast<std::size_t>(i) < tokens.size() ? quotedToken(tokens[static_cast<std::size_t>(i)])
                                                       : QString::number(i);
}

/// "3", or "3–5" for a word of several tokens.
QString placeOf(const std::optional<TokenGroups>& words, int i)
{
    if (!words || words->end(i) - words->begin(i) == 1)
        return QString::number(words ? words->begin(i) : i);
    return QStringLiteral("%1–%2").arg(words->begin(i)).arg(words->end(i) - 1);
}

} // namespace

QString HeatmapView::cellSentence(const Cell& cell) const
{
    const AttentionMap& map = plot().map();
    const int query = cell.query.value_or(0), key = cell.key.value_or(0);
    const auto inside = [](std::optional<int> i, Index count) { return !i || (*i >= 0 && *i < count); };
    if (!inside(cell.query, map.queries()) || !inside(cell.key, map.keys()))
        return {};
    const MapSums& sums = plot().sums();
    if (!cell.query) {
        QString text
            = tr("key %1 (position %2)").arg(tokenOf(map.keyTokens(), key), placeOf(m_keyWords, key));
        if (static_cast<std::size_t>(key) < sums.columns.size())
            text += QStringLiteral("  ·  ")
                + tr("column sum %1").arg(fullText(sums.columns[static_cast<std::size_t>(key)]));
        return text;
    }
    if (!cell.key) {
        QString text = tr("query %1 (position %2)")
                           .arg(tokenOf(map.queryTokens(), query), placeOf(m_queryWords, query));
        if (static_cast<std::size_t>(query) < sums.rows.size())
            text += QStringLiteral("  ·  ")
                + tr("row sum %1").arg(fullText(sums.rows[static_cast<std::size_t>(query)]));
        return text;
    }
    QStringList parts{tr("%1 (%2) → %3 (%4)")
                          .arg(tokenOf(map.queryTokens(), query), placeOf(m_queryWords, query),
                               tokenOf(map.keyTokens(), key), placeOf(m_keyWords, key))};
    parts << numbersOf(cell);
    if (map.has(MapKind::kMask))
        parts << (map.at(MapKind::kMask, query, key) > 0 ? tr("may attend") : tr("masked: may not attend"));
    if (plot().marks().newest == query)
        parts << tr("just computed");
    return parts.join(QStringLiteral("  ·  "));
}

QStringList HeatmapView::differenceWords(const Cell& cell) const
{
    const int query = cell.query.value_or(0), key = cell.key.value_or(0);
    QStringList parts;
    for (std::size_t i = 0; i < std::min(m_shown.maps.size(), kMostNumbers); ++i) {
        const MapComparison& of = m_shown.differences[i];
        if (query >= of.b().queries() || key >= of.b().keys())
            continue;
        const QString head = m_shown.maps.size() > 1
            ? panelName(m_shown.heads[i], m_shown.heads) + QStringLiteral(": ")
            : QString();
        const auto at = partnerInA(of, query, key);
        const float after = of.b().at(of.kind(), query, key);
        if (!at)
            parts << head + tr("after %1, not there before").arg(fullText(after));
        else
            parts << head
                    + tr("before %1, after %2, difference %3")
                          .arg(fullText(of.a().at(of.kind(), at->first, at->second)), fullText(after),
                               fullText(m_shown.maps[i].at(MapKind::kScores, query, key)));
    }
    return parts;
}

QStringList HeatmapView::numbersOf(const Cell& cell) const
{
    if (m_differenceOf)
        return differenceWords(cell);
    const AttentionMap& map = plot().map();
    const MapKind kind = plot().kind();
    const int query = cell.query.value_or(0), key = cell.key.value_or(0);
    QStringList parts;
    if (m_panels->count() > 1) {
        for (std::size_t i = 0; i < std::min(m_shown.maps.size(), kMostNumbers); ++i) {
            const AttentionMap& each = m_shown.maps[i];
            if (query < each.queries() && key < each.keys() && each.has(kind))
                parts << QStringLiteral("%1: %2").arg(panelName(m_shown.heads[i], m_shown.heads),
                                                      fullText(each.at(kind, query, key)));
        }
        return parts;
    }
    if (map.has(MapKind::kWeights))
        parts << weightWords(cell);
    if (map.has(MapKind::kScores))
        parts << tr("score %1").arg(fullText(map.at(MapKind::kScores, query, key)));
    const auto number = [&] { return fullText(map.at(kind, query, key)); };
    if (kind == MapKind::kProducts && map.has(kind))
        parts << tr("dot product %1").arg(number());
    else if (kind == MapKind::kMasked && map.has(kind))
        parts << tr("before softmax %1").arg(number());
    else if (kind == MapKind::kBias && map.has(kind))
        parts << tr("bias %1").arg(number());
    else if (kind == MapKind::kNormWeighted && map.has(kind))
        parts << tr("weight × ‖v‖ %1").arg(number());
    return parts;
}

QString HeatmapView::weightWords(const Cell& cell) const
{
    const AttentionMap& map = plot().map();
    const int query = cell.query.value_or(0), key = cell.key.value_or(0);
    const float shown = map.at(MapKind::kWeights, query, key);
    const bool leftOut = map.has(MapKind::kKept) && map.at(MapKind::kKept, query, key) == 0.0F;
    if (m_queryWords)
        return leftOut ? tr("left out")
                       : tr("weight %1 (summed over keys, averaged over queries)").arg(fullText(shown));
    if (m_shown.isCombined())
        return leftOut ? tr("left out") : tr("weight %1").arg(fullText(shown));
    const float recorded = m_plain.at(MapKind::kWeights, query, key);
    if (leftOut)
        return tr("weight %1, left out").arg(fullText(recorded));
    return shown == recorded
        ? tr("weight %1").arg(fullText(shown))
        : tr("weight %1 renormalised (%2 before)").arg(fullText(shown), fullText(recorded));
}

void HeatmapView::showMenu(const Cell& cell, const QPoint& globalPosition)
{
    const AttentionMap map = plot().map();
    if (map.isNull())
        return;
    QMenu menu(this);
    const MapKind kind = plot().kind();
    if (cell.query && cell.key) {
        const float value = map.at(kind, *cell.query, *cell.key);
        menu.addAction(tr("Copy value %1").arg(fullText(value)), this,
                       [value] { QApplication::clipboard()->setText(tableNumber(value)); });
    }
    if (cell.query)
        menu.addAction(tr("Copy row of %1").arg(tokenOf(map.queryTokens(), *cell.query)), this,
                       [this, query = *cell.query] { copyRow(query); });
    if (cell.key)
        menu.addAction(tr("Copy column of %1").arg(tokenOf(map.keyTokens(), *cell.key)), this,
                       [map, kind, key = *cell.key] {
                           const Matrix column = map.block(kind, 0, key, map.queries(), 1);
                           QApplication::clipboard()->setText(tableOf(column));
                       });
    menu.addAction(tr("Copy matrix as table"), this, &HeatmapView::copyMatrix);
    menu.addAction(tr("Copy picture"), this, &HeatmapView::copyPicture);
    menu.addSeparator();
    const Cell tokens = toTokens(cell);
    if (!cell.empty())
        menu.addAction(focus().pin() == tokens ? tr("Unpin") : tr("Pin"), this,
                       [this, tokens] { focus().togglePin(tokens); });
    if (!m_queryWords) // words of several tokens are no cells of a mask
        addWhatIfActions(menu, {workspace(), focus(), settings()}, tokens);
    QAction* all = menu.addAction(tr("Show all"), &plot(), &HeatmapPlot::showAll);
    all->setEnabled(plot().isZoomed());
    if (focus().heads().size() > 1)
        menu.addAction(tr("Show the main head alone"), this, [this] { focus().selectOnly(focus().head()); });
    menu.exec(globalPosition);
}

void HeatmapView::copyRow(int query) const
{
    const AttentionMap& map = plot().map();
    const Matrix row = map.block(plot().kind(), query, 0, 1, map.keys());
    QString text;
    for (Index k = 0; k < map.keys(); ++k)
        text += (k > 0 ? QStringLiteral("\t") : QString()) + tableNumber(row(0, k));
    QApplication::clipboard()->setText(text);
}

void HeatmapView::copyMatrix() const
{
    QApplication::clipboard()->setText(QString::fromUtf8(figureNumbers(figure(), '\t')));
}

void HeatmapView::copyPicture() const
{
    QApplication::clipboard()->setImage(figureImage(figure(), {}));
}

} // namespace headlight
