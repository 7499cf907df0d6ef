#include "app/bench/busy_meter.h"

#include "app/bench/bench_folder.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QThread>

#include <algorithm>
#include <chrono>

namespace headlight {

namespace {

using BusyClock = std::chrono::steady_clock;

} // namespace

void BusyMeter::measure(const std::function<void()>& work)
{
    const double before = threadMilliseconds();
    const BusyClock::time_point start = BusyClock::now();
    work();
    m_times.push_back({millisecondsSince(start), threadMilliseconds() - before});
}

void BusyMeter::act(const std::function<void()>& send)
{
    measure(send);
    for (int i = 0; i < 3; ++i)
        measure([] { QCoreApplication::processEvents(); });
}

bool BusyMeter::until(const std::function<bool()>& done, double limit)
{
    const BusyClock::time_point start = BusyClock::now();
    while (!done() && millisecondsSince(start) < limit) {
        const BusyClock::time_point turn = BusyClock::now();
        measure([] { QCoreApplication::processEvents(); });
        if (millisecondsSince(turn) < 0.1) // nothing arrived: leave the core to background threads
            QThread::usleep(500);
    }
    return done();
}

void BusyMeter::settle()
{
    const BusyClock::time_point start = BusyClock::now();
    until([start] { return millisecondsSince(start) > 100; });
}

nlohmann::ordered_json BusyMeter::report()
{
    std::erase_if(m_times, [](const Time& time) { return time.wall < 0.1; });
    std::sort(m_times.begin(), m_times.end(), [](const Time& a, const Time& b) { return a.wall < b.wall; });
    nlohmann::ordered_json out{
        {"times", m_times.size()}, {"median_ms", 0.0}, {"worst_ms", 0.0}, {"worst_computed_ms", 0.0}};
    if (!m_times.empty()) {
        out["median_ms"] = m_times[m_times.size() / 2].wall;
        out["worst_ms"] = m_times.back().wall;
        out["worst_computed_ms"]
            = std::max_element(m_times.begin(), m_times.end(), [](const Time& a, const Time& b) {
                  return a.computed < b.computed;
              })->computed;
    }
    out["over_a_frame"] = std::count_if(m_times.begin(), m_times.end(),
                                        [](const Time& time) { return time.wall > kFrameMs; });
    m_times.clear();
    return out;
}

} // namespace headlight
