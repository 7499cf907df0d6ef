#include "ui/background/latest_task.h"

#include "tests/support/catch.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

using namespace headlight;

namespace {

void waitForStop(const std::stop_token& stop)
{
    while (!stop.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

TEST_CASE("latest task: a new piece of work stops the one before, whose results are dropped", "[run]")
{
    LatestTask task;
    std::vector<int> delivered;
    std::atomic<bool> begun{false};
    task.start([&](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        begun = true;
        waitForStop(stop);
        deliver([&] { delivered.push_back(1); });
    });
    REQUIRE(QTest::qWaitFor([&] { return begun.load(); }));
    task.start([&](const std::stop_token&, const LatestTask::Deliver& deliver) {
        deliver([&] { delivered.push_back(2); });
    });
    CHECK(task.isRunning());
    REQUIRE(QTest::qWaitFor([&] { return !task.isRunning(); }));
    CHECK(delivered == std::vector<int>{2});
}

TEST_CASE("latest task: its end stops the work and waits for it", "[run]")
{
    std::atomic<bool> begun{false};
    std::atomic<bool> ended{false};
    {
        LatestTask task;
        task.start([&](const std::stop_token& stop, const LatestTask::Deliver&) {
            begun = true;
            waitForStop(stop);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ended = true;
        });
        REQUIRE(QTest::qWaitFor([&] { return begun.load(); }));
    }
    CHECK(ended);
}

TEST_CASE("latest task: work that is held up holds up no other task", "[run]")
{
    std::vector<std::unique_ptr<LatestTask>> stuck;
    std::atomic<int> begun{0};
    const auto count = static_cast<int>(2 * std::thread::hardware_concurrency() + 2);
    for (int i = 0; i < count; ++i) {
        stuck.push_back(std::make_unique<LatestTask>());
        stuck.back()->start([&](const std::stop_token& stop, const LatestTask::Deliver&) {
            ++begun;
            waitForStop(stop);
        });
    }
    REQUIRE(QTest::qWaitFor([&] { return begun == count; }));
    LatestTask task;
    bool done = false;
    task.start(
        [&](const std::stop_token&, const LatestTask::Deliver& deliver) { deliver([&] { done = true; }); });
    CHECK(QTest::qWaitFor([&] { return done; }));
}
