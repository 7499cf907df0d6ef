#pragma once

#include <QObject>

namespace headlight {

/// Lets the wheel scroll a panel past the fields that stand in it: a number, a choice, a slider or a row of
/// tabs that scrolls away takes the wheel only once it has the focus. Watches all of the program.
class WheelGuard : public QObject
{
    Q_OBJECT
public:
    explicit WheelGuard(QObject* program);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace headlight
