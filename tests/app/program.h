#pragma once
// Runs the program as a person would from a shell: arguments, standard input, and what comes out.

#include <string>
#include <vector>

namespace headlight::test {

struct Finished
{
    int status = -1; ///< exit status; 128 + the signal's number where a signal ended it
    std::string out, err;
};

/// Without a display, in the current folder. `environment`: NAME=VALUE added to the test's own.
Finished runProgram(const std::vector<std::string>& arguments, const std::string& input = {},
                    const std::vector<std::string>& environment = {});

} // namespace headlight::test
