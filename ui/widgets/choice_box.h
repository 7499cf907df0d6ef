#pragma once

#include <QComboBox>

namespace headlight {

/// A combo box whose entries stand for the values of an enumeration, or of whole numbers.
template <typename Value>
class ChoiceBox : public QComboBox
{
public:
    /// `name`: for screen readers.
    explicit ChoiceBox(const QString& name, const QString& toolTip = {})
    {
        setAccessibleName(name);
        setToolTip(toolTip);
    }

    void add(const QString& text, Value value) { addItem(text, static_cast<int>(value)); }
    int indexOf(Value value) const { return findData(static_cast<int>(value)); }
    Value value() const { return static_cast<Value>(currentData().toInt()); }
    void setValue(Value value) { setCurrentIndex(indexOf(value)); }

    /// Calls `take` with the value that the user chooses.
    template <typename Take>
    void whenChosen(const QObject* context, Take take)
    {
        QObject::connect(this, &QComboBox::activated, context,
                         [this, take](int index) { take(static_cast<Value>(itemData(index).toInt())); });
    }
};

} // namespace headlight
