#pragma once

#include "core/trace/site.h"

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
    void whenChosen(const QObject* context, auto take)
    {
        QObject::connect(this, &QComboBox::activated, context,
                         [this, take](int index) { take(static_cast<Value>(itemData(index).toInt())); });
    }
};

struct TraceInfo;

/// Chooses between encoder and decoder. Remembers the wanted stack while a model without it is shown.
class StackChoice : public ChoiceBox<StackKind>
{
    Q_OBJECT

public:
    explicit StackChoice(StackKind wanted, const QString& toolTip = {});

    /// The stack to show wherever there is one. The user's choice does the same.
    void want(StackKind stack);
    /// Offers the stacks of a trace and shows the wanted one, or the other if there is only that. Hidden if
    /// there is no choice. Returns the shown one.
    StackKind offer(const TraceInfo& info);

private:
    StackKind m_wanted;
};

} // namespace headlight
