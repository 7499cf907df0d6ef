#include "ui/views/heatmap/heatmap_menu.h"

#include "ui/figure/figure_export.h"
#include "ui/picture/value_scale.h"
#include "ui/state/commands.h"
#include "ui/views/heatmap/heatmap_content.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/what_if_menu.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include <cmath>

namespace headlight {

namespace {

/// The window's action for a command; nullptr if the view is in no window with commands.
QAction* windowAction(const QObject& view, CommandId command)
{
    const QObject* top = &view;
    while (top->parent() != nullptr) // a floating dock has a parent, too
        top = top->parent();
    return top->findChild<QAction*>(QLatin1String(commandOf(command).name));
}

} // namespace

HeatmapMenu::HeatmapMenu(const ViewContext& context, HeatmapView& view, const HeatmapContent& content)
    : QObject(&view)
    , m_context(context)
    , m_view(view)
    , m_content(content)
    , m_slowCopy(new SlowCopy(this))
{ }

void HeatmapMenu::addCopies(QMenu& menu, const Cell& cell) const
{
    const AttentionMap map = m_view.plot().map();
    const MapKind kind = m_view.plot().kind();
    if (cell.query && cell.key) {
        const float value = map.at(kind, *cell.query, *cell.key);
        menu.addAction(HeatmapView::tr("Copy value %1").arg(fullText(value)), this,
                       [value] { QApplication::clipboard()->setText(tableNumber(value)); })
            ->setEnabled(!std::isnan(value));
    }
    if (cell.query)
        menu.addAction(HeatmapView::tr("Copy row of %1").arg(quotedToken(map.queryTokens(), *cell.query)),
                       this, [this, map, kind, query = *cell.query] {
                           m_slowCopy->start([map, kind, query](const std::stop_token& stop) {
                               QString row = tableOf(map.block(kind, query, 0, 1, map.keys()), stop);
                               row.chop(1); // the line end
                               return row;
                           });
                       });
    if (cell.key)
        menu.addAction(HeatmapView::tr("Copy column of %1").arg(quotedToken(map.keyTokens(), *cell.key)),
                       this,
                       [this, map, kind, key = *cell.key] {
                           m_slowCopy->start([map, kind, key](const std::stop_token& stop) {
                               return tableOf(map.block(kind, 0, key, map.queries(), 1), stop);
                           });
                       })
            ->setEnabled(!isColumnSlow(map, kind));
    menu.addAction(HeatmapView::tr("Copy the matrix as a table"), this,
                   [this] {
                       m_slowCopy->start([figure = m_view.figure()](const std::stop_token& stop) {
                           return QString::fromUtf8(figureNumbers(figure, '\t', stop));
                       });
                   })
        ->setEnabled(fitsClipboard(m_view.figure()));
    menu.addAction(HeatmapView::tr("Copy image"), this, [this] {
        m_slowCopy->startFigure([figure = m_view.figure()](const std::stop_token&) {
            return SlowCopy::Figure{figureImage(figure, {}), {}};
        });
    });
}

void HeatmapMenu::show(const Cell& cell, const QPoint& globalPosition)
{
    if (m_view.plot().map().isNull())
        return;
    QMenu menu(&m_view);
    addCopies(menu, cell);
    if (QAction* const exports = windowAction(m_view, CommandId::kExportPicture))
        menu.addAction(exports);
    menu.addSeparator();
    const Cell tokens = m_content.axes.toTokens(cell);
    if (cell.query && cell.key)
        menu.addAction(HeatmapView::tr("Explain this number"), this, [this, tokens] {
            m_context.focus.setPin(tokens);
            emit m_view.viewWanted(view_ids::kCell);
        });
    if (!cell.empty())
        menu.addAction(m_context.focus.pin() == tokens ? HeatmapView::tr("Unpin") : HeatmapView::tr("Pin"),
                       this, [this, tokens] { m_context.focus.togglePin(tokens); });
    if (!m_content.axes.areWords()) // merged words are not cells of a mask
        addWhatIfActions(menu, m_context, tokens);
    QAction* all
        = menu.addAction(HeatmapView::tr("Show the whole matrix"), &m_view.plot(), &HeatmapPlot::showAll);
    all->setEnabled(m_view.plot().isZoomed());
    if (m_context.focus.heads().size() > 1)
        menu.addAction(HeatmapView::tr("Show the main head alone"), this,
                       [this] { m_context.focus.selectOnly(m_context.focus.head()); });
    menu.exec(globalPosition);
}

} // namespace headlight
