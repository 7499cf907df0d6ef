#pragma once

#include "ui/state/dialogue.h"
#include "ui/window/input/sentence_edit.h"

#include <QWidget>

class QComboBox;
class QToolButton;

namespace headlight {

/// The text of one turn, with any line breaks. Return leaves the field, Shift+Return breaks a line.
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

/// One turn of a conversation: its role, its text, and a button to remove it.
class TurnRow : public QWidget
{
    Q_OBJECT
public:
    explicit TurnRow(QWidget* parent = nullptr);

    Turn turn() const;
    void showTurn(const Turn& turn, int number);
    TurnEdit& edit() const { return *m_edit; }
    QComboBox& role() const { return *m_role; }
    QToolButton& removal() const { return *m_removal; }

signals:
    void roleChosen();

private:
    QComboBox* m_role;
    TurnEdit* m_edit;
    QToolButton* m_removal;
};

} // namespace headlight
