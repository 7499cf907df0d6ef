#pragma once

#include "core/analysis/target_loss.h"

#include <QAbstractTableModel>

namespace headlight {

/// A line and its loss, one column per token: the token read, below it the token to predict (the same line
/// shifted by one), and its loss.
class LossModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Row { kInputRow, kTargetRow, kLossRow, kProbabilityRow, kStepRow, kDifferenceRow, kRows };
    enum Role { kShare = Qt::UserRole }; ///< 0 … 1 of the largest loss, for a bar
    using QAbstractTableModel::QAbstractTableModel;

    void setLoss(TargetLoss loss);
    const TargetLoss& loss() const { return m_loss; }
    /// "Having read “chat”, “noir” has p = 97.3%: −log p = 0.027 nats".
    QString words(int position) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    TargetLoss m_loss;
    double m_largest = 0;
};

/// A loss in nats: four digits, never an exponent.
QString nats(double value);
/// A difference, for judging whether rounding explains it: "0", "<0.00001", "0.0213".
QString differenceText(double value);

} // namespace headlight
