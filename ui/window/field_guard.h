#pragma once

#include <QObject>

namespace headlight {

/// Leaves the fields of the program what belongs to them, and no more. A number, a choice, a slider or a row
/// of tabs in a panel that scrolls takes the wheel only once it has the focus. A choice, a number, a slider
/// and a list that has dropped down keep the keys that they live by, where the window has a shortcut on them
/// (the arrows that else move the heatmap's cell). Watches all of the program.
class FieldGuard : public QObject
{
    Q_OBJECT
public:
    explicit FieldGuard(QObject* program);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace headlight
