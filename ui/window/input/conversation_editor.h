#pragma once

#include "ui/state/dialogue.h"

#include <QPointer>
#include <QWidget>

#include <vector>

class QCheckBox;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace headlight {

class TurnRow;
class TypingBursts;
class Workspace;

/// The turns of the document's conversation, which the model's chat template turns into text. As high as its
/// turns, up to five of them or a sixth of the window; beyond that it scrolls. Typing changes the document
/// immediately.
class ConversationEditor : public QWidget
{
    Q_OBJECT
public:
    /// bursts: those of the panel that contains the editor.
    ConversationEditor(Workspace& workspace, TypingBursts& bursts, QWidget* parent = nullptr);

    const std::vector<TurnRow*>& rows() const { return m_rows; }
    QCheckBox& answer() const { return *m_answer; }
    QToolButton& addition() const { return *m_addition; }
    /// Puts the cursor into the last turn.
    void goToLast();

private:
    void showDocument();
    void makeRow();
    Dialogue typed() const;
    void apply(const Dialogue& dialogue, const QString& name, int mergeId = -1);
    void applyText(const TurnRow& row);
    void addTurn();
    void leave(const TurnRow& row);
    void remove(const TurnRow& row);
    void move(const TurnRow& row, int by);
    std::size_t placeOf(const TurnRow& row) const;
    void goTo(std::size_t place);
    void showWanted();
    void fitHeight();

    Workspace& m_workspace;
    TypingBursts& m_bursts;
    QWidget* m_list;
    QVBoxLayout* m_listLayout;
    QScrollArea* m_scroll;
    QToolButton* m_addition;
    QCheckBox* m_answer;
    std::vector<TurnRow*> m_rows;
    QPointer<TurnRow> m_wanted; ///< the row that should get the cursor
};

} // namespace headlight
