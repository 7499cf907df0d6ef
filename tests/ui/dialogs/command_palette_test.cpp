#include "ui/dialogs/command_palette.h"

#include "tests/support/catch.h"

#include <QLineEdit>
#include <QPointer>
#include <QTest>

#include <atomic>
#include <cstddef>
#include <thread>

using namespace headlight;

TEST_CASE("palette: a long source is searched in the background, and Enter waits for it", "[palette]")
{
    constexpr std::size_t kMany = 300000;
    QWidget window;
    window.resize(900, 700);
    std::atomic<std::size_t> readHere{0};
    std::size_t chosen = 0;
    const PaletteSource tokens{kMany, [&, here = std::this_thread::get_id()](std::size_t i) {
                                   readHere += std::this_thread::get_id() == here ? 1 : 0;
                                   return PaletteEntry{.text = QStringLiteral("w%1").arg(i),
                                                       .kind = QStringLiteral("Token"),
                                                       .detail = QStringLiteral("Row"),
                                                       .run = [&, i] { chosen = i; }};
                               }};
    const PaletteEntry command{.text = QStringLiteral("Widen w 299999"), .kind = QStringLiteral("View")};
    const QPointer<CommandPalette> palette = new CommandPalette({command}, tokens, &window);
    palette->show();
    QTest::keyClicks(palette->line(), QStringLiteral("w299999"));
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK_FALSE(palette.isNull());
    REQUIRE(QTest::qWaitFor([&] { return palette.isNull(); }, 60000));
    CHECK(chosen == 299999);
    CHECK(readHere < 5000); // what the list shows
}
