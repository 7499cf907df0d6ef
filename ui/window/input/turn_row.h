#pragma once

#include "ui/state/dialogue.h"

#include <QWidget>

class QComboBox;
class QToolButton;

namespace headlight {

class TurnEdit;

/// One turn of a conversation: its role, its text, and a button to remove it.
class TurnRow : public QWidget
{
    Q_OBJECT
public:
    explicit TurnRow(QWidget* parent = nullptr);

    Turn turn() const;
    void showTurn(const Turn& turn, int number);
    void setRemovable(bool removable);
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
