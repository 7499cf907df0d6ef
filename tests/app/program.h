#pragma once
// Runs the program as from a shell: arguments, standard input, and its output.

#include "tests/support/paths.h"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace headlight::test {

/// A small encoder-decoder of the test data.
inline const std::string kPaper = std::string(kTestData) + "/models/paper-transformer";

/// The bytes of a file; empty if there is none.
std::string contentOf(const std::filesystem::path& path);

struct Finished
{
    int status = -1; ///< exit status; 128 + the signal's number if a signal ended it
    std::string out, err;
};

/// The program that runProgram() runs.
std::string programPath();

/// Limits enforced by the operating system; 0 = none.
struct Limits
{
    unsigned cpuSeconds = 0; ///< CPU time: other work on the machine does not count
    std::uint64_t addressBytes = 0; ///< memory, including reserved and mapped memory
    std::uint64_t fileBytes = 0; ///< size of one file: writing more fails, as on a full disk
    bool noNetwork = false; ///< SIGSYS ends it when it asks for any socket other than AF_UNIX
};

/// Runs without a display, in the current folder. `environment`: NAME=VALUE, added to the test's own.
Finished runProgram(const std::vector<std::string>& arguments, const std::string& input = {},
                    const std::vector<std::string>& environment = {}, const Limits& limits = {});

/// The same for a program that does not end by itself, such as the window: the signal ends it once `done`
/// returns true, or after two minutes.
Finished runProgramUntil(const std::function<bool()>& done, const std::vector<std::string>& arguments,
                         const std::vector<std::string>& environment, const Limits& limits,
                         int signal = SIGKILL);

/// Denies the calling process every socket except local ones; false if the system has no such filter.
bool forbidNetwork();

} // namespace headlight::test
