#pragma once

#include "tests/support/catch.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QMetaEnum>
#include <QObject>
#include <QStringList>
#include <QTest>

namespace headlight::test {

/// Notes which widgets ask for a layout, move, change their size, appear or disappear while it lives.
class LayoutWatch : public QObject
{
public:
    LayoutWatch() { QCoreApplication::instance()->installEventFilter(this); }

    QStringList asking; ///< the widgets that asked for a layout, once for each time
    QStringList moving; ///< the same for all that was noted: the event, the widget's name and its class

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        switch (event->type()) {
        case QEvent::LayoutRequest:
        case QEvent::Resize:
        case QEvent::Move:
        case QEvent::Show:
        case QEvent::Hide: {
            const QString widget = watched->objectName() + QLatin1Char(' ')
                + QLatin1String(watched->metaObject()->className());
            if (event->type() == QEvent::LayoutRequest)
                asking << widget;
            moving << QLatin1String(QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type()))
                    + QLatin1Char(' ') + widget;
            break;
        }
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
    QElapsedTimer time;
    time.start();
    for (int quiet = 0; quiet < 6 || !time.hasExpired(atLeast);) {
        const LayoutWatch watch;
        QTest::qWait(5);
        quiet = watch.moving.isEmpty() ? quiet + 1 : 0;
        if (time.hasExpired(60'000))
            FAIL("still moving: " << watch.moving.mid(0, 12).join(QStringLiteral(", ")).toStdString());
    }
}

} // namespace headlight::test
