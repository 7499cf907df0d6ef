#include "ui/window/input/field_guard.h"

#include "tests/support/catch.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QtTest/qtestspontaneevent.h>

using namespace headlight;

namespace {

void turnWheel(QWidget& over)
{
    const QPointF at = QRectF(over.rect()).center();
    QWheelEvent event(at, over.mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event); // as from a device: only such events propagate to parents
    QCoreApplication::instance()->notify(&over, &event);
}

} // namespace

TEST_CASE("wheel: it changes no field that does not have the keyboard", "[window]")
{
    const FieldGuard guard(QCoreApplication::instance());
    QScrollArea area;
    auto* const panel = new QWidget;
    auto* const column = new QVBoxLayout(panel);
    auto* const other = new QSpinBox;
    auto* const number = new QSpinBox;
    auto* const choice = new QComboBox;
    number->setValue(50);
    choice->addItems({QStringLiteral("one"), QStringLiteral("two")});
    for (QWidget* widget :
         {static_cast<QWidget*>(other), static_cast<QWidget*>(number), static_cast<QWidget*>(choice)})
        column->addWidget(widget);
    column->addSpacing(600);
    area.setWidget(panel);
    area.resize(200, 200);
    area.show();
    QCoreApplication::processEvents();
    REQUIRE(area.verticalScrollBar()->maximum() > 0);
    CHECK(number->focusPolicy() == Qt::StrongFocus);
    turnWheel(*number);
    CHECK(number->value() == 50);
    CHECK(area.verticalScrollBar()->value() > 0);
    turnWheel(*choice);
    CHECK(choice->currentIndex() == 0);
    area.activateWindow();
    number->setFocus();
    REQUIRE(QTest::qWaitFor([&] { return number->hasFocus(); }, 5000));
    turnWheel(*number);
    CHECK(number->value() == 49);
    // Beside it, with nothing to scroll, the wheel is as easily turned by mistake.
    QTabBar tabs;
    tabs.addTab(QStringLiteral("one"));
    tabs.addTab(QStringLiteral("two"));
    QSlider slider(Qt::Horizontal);
    slider.setValue(5);
    QSpinBox alone;
    alone.setValue(5);
    for (QWidget* const each :
         {static_cast<QWidget*>(&tabs), static_cast<QWidget*>(&slider), static_cast<QWidget*>(&alone)}) {
        each->show();
        each->clearFocus();
        turnWheel(*each);
    }
    CHECK(tabs.currentIndex() == 0);
    CHECK(slider.value() == 5);
    CHECK(alone.value() == 5);
}

TEST_CASE("fields keep the arrows that the window has shortcuts on", "[window]")
{
    const FieldGuard guard(QCoreApplication::instance());
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
    press(choice, Qt::Key_Right); // has no meaning for a combo box
    CHECK(moved == 2);

    choice->showPopup();
    QAbstractItemView* const list = choice->view();
    REQUIRE(QTest::qWaitFor([&] { return list->isVisible(); }, 5000));
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    CHECK(choice->currentIndex() == 2);
    CHECK(moved == 2);
}
