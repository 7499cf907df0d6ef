#include "ui/widgets/candidate_table.h"

#include "ui/widgets/candidate_delegate.h"
#include "ui/widgets/candidates_model.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>

namespace headlight {

namespace {

// Widths in characters of average width.
constexpr int kRank = 4;
constexpr int kShortestToken = 12;
constexpr int kLongestToken = 22;
constexpr int kNumber = 11; ///< the probability without its bar

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
    horizontalHeader()->setMinimumSectionSize(1);
    fitColumns();
    // A reset model may lose its columns, and with them their widths.
    connect(model, &QAbstractItemModel::columnsInserted, this, &CandidateTable::fitColumns);
    connect(model, &QAbstractItemModel::modelReset, this, &CandidateTable::fitColumns);
}

QSize CandidateTable::minimumSizeHint() const
{
    return {(kRank + kShortestToken + kNumber) * fontMetrics().averageCharWidth()
                + verticalScrollBar()->sizeHint().width(),
            4 * fontMetrics().height()};
}

void CandidateTable::fitColumns()
{
    const int em = fontMetrics().averageCharWidth();
    const int rest = viewport()->width() - (kRank + kNumber) * em;
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 3);
    setColumnWidth(CandidatesModel::kRankColumn, kRank * em);
    // Bars and tokens share what is left; if that is too little, tokens are cut, numbers never.
    const int token
        = std::clamp(std::min(rest, std::max(rest / 2, kShortestToken * em)), 1, kLongestToken * em);
    setColumnWidth(CandidatesModel::kTokenColumn, token);
    setColumnWidth(CandidatesModel::kProbabilityColumn, kNumber * em + std::max(0, rest - token));
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
