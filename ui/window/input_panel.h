#pragma once

#include "ui/window/typing_bursts.h"

#include <QWidget>

class QAction;
class QLabel;
class QToolButton;

namespace headlight {

class ConversationEditor;
class ElidedLabel;
class OutputRow;
class SentenceEdit;
class Workspace;

/// The lines in which the user types: the sentence, and below it, where the model reads them, a second
/// sentence (encoder-only models) or what the decoder is made to say. While the decoder speaks for itself,
/// its output stands there, with how it was decoded and the settings that are not the default. What is typed
/// becomes the workspace's document at once; a new undo step starts at a space or after a pause.
class InputPanel : public QWidget
{
    Q_OBJECT
public:
    explicit InputPanel(Workspace& workspace, QWidget* parent = nullptr);

    SentenceEdit* sentence() const { return m_sentence; }
    SentenceEdit* target() const { return m_target; }
    SentenceEdit* pair() const { return m_pair; }
    /// Only encoder-only models read a second sentence.
    void setPairVisible(bool visible);
    /// Only encoder–decoder models read a target.
    void setTargetVisible(bool visible);
    void setIdsExpected(bool ids);
    /// What switches between text and ids: checked and enabled as the lines are.
    void setIdsAction(QAction& action);
    /// Takes the lines as token ids, or as text again; they are changed into the other form.
    void typeIds(bool ids);
    /// What puts a conversation in the sentence's place: checked and enabled as the document and the model
    /// are.
    void setConversationAction(QAction& action);
    /// A conversation in place of the sentence, which becomes its first turn; or the last user's turn as the
    /// sentence again.
    void writeConversation(bool on);
    ConversationEditor& conversation() const { return *m_conversation; }
    /// Puts the cursor into the sentence, or into the last turn of the conversation.
    void goToText();
    /// Opens the field of the target in the place of the output, and goes there.
    void editTarget();
    /// What stands in the place of the output.
    QString output() const;
    OutputRow& outputRow() const { return *m_row; }
    /// The output, or the field of the target: what is seen of the two.
    QWidget* outputWidget() const;

signals:
    /// Where the fields begin, from the left edge.
    void edgeMoved(int x);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyEdit();
    void applyLine();
    void showDocument();
    void showOutput();
    void showFieldMenu(const QPoint& at);
    void showIds();
    void showConversation();
    void arrange();
    QLayout* makeOutput();
    void tellEdge();

    Workspace& m_workspace;
    SentenceEdit* m_sentence;
    SentenceEdit* m_pair;
    SentenceEdit* m_target;
    QAction* m_ids = nullptr;
    QLabel* m_pairLabel;
    QLabel* m_targetLabel;
    ElidedLabel* m_output;
    QToolButton* m_pencil;
    OutputRow* m_row;
    int m_edge = -1; ///< the last that was told
    int m_rowPlace = -1; ///< row of the grid in which the chips stand
    bool m_idsExpected = false;
    bool m_takesTarget = true;
    bool m_takesPair = false;
    bool m_editing = false; ///< the field of the target is open though it is empty
    TypingBursts m_bursts;
    ConversationEditor* m_conversation;
    QAction* m_chat = nullptr;
    QLabel* m_label;
};

} // namespace headlight
