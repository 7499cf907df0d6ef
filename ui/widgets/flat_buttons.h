#pragma once

#include <QButtonGroup>
#include <QToolButton>

namespace headlight {

/// A button whose frame appears under the mouse. `name`: for screen readers, if the text is not enough.
QToolButton* makeFlatButton(const QString& text, const QString& toolTip, const QString& name = {});

/// Flat buttons of which one is down: one for each value of an enumeration.
template <typename Value>
class ModeButtons : public QButtonGroup
{
public:
    using QButtonGroup::QButtonGroup;

    QToolButton* add(const QString& text, const QString& toolTip, Value value)
    {
        QToolButton* const button = makeFlatButton(text, toolTip);
        button->setCheckable(true);
        addButton(button, static_cast<int>(value));
        return button;
    }
    void setValue(Value value) { button(static_cast<int>(value))->setChecked(true); }

    /// Calls `take` with the value that the user chooses.
    template <typename Take>
    void whenChosen(const QObject* context, Take take)
    {
        QObject::connect(this, &QButtonGroup::idClicked, context,
                         [take](int id) { take(static_cast<Value>(id)); });
    }
};

} // namespace headlight
