#include "ui/views/compare/difference_table.h"

#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"

#include <QEvent>
#include <QHeaderView>

#include <utility>

namespace headlight {

namespace {

constexpr int kAroundRow = 4; ///< room above and below its letters

QTableWidgetItem* numberItem(float value)
{
    auto* item = new QTableWidgetItem(columnNumber(static_cast<double>(value)));
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

DifferenceTable::DifferenceTable()
    : QTableWidget(0, 4)
    , m_rest(new QWidget(this))
{
    setHorizontalHeaderLabels({tr("Query → key"), tr("A"), tr("B"), tr("B − A")});
    setAccessibleName(tr("Largest differences"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    verticalHeader()->setVisible(false);
    keepRowHeight(*this, kAroundRow);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int i = 1; i < 4; ++i)
        horizontalHeader()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    m_rest->setProperty("advice", true);
    m_rest->setGeometry({});
    m_rest->show(); // until somebody hides it
    onEvent(*m_rest, {QEvent::ShowToParent, QEvent::HideToParent}, *this, [this] { fitRows(); });
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
    fitRows();
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

// After the rows have their new height.
void DifferenceTable::changeEvent(QEvent* event)
{
    QTableWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitRows();
}

void DifferenceTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    fitRows();
}

// A page is not made larger, nor its letters smaller, for rows that a reader of the window scrolls to.
void DifferenceTable::fitRows()
{
    const bool all = !m_rest->isHidden();
    const int room = viewport()->height() / verticalHeader()->defaultSectionSize();
    bool changed = false;
    for (int row = 0; row < rowCount(); ++row) {
        const bool hidden = !all && row >= room;
        changed = changed || isRowHidden(row) != hidden;
        setRowHidden(row, hidden);
    }
    if (changed)
        updateGeometries(); // at once: the page asks whether something is left to scroll to
}

void DifferenceTable::choose(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_places.size())
        return;
    const CellDifference& place = m_places[static_cast<std::size_t>(row)];
    emit chosen({static_cast<int>(place.queryB), static_cast<int>(place.keyB)});
}

} // namespace headlight
