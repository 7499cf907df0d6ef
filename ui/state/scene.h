#pragma once

#include "ui/state/document.h"
#include "ui/state/focus.h"

#include <QString>

#include <vector>

namespace headlight {

class Workspace;

/// The state that all views shared.
struct SessionFocus
{
    HeadRef head;
    std::vector<HeadRef> moreHeads; ///< heads shown beside it
    MapKind map = MapKind::kWeights;
    Cell pin;
    int step = -1; ///< decoding step; -1 = all steps
    MapOptions options; ///< display options of maps
    bool operator==(const SessionFocus&) const = default;
};

SessionFocus focusOf(const Focus& focus, const Workspace& workspace);
void applyFocus(const SessionFocus& look, Focus& focus, Workspace& workspace);

/// A bookmark: a state of the window to return to, and to step to while presenting.
struct Scene
{
    QString name;
    QString model; ///< name of the model it was made with
    Document document;
    SessionFocus focus;
    QString room; ///< name of the workspace
    QString view; ///< id of the view in its centre
    QString notes = {}; ///< for the speaker
    QString sheet = {}; ///< Workspace::sheet() if Matrices is in sight; empty = the one that is there
    bool operator==(const Scene&) const = default;
};

/// A name fit for a menu or a list, whoever wrote it: one line of at most `most` characters.
QString shortName(QString name, int most = 80);

} // namespace headlight
