#pragma once

#include <QObject>

namespace headlight {

/// Gives input fields exactly the wheel events and keys that belong to them. Spin boxes, combo boxes, sliders
/// and tab bars take the wheel only while they have the focus. Spin boxes, combo boxes,
/// sliders and open drop-down lists keep the keys they need even if the window has a shortcut on them
/// (elsewhere, Page Up and Page Down change the layer). Watches the whole program.
class FieldGuard : public QObject
{
    Q_OBJECT
public:
    explicit FieldGuard(QObject* program);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace headlight
