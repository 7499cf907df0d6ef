#pragma once

#include "ui/state/document.h"
#include "ui/state/session_focus.h"

#include <QString>

namespace headlight {

/// A bookmark: a state of the window that one can come back to, and step to while presenting.
struct Scene
{
    QString name;
    QString model; ///< name of the model that it was taken of
    Document document;
    SessionFocus focus;
    QString room; ///< name of the workspace
    QString view; ///< id of the view in its centre
    bool operator==(const Scene&) const = default;
};

/// A name that a menu and a list can show, whoever wrote it: one line of at most `most` characters.
QString shortName(QString name, int most = 80);

} // namespace headlight
