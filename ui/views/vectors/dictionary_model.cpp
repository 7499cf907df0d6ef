#include "ui/views/vectors/dictionary_model.h"

#include "ui/views/vectors/vector_examples.h"
#include "ui/words/local_number.h"

#include <QFont>

#include <algorithm>
#include <numbers>
#include <numeric>

namespace headlight {

void DictionaryModel::setDictionary(const VectorDictionary& dictionary)
{
    const bool sameRows = dictionary.entries().size() == m_dictionary.entries().size();
    if (!sameRows)
        beginResetModel();
    m_dictionary = dictionary;
    m_answer = dictionary.answer();
    if (!sameRows)
        endResetModel();
    else
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
}

int DictionaryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_dictionary.entries().empty() ? 0 : hardRow() + 1;
}

QString DictionaryModel::answerText(int row, int column) const
{
    const bool hard = row == hardRow();
    const auto best = static_cast<std::size_t>(std::max<Index>(m_answer.best, 0));
    if (column == kNameColumn && hard) {
        const auto& scores = m_answer.scores;
        const auto equal = scores.empty() ? 0 : std::ranges::count(scores, scores[best]);
        return equal > 1 ? tr("Hard answer (first of %1 equal)").arg(equal) : tr("Hard answer");
    }
    if (column == kNameColumn)
        return tr("Soft answer");
    if (column == kValueColumn)
        return vectorText(hard ? m_dictionary.entries()[best].value : m_answer.blend);
    if (column == kHardColumn && hard)
        return QStringLiteral("1");
    if (column == kWeightColumn && !hard)
        return fourDigits(std::accumulate(m_answer.weights.begin(), m_answer.weights.end(), 0.0));
    return {};
}

QString DictionaryModel::angleText(std::size_t entry, int column) const
{
    const VectorAngle& angle = m_answer.angles[entry];
    if (column == kNormColumn)
        return fourDigits(angle.key);
    if (!angle.cosine)
        return QStringLiteral("–");
    return column == kCosineColumn
        ? fourDigits(*angle.cosine)
        : localNumber(*angle.angle * 180 / std::numbers::pi, 1) + QStringLiteral("°");
}

QString DictionaryModel::text(int row, int column) const
{
    if (isAnswer(row))
        return answerText(row, column);
    const auto i = static_cast<std::size_t>(row);
    const VectorDictionary::Entry& entry = m_dictionary.entries()[i];
    switch (column) {
    case kNameColumn:
        return entry.name;
    case kKeyColumn:
        return vectorText(entry.key);
    case kScoreColumn:
        return fourDigits(m_answer.scores[i]);
    case kWeightColumn:
        return fourDigits(m_answer.weights[i]);
    case kHardColumn:
        return m_answer.best == row ? QStringLiteral("1") : QStringLiteral("0");
    case kModelColumn:
        return m_dictionary.row()
            ? fourDigits(static_cast<double>(m_dictionary.row()->weights(static_cast<Index>(row))))
            : QString();
    case kValueColumn:
        return vectorText(entry.value);
    default:
        return angleText(i, column);
    }
}

QVariant DictionaryModel::share(int row, int column) const
{
    if (isAnswer(row))
        return {};
    if (column == kWeightColumn)
        return m_answer.weights[static_cast<std::size_t>(row)];
    if (column == kHardColumn)
        return m_answer.best == row ? 1.0 : 0.0;
    if (column == kModelColumn && m_dictionary.row())
        return static_cast<double>(m_dictionary.row()->weights(static_cast<Index>(row)));
    return {};
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
        // Give all coordinates if the cell shows only the first ones.
        if (!isAnswer(row) && index.column() == kKeyColumn)
            return vectorText(m_dictionary.entries()[static_cast<std::size_t>(row)].key, kMostDimensions);
        if (!isAnswer(row) && index.column() == kValueColumn)
            return vectorText(m_dictionary.entries()[static_cast<std::size_t>(row)].value, kMostDimensions);
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == kNameColumn ? Qt::AlignLeft : Qt::AlignRight)
                                | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return flags(index).testFlag(Qt::ItemIsEditable) ? tr("Double-click, or press F2, to type")
                                                         : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(isAnswer(row));
        return font;
    }
    case kShare:
        return share(row, index.column());
    default:
        return {};
    }
}

bool DictionaryModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    const QString typed = value.toString().trimmed();
    if (index.column() == kNameColumn) {
        if (typed.isEmpty())
            return false;
        emit nameEdited(index.row(), typed);
        return true;
    }
    const std::optional<RowVector> vector = parsedVector(typed);
    if (!vector)
        return false;
    if (index.column() == kKeyColumn)
        emit keyEdited(index.row(), *vector);
    else
        emit valueEdited(index.row(), *vector);
    return true;
}

Qt::ItemFlags DictionaryModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const bool typed
        = index.column() == kNameColumn || index.column() == kKeyColumn || index.column() == kValueColumn;
    flags.setFlag(Qt::ItemIsEditable, typed && !isAnswer(index.row()) && !m_dictionary.row());
    return flags;
}

QVariant DictionaryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && m_dictionary.row() && section == kWeightColumn)
        return tr("Weight in the plane");
    if (role == Qt::ToolTipRole && section == kModelColumn)
        return tr("Model’s weight");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kNameColumn:
        return tr("Key");
    case kKeyColumn:
        return tr("Coordinates");
    case kNormColumn:
        return QStringLiteral("|k|");
    case kAngleColumn:
        return QStringLiteral("θ");
    case kCosineColumn:
        return QStringLiteral("cos θ");
    case kScoreColumn:
        return tr("Score");
    case kWeightColumn:
        return m_dictionary.row() ? tr("In the plane") : tr("Soft");
    case kHardColumn:
        return tr("Hard");
    case kModelColumn:
        return tr("Model", "weight");
    default:
        return m_dictionary.row() ? tr("‖v‖") : tr("Value");
    }
}

} // namespace headlight
