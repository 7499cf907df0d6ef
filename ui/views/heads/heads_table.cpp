#include "ui/views/heads/heads_table.h"

#include "ui/views/heads/heads_model.h"
#include "ui/widgets/layouts.h"

#include <QApplication>
#include <QHeaderView>
#include <QSortFilterProxyModel>

#include <utility>

namespace headlight {

/// The rows that pass the filter.
class HeadsTable::Rows : public QSortFilterProxyModel
{
public:
    explicit Rows(HeadsTable& owner)
        : QSortFilterProxyModel(&owner)
        , m_owner(owner)
    {
        setSourceModel(&owner.m_heads);
        setSortRole(HeadsModel::kSortRole);
    }
    void filterChanged() { invalidateFilter(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        return m_owner.accepts(m_owner.m_heads.head(row));
    }

private:
    const HeadsTable& m_owner;
};

HeadsTable::HeadsTable(HeadsModel& model)
    : m_heads(model)
    , m_rows(new Rows(*this))
{
    setModel(m_rows);
    setAccessibleName(tr("Statistics of all heads"));
    showAsRows(*this);
    setContextMenuPolicy(Qt::CustomContextMenu);
    keepRowHeight(*this, 6);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    setSortingEnabled(true);
    sortByColumn(0, Qt::AscendingOrder);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid() && hasFocus() && !m_showingRow)
                    emit chosen(headAt(index));
            });
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (QApplication::keyboardModifiers() & Qt::ShiftModifier)
            emit toggled(headAt(index));
        else
            emit chosen(headAt(index));
    });
    connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        if (const QModelIndex index = indexAt(at); index.isValid())
            emit menuRequested(headAt(index), viewport()->mapToGlobal(at));
    });
}

const HeadRef& HeadsTable::headAt(const QModelIndex& index) const
{
    return m_heads.head(m_rows->mapToSource(index).row());
}

void HeadsTable::setFilter(HeadFilter filter)
{
    m_filter = std::move(filter);
    m_rows->filterChanged();
}

bool HeadsTable::accepts(const HeadRef& head) const
{
    return m_filter.accepts(head, m_heads.statistics(head));
}

void HeadsTable::showRow(const HeadRef& head)
{
    const int row = m_heads.rowOf(head);
    const QModelIndex index = row < 0 ? QModelIndex() : m_rows->mapFromSource(m_heads.index(row, 0));
    if (!index.isValid() || index.row() == currentIndex().row())
        return;
    m_showingRow = true;
    selectRow(index.row());
    m_showingRow = false;
}

void HeadsTable::measureColumns(bool on)
{
    // If names were cut, they would all read "decoder.…".
    for (const int column : {0, HeadsModel::kBehaviourColumn})
        horizontalHeader()->setSectionResizeMode(
            column, on ? QHeaderView::ResizeToContents : QHeaderView::Interactive);
}

} // namespace headlight
