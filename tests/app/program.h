#pragma once
// Runs the program as a person would from a shell: arguments, standard input, and what comes out.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace headlight::test {

struct Finished
{
    int status = -1; ///< exit status; 128 + the signal's number where a signal ended it
    std::string out, err;
};

/// The program that runProgram() runs.
std::string programPath();

/// What the operating system lets a process have; 0: no limit.
struct Limits
{
    unsigned cpuSeconds = 0; ///< of computing: what else the machine does is not counted
    std::uint64_t addressBytes = 0; ///< of memory, with what is only reserved and what is mapped
    std::uint64_t fileBytes = 0; ///< of one file: writing more fails, as on a full disk
    bool noNetwork = false; ///< SIGSYS ends it when it asks for any socket but one of this machine (AF_UNIX)
};

/// Without a display, in the current folder. `environment`: NAME=VALUE added to the test's own.
Finished runProgram(const std::vector<std::string>& arguments, const std::string& input = {},
                    const std::vector<std::string>& environment = {}, const Limits& limits = {});

/// The same for a program that does not end by itself, such as the window: SIGKILL ends it once `done` says
/// so, or after two minutes.
Finished runProgramUntil(const std::function<bool()>& done, const std::vector<std::string>& arguments,
                         const std::vector<std::string>& environment, const Limits& limits);

/// Forbids the calling process every socket but those of this machine; false where the system has no such
/// filter.
bool forbidNetwork();

} // namespace headlight::test
