#pragma once
// What a view needs in a test: a workspace, a focus, and settings in a separate file.

#include "ui/state/focus.h"
#include "ui/state/option_settings.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/trace_view.h"

#include <QCoreApplication>
#include <QTemporaryDir>

namespace headlight::testing {

struct ViewBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("view.ini"))};
    Workspace workspace;
    Focus focus;
    ViewContext context{workspace, focus, settings};

    ViewBench() { kAnimations.set(settings, false); } // new states appear at once

    /// Lets the views refresh.
    static void turn()
    {
        for (int i = 0; i < 5; ++i)
            QCoreApplication::processEvents();
    }
};

} // namespace headlight::testing
