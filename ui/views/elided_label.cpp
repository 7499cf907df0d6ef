#include "ui/views/elided_label.h"

#include <QPainter>

namespace headlight {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setToolTip(text.toHtmlEscaped());
    // A screen reader reads the whole of it.
    setAccessibleDescription(text);
    update();
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 6, fontMetrics().height() + 2};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
}

} // namespace headlight
