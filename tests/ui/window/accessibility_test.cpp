#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/window/dock_area.h"

#include <QAccessible>
#include <QApplication>
#include <QWidget>

#include <set>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// Things that one operates, and so must be able to ask for by name.
bool isControl(QAccessible::Role role)
{
    static const std::set<QAccessible::Role> controls{
        QAccessible::PushButton,   QAccessible::CheckBox, QAccessible::RadioButton, QAccessible::ComboBox,
        QAccessible::EditableText, QAccessible::Slider,   QAccessible::SpinBox,     QAccessible::List,
        QAccessible::Table,        QAccessible::Tree,     QAccessible::MenuItem,    QAccessible::ButtonMenu,
        QAccessible::PageTab,      QAccessible::Button,   QAccessible::Dial};
    return controls.count(role) == 1;
}

/// Where a control is, for the message of a test that fails.
QString placeOf(const QAccessibleInterface* face)
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

/// A part of another control, which Qt makes and names by itself: the line of a spin box, the list behind
/// a combo box, the button that unrolls a tool bar.
bool isPart(const QAccessibleInterface* face)
{
    const QAccessibleInterface* const parent = face->parent();
    if (parent != nullptr
        && (parent->role() == QAccessible::SpinBox || parent->role() == QAccessible::ComboBox))
        return true;
    const QObject* const object = face->object();
    // The button that clears a line, and what is put away until it has something to say.
    if (parent != nullptr && parent->role() == QAccessible::EditableText)
        return true;
    if (const auto* widget = qobject_cast<const QWidget*>(object); widget != nullptr && widget->isHidden())
        return true;
    return object != nullptr && object->objectName().startsWith(QStringLiteral("qt_"));
}

struct Walk
{
    QStringList unnamed;
    int controls = 0;

    void visit(QAccessibleInterface* face, int depth)
    {
        if (face == nullptr || !face->isValid() || depth > 40)
            return;
        const QAccessible::Role role = face->role();
        if (isControl(role) && !isPart(face)) {
            ++controls;
            if (face->text(QAccessible::Name).trimmed().isEmpty())
                unnamed << placeOf(face);
        }
        // Rows of lists and tables are data, tested where they are made.
        if (role == QAccessible::Table || role == QAccessible::List || role == QAccessible::Tree)
            return;
        for (int i = 0; i < face->childCount(); ++i)
            visit(face->child(i), depth + 1);
    }
};

} // namespace

TEST_CASE("accessibility: every control of the window has a name", "[window][accessible]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.action("edit.find")->trigger();
    // Views behind tabs too: each is brought to the front once.
    Walk walk;
    for (QAction* view : start.window.views().viewActions()) {
        if (!view->isEnabled())
            continue;
        view->setChecked(false);
        view->trigger();
        QTest::qWait(30);
        walk.visit(QAccessible::queryAccessibleInterface(&start.window), 0);
    }
    walk.unnamed.removeDuplicates();
    INFO(walk.unnamed.join(QLatin1Char('\n')).toStdString());
    CHECK(walk.unnamed.isEmpty());
    CHECK(walk.controls > 100);
}
