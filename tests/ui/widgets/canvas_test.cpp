#include "ui/widgets/canvas.h"

#include "tests/support/catch.h"
#include "ui/widgets/layouts.h"

#include <QAbstractScrollArea>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QTest>
#include <QToolTip>

#include <type_traits>

using namespace headlight;

namespace {

/// A picture with one item that records the calls it gets.
template <class Base>
class ItemCanvas : public Base
{
public:
    ItemCanvas()
        : Base(QStringLiteral("ItemCanvas"))
    {
        this->resize(200, 100);
        this->show();
    }
    QWidget& surface()
    {
        if constexpr (std::is_base_of_v<QAbstractScrollArea, Base>)
            return *this->viewport();
        else
            return *this;
    }
    QRect item{40, 20, 30, 10};
    bool hasItem = true;
    QString words = QStringLiteral("the item");
    std::vector<QPoint> menus; ///< positions where a menu was requested
    int layouts = 0, styles = 0, left = 0;
    QRect letters; ///< where a text at the left has been painted

protected:
    using typename Base::Tip;
    Tip tipAt(const QPoint& point) const override { return item.contains(point) ? Tip{words, item} : Tip(); }
    void relayout() override { ++layouts; }
    void restyle() override { ++styles; }
    void pointerLeft() override { ++left; }
    bool isOwnKey(const QKeyEvent& event) const override { return Base::isWalking(event); }
    QRect currentRect() const override { return hasItem ? item : QRect(); }
    void contextMenuEvent(QContextMenuEvent* event) override { menus.push_back(event->pos()); }
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(&surface());
        painter.drawText(surface().rect(), Qt::AlignLeft | Qt::AlignTop, QStringLiteral("i"), &letters);
    }
};

bool takesBeforeShortcuts(QWidget& widget, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QKeyEvent event(QEvent::ShortcutOverride, key, modifiers);
    event.ignore();
    QCoreApplication::sendEvent(&widget, &event);
    return event.isAccepted();
}

/// Checks what both kinds have in common.
template <class Base>
void checkItemCanvas()
{
    ItemCanvas<Base> picture;
    QWidget& surface = picture.surface(); // which is painted on
    const int layouts = picture.layouts;
    picture.resize(300, 150);
    QCoreApplication::processEvents();
    CHECK(picture.layouts > layouts);

    QFont font = picture.font();
    font.setPointSizeF(font.pointSizeF() + 3);
    const int styles = picture.styles;
    picture.setFont(font);
    CHECK(picture.styles > styles);

    CHECK(takesBeforeShortcuts(picture, Qt::Key_Left));
    CHECK(takesBeforeShortcuts(picture, Qt::Key_End));
    CHECK_FALSE(takesBeforeShortcuts(picture, Qt::Key_Left, Qt::ControlModifier));
    CHECK_FALSE(takesBeforeShortcuts(picture, Qt::Key_F));

    // The keyboard's item has a frame of its own; without one the whole picture has a ring.
    const auto hasRing = [&] {
        const QColor accent = picture.palette().color(QPalette::Highlight);
        return surface.grab().toImage().pixelColor(1, surface.height() / 2) == accent;
    };
    picture.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&picture));
    picture.setFocus(Qt::TabFocusReason);
    picture.setAttribute(Qt::WA_KeyboardFocusChange);
    CHECK_FALSE(hasRing());
    picture.hasItem = false;
    CHECK(hasRing());
    picture.clearFocus();
    CHECK_FALSE(hasRing());
    picture.hasItem = true;

    const QPoint inside = picture.item.center();
    QHelpEvent help(QEvent::ToolTip, inside, surface.mapToGlobal(inside));
    QCoreApplication::sendEvent(&surface, &help);
    CHECK(QToolTip::text() == QStringLiteral("the item"));

    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&surface, &leave);
    CHECK(picture.left == 1);

    // The Menu key opens the menu at the keyboard's item, not where the mouse is.
    QContextMenuEvent menu(QContextMenuEvent::Keyboard, {5, 5}, picture.mapToGlobal(QPoint(5, 5)));
    QCoreApplication::sendEvent(&picture, &menu);
    REQUIRE(picture.menus.size() == 1);
    CHECK(picture.menus.front() == inside);
    picture.hasItem = false;
    QCoreApplication::sendEvent(&picture, &menu);
    REQUIRE(picture.menus.size() == 2);
    CHECK(picture.menus.back() == QPoint(5, 5));

    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    picture.letters = {};
    surface.grab();
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    REQUIRE_FALSE(picture.letters.isNull());
    CHECK(picture.letters.right() < surface.width() / 2); // pictures are not mirrored
}

} // namespace

TEST_CASE("canvas: tips, keys, fonts, leaving, and the menu of the keyboard's item", "[canvas]")
{
    checkItemCanvas<headlight::Canvas>();
}

TEST_CASE("canvas: one that scrolls itself does the same", "[canvas]")
{
    checkItemCanvas<headlight::ScrolledCanvas>();
}

TEST_CASE("canvas: a token that looks like markup is shown as it is", "[canvas]")
{
    ItemCanvas<headlight::Canvas> picture;
    picture.words = QStringLiteral("<s> at position 3\nnext token: </s>");
    const QPoint place = picture.item.center();
    QHelpEvent help(QEvent::ToolTip, place, picture.mapToGlobal(place));
    QCoreApplication::sendEvent(&picture, &help);
    CHECK(QToolTip::text()
          == QStringLiteral(
              "<p style='white-space:pre-wrap'>&lt;s&gt; at position 3\nnext token: &lt;/s&gt;</p>"));
    QToolTip::hideText();
    CHECK(plainTip(QStringLiteral("1 < 2 & 3")) == QStringLiteral("1 < 2 & 3"));
}
