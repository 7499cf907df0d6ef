#pragma once

#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QObject>

#include <optional>

namespace headlight {

class Workspace;

/// The head that is looked at before anything is known of what heads do: of the cross-attention nearest to
/// the output, or the very first one.
HeadRef usualHead(const TraceInfo& info);

/// Keeps the focus on heads and cells that exist, whenever another trace, step or head is looked at:
/// - the first result chooses the head, and so does a model that lacks the head looked at;
/// - heads beside the main one that the model lacks are deselected;
/// - rows and columns beyond the map are unpinned. While a decoding is still running, a pin comes back once
///   its row does, unless another cell was pinned meanwhile.
/// Make it before the views, so that they never see a focus that points nowhere. UI thread only.
class FocusKeeper : public QObject
{
    Q_OBJECT
public:
    FocusKeeper(const Workspace& workspace, Focus& focus, QObject* parent = nullptr);

private:
    void repair();
    void repairHeads(const TraceInfo& info);
    void repairCells(const AttentionMap& map);

    /// A pin whose row a running decoding has not reached yet, and what is pinned in its place.
    struct LostPin
    {
        Cell pin, instead;
    };

    const Workspace& m_workspace;
    Focus& m_focus;
    bool m_fresh; ///< no result has been shown yet
    std::optional<LostPin> m_lost;
};

} // namespace headlight
