#pragma once

#include <QElapsedTimer>
#include <QWidget>

class QLabel;

namespace headlight {

class SentenceEdit;
class Workspace;

/// The lines in which the user types: the sentence, and below it, where the model reads them, a second
/// sentence (encoder-only models) or what the decoder is made to say.
/// What is typed becomes the workspace's document at once; a new undo step starts at a space or after
/// a pause.
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

private:
    void applyEdit();
    void applyLine();
    void showDocument();
    void showOutput();
    int mergeId(const QString& before, const QString& after, const SentenceEdit* field);

    Workspace& m_workspace;
    SentenceEdit* m_sentence;
    SentenceEdit* m_pair;
    SentenceEdit* m_target;
    QLabel* m_pairLabel;
    QLabel* m_targetLabel;
    QElapsedTimer m_sinceKey;
    int m_burst = 0; ///< edits of one burst of typing are one undo step
    const SentenceEdit* m_lastField = nullptr;
};

} // namespace headlight
