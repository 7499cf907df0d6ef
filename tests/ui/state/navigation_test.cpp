#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/state/focus.h"
#include "ui/state/navigation.h"
#include "ui/state/workspace.h"

#include <QKeyEvent>

#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace headlight;

namespace {

struct NavigationBench
{
    Workspace workspace;
    Focus focus;

    explicit NavigationBench(const testing::SyntheticOptions& options = {})
    {
        workspace.publish(testing::syntheticSnapshot(options));
    }
    void go(CommandId command) { CHECK(navigate(command, workspace, focus)); }
};

} // namespace

TEST_CASE("navigation: layers run through the stacks and stop at both ends", "[state]")
{
    NavigationBench bench;
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 3});
    bench.go(CommandId::kLayerUp);
    CHECK(toString(bench.focus.head()) == "encoder.0.self.3");
    std::vector<std::string> seen;
    for (int i = 0; i < 8; ++i) {
        bench.go(CommandId::kLayerDown);
        seen.push_back(toString(bench.focus.head()));
    }
    CHECK(seen.front() == "encoder.1.self.3");
    CHECK(seen.at(1) == "decoder.0.self.3");
    CHECK(seen.back() == "decoder.1.cross.3");
}

TEST_CASE("navigation: heads go round", "[state]")
{
    NavigationBench bench;
    bench.focus.setHead({StackKind::kEncoder, 1, AttentionKind::kSelf, 3});
    bench.go(CommandId::kHeadNext);
    CHECK(bench.focus.head().head == 0);
    bench.go(CommandId::kHeadBack);
    CHECK(bench.focus.head().head == 3);
}

TEST_CASE("navigation: arrows move the cell and a pinned row with it, within the map", "[state]")
{
    NavigationBench bench;
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    bench.go(CommandId::kCellUp);
    CHECK(bench.focus.cell() == Cell{0, 0});
    bench.go(CommandId::kCellRight);
    bench.go(CommandId::kCellDown);
    CHECK(bench.focus.cell() == Cell{1, 1});
    bench.go(CommandId::kPinRow);
    CHECK(bench.focus.pin() == Cell{1, std::nullopt});
    bench.go(CommandId::kCellDown);
    CHECK(bench.focus.pin() == Cell{2, std::nullopt});
    CHECK(bench.focus.cell() == Cell{2, 1});
    for (int i = 0; i < 20; ++i)
        bench.go(CommandId::kCellRight);
    CHECK(bench.focus.cell() == Cell{2, 5});
    bench.go(CommandId::kUnpin);
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("navigation: Home and End move as the arrows do, to the edges", "[state]")
{
    NavigationBench bench;
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    bench.focus.setHover({2, 3});
    bench.focus.setPin({2, std::nullopt});
    bench.go(CommandId::kRowEnd);
    CHECK(bench.focus.cell() == Cell{2, 5});
    bench.go(CommandId::kRowBegin);
    CHECK(bench.focus.cell() == Cell{2, 0});
    bench.go(CommandId::kLastCell);
    CHECK(bench.focus.cell() == Cell{5, 5});
    CHECK(bench.focus.pin() == Cell{5, std::nullopt});
    bench.go(CommandId::kFirstCell);
    CHECK(bench.focus.cell() == Cell{0, 0});
}

TEST_CASE("navigation: without any result commands do nothing", "[state]")
{
    const Workspace workspace;
    Focus focus;
    for (const Command& command : commandTable())
        navigate(command.id, workspace, focus);
    CHECK(focus.cell().empty());
    CHECK(focus.head() == HeadRef());
}

TEST_CASE("navigation: commands that move nothing are left to others", "[state]")
{
    NavigationBench bench;
    CHECK_FALSE(navigate(CommandId::kOpenModel, bench.workspace, bench.focus));
    CHECK_FALSE(navigate(CommandId::kZoomIn, bench.workspace, bench.focus));
}

TEST_CASE("commands: the table has every command once, in order, with words and a name of its own", "[state]")
{
    std::set<std::string> names;
    int id = 0;
    for (const Command& command : commandTable()) {
        INFO(command.name);
        CHECK(static_cast<int>(command.id) == id++);
        CHECK(names.insert(command.name).second);
        CHECK_FALSE(commandWords(command).isEmpty());
    }
    CHECK(id == static_cast<int>(CommandId::kShowSpaces) + 1);
}

TEST_CASE("commands: no key of the menus or the heatmap has two meanings", "[state]")
{
    std::set<std::string> keys;
    for (const Command& command : commandTable()) {
        if (command.place == CommandPlace::kView)
            continue; // a view may use a key in only one of its lists
        for (const QKeySequence& key : command.keys) {
            INFO(command.name << ": " << key.toString().toStdString());
            CHECK(keys.insert(key.toString(QKeySequence::PortableText).toStdString()).second);
        }
    }
    CHECK(keys.size() > 50);
    for (const Command& command : commandTable())
        if (command.place == CommandPlace::kView)
            for (const QKeySequence& key : command.keys) {
                INFO(command.name << ": " << key.toString().toStdString());
                CHECK_FALSE(keys.contains(key.toString(QKeySequence::PortableText).toStdString()));
            }
}

TEST_CASE("commands: a key press is looked up where it was made", "[state]")
{
    const auto meant = [](int key, Qt::KeyboardModifiers modifiers) {
        return commandFor(CommandPlace::kHeatmap, QKeyEvent(QEvent::KeyPress, key, modifiers));
    };
    CHECK(meant(Qt::Key_Up, Qt::NoModifier) == CommandId::kCellUp);
    CHECK(meant(Qt::Key_Up, Qt::KeypadModifier) == CommandId::kCellUp);
    CHECK(meant(Qt::Key_End, Qt::ControlModifier) == CommandId::kLastCell);
    CHECK(meant(Qt::Key_Greater, Qt::ShiftModifier) == CommandId::kMoreMass);
    CHECK_FALSE(meant(Qt::Key_Up, Qt::ShiftModifier).has_value());
    CHECK_FALSE(meant(Qt::Key_PageUp, Qt::NoModifier).has_value()); // the window's
}
