#include "ui/widgets/elided_label.h"

#include "ui/widgets/layouts.h"

#include <QEvent>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <utility>

namespace headlight {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    onEvent(*this, {QEvent::Resize}, *this, [this] { fit(); });
    onEvent(*this, {QEvent::FontChange}, *this, [this] {
        m_fittedWidth = -1;
        fit();
    });
}

void ElidedLabel::setText(const QString& text, bool advice)
{
    setProperty("advice", advice);
    if (text == m_text)
        return;
    m_text = text;
    // A screen reader reads all of it.
    setAccessibleDescription(text);
    fit();
    update();
}

void ElidedLabel::setMostLines(int lines)
{
    m_mostLines = lines;
    m_fittedWidth = -1;
    fit();
}

void ElidedLabel::setLeastLines(int lines, Qt::Alignment edge)
{
    m_edge = edge;
    if (std::exchange(m_leastLines, lines) == lines)
        return;
    m_fittedWidth = -1;
    fit();
}

QStringList elidedLines(QString text, const QFont& font, int width, int most)
{
    text.replace(QLatin1Char('\n'), QLatin1Char(' '));
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        const int begin = line.textStart();
        if (lines.size() + 1 == most) {
            lines << QFontMetrics(font).elidedText(text.mid(begin), Qt::ElideRight, width);
            break;
        }
        lines << text.mid(begin, line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

void ElidedLabel::fit()
{
    const int around = parentWidget() == nullptr ? width() : parentWidget()->width();
    const QStringList shown = shownLines();
    // A tooltip that repeats the visible text would only cover it.
    const bool whole = shown.join(QLatin1Char(' ')).simplified() == QString(m_text).simplified();
    setToolTip(whole ? QString() : m_text.toHtmlEscaped());
    const int needed = std::max(m_leastLines, static_cast<int>(shown.size()));
    // Words can change when the parent has its new width and the label does not have its own yet.
    const bool anew = std::exchange(m_fittedWidth, around) != around || width() > m_widest;
    m_widest = anew ? width() : m_widest;
    const int lines = anew ? needed : std::max(m_lines, needed);
    if (std::exchange(m_lines, lines) != lines)
        updateGeometry();
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QStringList lines = shownLines();
    const int step = fontMetrics().lineSpacing();
    const int spare = std::max(0, height() - step * static_cast<int>(lines.size()));
    int top = m_edge == Qt::AlignTop ? 0 : m_edge == Qt::AlignBottom ? spare : spare / 2;
    for (const QString& line : lines) {
        painter.drawText(QRect(0, top, width(), step), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         line);
        top += step;
    }
}

} // namespace headlight
