#pragma once

#include "ui/state/snapshot.h"

#include <QAbstractListModel>

#include <memory>

namespace headlight {

/// The steps of a decoding as rows. A longer result of the same decoding adds rows and keeps the others, so
/// that a view neither flickers nor loses its position.
class StepsModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        kProbability = Qt::UserRole,
        kRank, ///< from 0
        kSpecial, ///< a special token
        kForced, ///< given, not chosen by the model
        kSurprise, ///< bits
        kEntropy, ///< bits
        kMostBits, ///< largest surprisal or entropy over all steps, at least 4: the shared scale
        kOwnChoice, ///< given, and not what the model would have chosen
    };
    explicit StepsModel(QObject* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    const DecodeStep& step(int row) const { return m_snapshot->steps[static_cast<std::size_t>(row)]; }
    QString description(int row) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    double m_mostBits = 0;
};

} // namespace headlight
