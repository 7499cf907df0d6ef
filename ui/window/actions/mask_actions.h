#pragma once

#include "ui/state/focus.h"

#include <QObject>

#include <array>
#include <functional>
#include <optional>

class QAction;

namespace headlight {

class CommandActions;
struct MaskSettings;
class Workspace;

/// Which of a head's matrices is shown, and which masks are active: changing one is an edit of the document.
class MaskActions : public QObject
{
    Q_OBJECT
public:
    MaskActions(Workspace& workspace, Focus& focus, const CommandActions& commands,
                QObject* parent = nullptr);

private:
    /// Adopts the defaults of the architecture. Without a model to run, masks cannot be changed.
    void adapt();
    void connectMaps(const CommandActions& commands);
    void showFocus();
    void showDocument();
    void setMasks(const QAction& by, const std::function<void(MaskSettings&)>& change);
    void setAdapter(bool on);

    Workspace& m_workspace;
    Focus& m_focus;
    std::array<QAction*, 11> m_maps{}; ///< by MapKind
    QAction* m_causalDecoder;
    QAction* m_causalEncoder;
    QAction* m_padding;
    QAction* m_adapter;
    std::optional<bool> m_encoderDefault, m_decoderDefault; ///< unset = the model has no such stack
};

} // namespace headlight
