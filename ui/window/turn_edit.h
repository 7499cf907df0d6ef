#pragma once

#include "ui/window/sentence_edit.h"

namespace headlight {

/// The text of one turn of a conversation: one text, whatever breaks it has. Return leaves it, Shift+Return
/// breaks a line.
class TurnEdit : public SentenceEdit
{
    Q_OBJECT
public:
    explicit TurnEdit(QWidget* parent = nullptr);
    /// With line feeds where it is broken.
    QString turnText() const;
    void showTurn(const QString& text);

signals:
    void entered();
    /// Alt and an arrow: −1 is up.
    void moveWanted(int by);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
};

} // namespace headlight
