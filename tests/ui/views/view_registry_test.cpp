#include "ui/views/view_registry.h"

#include "tests/support/catch.h"
#include "tests/support/view_bench.h"
#include "ui/state/commands.h"

#include <QKeySequence>

#include <algorithm>
#include <memory>
#include <set>

using namespace headlight;

TEST_CASE("views: each has an id, a title and a key of its own, and no key that a command has", "[views]")
{
    std::set<std::string> ids, titles, keys;
    for (const Command& command : commandTable())
        for (const QKeySequence& key : command.keys)
            keys.insert(key.toString(QKeySequence::PortableText).toStdString());
    for (const ViewDescriptor& each : viewRegistry()) {
        INFO(each.title);
        CHECK(ids.insert(each.id.name().data()).second);
        CHECK(titles.insert(each.title).second);
        const QKeySequence key(QLatin1String(each.shortcut));
        CHECK_FALSE(key.isEmpty());
        CHECK(keys.insert(key.toString(QKeySequence::PortableText).toStdString()).second);
    }
}

TEST_CASE("views: the ids that others point at are those of views", "[views]")
{
    using namespace view_ids;
    for (const ViewId id : {kHeatmap, kHeads, kTokens, kDecoding, kPositions, kCompare, kStream, kWhatIf}) {
        INFO(id.name().data());
        CHECK(std::any_of(viewRegistry().begin(), viewRegistry().end(),
                          [id](const ViewDescriptor& each) { return each.id == id; }));
    }
}

TEST_CASE("views: the heatmap is what the window exports", "[views]")
{
    testing::ViewBench bench;
    for (const ViewDescriptor& each : viewRegistry()) {
        INFO(each.title);
        const MadeView made = each.create(bench.context, nullptr);
        const std::unique_ptr<TraceView> owner(made.view);
        CHECK(static_cast<bool>(made.figure) == (each.id == view_ids::kHeatmap));
    }
}
