#pragma once

#include "tests/support/synthetic_snapshot.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/views/heads/heads_layout.h"
#include "ui/views/heads/heads_view.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTemporaryDir>

namespace headlight::testing {

/// The Heads view on a synthetic result.
struct HeadsBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("view.ini"))};
    Workspace workspace;
    Focus focus;
    HeadsView view{{workspace, focus, settings}};

    HeadsBench()
    {
        view.resize(320, 860);
        workspace.publish(syntheticSnapshot());
        view.show();
        settle();
    }
    void settle() const
    {
        QElapsedTimer clock;
        clock.start();
        do
            QCoreApplication::processEvents();
        while ((view.isWorking() || clock.elapsed() < 30) && clock.elapsed() < 20000);
    }
    void click(const HeadRef& head, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        const QPointF at = view.canvas().headsLayout().rectOf(head).center();
        QMouseEvent event(QEvent::MouseButtonPress, at, view.canvas().mapToGlobal(at), Qt::LeftButton,
                          Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(&view.canvas(), &event);
        settle();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QKeyEvent event(QEvent::KeyPress, code, modifiers);
        QCoreApplication::sendEvent(&view.canvas(), &event);
        settle();
    }
};

} // namespace headlight::testing
