#pragma once

#include <QObject>

namespace headlight {

/// Leaves a field the keys that it lives by, where the window has a shortcut on them: a list that has dropped
/// down, a choice and a number take the arrows that else move the heatmap's cell or the layer. Watches all of
/// the program.
class FieldKeys : public QObject
{
    Q_OBJECT
public:
    explicit FieldKeys(QObject* program);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace headlight
