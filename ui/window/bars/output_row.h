#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>

class QMenu;
class QSpinBox;
class QToolButton;

namespace headlight {

class Workspace;

/// Beside the output: how it was decoded and why it ended ("greedy · max 64 · ends with </s>"), with a menu
/// to change that, and a chip for every setting that is not the default.
class OutputRow : public QWidget
{
    Q_OBJECT
public:
    explicit OutputRow(Workspace& workspace, QWidget* parent = nullptr);

    /// How it was decoded, in words; empty where nothing is decoded.
    QString facts() const;
    QToolButton& factsButton() const { return *m_facts; }
    /// Says where the model cannot know what was typed, and offers sentences that it can; hidden otherwise.
    QToolButton& noteButton() const { return *m_note; }
    /// The texts of the chips, without their crosses.
    QStringList chips() const;
    /// A chip, by its place.
    QToolButton* chip(int place) const;
    QSpinBox& mostTokens() const { return *m_most; }
    /// The language that the output is in, with a menu of those that the model knows; hidden for models of
    /// one language.
    QToolButton& languageButton() const { return *m_language; }

signals:
    /// The lines, which are token ids, are to be text again.
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
    QMenu* m_noteMenu; ///< lasts: a note may change while its menu is open
    QToolButton* m_facts;
    QToolButton* m_language;
    QMenu* m_menu;
    QSpinBox* m_most;
    QStringList m_shown; ///< texts and tool tips of the chips on the screen
    QList<QToolButton*> m_chips;
};

} // namespace headlight
