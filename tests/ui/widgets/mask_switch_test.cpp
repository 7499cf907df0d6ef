#include "ui/widgets/mask_switch.h"

#include "tests/support/catch.h"

#include <QAction>
#include <QApplication>
#include <QImage>
#include <QPalette>
#include <QTest>
#include <QToolBar>

#include <cstdlib>

using namespace headlight;

namespace {

/// Number of pixels in which two pictures of the same size clearly differ.
int differing(const QImage& one, const QImage& other)
{
    int count = 0;
    for (int y = 0; y < one.height(); ++y)
        for (int x = 0; x < one.width(); ++x)
            count += std::abs(qGray(one.pixel(x, y)) - qGray(other.pixel(x, y))) > 40 ? 1 : 0;
    return count;
}

QPalette darkPalette()
{
    QPalette palette;
    palette.setColor(QPalette::Window, QColor(30, 30, 34));
    palette.setColor(QPalette::Button, QColor(30, 30, 34));
    palette.setColor(QPalette::ButtonText, Qt::white);
    palette.setColor(QPalette::Highlight, QColor(70, 130, 230));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    return palette;
}

} // namespace

TEST_CASE("mask switch: it does what its action does, and follows it", "[widgets]")
{
    QAction action(QStringLiteral("Causal mask: &decoder"));
    action.setCheckable(true);
    action.setObjectName(QStringLiteral("mask.causalDecoder"));
    QToolBar bar;
    MaskSwitch& button = *MaskSwitch::addTo(bar, action, MaskSign::kCausal, QStringLiteral("Causal"));
    bar.show();
    int triggered = 0;
    QObject::connect(&action, &QAction::triggered, &bar, [&] { ++triggered; });
    CHECK_FALSE(button.isChecked());
    QTest::mouseClick(&button, Qt::LeftButton);
    CHECK(triggered == 1);
    CHECK(action.isChecked());
    CHECK(button.isChecked());
    QTest::keyClick(&button, Qt::Key_Space);
    CHECK_FALSE(action.isChecked());
    action.setChecked(true);
    CHECK(button.isChecked());
    action.setEnabled(false);
    CHECK_FALSE(button.isEnabled());
    action.setVisible(false);
    CHECK(QTest::qWaitFor([&button] { return !button.isVisible(); }, 5000));
    action.setVisible(true);
    CHECK(QTest::qWaitFor([&button] { return button.isVisible(); }, 5000));
    CHECK(button.accessibleName() == QStringLiteral("Causal mask: decoder"));
}

TEST_CASE("mask switch: on and off differ plainly in light and dark, and without words", "[widgets]")
{
    for (const bool dark : {false, true}) {
        for (const MaskSign sign : {MaskSign::kCausal, MaskSign::kPadding}) {
            QAction action(QStringLiteral("Mask"));
            action.setCheckable(true);
            MaskSwitch button(action, sign, QStringLiteral("Mask"));
            button.setWordsShown(false);
            if (dark)
                button.setPalette(darkPalette());
            button.resize(button.sizeHint());
            const QImage off = button.grab().toImage();
            action.setChecked(true);
            const QImage on = button.grab().toImage();
            INFO(dark << static_cast<int>(sign));
            CHECK(differing(on, off) > 60); // the check mark alone has more pixels
        }
    }
}
