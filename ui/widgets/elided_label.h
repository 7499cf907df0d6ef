#pragma once

#include <QStringList>
#include <QWidget>

namespace headlight {

/// A text that never asks for more width than there is: it wraps to a few lines, is cut with "…" after them,
/// and is then whole as a tooltip. Lines that a text has needed are kept until the parent's width changes, so
/// that what stands below does not jump with every word.
class ElidedLabel : public QWidget
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    /// Beyond so many lines it is cut; 3 where nobody says otherwise.
    /// Keeps room for so many lines, however short the text is: what stands around it does not move.
    /// `edge`: where fewer lines stand, Qt::AlignTop or Qt::AlignBottom.
    void setLeastLines(int lines, Qt::Alignment edge);
    void setMostLines(int lines);
    int mostLines() const { return m_mostLines; }
    /// What is painted now, line by line.
    QStringList shownLines() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Takes as many lines as the text needs at this width.
    void fit();

    QString m_text;
    int m_mostLines = 3;
    int m_leastLines = 1;
    Qt::Alignment m_edge = Qt::AlignVCenter;
    int m_lines = 1; ///< that there is room for
    int m_fittedWidth = -1; ///< of the parent, for which the lines were counted
};

} // namespace headlight
