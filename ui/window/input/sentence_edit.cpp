#include "ui/window/input/sentence_edit.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace headlight {

SentenceEdit::SentenceEdit(int maxLines, bool singleParagraph, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_maxLines(maxLines)
    , m_singleParagraph(singleParagraph)
{
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        fitHeight();
        if (!m_showing)
            emit edited();
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        markCurrentLine();
        if (!m_showing)
            emit lineChanged();
    });
    fitHeight();
}

// toPlainText() turns both into line feeds, so that lines could not be told from the breaks in them.
QString SentenceEdit::text() const
{
    QString text;
    for (QTextBlock block = document()->firstBlock(); block.isValid(); block = block.next())
        text += (block.blockNumber() > 0 ? QStringLiteral("\n") : QString()) + block.text();
    return text;
}

void SentenceEdit::show(const QString& text)
{
    const QString before = this->text();
    if (before == text)
        return;
    // Put the cursor where the eye should go: at the end of the part that differs.
    const auto both = std::min(before.size(), text.size());
    qsizetype tail = 0;
    while (tail < both && before[before.size() - 1 - tail] == text[text.size() - 1 - tail])
        ++tail;
    m_showing = true;
    setPlainText(text);
    QTextCursor cursor = textCursor();
    cursor.setPosition(static_cast<int>(text.size() - tail));
    setTextCursor(cursor);
    m_showing = false;
}

void SentenceEdit::goToLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(std::clamp(line, 0, blockCount() - 1));
    if (block == textCursor().block())
        return;
    m_showing = true;
    QTextCursor cursor(block);
    cursor.movePosition(QTextCursor::EndOfBlock);
    setTextCursor(cursor);
    m_showing = false;
}

void SentenceEdit::markCurrentLine()
{
    QList<QTextEdit::ExtraSelection> marks;
    if (blockCount() > 1) {
        QTextEdit::ExtraSelection mark;
        QColor colour = palette().color(QPalette::Highlight);
        colour.setAlpha(45);
        mark.format.setBackground(colour);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        // All of the text, which may have line breaks in it: a position alone would mark one row.
        mark.cursor = QTextCursor(textCursor().block());
        mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        marks.append(mark);
    }
    setExtraSelections(marks);
}

int SentenceEdit::heightFor(int lines) const
{
    const double margin = document()->documentMargin() + frameWidth();
    return static_cast<int>(std::ceil(fontMetrics().lineSpacing() * lines + 2 * margin)) + 2;
}

double SentenceEdit::textHeight() const
{
    double height = 0;
    int lines = 0;
    for (QTextBlock block = document()->firstBlock(); block.isValid() && lines < m_maxLines;
         block = block.next()) {
        blockBoundingRect(block); // forces its layout
        for (int i = 0; i < block.layout()->lineCount() && lines < m_maxLines; ++i, ++lines)
            height += block.layout()->lineAt(i).height();
    }
    return height;
}

void SentenceEdit::fitHeight()
{
    // A text that is certainly too long gets its scroll bar before it is laid out: beside the bar, all of its
    // lines would be laid out again. A letter has at least a pixel.
    const bool scrolls = document()->characterCount() / m_maxLines > viewport()->width();
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAsNeeded);
    // QPlainTextEdit's layout counts lines. Scripts in another font may be higher than the field's own.
    const int lines = static_cast<int>(std::ceil(document()->documentLayout()->documentSize().height()));
    const int shown = std::clamp(lines, 1, m_maxLines);
    const double taller = std::max(0.0, textHeight() - fontMetrics().lineSpacing() * shown);
    const int height = heightFor(shown) + static_cast<int>(std::ceil(taller));
    if (height != maximumHeight() || height != minimumHeight())
        setFixedHeight(height);
}

bool SentenceEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event); // NOLINT(*-static-cast-downcast): its type was checked
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            key->ignore();
            return false;
        }
    }
    return QPlainTextEdit::event(event);
}

void SentenceEdit::keyPressEvent(QKeyEvent* event)
{
    const bool enters = event->matches(QKeySequence::InsertParagraphSeparator);
    const bool newLine = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (newLine && m_singleParagraph)
        return event->ignore();
    // Most people press Return to say that they are done, and mean no batch.
    if (enters && blockCount() == 1 && !isReadOnly())
        emit entered();
    else
        QPlainTextEdit::keyPressEvent(event);
}

void SentenceEdit::addLine()
{
    setFocus(Qt::ShortcutFocusReason);
    moveCursor(QTextCursor::EndOfBlock);
    insertPlainText(QStringLiteral("\n"));
}

void SentenceEdit::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason || event->reason() == Qt::ActiveWindowFocusReason)
        return; // the user comes back
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    while (blockCount() > 1 && end.block().text().isEmpty())
        end.deletePreviousChar();
}

bool SentenceEdit::canInsertFromMimeData(const QMimeData* source) const
{
    return !source->hasUrls() && QPlainTextEdit::canInsertFromMimeData(source);
}

void SentenceEdit::insertFromMimeData(const QMimeData* source)
{
    QString text = source->text();
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    while (text.endsWith(QLatin1Char('\n')))
        text.chop(1); // it was copied with its line end: no second line is meant
    if (m_singleParagraph)
        text.replace(QLatin1Char('\n'), QLatin1Char(' '));
    const auto lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts).size();
    if (lines < 2)
        insertPlainText(text);
    else
        askHowToInsert(text, static_cast<int>(lines));
}

void SentenceEdit::askHowToInsert(const QString& text, int lines)
{
    QMessageBox question(
        QMessageBox::Question, tr("Paste several lines"),
        tr("%n line(s) were copied. Are they one text, or a batch of several?", nullptr, lines),
        QMessageBox::Cancel, this);
    question.setInformativeText(tr("The texts of a batch are padded to the longest and run together; the one "
                                   "with the cursor is shown."));
    const QPushButton* const one = question.addButton(tr("&One text"), QMessageBox::AcceptRole);
    const QPushButton* const batch
        = question.addButton(tr("&Batch of %n text(s)", nullptr, lines), QMessageBox::AcceptRole);
    question.exec();
    if (question.clickedButton() == one)
        insertPlainText(QString(text).replace(QLatin1Char('\n'), QChar::LineSeparator));
    else if (question.clickedButton() == batch)
        insertPlainText(text);
}

void SentenceEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
    fitHint();
}

void SentenceEdit::setHint(const QString& hint)
{
    m_hint = hint.simplified();
    fitHint();
}

void SentenceEdit::fitHint()
{
    // Qt would wrap it, and the field, only as high as its text, would show a part.
    const double room = viewport()->width() - 2 * document()->documentMargin() - 2;
    setPlaceholderText(fontMetrics().elidedText(m_hint, Qt::ElideRight, static_cast<int>(room)));
    viewport()->update(); // Qt repaints an old placeholder only when it appears
}

void SentenceEdit::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitHeight();
        fitHint();
    } else if (event->type() == QEvent::PaletteChange)
        markCurrentLine();
}

} // namespace headlight
