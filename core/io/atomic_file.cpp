#include "core/io/atomic_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <random>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = std::size_t{1} << 16U;

Error unwritable(const fs::path& target, const std::string& message)
{
    return {ErrorCode::kFileUnwritable, message, target.string(), {}, {}};
}

std::string reasonOf(int code)
{
    return std::generic_category().message(code);
}

fs::path temporaryName(const fs::path& folder)
{
    std::random_device random;
    std::array<char, 40> name = {};
    // Not made from the target's name, which may already be as long as a name can be.
    std::snprintf(name.data(), name.size(), ".headlight-%08x%08x.part", random(), random());
    return folder / name.data();
}

/// A link is followed, so that the file it names is replaced and not the link.
fs::path resolved(const fs::path& target)
{
    std::error_code ignored;
    if (!fs::is_symlink(target, ignored))
        return target;
    fs::path end = fs::weakly_canonical(target, ignored);
    return end.empty() ? target : end;
}

/// Gives the new file the permissions of the one that it replaces.
void keepMode(const fs::path& target, int descriptor)
{
    struct stat status = {};
    if (::stat(target.c_str(), &status) == 0)
        static_cast<void>(::fchmod(descriptor, status.st_mode & 07777U));
}

} // namespace

Result<AtomicFile> AtomicFile::create(const fs::path& target)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    if (target.filename().empty() || fs::is_directory(status))
        return unwritable(target, "found a folder, expected the name of a file");
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0)
            return unwritable(target, "cannot write: " + reasonOf(errno));
        return AtomicFile(target, {}, descriptor);
    }
    const fs::path end = resolved(target);
    const fs::path folder = end.has_parent_path() ? end.parent_path() : fs::path(".");
    constexpr int kAttempts = 16;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const fs::path temporary = temporaryName(folder);
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0) {
            keepMode(end, descriptor);
            return AtomicFile(end, temporary, descriptor);
        }
        if (errno != EEXIST)
            return unwritable(target, "cannot write in its folder: " + reasonOf(errno));
    }
    return unwritable(target, "cannot find a free name for a temporary file in its folder");
}

AtomicFile::AtomicFile(fs::path target, fs::path temporary, int descriptor)
    : m_target(std::move(target))
    , m_temporary(std::move(temporary))
    , m_descriptor(descriptor)
{
    m_buffer.reserve(kBufferBytes);
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : m_target(std::move(other.m_target))
    , m_temporary(std::move(other.m_temporary))
    , m_buffer(std::move(other.m_buffer))
    , m_size(other.m_size)
    , m_descriptor(std::exchange(other.m_descriptor, -1))
{ }

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept
{
    if (this != &other) {
        discard();
        m_target = std::move(other.m_target);
        m_temporary = std::move(other.m_temporary);
        m_buffer = std::move(other.m_buffer);
        m_size = other.m_size;
        m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
}

AtomicFile::~AtomicFile()
{
    discard();
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes)
{
    m_size += bytes.size();
    if (m_buffer.size() + bytes.size() > kBufferBytes) {
        if (auto flushed = flush(); !flushed)
            return flushed;
        if (bytes.size() > kBufferBytes)
            return writeOut(bytes);
    }
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
    return {};
}

Result<void> AtomicFile::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Result<void> AtomicFile::finish()
{
    if (m_descriptor < 0)
        return {};
    if (auto flushed = flush(); !flushed)
        return flushed;
    // Some file systems report a full disk only when the bytes reach it. A pipe or device has no disk.
    if (!m_temporary.empty() && ::fsync(m_descriptor) != 0 && errno != EINVAL)
        return fault("cannot finish writing", errno);
    if (::close(std::exchange(m_descriptor, -1)) != 0)
        return fault("cannot finish writing", errno);
    m_buffer.shrink_to_fit(); // many files may wait for their names
    return {};
}

Result<void> AtomicFile::commit()
{
    if (auto finished = finish(); !finished)
        return finished;
    if (m_temporary.empty())
        return {};
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return fault("cannot put the finished file in place", errno);
    m_temporary.clear();
    return {};
}

Result<void> AtomicFile::flush()
{
    auto written = writeOut(m_buffer);
    m_buffer.clear();
    return written;
}

Result<void> AtomicFile::writeOut(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return fault("cannot write", errno);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Error AtomicFile::fault(std::string_view doing, int code) const
{
    return unwritable(m_target, std::string(doing) + ": " + reasonOf(code));
}

void AtomicFile::discard() noexcept
{
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
    m_temporary.clear();
}

Result<void> writeFileAtomically(const fs::path& target, std::string_view text)
{
    auto file = AtomicFile::create(target);
    if (!file)
        return file.error();
    if (auto written = file->write(text); !written)
        return written;
    return file->commit();
}

} // namespace headlight
