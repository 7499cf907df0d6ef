#include "ui/state/settings.h"
#include "ui/views/heads/heads_model.h"
#include "ui/views/heads/heads_view.h"

#include <QComboBox>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>

// What of a HeadsView lasts from one start to the next.

namespace headlight {

void HeadsView::keepLook()
{
    HeadsLook look;
    if (m_measure->currentIndex() > 0 && !sweepShown()) // a sweep is gone at the next start
        look.measure = measureWord(static_cast<HeadMeasure>(m_measure->currentData().toInt()));
    look.table = m_tableButton->isChecked();
    look.sortColumn = m_table->horizontalHeader()->sortIndicatorSection();
    look.descending = m_table->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
    settings().setHeadsLook(look);
}

void HeadsView::restoreLook()
{
    const HeadsLook look = settings().headsLook();
    if (const auto measure = measureNamed(look.measure))
        shadeBy(measure);
    if (look.sortColumn >= 0 && look.sortColumn < m_model->columnCount({}))
        m_table->sortByColumn(look.sortColumn, look.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    showTable(look.table);
}

} // namespace headlight
