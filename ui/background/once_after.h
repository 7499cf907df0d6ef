#pragma once

#include <QTimer>

namespace headlight {

/// Makes the timer call a slot of the receiver once, so many milliseconds after its latest start().
void onceAfter(QTimer& timer, int milliseconds, auto* receiver, auto slot)
{
    timer.setSingleShot(true);
    timer.setInterval(milliseconds);
    QObject::connect(&timer, &QTimer::timeout, receiver, slot);
}

} // namespace headlight
