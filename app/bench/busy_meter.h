#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <vector>

namespace headlight {

constexpr double kFrameMs = 16; ///< how long the UI thread may be busy at a time

/// Processes events and records how long the UI thread was busy without a pause, call by call. UI thread.
class BusyMeter
{
public:
    /// Calls `send` and processes events until everything is painted.
    void act(const std::function<void()>& send);
    /// Processes events from the background until `done`; false after `limit` milliseconds.
    bool until(const std::function<bool()>& done, double limit = 120000);
    /// Processes events from the background for a few frames.
    void settle();
    /// Returns the number of busy periods, the median of those of at least a tenth of a millisecond, the
    /// longest, the most processor time in one (the rest was spent waiting for a core or the disk) and the
    /// number of missed frames. Starts over.
    nlohmann::ordered_json report();

private:
    struct Time
    {
        double wall = 0, computed = 0; ///< milliseconds
    };
    void measure(const std::function<void()>& work);

    std::vector<Time> m_times;
};

} // namespace headlight
