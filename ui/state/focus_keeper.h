#pragma once

#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QObject>
#include <QString>

#include <optional>

namespace headlight {

class Workspace;

/// The head to show at first: one in the cross-attention nearest to the output, or the very first head.
HeadRef usualHead(const TraceInfo& info);

/// Keeps the focus on heads and cells that exist whenever the trace, the step or the head changes:
/// - the first result chooses the head, and so does a model that lacks the current one;
/// - heads beside the main one that the model lacks are deselected;
/// - rows and columns beyond the map are unpinned. A pin that a running decoding or an earlier step lacks
///   returns once its row exists, unless another cell was pinned in the meantime;
/// - another model or trace file begins without a pin.
/// Create it before the views, so that they never see an invalid focus. UI thread only.
class FocusKeeper : public QObject
{
    Q_OBJECT
public:
    FocusKeeper(const Workspace& workspace, Focus& focus, QObject* parent = nullptr);

private:
    void repair();
    void unpinFromOther();
    void repairHeads(const TraceInfo& info);
    void repairMap(const AttentionMap& map);
    void repairCells(const AttentionMap& map);

    /// A pin whose row is not reached yet, and the pin that replaces it meanwhile.
    struct LostPin
    {
        Cell pin, instead;
    };

    const Workspace& m_workspace;
    Focus& m_focus;
    bool m_fresh; ///< no result has been shown yet
    std::optional<LostPin> m_lost;
    QString m_source; ///< where what is pinned in comes from; empty = not known
};

} // namespace headlight
