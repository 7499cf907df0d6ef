#pragma once

#include <QPlainTextEdit>

namespace headlight {

/// A text field as high as its text, within limits. Undo is the document's; the window takes dropped files.
class SentenceEdit : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// maxLines: with more, it scrolls.
    SentenceEdit(int maxLines, bool singleParagraph, QWidget* parent = nullptr);

    /// Line feeds separate the lines of a batch; U+2028 is a break inside a line (Shift+Return).
    QString text() const;
    /// Replaces the text and puts the cursor at the end of the change. Does not emit edited().
    void show(const QString& text);
    /// The placeholder: one line, elided if it is too long.
    void setHint(const QString& hint);
    int currentLine() const { return textCursor().blockNumber(); }
    /// Moves the cursor to a line unless it is already there. Does not emit lineChanged().
    void goToLine(int line);
    /// Highlights the line with the cursor if there are several.
    void markCurrentLine();
    /// Begins a line after the current one.
    void addLine();

    QSize sizeHint() const override { return {400, heightFor(1)}; }
    QSize minimumSizeHint() const override { return {80, heightFor(1)}; }

signals:
    void edited();
    void lineChanged();
    /// Return was pressed in the only line: it stays the only one.
    void entered();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Empty lines at the end go.
    void focusOutEvent(QFocusEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Height for this many lines of plain text.
    int heightFor(int lines) const;
    /// Height in pixels of the text's first lines, as far as the field grows with them.
    double textHeight() const;
    void fitHeight();

    void fitHint();
    /// Asks how to insert several lines: as one text, or one line each.
    void askHowToInsert(const QString& text, int lines);

    QString m_hint;
    int m_maxLines;
    bool m_singleParagraph;
    bool m_showing = false;
};

} // namespace headlight
