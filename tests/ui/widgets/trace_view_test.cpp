#include "tests/support/catch.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/trace_view.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QThread>

#include <vector>

using namespace headlight;

namespace {

class CountingView : public TraceView
{
public:
    explicit CountingView(const ViewContext& context)
        : TraceView(context)
    { }
    std::vector<ViewChanges> refreshes;

protected:
    void refresh(ViewChanges changes) override { refreshes.push_back(changes); }
};

struct TraceViewBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("view.ini"))};
    Workspace workspace;
    Focus focus;
    ViewContext context{workspace, focus, settings};

    static void turn()
    {
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
    }
};

} // namespace

TEST_CASE("view: many changes of one turn become one refresh", "[views]")
{
    TraceViewBench bench;
    CountingView view(bench.context);
    view.show();
    TraceViewBench::turn();
    REQUIRE(view.refreshes.size() == 1);
    CHECK(view.refreshes.front() == ViewChange::kAll);
    bench.focus.setMap(MapKind::kScores);
    bench.focus.setHover({1, 1});
    bench.focus.setHover({1, 2});
    TraceViewBench::turn();
    REQUIRE(view.refreshes.size() == 2);
    CHECK(view.refreshes.back() == (ViewChange::kMap | ViewChange::kHover));
}

TEST_CASE("view: a hidden view waits and catches up when shown", "[views]")
{
    TraceViewBench bench;
    CountingView view(bench.context);
    bench.focus.setMap(MapKind::kScores);
    TraceViewBench::turn();
    CHECK(view.refreshes.empty());
    view.show();
    TraceViewBench::turn();
    REQUIRE(view.refreshes.size() == 1);
    view.hide();
    bench.focus.setPin({0, 0});
    bench.workspace.publish(nullptr);
    TraceViewBench::turn();
    CHECK(view.refreshes.size() == 1);
    view.show();
    TraceViewBench::turn();
    REQUIRE(view.refreshes.size() == 2);
    CHECK(view.refreshes.back() == (ViewChange::kPin | ViewChange::kTrace));
}

TEST_CASE("view: what takes long is refreshed in turns of its own", "[views]")
{
    class SlowView : public TraceView
    {
    public:
        SlowView(const ViewContext& context, int& refreshes)
            : TraceView(context)
            , m_refreshes(refreshes)
        { }

    protected:
        void refresh(ViewChanges) override
        {
            ++m_refreshes;
            QThread::msleep(10);
        }

    private:
        int& m_refreshes;
    };
    TraceViewBench bench;
    int refreshes = 0;
    SlowView one(bench.context, refreshes), two(bench.context, refreshes), three(bench.context, refreshes);
    for (SlowView* const view : {&one, &two, &three})
        view->show();
    for (int i = 0; i < 10; ++i)
        QCoreApplication::processEvents();
    REQUIRE(refreshes == 3);
    refreshes = 0;
    bench.focus.setHover({1, 1});
    for (int turn = 0; refreshes < 3 && turn < 50; ++turn) {
        const int before = refreshes;
        QCoreApplication::processEvents();
        CHECK(refreshes - before <= 1); // one of them is longer than a turn may be
    }
    CHECK(refreshes == 3);
}
