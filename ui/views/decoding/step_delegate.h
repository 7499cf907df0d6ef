#pragma once

#include <QStyledItemDelegate>

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

} // namespace headlight
