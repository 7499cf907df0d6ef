#pragma once

#include "ui/state/snapshot.h"

#include <QAbstractListModel>
#include <QListView>
#include <QStyledItemDelegate>

#include <memory>

namespace headlight {

/// Draws one decoding step: a bar for the token's probability with its number, two thin bars next to it for
/// surprisal and entropy on a scale shared by all steps, and the token below.
class StepDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Height of every item, for the list.
    static int itemHeight(const QFont& font);
    /// What each item gets besides what it needs.
    void setExtra(int extra) { m_extra = extra; }
    int extra() const { return m_extra; }

private:
    int m_extra = 0;
};

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

/// The steps of a decoding from left to right. A short decoding has the whole width too. UI thread only.
class TimeLine : public QListView
{
    Q_OBJECT
public:
    TimeLine();

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// Shows the step as current without `stepChosen`; -1 = leaves it.
    void showStep(int step);

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
