#include "ui/views/heatmap/heatmap_menu.h"

#include "ui/figure/figure_export.h"
#include "ui/picture/slow_column.h"
#include "ui/picture/token_text.h"
#include "ui/picture/value_scale.h"
#include "ui/views/heatmap/cell_sentence.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/what_if_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include <algorithm>

namespace headlight {

HeatmapMenu::HeatmapMenu(const ViewContext& context, HeatmapView& view, const HeatmapContent& content)
    : QObject(&view)
    , m_context(context)
    , m_view(view)
    , m_content(content)
{ }

void HeatmapMenu::show(const Cell& cell, const QPoint& globalPosition)
{
    const AttentionMap map = m_view.plot().map();
    if (map.isNull())
        return;
    QMenu menu(&m_view);
    const MapKind kind = m_view.plot().kind();
    if (cell.query && cell.key) {
        const float value = map.at(kind, *cell.query, *cell.key);
        menu.addAction(HeatmapView::tr("Copy value %1").arg(fullText(value)), this,
                       [value] { QApplication::clipboard()->setText(tableNumber(value)); });
    }
    if (cell.query)
        menu.addAction(HeatmapView::tr("Copy row of %1").arg(quotedToken(map.queryTokens(), *cell.query)),
                       this, [this, query = *cell.query] { copyRow(query); });
    if (cell.key)
        menu.addAction(HeatmapView::tr("Copy column of %1").arg(quotedToken(map.keyTokens(), *cell.key)),
                       this,
                       [map, kind, key = *cell.key] {
                           const Matrix column = map.block(kind, 0, key, map.queries(), 1);
                           QApplication::clipboard()->setText(tableOf(column));
                       })
            ->setEnabled(!isColumnSlow(map, kind));
    constexpr Index kMostCopied = Index{1} << 24; // cells: larger tables are useless on a clipboard
    menu.addAction(HeatmapView::tr("Copy the matrix as a table"), this, &HeatmapMenu::copyMatrix)
        ->setEnabled(map.queries() <= kMostCopied / std::max<Index>(map.keys(), 1));
    menu.addAction(HeatmapView::tr("Copy image"), this, &HeatmapMenu::copyPicture);
    menu.addSeparator();
    const Cell tokens = m_content.axes.toTokens(cell);
    if (!cell.empty())
        menu.addAction(m_context.focus.pin() == tokens ? HeatmapView::tr("Unpin") : HeatmapView::tr("Pin"),
                       this, [this, tokens] { m_context.focus.togglePin(tokens); });
    if (!m_content.axes.areWords()) // merged words are not cells of a mask
        addWhatIfActions(menu, m_context, tokens);
    QAction* all = menu.addAction(HeatmapView::tr("Show all"), &m_view.plot(), &HeatmapPlot::showAll);
    all->setEnabled(m_view.plot().isZoomed());
    if (m_context.focus.heads().size() > 1)
        menu.addAction(HeatmapView::tr("Show the main head alone"), this,
                       [this] { m_context.focus.selectOnly(m_context.focus.head()); });
    menu.exec(globalPosition);
}

void HeatmapMenu::copyRow(int query) const
{
    const AttentionMap& map = m_view.plot().map();
    const Matrix row = map.block(m_view.plot().kind(), query, 0, 1, map.keys());
    QString text;
    for (Index k = 0; k < map.keys(); ++k)
        text += (k > 0 ? QStringLiteral("\t") : QString()) + tableNumber(row(0, k));
    QApplication::clipboard()->setText(text);
}

void HeatmapMenu::copyMatrix() const
{
    QApplication::clipboard()->setText(QString::fromUtf8(figureNumbers(m_view.figure(), '\t')));
}

void HeatmapMenu::copyPicture() const
{
    QApplication::clipboard()->setImage(figureImage(m_view.figure(), {}));
}

} // namespace headlight
