#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>

class QMenu;
class QSpinBox;
class QToolButton;

namespace headlight {

class Workspace;

/// Next to the output: how it was decoded and why it ended ("greedy · max 64 · ends with </s>"), with a menu
/// to change that, and a chip for every setting that differs from the default.
class OutputRow : public QWidget
{
    Q_OBJECT
public:
    explicit OutputRow(Workspace& workspace, QWidget* parent = nullptr);

    /// How it was decoded; empty if nothing is decoded.
    QString facts() const;
    QToolButton& factsButton() const { return *m_facts; }
    /// Says what in the input the model cannot know, and offers sentences that it can; hidden otherwise.
    QToolButton& noteButton() const { return *m_note; }
    /// The texts of the chips, without their crosses.
    QStringList chips() const;
    /// A chip, by index.
    QToolButton* chip(int place) const { return m_chips.value(place); }
    QSpinBox& mostTokens() const { return *m_most; }
    /// The height of one line of chips, which is kept free for them: a chip that comes moves nothing.
    int lineHeight() const;

signals:
    /// Lines of token ids should become text again.
    void textWanted();

private:
    void showAll();
    void showChips();
    void showNote();
    void fillNoteMenu();
    void showLanguage();
    void fillLanguages();
    void buildMenu();
    void prepareMenu();

    Workspace& m_workspace;
    QToolButton* m_note;
    QMenu* m_noteMenu; ///< permanent, since the note may change while its menu is open
    QToolButton* m_facts;
    QToolButton* m_language;
    QMenu* m_menu;
    QSpinBox* m_most;
    QStringList m_shown; ///< texts and tooltips of the visible chips
    QList<QToolButton*> m_chips;
};

} // namespace headlight
