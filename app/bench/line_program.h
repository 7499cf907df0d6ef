#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace headlight {

/// A program that is started once, without a shell, and answers each input line with one line. It is
/// terminated with the object. Its standard error goes to ours.
class LineProgram
{
public:
    LineProgram() = default;
    ~LineProgram();
    LineProgram(const LineProgram&) = delete;
    LineProgram& operator=(const LineProgram&) = delete;

    /// words: the program, looked up in PATH, and its arguments. Call it once per object.
    Result<void> start(const std::vector<std::string>& words);
    Result<void> write(const std::string& line);
    /// A line without its line break. An error if none arrives in time, or if the program has ended.
    Result<std::string> read(std::chrono::seconds atMost);

private:
    std::string m_name;
    std::string m_unread;
    pid_t m_process = -1;
    int m_channel = -1; ///< a socket, so that writing to a program that has ended is an error, not a signal
};

} // namespace headlight
