#pragma once

#include "ui/window/input/conversation_editor.h"

#include <QString>
#include <QStringList>
#include <QWidget>

class QAction;
class QGridLayout;
class QLabel;
class QToolButton;

namespace headlight {

class CommandActions;
class ElidedLabel;
class Opener;
class OutputRow;
class SentenceEdit;
class Workspace;

/// The lines in which the user types: the sentence, and below it, depending on the model, a second sentence
/// (encoder-only models) or a target for the decoder. Without a target, the output is there, with how it was
/// decoded and the settings that differ from the default. Typing changes the workspace's document
/// immediately; a new undo step starts at a space or after a pause.
class InputPanel : public QWidget
{
    Q_OBJECT
public:
    InputPanel(Workspace& workspace, const CommandActions& commands, Opener& opener,
               QWidget* parent = nullptr);

    SentenceEdit* sentence() const { return m_sentence; }
    SentenceEdit* target() const { return m_target; }
    SentenceEdit* pair() const { return m_pair; }
    /// Treats the lines as token ids, or as text again, and converts them.
    void typeIds(bool ids);
    /// Makes the sentence a conversation's first turn, or the last user turn the sentence again.
    void writeConversation(bool on);
    ConversationEditor& conversation() const { return *m_conversation; }
    /// Puts the cursor into the sentence, or into the last turn of the conversation.
    void goToText();
    /// Opens the target field in place of the output and puts the cursor there.
    void editTarget();
    /// The text shown as output.
    QString output() const;
    OutputRow& outputRow() const { return *m_row; }
    /// The output or the target field, whichever is visible.
    QWidget* outputWidget() const;

signals:
    /// Where the fields begin, from the left edge.
    void edgeMoved(int x);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Shows the fields that the open model reads. The sentences of a trace, which cannot be changed without
    /// its model, stand in the sentence's place, a line each.
    void adapt();
    void applyEdit();
    void applyLine();
    void showDocument();
    void showOutput();
    void showFieldMenu(const QPoint& at);
    void showIds();
    /// Says that the model runs without Return, and how to add a line.
    void sayEntered();
    void showConversation();
    void arrangeText(bool chat);
    void arrange();
    QLayout* makeOutput();
    void tellEdge();
    /// Beside the end of the output.
    void placePencil();

    Workspace& m_workspace;
    Opener& m_opener;
    SentenceEdit* m_sentence;
    SentenceEdit* m_pair;
    SentenceEdit* m_target;
    QLabel* m_pairLabel;
    QLabel* m_targetLabel;
    ElidedLabel* m_output;
    QToolButton* m_pencil; ///< beside the output's end
    OutputRow* m_row;
    QGridLayout* m_grid;
    int m_edge = -1; ///< the last that was told
    int m_rowPlace = -1; ///< row of the grid in which the chips stand
    QStringList m_traceTexts;
    QString m_usualTip; ///< of the sentence
    bool m_idsExpected = false;
    bool m_takesTarget = true;
    bool m_takesPair = false;
    bool m_editing = false; ///< the target field is open although it is empty
    TypingBursts m_bursts;
    ConversationEditor* m_conversation;
    QLabel* m_label;
    QAction& m_addLine;
    QAction& m_ids; ///< switches between text and ids
    QAction& m_chat; ///< replaces the sentence by a conversation
};

} // namespace headlight
