#pragma once

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

/// Remembers the sentence or conversation and the head of each model, and brings them back when the model is
/// opened again; the last ones also at the next start. A built-in model that is opened for the first time
/// gets the sentence that shows its point; another one keeps the sentence that is there, as do all while a
/// result is kept for comparison. UI thread only.
class ModelMemory : public QObject
{
    Q_OBJECT
public:
    ModelMemory(Workspace& workspace, Focus& focus, Settings& settings, FirstHead& firstHead,
                QObject* parent = nullptr);

    /// The sentence or conversation that was there last. The first model without a chat template leaves the
    /// sentence of it alone.
    void restore();
    /// What is shown now belongs to the open model.
    void keep();
    /// The model of this folder has been opened; empty: a trace file has.
    void opened(const QString& folder);

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

    Workspace& m_workspace;
    Focus& m_focus;
    Settings& m_settings;
    FirstHead& m_firstHead;
    QString m_folder; ///< of the open model
    std::optional<Dialogue> m_restored; ///< until the first model is open
    bool m_any = false; ///< a model has been opened: the first one finds its sentence there
};

} // namespace headlight
