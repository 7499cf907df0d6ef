#include "ui/widgets/elided_label.h"

#include "tests/support/catch.h"

#include <QCoreApplication>
#include <QVBoxLayout>

using namespace headlight;

namespace {

struct Shelf
{
    QWidget parent;
    ElidedLabel* label = new ElidedLabel;

    explicit Shelf(int width)
    {
        auto* column = new QVBoxLayout(&parent);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(label);
        column->addStretch(1);
        parent.resize(width, 400);
        parent.show();
        settle();
    }
    static void settle()
    {
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
    }
    void say(const QString& text) const
    {
        label->setText(text);
        settle();
    }
    int line() const { return label->fontMetrics().lineSpacing(); }
};

const QString kLong
    = QStringLiteral("Point at a token to see where its attention goes. Click or press Enter to pin it.");

} // namespace

TEST_CASE("elided label: a text that does not fit takes further lines and is whole there", "[views]")
{
    const Shelf wide(1200);
    wide.say(kLong);
    CHECK(wide.label->shownLines() == QStringList{kLong});
    CHECK(wide.label->height() < 2 * wide.line());
    const Shelf narrow(wide.label->fontMetrics().horizontalAdvance(kLong) * 2 / 3);
    narrow.say(kLong);
    CHECK(narrow.label->shownLines().size() == 2);
    CHECK(narrow.label->shownLines().join(QLatin1Char(' ')) == kLong);
    CHECK(narrow.label->height() >= 2 * narrow.line());
    CHECK(narrow.label->width() == narrow.parent.width()); // asks for no more width than there is
}

TEST_CASE("elided label: beyond three lines it is cut, and says so", "[views]")
{
    const Shelf shelf(160);
    shelf.say(kLong + kLong);
    const QStringList lines = shelf.label->shownLines();
    REQUIRE(lines.size() == shelf.label->mostLines());
    CHECK(lines.last().endsWith(QChar(0x2026)));
    CHECK(shelf.label->toolTip().startsWith(QStringLiteral("Point at a token")));
    CHECK(shelf.label->accessibleDescription() == kLong + kLong);
    shelf.label->setMostLines(2);
    Shelf::settle();
    CHECK(shelf.label->shownLines().size() == 2);
    CHECK(shelf.label->height() < 3 * shelf.line());
}

TEST_CASE("elided label: its height stays while words change, and follows the width of the view", "[views]")
{
    Shelf shelf(300);
    shelf.say(kLong);
    const int tall = shelf.label->height();
    CHECK(tall >= 2 * shelf.line());
    shelf.say(QStringLiteral("short"));
    CHECK(shelf.label->height() == tall);
    shelf.parent.resize(1200, 400);
    Shelf::settle();
    CHECK(shelf.label->height() < 2 * shelf.line());
}

TEST_CASE("elided label: words that change before it has its new width do not keep it high", "[views]")
{
    QWidget parent;
    ElidedLabel label(&parent);
    parent.resize(200, 400);
    label.resize(200, 40);
    parent.show();
    label.setText(kLong);
    const int tall = label.sizeHint().height();
    parent.resize(2400, 400);
    label.setText(kLong + QStringLiteral("."));
    CHECK(label.sizeHint().height() == tall);
    label.resize(2000, 40);
    CHECK(label.sizeHint().height() < tall);
    // What stands beside it may need room and give it back: its height stays.
    label.resize(200, 40);
    CHECK(label.sizeHint().height() == tall);
    label.resize(2000, 40);
    CHECK(label.sizeHint().height() == tall);
}

TEST_CASE("elided label: what is there in full has no tooltip that would cover it", "[views]")
{
    const Shelf shelf(400);
    shelf.say(QStringLiteral("Two words"));
    CHECK(shelf.label->toolTip().isEmpty());
    shelf.say(kLong + kLong + kLong);
    CHECK_FALSE(shelf.label->toolTip().isEmpty());
    shelf.say(QStringLiteral("Two words"));
    CHECK(shelf.label->toolTip().isEmpty());
}
