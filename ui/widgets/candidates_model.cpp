#include "ui/widgets/candidates_model.h"

#include "core/sampling/decode_step.h"
#include "ui/picture/token_flow.h"
#include "ui/state/decoding_edit.h"
#include "ui/words/local_number.h"
#include "ui/words/probability_text.h"

#include <utility>

namespace headlight {

CandidatesModel::CandidatesModel(QObject* parent)
    : QAbstractTableModel(parent)
{ }

std::vector<CandidatesModel::Row> CandidatesModel::rowsOf(const DecodeStep& step)
{
    std::vector<Row> rows;
    bool found = false;
    for (const DecodeStep::Choice& choice : step.candidates) {
        const bool taken = choice.id == step.token.id;
        found = found || taken;
        TokenLabel label;
        label.text = choice.text;
        rows.push_back({static_cast<int>(rows.size()), choice.id, chipText(label, true).text,
                        choice.probability(), taken, taken && isOwnChoice(step)});
    }
    if (!found)
        rows.push_back({step.rank, step.id(), chipText(step.token, true).text, step.probability(), true,
                        isOwnChoice(step)});
    return rows;
}

void CandidatesModel::setStep(const DecodeStep* step)
{
    std::vector<Row> next = step != nullptr ? rowsOf(*step) : std::vector<Row>();
    const auto before = static_cast<int>(m_rows.size());
    const auto after = static_cast<int>(next.size());
    // Usually the number of rows stays the same: another step, other candidates, the same ten rows.
    if (before == after) {
        m_rows = std::move(next);
        if (after > 0)
            emit dataChanged(index(0, 0), index(after - 1, kColumns - 1));
        return;
    }
    setRows(std::move(next));
}

void CandidatesModel::setRows(std::vector<Row> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int CandidatesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CandidatesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant CandidatesModel::text(const Row& row, int column) const
{
    switch (column) {
    case kRankColumn:
        return QString::number(row.rank + 1);
    case kTokenColumn:
        return row.text;
    default:
        return probabilityText(static_cast<double>(row.probability));
    }
}

QVariant CandidatesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole: {
        const QString taken = row.own ? tr("chosen by you")
            : row.taken               ? tr("chosen")
                                      : tr("press Enter to use it");
        return tr("Rank %1: id %2, probability %3, %4")
            .arg(row.rank + 1)
            .arg(row.id)
            .arg(localNumber(QString::number(static_cast<double>(row.probability), 'g', 6)), taken);
    }
    case Qt::AccessibleTextRole:
        return row.taken && index.column() == kTokenColumn ? tr("%1, chosen").arg(row.text)
                                                           : text(row, index.column());
    case kProbability:
        return static_cast<double>(row.probability);
    case kTaken:
        return row.taken;
    case kOwn:
        return row.own;
    default:
        return {};
    }
}

QVariant CandidatesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kRankColumn:
        return tr("Rank");
    case kTokenColumn:
        return tr("Token");
    default:
        return tr("Probability");
    }
}

} // namespace headlight
