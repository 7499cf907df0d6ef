#pragma once

#include "ui/state/document.h"
#include "ui/state/session_focus.h"

#include <QString>

namespace headlight {

/// A bookmark: a state of the window to return to, and to step to while presenting.
struct Scene
{
    QString name;
    QString model; ///< name of the model it was made with
    Document document;
    SessionFocus focus;
    QString room; ///< name of the workspace
    QString view; ///< id of the view in its centre
    bool operator==(const Scene&) const = default;
};

/// A name fit for a menu or a list, whoever wrote it: one line of at most `most` characters.
QString shortName(QString name, int most = 80);

} // namespace headlight
