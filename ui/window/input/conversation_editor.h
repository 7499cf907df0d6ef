#pragma once

#include "ui/state/dialogue.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <cstdlib>
#include <vector>

class QCheckBox;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace headlight {

class TurnRow;
class Workspace;

/// Groups typing into undo steps. A new one starts at a space, after a pause, and in another field.
class TypingBursts
{
public:
    /// The merge id for an edit of a field's text.
    int idOf(const QString& before, const QString& after, const QWidget* field)
    {
        constexpr int kPause = 1000; // milliseconds without a key that start another undo step
        const bool paused = !m_sinceKey.isValid() || m_sinceKey.elapsed() > kPause;
        const bool pasted = std::abs(after.size() - before.size()) > 1;
        const bool wordEnded = after.endsWith(QLatin1Char(' ')) || after.endsWith(QLatin1Char('\n'));
        if (paused || pasted || wordEnded || field != m_lastField)
            ++m_burst;
        m_sinceKey.start();
        m_lastField = field;
        return m_burst;
    }

private:
    QElapsedTimer m_sinceKey;
    int m_burst = 0;
    const QWidget* m_lastField = nullptr;
};

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
