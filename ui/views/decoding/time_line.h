#pragma once

#include "ui/state/snapshot.h"

#include <QAbstractListModel>
#include <QListView>

#include <memory>

namespace headlight {

class StepDelegate;

/// The steps of a decoding as rows. A longer result of the same decoding adds rows and keeps the others, so
/// that a view neither flickers nor loses its position.
class StepsModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        kSurprise = Qt::UserRole, ///< bits
        kEntropy, ///< bits
        kMostBits, ///< largest surprisal or entropy over all steps, at least 4: the shared scale
    };
    explicit StepsModel(QObject* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    const DecodeStep& step(int row) const { return m_snapshot->steps[static_cast<std::size_t>(row)]; }

private:
    QString description(int row) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    double m_mostBits = 0;
};

/// The steps of a decoding from left to right. A short decoding has the whole width too. UI thread only.
class TimeLine : public QListView
{
    Q_OBJECT
public:
    TimeLine();

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// Shows the step as current without `stepChosen`; -1 = leaves it.
    void showStep(int step);
    /// How high every step is in a font.
    static int stepHeight(const QFont& font);

signals:
    /// The user made another step current.
    void stepChosen(int step);
    /// The token of the current step is to be replaced.
    void editWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();
    void fitWidth();

    StepsModel* m_steps;
    StepDelegate* m_delegate;
    bool m_following = false; ///< what it shows does not come from the user
};

} // namespace headlight
