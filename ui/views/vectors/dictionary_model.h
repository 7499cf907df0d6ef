#pragma once

#include "ui/views/vectors/vector_dictionary.h"

#include <QAbstractTableModel>

namespace headlight {

/// The keys of a VectorDictionary as a table: score, weight, the model's own weight where the keys come from
/// one, and the value, which can be edited where it is a number of the user's. The last row is the answer.
class DictionaryModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { kNameColumn, kScoreColumn, kWeightColumn, kModelColumn, kValueColumn, kColumns };
    enum Role { kShare = Qt::UserRole }; ///< 0 … 1, for a bar
    explicit DictionaryModel(QObject* parent = nullptr);

    void setDictionary(const VectorDictionary& dictionary);
    bool isAnswer(int row) const { return row == static_cast<int>(m_dictionary.entries().size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void numberEdited(int entry, double value);

private:
    QString text(int row, int column) const;
    QString answerText(int column) const;
    QString pointText(const QPointF& point) const;

    VectorDictionary m_dictionary;
    VectorDictionary::Answer m_answer;
};

} // namespace headlight
