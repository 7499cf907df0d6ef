#pragma once

#include <QStringList>
#include <QWidget>

namespace headlight {

/// A text in at most this many lines of a width in pixels; the last one ends with "…" if there is more.
QStringList elidedLines(QString text, const QFont& font, int width, int most);

/// A label that never asks for more width than there is: it wraps to a few lines, then cuts the text with "…"
/// and shows all of it as a tooltip. Its height does not shrink until the parent's width changes, so that
/// widgets below do not jump with every word.
class ElidedLabel : public QWidget
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    /// advice: the text only says what to do with mouse and keyboard, which paper does without.
    void setText(const QString& text, bool advice = false);
    const QString& text() const { return m_text; }
    /// Keeps room for this many lines, however short the text, so that nothing around it moves. `edge`: where
    /// fewer lines are drawn, Qt::AlignTop or Qt::AlignBottom.
    void setLeastLines(int lines, Qt::Alignment edge);
    /// Text beyond this many lines is cut; 3 by default.
    void setMostLines(int lines);
    int mostLines() const { return m_mostLines; }
    /// The painted text, line by line.
    QStringList shownLines() const { return elidedLines(m_text, font(), width(), m_mostLines); }

    QSize sizeHint() const override { return sizeOf(40); }
    QSize minimumSizeHint() const override { return sizeOf(6); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSize sizeOf(int letters) const
    {
        return {fontMetrics().averageCharWidth() * letters, fontMetrics().lineSpacing() * m_lines + 2};
    }
    /// Grows to the number of lines that the text needs at this width.
    void fit();

    QString m_text;
    int m_mostLines = 3;
    int m_leastLines = 1;
    Qt::Alignment m_edge = Qt::AlignVCenter;
    int m_lines = 1; ///< number of lines that there is room for
    int m_fittedWidth = -1; ///< width of the parent for which the lines were counted
    int m_widest = 0; ///< the label's largest width since
};

} // namespace headlight
