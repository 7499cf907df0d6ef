#include "ui/views/compare/difference_table.h"

#include "ui/words/local_number.h"
#include "ui/words/token_details.h"

#include <QHeaderView>

#include <utility>

namespace headlight {

namespace {

QTableWidgetItem* numberItem(float value)
{
    auto* item = new QTableWidgetItem(columnNumber(static_cast<double>(value)));
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

DifferenceTable::DifferenceTable(QWidget* parent)
    : QTableWidget(0, 4, parent)
{
    setHorizontalHeaderLabels({tr("Query → key"), tr("A"), tr("B"), tr("B − A")});
    setAccessibleName(tr("Largest differences"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    verticalHeader()->setVisible(false);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int i = 1; i < 4; ++i)
        horizontalHeader()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    connect(this, &QTableWidget::cellClicked, this, &DifferenceTable::choose);
    connect(this, &QTableWidget::cellActivated, this, &DifferenceTable::choose);
}

void DifferenceTable::showPlaces(const MapComparison& comparison, std::vector<CellDifference> places)
{
    m_places = std::move(places);
    setRowCount(static_cast<int>(m_places.size()));
    const AttentionMap& b = comparison.b();
    for (int row = 0; row < rowCount(); ++row) {
        const CellDifference& place = m_places[static_cast<std::size_t>(row)];
        const QString name = QStringLiteral("%1 → %2").arg(placedToken(b.queryTokens(), place.queryB),
                                                           placedToken(b.keyTokens(), place.keyB));
        setItem(row, 0, new QTableWidgetItem(name));
        setItem(row, 1, numberItem(place.valueA));
        setItem(row, 2, numberItem(place.valueB));
        setItem(row, 3, numberItem(place.difference()));
    }
}

void DifferenceTable::showNothing()
{
    m_places.clear();
    setRowCount(0);
}

// The header and two rows: in a small window the maps need the room.
QSize DifferenceTable::minimumSizeHint() const
{
    return {QTableWidget::minimumSizeHint().width(), 3 * verticalHeader()->defaultSectionSize()};
}

void DifferenceTable::choose(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_places.size())
        return;
    const CellDifference& place = m_places[static_cast<std::size_t>(row)];
    emit chosen({static_cast<int>(place.queryB), static_cast<int>(place.keyB)});
}

} // namespace headlight
