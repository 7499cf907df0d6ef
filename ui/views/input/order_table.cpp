#include "ui/views/input/order_table.h"

#include "ui/views/input/input_words.h"
#include "ui/words/token_text.h"

#include <QHeaderView>
#include <QStringList>

namespace headlight {

namespace {

constexpr int kOrderColumns = 4;

} // namespace

OrderTable::OrderTable(QWidget* parent)
    : QTableWidget(0, kOrderColumns, parent)
{
    setAccessibleName(tr("How much each token’s output changes when the words change places"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    horizontalHeader()->setStretchLastSection(true);
}

void OrderTable::showOrder(const WordOrder& order)
{
    setRowCount(static_cast<int>(order.tokens.size()));
    setHorizontalHeaderLabels(
        {tr("Token"), tr("Moves to"), tr("Output changes, with positions"), tr("without positions")});
    for (int row = 0; row < rowCount(); ++row) {
        const MovedToken& token = order.tokens[static_cast<std::size_t>(row)];
        const QStringList cells{tokenText(token.token), QString::number(token.to),
                                shareText(token.withPositions), shareText(token.without)};
        setVerticalHeaderItem(row, new QTableWidgetItem(QString::number(row)));
        for (int column = 0; column < kOrderColumns; ++column) {
            auto* const cell = new QTableWidgetItem(cells[column]);
            if (column > 0)
                cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            setItem(row, column, cell);
        }
    }
    horizontalHeader()->resizeSections(QHeaderView::ResizeToContents);
}

} // namespace headlight
