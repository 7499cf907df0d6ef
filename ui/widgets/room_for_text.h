#pragma once

#include <QFontMetrics>
#include <QSize>
#include <QWidget>

namespace headlight {

/// Room for so many lines of so many average letters in the widget's font.
inline QSize roomForText(const QWidget& widget, int letters, int lines)
{
    const QFontMetrics metrics = widget.fontMetrics();
    return {letters * metrics.averageCharWidth(), lines * metrics.height()};
}

} // namespace headlight
