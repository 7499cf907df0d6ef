#pragma once

#include <QObject>

namespace headlight {

/// Gives input fields the wheel and the keys that are theirs, and no more. Spin boxes, combo boxes, sliders
/// and tab bars in a scrolling panel take the wheel only while they have the focus. Spin boxes, combo boxes,
/// sliders and open drop-down lists keep the keys that they need even where the window has a shortcut on one
/// (Page Up and Page Down change the layer elsewhere). Watches the whole program.
class FieldGuard : public QObject
{
    Q_OBJECT
public:
    explicit FieldGuard(QObject* program);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace headlight
