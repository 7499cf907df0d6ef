#include "app/bench/line_program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace headlight {

namespace {

constexpr std::size_t kLongestLine = 1U << 16U;

Error failed(const std::string& name, const std::string& what)
{
    return {ErrorCode::kFileUnreadable, what, name};
}

} // namespace

LineProgram::~LineProgram()
{
    if (m_channel >= 0)
        ::close(m_channel);
    if (m_process > 0) {
        ::kill(m_process, SIGTERM);
        ::waitpid(m_process, nullptr, 0);
    }
}

Result<void> LineProgram::start(const std::vector<std::string>& words)
{
    m_name = words.front();
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return failed(m_name, concat("cannot be started: ", std::strerror(errno)));
    m_channel = ends[0];
    std::vector<std::string> kept = words;
    std::vector<char*> arguments;
    arguments.reserve(kept.size() + 1);
    for (std::string& word : kept)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    const int fault
        = ::posix_spawnp(&m_process, m_name.c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (fault == 0)
        return {};
    m_process = -1;
    return failed(m_name, concat("cannot be started: ", std::strerror(fault)));
}

Result<void> LineProgram::write(const std::string& line)
{
    const std::string all = line + "\n";
    for (std::size_t done = 0; done < all.size();) {
        const ssize_t now = ::send(m_channel, all.data() + done, all.size() - done, MSG_NOSIGNAL);
        if (now < 0 && errno == EINTR)
            continue;
        if (now <= 0)
            return failed(m_name, "has ended, and takes no more input");
        done += static_cast<std::size_t>(now);
    }
    return {};
}

Result<std::string> LineProgram::read(std::chrono::seconds atMost)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + atMost;
    std::array<char, 4096> part{};
    for (;;) {
        if (const auto at = m_unread.find('\n'); at != std::string::npos) {
            std::string line = m_unread.substr(0, at);
            m_unread.erase(0, at + 1);
            return line;
        }
        if (m_unread.size() > kLongestLine)
            return failed(m_name, "answered with a line of over 65536 characters");
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd ready{m_channel, POLLIN, 0};
        const int seen = ::poll(&ready, 1, static_cast<int>(left > 0 ? left : 0));
        if (seen < 0 && errno == EINTR)
            continue;
        if (seen <= 0)
            return failed(m_name, concat("did not answer within ", atMost.count(), " s"));
        const ssize_t got = ::recv(m_channel, part.data(), part.size(), 0);
        if (got <= 0)
            return failed(m_name, "ended without an answer");
        m_unread.append(part.data(), static_cast<std::size_t>(got));
    }
}

} // namespace headlight
