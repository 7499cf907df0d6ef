#include "tests/app/program.h"

#include "tests/support/temporary_folder.h"

#include <array>
#include <bit>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headlight::test {

namespace {

constexpr unsigned kStuck = 120; ///< seconds

void limit(int resource, std::uint64_t most)
{
    const rlimit both{most, most};
    if (most > 0)
        setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// Only calls that are allowed between fork and exec, except putenv, which is safe in a single thread.
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
    if (limits.noNetwork && !forbidNetwork())
        _exit(126);
    if (limits.cpuSeconds > 0)
        alarm(kStuck); // a process that waits forever uses no CPU time
    if (good)
        execv(arguments[0], arguments.data());
    _exit(127);
}

} // namespace

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string programPath()
{
    return HEADLIGHT_PROGRAM;
}

bool forbidNetwork()
{
    // The seccomp filter for every system call: socket() with a family other than AF_UNIX ends the process.
    // The family is the lower half of the first argument.
    constexpr auto kFamily = offsetof(seccomp_data, args) + (std::endian::native == std::endian::big ? 4 : 0);
    std::array<sock_filter, 6> steps{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFamily),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    }};
    const sock_fprog program{static_cast<unsigned short>(steps.size()), steps.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

namespace {

/// Waits until the child ends; with `done`, until that returns true.
int endOf(pid_t child, const std::function<bool()>& done, int signal)
{
    int status = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(kStuck);
    while (done) {
        if (const pid_t ended = waitpid(child, &status, WNOHANG); ended != 0)
            return ended == child ? status : throw std::runtime_error("cannot wait for the program");
        if (done() || std::chrono::steady_clock::now() > end) {
            kill(child, signal);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        throw std::runtime_error("cannot run the program");
    return status;
}

Finished runAndWait(const std::vector<std::string>& arguments, const std::string& input,
                    const std::vector<std::string>& environment, const Limits& limits,
                    const std::function<bool()>& done, int signal = SIGKILL)
{
    const TemporaryFolder folder;
    const std::array<std::filesystem::path, 3> streams{folder.write("in", input), folder / "out",
                                                       folder / "err"};
    std::vector<std::string> words{HEADLIGHT_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    std::fflush(nullptr); // otherwise the child would write it again
    const pid_t child = fork();
    if (child == 0)
        becomeProgram(pointers, streams, environment, limits);
    const int status = endOf(child, done, signal);
    Finished finished;
    finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    finished.out = contentOf(streams[1]);
    finished.err = contentOf(streams[2]);
    return finished;
}

} // namespace

Finished runProgram(const std::vector<std::string>& arguments, const std::string& input,
                    const std::vector<std::string>& environment, const Limits& limits)
{
    return runAndWait(arguments, input, environment, limits, {});
}

Finished runProgramUntil(const std::function<bool()>& done, const std::vector<std::string>& arguments,
                         const std::vector<std::string>& environment, const Limits& limits, int signal)
{
    return runAndWait(arguments, {}, environment, limits, done, signal);
}

} // namespace headlight::test
