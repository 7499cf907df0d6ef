#include "ui/views/stream/lens_model.h"

#include "ui/picture/local_number.h"
#include "ui/picture/probability_text.h"
#include "ui/picture/token_text.h"
#include "ui/widgets/candidates_model.h"
#include "ui/widgets/term.h"

#include <utility>

namespace headlight {

LensModel::LensModel(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void LensModel::setRows(std::vector<Row> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int LensModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LensModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : CandidatesModel::kColumns;
}

QVariant LensModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == CandidatesModel::kRankColumn)
            return QString::number(row.rank + 1);
        if (index.column() == CandidatesModel::kTokenColumn)
            return tokenText(row.token);
        return probabilityText(static_cast<double>(row.probability));
    case Qt::ToolTipRole:
        return tr("Rank %1: id %2, probability %3")
            .arg(row.rank + 1)
            .arg(row.token.id)
            .arg(localNumber(QString::number(static_cast<double>(row.probability), 'g', 6)));
    case CandidatesModel::kProbability:
        return static_cast<double>(row.probability);
    case CandidatesModel::kTaken:
        return row.target;
    case CandidatesModel::kOwn:
        return false;
    default:
        return {};
    }
}

QVariant LensModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == kTermRole && section != CandidatesModel::kTokenColumn)
        return termNumber(Term::kLogitLens);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case CandidatesModel::kRankColumn:
        return tr("Rank");
    case CandidatesModel::kTokenColumn:
        return tr("Token");
    default:
        return tr("Probability");
    }
}

} // namespace headlight
