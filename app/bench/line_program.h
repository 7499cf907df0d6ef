#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace headlight {

/// A program that is started once, without a shell, and answers every line that it is given with a line. It
/// is ended with the object. What it says on its error channel goes to ours.
class LineProgram
{
public:
    LineProgram() = default;
    ~LineProgram();
    LineProgram(const LineProgram&) = delete;
    LineProgram& operator=(const LineProgram&) = delete;
    LineProgram(LineProgram&&) = delete;
    LineProgram& operator=(LineProgram&&) = delete;

    /// words: the program, which is looked for in PATH, and its arguments. Once per object.
    Result<void> start(const std::vector<std::string>& words);
    Result<void> write(const std::string& line);
    /// Without its line break. An error if there is none within the time, or the program has ended.
    Result<std::string> read(std::chrono::seconds atMost);

private:
    std::string m_name;
    std::string m_unread;
    pid_t m_process = -1;
    int m_channel = -1; ///< a socket, so that writing to a program that has ended is an error and no signal
};

} // namespace headlight
