#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace headlight {

/// Progress of a long piece of work. total = 0: unknown.
struct Progress
{
    std::string what; ///< a short phrase, e.g. "reading weights"
    std::int64_t done = 0;
    std::int64_t total = 0;
};

/// The surroundings of a long piece of work: a stop token, and callbacks for progress and warnings.
/// All are optional. Callbacks run on the thread that does the work.
struct Job
{
    std::stop_token stop;
    std::function<void(const Progress&)> progress;
    std::function<void(const std::string&)> warn;

    bool stopped() const { return stop.stop_requested(); }
    void report(const Progress& p) const
    {
        if (progress)
            progress(p);
    }
    void warning(const std::string& text) const
    {
        if (warn)
            warn(text);
    }
};

} // namespace headlight
