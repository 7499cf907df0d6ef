#include "ui/window/field_keys.h"

#include "tests/support/catch.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>

using namespace headlight;

TEST_CASE("fields keep the arrows that the window has shortcuts on", "[window]")
{
    const FieldKeys keys(QCoreApplication::instance());
    QWidget window;
    auto* const column = new QVBoxLayout(&window);
    auto* const choice = new QComboBox;
    auto* const number = new QSpinBox;
    auto* const plain = new QWidget;
    choice->addItems({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
    plain->setFocusPolicy(Qt::StrongFocus);
    for (QWidget* widget :
         {static_cast<QWidget*>(choice), static_cast<QWidget*>(number), static_cast<QWidget*>(plain)})
        column->addWidget(widget);
    int moved = 0;
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right}) {
        auto* action = new QAction(&window);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        QObject::connect(action, &QAction::triggered, [&moved] { ++moved; });
        window.addAction(action);
    }
    window.show();
    window.activateWindow();
    const auto press = [](QWidget* widget, Qt::Key key) {
        widget->setFocus();
        REQUIRE(QTest::qWaitFor([&] { return widget->hasFocus(); }, 5000));
        QTest::keyClick(widget, key);
    };

    press(plain, Qt::Key_Down);
    REQUIRE(moved == 1);
    press(choice, Qt::Key_Down);
    CHECK(choice->currentIndex() == 1);
    press(number, Qt::Key_Up);
    press(number, Qt::Key_Down);
    CHECK(number->value() == 0);
    CHECK(moved == 1);
    press(choice, Qt::Key_Right); // means nothing to a choice
    CHECK(moved == 2);

    choice->showPopup();
    QAbstractItemView* const list = choice->view();
    REQUIRE(QTest::qWaitFor([&] { return list->isVisible(); }, 5000));
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    CHECK(choice->currentIndex() == 2);
    CHECK(moved == 2);
}
