#pragma once

#include <QStyledItemDelegate>

namespace headlight {

/// Draws a candidate: its rank, its token with a mark where it was taken, its probability as a bar from
/// 0 to 1 with the number beside it.
class CandidateDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace headlight
