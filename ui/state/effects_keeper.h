#pragma once

#include "ui/state/pass_board.h"

#include <QObject>

namespace headlight {

class Focus;
class Workspace;

/// Orders the passes that the maps of effects need, while one is chosen: for the pinned row, or the last one
/// shown, and the tokens that are asked about. UI thread only.
class EffectsKeeper : public QObject
{
    Q_OBJECT
public:
    EffectsKeeper(Workspace& workspace, Focus& focus, QObject* parent = nullptr);

private:
    void ask();
    void receive(PassKind kind);
    PassOrder wanted() const;

    Workspace& m_workspace;
    Focus& m_focus;
};

} // namespace headlight
