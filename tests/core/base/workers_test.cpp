#include "core/base/workers.h"

#include "tests/support/catch.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace headlight::test {

namespace {

using namespace std::chrono_literals;

/// Waits until the condition holds; false after ten seconds.
template <typename Condition>
bool comesTrue(const Condition& condition)
{
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(100us);
    }
    return true;
}

int threadsOfProcess()
{
    return static_cast<int>(std::distance(std::filesystem::directory_iterator("/proc/self/task"),
                                          std::filesystem::directory_iterator()));
}

} // namespace

TEST_CASE("workers: every iteration runs once, whoever else loops", "[workers]")
{
    const Workers workers(4);
    std::vector<std::thread> callers;
    std::atomic<int> wrong{0};
    callers.reserve(4);
    for (int caller = 0; caller < 4; ++caller)
        callers.emplace_back([&, caller] {
            for (int round = 0; round < 50; ++round) {
                std::vector<int> counts(97, 0);
                const auto count = [&](std::size_t i) { counts[i] += caller + 1; };
                if (caller % 2 == 0) {
                    const BackgroundWork background;
                    workers.forEach(counts.size(), count);
                } else {
                    workers.forEach(counts.size(), count);
                }
                wrong += std::accumulate(counts.begin(), counts.end(), 0) == 97 * (caller + 1) ? 0 : 1;
            }
        });
    for (std::thread& caller : callers)
        caller.join();
    CHECK(wrong == 0);
}

TEST_CASE("workers: loops within loops, and exceptions", "[workers]")
{
    const Workers workers;
    std::atomic<int> inner{0};
    workers.forEach(8, [&](std::size_t) { workers.forEach(8, [&](std::size_t) { ++inner; }); });
    CHECK(inner == 64);
    std::atomic<int> after{0};
    CHECK_THROWS_AS(workers.forEach(16,
                                    [&](std::size_t i) {
                                        ++after;
                                        if (i == 3)
                                            throw std::runtime_error("three");
                                    }),
                    std::runtime_error);
    CHECK(after == 16);
}

TEST_CASE("workers: the process has one set of helpers", "[workers]")
{
    const auto loop = [](const Workers& workers) { workers.forEach(64, [](std::size_t) {}); };
    loop(Workers());
    const int before = threadsOfProcess();
    const std::vector<Workers> many(20);
    for (const Workers& workers : many)
        loop(workers);
    CHECK(threadsOfProcess() == before);
}

TEST_CASE("workers: helpers leave a loop in the background for another one", "[workers]")
{
    const Workers workers;
    std::atomic<bool> enough{false};
    std::atomic<int> begun{0};
    std::thread sweep([&] {
        const BackgroundWork background;
        workers.forEach(1'000'000, [&](std::size_t) {
            ++begun;
            if (!enough)
                std::this_thread::sleep_for(1ms);
        });
    });
    CHECK(comesTrue([&] { return begun >= workers.threads(); }));
    // Each iteration waits for all others, so the loop needs every helper at once.
    std::atomic<int> present{0};
    std::atomic<int> late{0};
    workers.forEach(static_cast<std::size_t>(workers.threads()), [&](std::size_t) {
        ++present;
        late += comesTrue([&] { return present == workers.threads(); }) ? 0 : 1;
    });
    CHECK(late == 0);
    enough = true;
    sweep.join();
}

TEST_CASE("workers: a loop ends while all helpers are held up elsewhere", "[workers]")
{
    const Workers workers;
    std::atomic<bool> open{false};
    std::atomic<int> held{0};
    std::thread stuck([&] {
        const BackgroundWork background;
        workers.forEach(static_cast<std::size_t>(workers.threads()), [&](std::size_t) {
            ++held;
            comesTrue([&] { return open.load(); });
        });
    });
    CHECK(comesTrue([&] { return held == workers.threads(); }));
    std::atomic<int> done{0};
    workers.forEach(10, [&](std::size_t) { ++done; });
    CHECK(done == 10);
    CHECK(held == workers.threads());
    open = true;
    stuck.join();
}

} // namespace headlight::test
