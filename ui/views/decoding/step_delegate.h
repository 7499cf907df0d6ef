#pragma once

#include <QStyledItemDelegate>

namespace headlight {

/// Draws one decoding step: a bar as high as the token's probability with the number on it, beside it two
/// thin ones for surprise and entropy on a scale that all steps share, and the token below.
class StepDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Of every item, for the height of the list.
    static int itemHeight(const QFont& font);
    /// What each item gets besides what it needs.
    void setExtra(int extra) { m_extra = extra; }
    int extra() const { return m_extra; }

private:
    int m_extra = 0;
};

} // namespace headlight
