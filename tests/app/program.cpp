#include "tests/app/program.h"

#include "tests/support/temporary_folder.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headlight::test {

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

constexpr unsigned kStuck = 120; ///< seconds

void limit(int resource, std::uint64_t most)
{
    const rlimit both{most, most};
    if (most > 0)
        setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// Only calls that are allowed between fork and exec, but for putenv, which one thread may call.
[[noreturn]] void becomeProgram(std::vector<char*>& arguments,
                                const std::array<std::filesystem::path, 3>& streams,
                                const std::vector<std::string>& environment, const Limits& limits)
{
    const bool good = std::freopen(streams[0].c_str(), "rb", stdin) != nullptr
        && std::freopen(streams[1].c_str(), "wb", stdout) != nullptr
        && std::freopen(streams[2].c_str(), "wb", stderr) != nullptr;
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        unsetenv(name);
    for (const std::string& entry : environment)
        putenv(const_cast<char*>(entry.c_str())); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    limit(RLIMIT_CPU, limits.cpuSeconds);
    limit(RLIMIT_AS, limits.addressBytes);
    limit(RLIMIT_FSIZE, limits.fileBytes);
    std::signal(SIGXFSZ, SIG_IGN);
    if (limits.cpuSeconds > 0)
        alarm(kStuck); // who waits for something that never comes uses no time at all
    if (good)
        execv(arguments[0], arguments.data());
    _exit(127);
}

} // namespace

std::string programPath()
{
    return HEADLIGHT_PROGRAM;
}

Finished runProgram(const std::vector<std::string>& arguments, const std::string& input,
                    const std::vector<std::string>& environment, const Limits& limits)
{
    const TemporaryFolder folder;
    const std::array<std::filesystem::path, 3> streams{folder.write("in", input), folder / "out",
                                                       folder / "err"};
    std::vector<std::string> words{HEADLIGHT_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    std::fflush(nullptr); // else the child would write it again
    const pid_t child = fork();
    if (child == 0)
        becomeProgram(pointers, streams, environment, limits);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        throw std::runtime_error("cannot run the program");
    Finished finished;
    finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    finished.out = contentOf(streams[1]);
    finished.err = contentOf(streams[2]);
    return finished;
}

} // namespace headlight::test
