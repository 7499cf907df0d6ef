#pragma once

#include "core/sampling/options.h"
#include "core/trace/site.h"
#include "ui/state/dialogue.h"

#include <QObject>
#include <QString>

#include <optional>

namespace headlight {

class FirstHead;
class Focus;
class Settings;
class Workspace;

/// Remembers the sentence or conversation and the head for each model and restores them when the model is
/// opened again, and the last ones at the next start. A built-in model opened for the first time gets a
/// sentence that shows what it is for; any other keeps the present sentence, and so do all models while a
/// result is kept for comparison, if they can read it. UI thread only.
class ModelMemory : public QObject
{
    Q_OBJECT
public:
    /// What it knows of the open model.
    struct Open
    {
        QString folder;
        std::optional<Dialogue> restored; ///< until the first model is open
        std::optional<DecodeOptions> decoding; ///< the user's, while a text's model decodes in its own way
        bool any = false; ///< a model has been opened before; the first one keeps the restored sentence
        bool idsOnly = false; ///< the model that was open has no tokenizer
    };
    ModelMemory(Workspace& workspace, Focus& focus, Settings& settings, FirstHead& firstHead,
                QObject* parent = nullptr);

    /// Restores the last sentence or conversation; without a chat template, only the sentence is left.
    void restore();
    /// Stores what the next start shows.
    void keepForStart(const Document& document);
    /// The same for what is shown, which is stored for the open model, too.
    void keep();
    /// The model in this folder has been opened; empty = a trace file. Returns the name of a built-in model
    /// that got its first sentence, empty otherwise.
    QString opened(const QString& folder);
    const Open& open() const { return m_open; }
    /// Goes on as the memory of the window before: its model is no newly opened one.
    void goOn(const Open& open) { m_open = open; }

private:
    struct Own
    {
        QString text, pair;
        std::optional<Dialogue> dialogue;
        std::optional<HeadRef> head;
    };
    void keepDialogue();
    std::optional<Own> ownOf(const QString& folder) const;
    std::optional<Dialogue> dialogueOf(const QString& folder) const;
    void leaveRestored();
    /// A text's model decodes as the text does; the next model, as the user did before.
    void takeDecoding(const QString& model);

    Workspace& m_workspace;
    Focus& m_focus;
    Settings& m_settings;
    FirstHead& m_firstHead;
    Open m_open;
};

} // namespace headlight
