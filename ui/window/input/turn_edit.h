#pragma once

#include "ui/window/input/sentence_edit.h"

namespace headlight {

/// The text of one turn of a conversation: a single text with any line breaks. Return leaves the field,
/// Shift+Return breaks a line.
class TurnEdit : public SentenceEdit
{
    Q_OBJECT
public:
    explicit TurnEdit(QWidget* parent = nullptr);
    /// The text, with line feeds as line breaks.
    QString turnText() const;
    void showTurn(const QString& text);

signals:
    void entered();
    /// Alt and an arrow key: −1 = up.
    void moveWanted(int by);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
};

} // namespace headlight
