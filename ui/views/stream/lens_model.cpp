#include "ui/views/stream/lens_model.h"

#include "ui/picture/local_number.h"
#include "ui/widgets/term.h"

namespace headlight {

QVariant LensModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::AccessibleTextRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role != Qt::ToolTipRole)
        return CandidatesModel::data(index, role);
    const Row& row = rows()[static_cast<std::size_t>(index.row())];
    return tr("Rank %1: id %2, probability %3")
        .arg(row.rank + 1)
        .arg(row.id)
        .arg(localNumber(QString::number(static_cast<double>(row.probability), 'g', 6)));
}

QVariant LensModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == kTermRole && section != kTokenColumn)
        return termNumber(Term::kLogitLens);
    return CandidatesModel::headerData(section, orientation, role);
}

} // namespace headlight
