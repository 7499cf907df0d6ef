#include "ui/views/candidate_table.h"

#include "ui/models/candidates_model.h"
#include "ui/views/candidate_delegate.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace headlight {

namespace {

// In characters of average width.
constexpr int kRank = 4;
constexpr int kShortestToken = 12;
constexpr int kLongestToken = 22;
constexpr int kNumber = 11; ///< of the probability, without its bar

} // namespace

CandidateTable::CandidateTable(QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new CandidateDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    horizontalHeader()->hide();
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setMinimumSectionSize(1);
    fitColumns();
    // A model that is filled anew may forget its columns, and with them their widths.
    connect(model, &QAbstractItemModel::columnsInserted, this, &CandidateTable::fitColumns);
    connect(model, &QAbstractItemModel::modelReset, this, &CandidateTable::fitColumns);
}

QSize CandidateTable::minimumSizeHint() const
{
    return {(kRank + kShortestToken + kNumber) * fontMetrics().averageCharWidth(),
            4 * fontMetrics().height()};
}

void CandidateTable::fitColumns()
{
    const int em = fontMetrics().averageCharWidth();
    const int rest = viewport()->width() - (kRank + kNumber) * em;
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 3);
    setColumnWidth(CandidatesModel::kRankColumn, kRank * em);
    // The bars share with the tokens what is left.
    setColumnWidth(CandidatesModel::kTokenColumn,
                   std::clamp(rest / 2, kShortestToken * em, kLongestToken * em));
}

void CandidateTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void CandidateTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitColumns();
}

} // namespace headlight
