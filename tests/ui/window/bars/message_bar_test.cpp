#include "ui/window/bars/message_bar.h"

#include "tests/support/catch.h"
#include "tests/support/settle.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/bars/overlay.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <chrono>

using namespace headlight;

namespace {

class ResizeCounter : public QObject
{
public:
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::Resize ? 1 : 0;
        return false;
    }
};

} // namespace

TEST_CASE("message bar: beside words that it must not cover it shows its whole text, and rests", "[window]")
{
    QWidget window;
    window.resize(1000, 600);
    auto* const area = new QWidget(&window);
    area->setGeometry(0, 0, 1000, 560);
    auto* const words = new ElidedLabel(area);
    words->setText(QStringLiteral("Having read this, the head looks at that."));
    words->setGeometry(20, 500, 680, 50);
    auto* const bar = new MessageBar(&window);
    Overlay overlay(*area);
    overlay.add(bar);
    window.show();
    bar->setAction(QStringLiteral("Restore"));
    bar->setDiscard(QStringLiteral("Delete…"));
    bar->say(
        MessageBar::Kind::kWarning,
        QStringLiteral("Headlight did not close properly last time. Your work was kept: 11/25/26 7:40 AM."));
    headlight::test::settle(30);
    ResizeCounter resizes;
    bar->installEventFilter(&resizes);
    QTest::qWait(100);
    CHECK(resizes.count == 0);
    REQUIRE(bar->isVisible());
    CHECK(bar->x() > words->geometry().right());
    CHECK(bar->geometry().bottom() < 560);
    // The words of another view leave no room beside them.
    auto* const hint = new ElidedLabel(area);
    hint->setText(QStringLiteral("Wheel: zoom. Drag: move."));
    hint->setGeometry(20, 530, 970, 25);
    hint->show();
    area->resize(1000, 559);
    headlight::test::settle(30);
    CHECK_FALSE(bar->geometry().intersects(hint->geometry()));
    delete hint;
    area->resize(1000, 560);
    headlight::test::settle(30);
    const auto* const label = bar->findChild<QLabel*>();
    REQUIRE(label != nullptr);
    CHECK(label->height() >= label->heightForWidth(label->width()));
    for (const QPushButton* const button : bar->findChildren<QPushButton*>())
        if (button->isVisible()) {
            CHECK(bar->rect().contains(button->geometry()));
            CHECK(button->y() > label->geometry().bottom()); // below: there is no room beside
        }
}

TEST_CASE("message bar: a message that is to leave does, unless another comes first", "[window]")
{
    using namespace std::chrono_literals;
    QWidget window;
    MessageBar bar(&window);
    int closed = 0;
    QObject::connect(&bar, &MessageBar::closed, &bar, [&closed] { ++closed; });
    bar.say(MessageBar::Kind::kInfo, QStringLiteral("Saved."));
    CHECK_FALSE(bar.isLeaving());
    bar.closeAfter(20ms);
    CHECK(bar.isLeaving());
    CHECK(QTest::qWaitFor([&] { return closed == 1; }));
    CHECK_FALSE(bar.isLeaving());
    bar.closeAfter(20ms);
    bar.say(MessageBar::Kind::kError, QStringLiteral("No space left."));
    QTest::qWait(60);
    CHECK(closed == 1);
}

TEST_CASE("message bar: where three buttons have no room in a row they stand below each other, uncut",
          "[window]")
{
    QWidget window;
    window.resize(400, 500);
    auto* const bar = new MessageBar(&window);
    bar->say(MessageBar::Kind::kWarning, QStringLiteral("Headlight did not close properly last time."));
    bar->setDiscard(QStringLiteral("Delete what was kept…"));
    bar->setOther(QStringLiteral("Only the newest of them"));
    bar->setAction(QStringLiteral("Restore all of them"));
    window.show();
    for (const int width : {240, 380, 240}) {
        INFO(width);
        bar->setGeometry(0, 0, width, bar->heightForWidth(width));
        headlight::test::settle();
        for (const QPushButton* const button : bar->findChildren<QPushButton*>()) {
            CHECK(bar->rect().contains(button->geometry()));
            CHECK(button->width() >= button->sizeHint().width());
        }
    }
}
