#pragma once

#include <QPlainTextEdit>

namespace headlight {

/// A text field as high as its text, within limits. Undo belongs to the document, not to the field;
/// files dropped on it go to the window.
class SentenceEdit : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// maxLines: beyond them it scrolls.
    SentenceEdit(int maxLines, bool singleParagraph, QWidget* parent = nullptr);

    /// Lines of a batch are parted by line feeds; a line that was broken inside (Shift+Return) by U+2028.
    QString text() const;
    /// Replaces the text and puts the cursor at the end of what changed. Emits no edited().
    void show(const QString& text);
    /// The placeholder: one line, elided if it is too long.
    void setHint(const QString& hint);
    int currentLine() const;
    /// Moves the cursor to a line unless it is there already. Emits no lineChanged().
    void goToLine(int line);
    /// Highlights the line with the cursor if there are several.
    void markCurrentLine();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void edited();
    void lineChanged();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// For as many lines of plain text.
    int heightFor(int lines) const;
    /// Of the text's first lines, as far as the field grows with them, in pixels.
    double textHeight() const;
    void fitHeight();

    void fitHint();
    /// Several lines: one text, or one each.
    void askHowToInsert(const QString& text, int lines);

    QString m_hint;
    int m_maxLines;
    bool m_singleParagraph;
    bool m_showing = false;
};

} // namespace headlight
