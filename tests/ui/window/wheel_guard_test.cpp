#include "ui/window/wheel_guard.h"

#include "tests/support/catch.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
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
    QSpontaneKeyEvent::setSpontaneous(&event); // as a device sends it: only such ones go on to the parents
    QCoreApplication::instance()->notify(&over, &event);
}

} // namespace

TEST_CASE("wheel: a panel scrolls past its fields and changes none of them", "[window]")
{
    const WheelGuard guard(QCoreApplication::instance());
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
    // A field that the user has gone into takes it; so does one where nothing scrolls.
    area.activateWindow();
    number->setFocus();
    REQUIRE(QTest::qWaitFor([&] { return number->hasFocus(); }, 5000));
    turnWheel(*number);
    CHECK(number->value() == 49);
    QSpinBox alone;
    alone.setValue(5);
    alone.show();
    turnWheel(alone);
    CHECK(alone.value() == 4);
}
