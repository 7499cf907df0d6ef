#pragma once

#include "ui/state/focus.h"

#include <QObject>

#include <array>
#include <optional>

class QAction;
class QActionGroup;

namespace headlight {

class Workspace;
struct TraceInfo;

/// What is shown (weights, scores, mask) and which masks are in force. Owns these actions; a mask
/// change is an edit of the document and so can be undone.
class MaskActions : public QObject
{
    Q_OBJECT
public:
    MaskActions(Workspace& workspace, Focus& focus, QObject* parent = nullptr);

    const std::array<QAction*, 7>& maps() const { return m_maps; }
    QAction* causalDecoder() const { return m_causalDecoder; }
    QAction* causalEncoder() const { return m_causalEncoder; }
    QAction* padding() const { return m_padding; }

    /// What the architecture says of each stack, where there is one.
    void adaptTo(const TraceInfo& info);
    /// Without a model to run, as when a recorded trace is shown, masks cannot be changed.
    void setRunnable(bool runnable);
    /// Back to the plain model, as one undo step.
    void reset();
    /// "the causal mask of the decoder is off", …; empty for the plain model.
    QStringList activeInWords() const;

private:
    QAction* addMap(MapKind kind, const char* name, const QString& text, const QString& tip,
                    QActionGroup* group);
    QAction* addMask(const char* name, const QString& text, const QString& tip, const QKeySequence& key);
    void showFocus();
    void showDocument();
    void setCausal(StackKind stack, bool on);

    Workspace& m_workspace;
    Focus& m_focus;
    std::array<QAction*, 7> m_maps{};
    QAction* m_causalDecoder = nullptr;
    QAction* m_causalEncoder = nullptr;
    QAction* m_padding = nullptr;
    std::optional<bool> m_encoderDefault, m_decoderDefault; ///< unset: no such stack
};

} // namespace headlight
