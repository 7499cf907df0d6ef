#pragma once

#include "tests/support/catch.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QObject>
#include <QStringList>
#include <QTest>

namespace headlight::test {

/// Notes which widgets move, change their size or ask for a layout while it lives.
class LayoutWatch : public QObject
{
public:
    LayoutWatch() { QCoreApplication::instance()->installEventFilter(this); }
    QStringList asking; ///< the widgets that asked for a layout, once for each time
    bool moving
        = false; ///< since it was last set to false, a widget moved, changed its size or asked for a layout

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        switch (event->type()) {
        case QEvent::LayoutRequest:
            asking << watched->objectName() + QLatin1Char(' ')
                    + QLatin1String(watched->metaObject()->className());
            [[fallthrough]];
        case QEvent::Resize:
        case QEvent::Move:
        case QEvent::Show:
        case QEvent::Hide:
            moving = true;
            break;
        default:
            break;
        }
        return false;
    }
};

/// Waits until all widgets have been at rest for six turns of the event loop, and for at least `atLeast`
/// milliseconds. A turn takes as long as it takes: a busy machine has no influence on what has settled.
inline void settle(int atLeast = 20)
{
    LayoutWatch watch;
    QElapsedTimer time;
    time.start();
    for (int quiet = 0; quiet < 6 || !time.hasExpired(atLeast);) {
        watch.moving = false;
        QTest::qWait(5);
        quiet = watch.moving ? 0 : quiet + 1;
        if (time.hasExpired(60'000))
            FAIL("still moving: "
                 << watch.asking.mid(watch.asking.size() - 12).join(QStringLiteral(", ")).toStdString());
    }
}

} // namespace headlight::test
