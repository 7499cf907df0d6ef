#include "ui/views/vectors/dictionary_model.h"

#include "ui/picture/probability_text.h"

#include <QFont>

namespace headlight {

DictionaryModel::DictionaryModel(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void DictionaryModel::setDictionary(const VectorDictionary& dictionary)
{
    const bool same = dictionary.entries().size() == m_dictionary.entries().size();
    // Usually a handle has moved: the rows are the same, their numbers are others.
    if (!same)
        beginResetModel();
    m_dictionary = dictionary;
    m_answer = dictionary.entries().empty() ? VectorDictionary::Answer{} : dictionary.answer();
    if (!same)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int DictionaryModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || m_dictionary.entries().empty())
        return 0;
    return static_cast<int>(m_dictionary.entries().size()) + 1;
}

int DictionaryModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString DictionaryModel::pointText(const QPointF& point) const
{
    return QStringLiteral("(%1, %2)").arg(numberText(point.x()), numberText(point.y()));
}

QString DictionaryModel::answerText(int column) const
{
    switch (column) {
    case kNameColumn:
        return tr("Answer");
    case kWeightColumn:
        return probabilityText(1.0);
    case kValueColumn:
        return m_dictionary.values() == DictionaryValues::kArrows ? pointText(m_answer.arrow)
                                                                  : numberText(m_answer.number);
    default:
        return {};
    }
}

QString DictionaryModel::text(int row, int column) const
{
    if (isAnswer(row))
        return answerText(column);
    const auto i = static_cast<std::size_t>(row);
    const VectorDictionary::Entry& entry = m_dictionary.entries()[i];
    switch (column) {
    case kNameColumn:
        return entry.name;
    case kScoreColumn:
        return numberText(m_answer.scores[i]);
    case kWeightColumn:
        return probabilityText(m_answer.weights[i]);
    case kModelColumn:
        return m_dictionary.row()
            ? probabilityText(static_cast<double>(m_dictionary.row()->weights(static_cast<Index>(row))))
            : QString();
    default:
        return m_dictionary.values() == DictionaryValues::kArrows ? pointText(entry.arrow)
                                                                  : numberText(entry.number);
    }
}

QVariant DictionaryModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::EditRole:
        if (index.column() == kValueColumn && !isAnswer(row))
            return m_dictionary.entries()[static_cast<std::size_t>(row)].number;
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == kNameColumn ? static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter)
                                             : static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(isAnswer(row));
        return font;
    }
    case kShare:
        if (isAnswer(row))
            return {};
        if (index.column() == kWeightColumn)
            return m_answer.weights[static_cast<std::size_t>(row)];
        if (index.column() == kModelColumn && m_dictionary.row())
            return static_cast<double>(m_dictionary.row()->weights(static_cast<Index>(row)));
        return {};
    default:
        return {};
    }
}

bool DictionaryModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    bool number = false;
    const double wanted = value.toDouble(&number);
    if (role != Qt::EditRole || !number || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    emit numberEdited(index.row(), wanted);
    return true;
}

Qt::ItemFlags DictionaryModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const bool editable = index.column() == kValueColumn && !isAnswer(index.row()) && !m_dictionary.row()
        && m_dictionary.values() == DictionaryValues::kNumbers;
    flags.setFlag(Qt::ItemIsEditable, editable);
    return flags;
}

QVariant DictionaryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kNameColumn:
        return tr("Key");
    case kScoreColumn:
        return tr("Score");
    case kWeightColumn:
        return m_dictionary.row() ? tr("Weight in the plane") : tr("Weight");
    case kModelColumn:
        return tr("Model’s weight");
    default:
        return m_dictionary.row() ? tr("‖v‖") : tr("Value");
    }
}

} // namespace headlight
