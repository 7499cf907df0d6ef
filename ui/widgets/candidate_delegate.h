#pragma once

#include <QStyledItemDelegate>

namespace headlight {

/// Draws a candidate: its rank, its token with a mark if it was chosen, and its probability as a bar from 0
/// to 1 with the number next to it.
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
