#pragma once

#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <sys/resource.h>

namespace headlight::test {

/// During its lifetime, no file of this process grows beyond `bytes`: writing more fails with EFBIG, just as
/// it fails with ENOSPC on a full disk.
class FileLimit
{
public:
    explicit FileLimit(std::uint64_t bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        if (::getrlimit(RLIMIT_FSIZE, &m_before) != 0)
            throw std::runtime_error("cannot read the limit of a file's size");
        const rlimit lower{bytes, m_before.rlim_max};
        if (::setrlimit(RLIMIT_FSIZE, &lower) != 0)
            throw std::runtime_error("cannot limit a file's size");
    }
    ~FileLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;
    FileLimit(FileLimit&&) = delete;
    FileLimit& operator=(FileLimit&&) = delete;

private:
    rlimit m_before = {};
    void (*m_handler)(int);
};

} // namespace headlight::test
