#include "ui/views/mask/mask_model.h"

#include "ui/views/mask/mask_code.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <utility>

namespace headlight {

void MaskModel::setMask(ByteMatrix truth, TokenAxis queries, TokenAxis keys)
{
    beginResetModel();
    m_truth = std::move(truth);
    m_queries = std::move(queries);
    m_keys = std::move(keys);
    endResetModel();
}

void MaskModel::setForm(MaskNotation form)
{
    m_form = form;
    if (m_truth.size() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int MaskModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_truth.rows());
}

int MaskModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_truth.cols());
}

QVariant MaskModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const bool allowed = m_truth(index.row(), index.column()) != 0;
    switch (role) {
    case Qt::DisplayRole:
        return maskCellText(allowed, m_form);
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignCenter);
    case kAllowed:
        return allowed;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: {
        const QString query = named(index.row(), Qt::Vertical);
        const QString key = named(index.column(), Qt::Horizontal);
        return allowed ? tr("%1 can attend to %2").arg(query, key)
                       : tr("%1 cannot attend to %2").arg(query, key);
    }
    default:
        return {};
    }
}

QVariant MaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const TokenLabel* const token = label(section, orientation);
    if (role == Qt::FontRole && token != nullptr)
        return tokenFont(*token);
    if (role != Qt::DisplayRole)
        return {};
    return token != nullptr ? tokenText(*token) : QString::number(section);
}

const TokenLabel* MaskModel::label(int section, Qt::Orientation orientation) const
{
    const TokenAxis& labels = orientation == Qt::Vertical ? m_queries : m_keys;
    const auto index = static_cast<std::size_t>(section);
    return labels && index < labels->size() ? &(*labels)[index] : nullptr;
}

QString MaskModel::named(int section, Qt::Orientation orientation) const
{
    const TokenLabel* const token = label(section, orientation);
    return token != nullptr ? tokenPlace(*token, tokenText(*token)) : QString::number(section);
}

} // namespace headlight
