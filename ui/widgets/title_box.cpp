#include "ui/widgets/title_box.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionComboBox>

namespace headlight {

namespace {
constexpr int kArrow = 14; ///< room for the arrow
constexpr int kAbove = 3; ///< above and below the text
} // namespace

TitleBox::TitleBox(QWidget* parent)
    : QComboBox(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    // As wide as the current text.
    connect(this, &QComboBox::currentIndexChanged, this, [this] { updateGeometry(); });
}

QSize TitleBox::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(currentText()) + 2 * kInset + (isEnabled() ? kArrow : 0),
            fontMetrics().height() + 2 * kAbove};
}

// The list uses the font of lists and is as wide as its longest line.
void TitleBox::showPopup()
{
    view()->setFont(QApplication::font());
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 4 * kInset + kArrow);
    QComboBox::showPopup();
}

void TitleBox::changeEvent(QEvent* event)
{
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::EnabledChange || event->type() == QEvent::FontChange)
        updateGeometry();
}

void TitleBox::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor accent = palette().color(QPalette::Highlight);
    if (isEnabled() && underMouse()) {
        QColor ground = palette().color(QPalette::WindowText);
        ground.setAlphaF(0.08F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(box, 4, 4);
    }
    if (hasFocus()) {
        painter.setPen(QPen(accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box, 4, 4);
    }
    // Not greyed: the title is still true when it cannot be changed.
    painter.setPen(palette().color(QPalette::Active, QPalette::WindowText));
    const QRect words = rect().adjusted(kInset, 0, -kInset - (isEnabled() ? kArrow : 0) + 2, 0);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, currentText());
    if (!isEnabled())
        return;
    QStyleOption arrow;
    arrow.initFrom(this);
    arrow.rect = QRect(width() - kInset - kArrow + 4, 0, kArrow - 4, height());
    style()->drawPrimitive(QStyle::PE_IndicatorArrowDown, &arrow, &painter, this);
}

} // namespace headlight
