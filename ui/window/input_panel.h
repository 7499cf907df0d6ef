#pragma once

#include "ui/state/workspace.h"

#include <QElapsedTimer>
#include <QWidget>

class QLabel;

namespace headlight {

class SentenceEdit;

/// The two lines in which the user types: the sentence, and below it what the decoder is made to say.
/// What is typed becomes the workspace's document at once; a new undo step starts at a space or after
/// a pause.
class InputPanel : public QWidget
{
    Q_OBJECT
public:
    explicit InputPanel(Workspace& workspace, QWidget* parent = nullptr);

    SentenceEdit* sentence() const { return m_sentence; }
    SentenceEdit* target() const { return m_target; }
    /// Only encoder–decoder models read a target.
    void setTargetVisible(bool visible);
    void setIdsExpected(bool ids);

private:
    void applyEdit();
    void applyLine();
    void showDocument();
    void showOutput();
    int mergeId(const QString& before, const QString& after, bool isTarget);

    Workspace& m_workspace;
    SentenceEdit* m_sentence;
    SentenceEdit* m_target;
    QLabel* m_targetLabel;
    QElapsedTimer m_sinceKey;
    int m_burst = 0; ///< edits of one burst of typing are one undo step
    bool m_lastWasTarget = false;
};

} // namespace headlight
