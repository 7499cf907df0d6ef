#pragma once
// What a screen reader finds in a window: looks for controls without a name.

#include <QAccessible>
#include <QApplication>
#include <QStringList>
#include <QTabBar>
#include <QWidget>

#include <set>

namespace headlight::test {

/// Controls that users operate, and so must be able to call by name.
inline bool isControl(const QAccessibleInterface* face)
{
    static const std::set<QAccessible::Role> controls{
        QAccessible::PushButton,   QAccessible::CheckBox, QAccessible::RadioButton, QAccessible::ComboBox,
        QAccessible::EditableText, QAccessible::Slider,   QAccessible::SpinBox,     QAccessible::List,
        QAccessible::Table,        QAccessible::Tree,     QAccessible::MenuItem,    QAccessible::ButtonMenu,
        QAccessible::PageTab,      QAccessible::Button,   QAccessible::Dial};
    if (controls.count(face->role()) == 1)
        return true;
    const auto* widget = qobject_cast<const QWidget*>(face->object());
    return widget != nullptr && !widget->isWindow() && (widget->focusPolicy() & Qt::TabFocus) != 0;
}

/// Location of a control, for the message of a failing test.
inline QString placeOf(const QAccessibleInterface* face)
{
    QStringList names;
    for (const QAccessibleInterface* at = face; at != nullptr && names.size() < 6; at = at->parent()) {
        const QObject* const object = at->object();
        names.prepend(object == nullptr
                          ? QStringLiteral("?")
                          : QStringLiteral("%1#%2").arg(QLatin1String(object->metaObject()->className()),
                                                        object->objectName()));
    }
    return names.join(QStringLiteral(" > "));
}

/// Whether it is a part of another control that Qt creates and names by itself (the line of a spin box, the
/// list of a combo box, the extension button of a tool bar), or hidden until it has something to say.
inline bool isPart(const QAccessibleInterface* face)
{
    const QAccessibleInterface* const parent = face->parent();
    if (parent != nullptr
        && (parent->role() == QAccessible::SpinBox || parent->role() == QAccessible::ComboBox
            || parent->role() == QAccessible::EditableText))
        return true;
    const QObject* const object = face->object();
    if (const auto* bar = qobject_cast<const QTabBar*>(object); bar != nullptr && bar->count() == 0)
        return true; // left behind by docks and kept for reuse
    if (const auto* widget = qobject_cast<const QWidget*>(object); widget != nullptr && widget->isHidden())
        return true;
    return object != nullptr && object->objectName().startsWith(QStringLiteral("qt_"));
}

/// Walks through everything below a widget.
struct AccessibleWalk
{
    QStringList unnamed;
    int controls = 0;

    void visit(QWidget& widget) { visit(QAccessible::queryAccessibleInterface(&widget), 0); }
    void visit(QAccessibleInterface* face, int depth)
    {
        if (face == nullptr || !face->isValid() || depth > 40)
            return;
        if (isControl(face) && !isPart(face)) {
            ++controls;
            if (face->text(QAccessible::Name).trimmed().isEmpty())
                unnamed << placeOf(face);
        }
        // Rows of lists and tables are data and tested elsewhere.
        const QAccessible::Role role = face->role();
        if (role == QAccessible::Table || role == QAccessible::List || role == QAccessible::Tree)
            return;
        for (int i = 0; i < face->childCount(); ++i)
            visit(face->child(i), depth + 1);
    }
};

} // namespace headlight::test
