#include "core/edit/interventions.h"
#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/dialogs/command_palette.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/window/bars/find_bar.h"

#include <QLineEdit>
#include <QListView>
#include <QPointer>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// Opens the palette by its shortcut, as a user does.
QPointer<CommandPalette> opened(WindowStart& start)
{
    start.action("go.palette")->trigger();
    auto* const palette = start.window.findChild<CommandPalette*>();
    REQUIRE(palette != nullptr);
    return palette;
}

QString shown(const CommandPalette& palette, int row)
{
    return palette.list()->model()->index(row, 0).data().toString();
}

} // namespace

TEST_CASE("palette: a head is reached by typing a part of its address", "[window][palette]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    CHECK(start.action("go.palette")->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_K));
    QPointer<CommandPalette> palette = opened(start);
    QTest::keyClicks(palette->line(), QStringLiteral("dec1cro1"));
    CHECK(shown(*palette, 0) == QStringLiteral("decoder.1.cross.1"));
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK(start.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 1});
    CHECK(WindowStart::wait([&] { return palette.isNull(); }));
}

TEST_CASE("palette: actions run, arrow keys choose, what cannot be done is not", "[window][palette]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    QPointer<CommandPalette> palette = opened(start);
    const int all = palette->list()->model()->rowCount();
    CHECK(all > 40);
    QTest::keyClicks(palette->line(), QStringLiteral("contrast"));
    const int few = palette->list()->model()->rowCount();
    CHECK(few < all);
    REQUIRE(few >= 2);
    const QString second = shown(*palette, 1);
    QTest::keyClick(palette->line(), Qt::Key_Down);
    CHECK(palette->list()->currentIndex().row() == 1);
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK(start.theme.isHighContrast());
    CHECK(start.theme.isDark() == second.contains(QStringLiteral("dark")));

    // Nothing has changed yet, so there is nothing to undo.
    REQUIRE(WindowStart::wait([&] { return palette.isNull(); }));
    palette = opened(start);
    QTest::keyClicks(palette->line(), QStringLiteral("undo"));
    int undo = -1;
    for (int row = 0; row < palette->list()->model()->rowCount(); ++row)
        if (shown(*palette, row) == QStringLiteral("Undo"))
            undo = row;
    REQUIRE(undo >= 0);
    const QModelIndex index = palette->list()->model()->index(undo, 0);
    CHECK_FALSE(index.flags().testFlag(Qt::ItemIsEnabled));
    palette->list()->setCurrentIndex(index);
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK_FALSE(palette.isNull());
    palette->close();
}

TEST_CASE("palette: edits of the head that is looked at are added by typing", "[window][palette]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 1});
    const QPointer<CommandPalette> palette = opened(start);
    QTest::keyClicks(palette->line(), QStringLiteral("head off"));
    REQUIRE(palette->list()->model()->rowCount() > 0);
    CHECK(shown(*palette, 0) == QStringLiteral("Head off"));
    QTest::keyClick(palette->line(), Qt::Key_Return);
    const std::vector<Intervention>& edits = start.workspace.document().interventions.list;
    REQUIRE(edits.size() == 1);
    CHECK(edits[0] == Intervention(HeadOff{parseHeadPattern("decoder.1.cross.1").value()}));
}

TEST_CASE("palette: a token pins its row or its column", "[window][palette]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    QPointer<CommandPalette> palette = opened(start);
    QTest::keyClicks(palette->line(), QStringLiteral("column 14"));
    REQUIRE(palette->list()->model()->rowCount() > 0);
    CHECK(shown(*palette, 0) == QStringLiteral("14")); // the third id of "5 9 14 3"
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK(start.focus.pin() == Cell{std::nullopt, 2});
}

TEST_CASE("find: counts all, and goes from one to the next", "[window][find]")
{
    WindowBench bench;
    kLastText.set(bench.settings, QStringLiteral("5 9 14 9"));
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    auto* const bar = start.window.findChild<FindBar*>();
    REQUIRE(bar != nullptr);
    CHECK(bar->isHidden());
    start.action("edit.find")->trigger();
    CHECK_FALSE(bar->isHidden());
    auto* const line = bar->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("9"));
    CHECK(bar->places()
          == std::vector<Cell>{{1, std::nullopt}, {3, std::nullopt}, {std::nullopt, 1}, {std::nullopt, 3}});
    QTest::keyClick(line, Qt::Key_Return);
    CHECK(start.focus.pin() == Cell{1, std::nullopt});
    start.action("edit.findNext")->trigger();
    CHECK(start.focus.pin() == Cell{3, std::nullopt});
    start.action("edit.findNext")->trigger();
    CHECK(start.focus.pin() == Cell{std::nullopt, 1});
    start.action("edit.findPrevious")->trigger();
    CHECK(start.focus.pin() == Cell{3, std::nullopt});
    QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
    CHECK(start.focus.pin() == Cell{1, std::nullopt});

    // The hits follow the text; closing clears them.
    const quint64 request = start.workspace.snapshot()->request;
    Document next = start.workspace.document();
    next.text = QStringLiteral("5 14 9");
    start.workspace.apply(next, {});
    REQUIRE(start.waitNewer(request));
    CHECK(bar->places() == std::vector<Cell>{{2, std::nullopt}, {std::nullopt, 2}});
    QTest::keyClick(line, Qt::Key_Escape);
    CHECK(bar->isHidden());
    CHECK(bar->places().empty());
}
