#pragma once

#include "ui/views/vectors/vector_dictionary.h"

#include <QAbstractTableModel>

namespace headlight {

/// The keys of a VectorDictionary as a table: coordinates, |k|, θ and cos θ against the query, score, weight
/// next to that of an ordinary dictionary (1 for the best key), the model's own weight if the keys come from
/// a model, and the value. Names, coordinates and values are editable. The two answers are at the bottom.
class DictionaryModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        kNameColumn,
        kKeyColumn,
        kScoreColumn,
        kWeightColumn,
        kHardColumn,
        kModelColumn,
        kValueColumn,
        kNormColumn,
        kCosineColumn,
        kAngleColumn,
        kColumns
    };
    enum Role { kShare = Qt::UserRole }; ///< 0 … 1, for a bar
    using QAbstractTableModel::QAbstractTableModel;

    void setDictionary(const VectorDictionary& dictionary);
    const VectorDictionary::Answer& answer() const { return m_answer; }
    int softRow() const { return static_cast<int>(m_dictionary.entries().size()); }
    int hardRow() const { return softRow() + 1; }
    bool isAnswer(int row) const { return row >= softRow(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void nameEdited(int entry, const QString& name);
    void keyEdited(int entry, const headlight::RowVector& key);
    void valueEdited(int entry, const headlight::RowVector& value);

private:
    QString text(int row, int column) const;
    QString angleText(std::size_t entry, int column) const;
    QString answerText(int row, int column) const;
    QVariant share(int row, int column) const;

    VectorDictionary m_dictionary;
    VectorDictionary::Answer m_answer;
};

} // namespace headlight
