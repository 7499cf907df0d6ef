#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <vector>

namespace headlight {

constexpr double kFrameMs = 16; ///< that the UI thread may be busy at a time

/// Handles events and keeps how long the UI thread was busy without a pause: each call that comes back
/// without having waited. UI thread.
class BusyMeter
{
public:
    /// Sends something, and goes on until its paintings are done.
    void act(const std::function<void()>& send);
    /// What comes in from the background, until `done`; false after `limit` milliseconds.
    bool until(const std::function<bool()>& done, double limit = 120000);
    /// Some frames' time, for what comes in from the background.
    void settle();
    /// How often, the median of what took a tenth of a millisecond or more, the longest, the most that the
    /// thread itself computed in one of them (the rest it waited for a core or for the disk), and how many
    /// frames were missed. Begins anew.
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
