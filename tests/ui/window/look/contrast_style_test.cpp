#include "ui/window/look/contrast_style.h"

#include "tests/support/catch.h"
#include "tests/support/settle.h"
#include "ui/window/look/theme.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStyleOption>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace headlight;

namespace {

/// The largest difference in lightness between the widget's edge and the window around it.
int edgeOf(QWidget& widget, const QPalette& palette)
{
    ContrastStyle style;
    widget.setStyle(&style);
    widget.setPalette(palette);
    widget.resize(120, 30);
    QImage image(widget.size(), QImage::Format_RGB32);
    image.fill(palette.color(QPalette::Window));
    widget.render(&image);
    widget.setStyle(nullptr);
    const int window = palette.color(QPalette::Window).lightness();
    int most = 0;
    for (int x = 10; x < 90; ++x) // excludes rounded corners and the arrows at the end
        most = std::max(most, std::abs(image.pixelColor(x, 0).lightness() - window));
    return most;
}

} // namespace

TEST_CASE("contrast style: fields have outlines where the palette is black and white", "[window]")
{
    for (const bool dark : {false, true}) {
        QLineEdit line;
        CHECK(edgeOf(line, Theme::palette(dark, true)) > 200);
        QSpinBox number;
        CHECK(edgeOf(number, Theme::palette(dark, true)) > 200);
    }
    QLineEdit plain;
    CHECK(edgeOf(plain, Theme::palette(false, false)) < 100); // Fusion's own, softer frame
}

TEST_CASE("contrast style: in a dark window texts to write in have outlines, and tool bars no glaring edge",
          "[window]")
{
    const QPalette dark = Theme::palette(true, false);
    QPlainTextEdit sentence;
    CHECK(edgeOf(sentence, dark) > 50);
    QPlainTextEdit reading;
    reading.setReadOnly(true);
    CHECK(edgeOf(reading, dark) < 30);
    QToolBar bar;
    CHECK(edgeOf(bar, dark) < 30);
}

TEST_CASE("contrast style: an answer that is not chosen yet has a circle in a dark window", "[window]")
{
    const ContrastStyle style;
    for (const bool stark : {false, true}) {
        QStyleOptionButton option;
        option.state = QStyle::State_Enabled | QStyle::State_Off;
        option.palette = Theme::palette(true, stark);
        option.rect = QRect(0, 0, 14, 14);
        const QColor window = option.palette.color(QPalette::Window);
        QImage image(option.rect.size(), QImage::Format_RGB32);
        image.fill(window);
        QPainter painter(&image);
        style.drawPrimitive(QStyle::PE_IndicatorRadioButton, &option, &painter, nullptr);
        CHECK(image.pixelColor(7, 0).lightness() - window.lightness() > 50);
        CHECK(image.pixelColor(0, 0) == window); // it is round
    }
}

TEST_CASE("contrast style: what the keyboard has wears an unbroken ring, and only then", "[window]")
{
    const ContrastStyle style;
    for (const bool dark : {false, true}) {
        QStyleOptionFocusRect option;
        option.state = QStyle::State_HasFocus;
        option.palette = Theme::palette(dark, false);
        option.rect = QRect(2, 2, 60, 20);
        const auto ringed = [&] {
            QImage image(64, 24, QImage::Format_RGB32);
            image.fill(option.palette.color(QPalette::Window));
            QPainter painter(&image);
            style.drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, nullptr);
            int along = 0;
            for (int x = 8; x < 56; ++x)
                along += image.pixelColor(x, 2) == option.palette.color(QPalette::Highlight)
                        && image.pixelColor(x, 3) == option.palette.color(QPalette::Highlight)
                    ? 1
                    : 0;
            return along;
        };
        CHECK(ringed() == 0);
        option.state = QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
        CHECK(ringed() == 48);
    }
}

TEST_CASE("contrast style: the words of a push button have room on both sides", "[window]")
{
    ContrastStyle style;
    QPushButton button(QStringLiteral("A button with a name of many words"));
    button.setStyle(&style);
    CHECK(button.sizeHint().width() >= button.fontMetrics().horizontalAdvance(button.text()) + 20);
}

TEST_CASE("contrast style: a choice that is longer than its box ends with an ellipsis", "[window]")
{
    ContrastStyle style;
    QStyleOptionComboBox box;
    box.rect = QRect(0, 0, 120, 26);
    const QString whole = QStringLiteral("Patch each head by the mean of all inputs");
    const auto drawn = [&](const QString& text) {
        QImage image(box.rect.size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        box.currentText = text;
        style.drawControl(QStyle::CE_ComboBoxLabel, &box, &painter, nullptr);
        return image;
    };
    const int room
        = style.subControlRect(QStyle::CC_ComboBox, &box, QStyle::SC_ComboBoxEditField, nullptr).width();
    const QString cut = box.fontMetrics.elidedText(whole, Qt::ElideRight, room - 2);
    REQUIRE(cut.endsWith(QChar(u'…')));
    CHECK(drawn(whole) == drawn(cut));
    const auto button = [&](const QString& text) {
        QToolButton made;
        made.setStyle(&style);
        made.setText(text);
        made.setFixedSize(120, 26);
        return made.grab().toImage();
    };
    const QImage shown = button(whole);
    bool elided = false;
    for (int width = 100; width <= 120; ++width)
        elided |= shown == button(box.fontMetrics.elidedText(whole, Qt::ElideRight, width));
    CHECK(elided);
    const auto column = [&](const QString& text) {
        QStyleOptionHeaderV2 header;
        header.rect = box.rect;
        header.text = text;
        header.textAlignment = Qt::AlignCenter; // cut at both ends
        QImage image(header.rect.size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        style.drawControl(QStyle::CE_HeaderLabel, &header, &painter, nullptr);
        return image;
    };
    CHECK(column(QStringLiteral("A\n") + whole)
          == column(QStringLiteral("A\n")
                    + box.fontMetrics.elidedText(whole, Qt::ElideRight, box.rect.width())));
    CHECK(column(whole) == column(box.fontMetrics.elidedText(whole, Qt::ElideRight, box.rect.width())));
}

TEST_CASE("contrast style: a button that opens a menu has its arrow beside the text, half-way up", "[window]")
{
    ContrastStyle style;
    QMenu menu;
    QToolButton plain, opens;
    for (QToolButton* const button : {&plain, &opens}) {
        button->setStyle(&style);
        button->setPalette(Theme::palette(false, false));
        button->setAutoRaise(true);
        button->setText(QStringLiteral("options"));
    }
    opens.setMenu(&menu);
    opens.setPopupMode(QToolButton::InstantPopup);
    REQUIRE(opens.sizeHint().width() >= plain.sizeHint().width() + 10);
    opens.resize(opens.sizeHint());
    QImage image(opens.size(), QImage::Format_RGB32);
    image.fill(Qt::white);
    opens.render(&image);
    const auto isInk = [&](int x, int y) { return image.pixelColor(x, y).lightness() < 128; };
    int top = image.height(), bottom = -1;
    for (int x = image.width() - 14; x < image.width() - 3; ++x)
        for (int y = 3; y < image.height() - 3; ++y)
            if (isInk(x, y)) {
                top = std::min(top, y);
                bottom = std::max(bottom, y);
            }
    REQUIRE(bottom >= top); // an arrow was found
    CHECK(std::abs((top + bottom) / 2 - image.height() / 2) <= 2);
}

TEST_CASE("contrast style: a tool tip is no wider than a line that can be read", "[window]")
{
    const Theme theme; // sets the style of the program
    QWidget owner;
    owner.show();
    test::settle(); // the window's activation would hide a tip
    const auto tip = [] {
        test::settle(20);
        const QWidgetList all = QApplication::topLevelWidgets();
        const auto found = std::find_if(all.begin(), all.end(), [](const QWidget* each) {
            return each->inherits("QTipLabel") && each->isVisible();
        });
        return found == all.end() ? nullptr : *found;
    };
    QToolTip::showText({10, 10}, QStringLiteral("a tool tip of many words ").repeated(12), &owner);
    const QWidget* shown = tip();
    REQUIRE(shown != nullptr);
    const QFontMetrics metrics = shown->fontMetrics();
    CHECK(shown->width() <= 64 * metrics.averageCharWidth());
    CHECK(shown->height() >= 3 * metrics.height());
    QToolTip::showText({10, 10}, QStringLiteral("short"), &owner);
    shown = tip();
    REQUIRE(shown != nullptr);
    CHECK(shown->height() < 2 * metrics.height());
    QToolTip::hideText();
}

TEST_CASE("contrast style: buttons of dialogs have no icons that warn of nothing", "[window]")
{
    const Theme theme; // sets the style of the program
    const QDialogButtonBox buttons(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    for (const QAbstractButton* button : buttons.buttons())
        CHECK(button->icon().isNull());
}
