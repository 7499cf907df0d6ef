#include "core/io/atomic_file.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = std::size_t{1} << 16U;

Error unwritable(const fs::path& target, const std::string& message)
{
    return {ErrorCode::kFileUnwritable, message, target.string()};
}

std::string reasonOf(int code)
{
    return std::generic_category().message(code);
}

/// Distinguishes this machine from others that write into the same network folder.
std::uint32_t machineNumber()
{
    std::array<char, 256> name = {};
    static_cast<void>(::gethostname(name.data(), name.size() - 1));
    std::uint32_t number = 2166136261U; // FNV-1a
    for (const char c : std::string_view(name.data()))
        number = (number ^ static_cast<unsigned char>(c)) * 16777619U;
    return number;
}

/// ".headlight-MACHINE-PROCESS-RANDOM.part". Not the target's name, which may have the maximum length.
fs::path temporaryName(const fs::path& folder)
{
    std::random_device random;
    return folder
        / formatted(".headlight-%08x-%d-%08x%08x.part", machineNumber(), static_cast<int>(::getpid()),
                    random(), random());
}

/// Whether this is a temporary file of a process on this machine that no longer runs.
bool isLeftOver(const std::string& name)
{
    std::uint32_t machine = 0;
    int process = 0;
    int length = 0;
    if (!name.starts_with(".headlight-") || !name.ends_with(".part")
        || std::sscanf(name.c_str(), ".headlight-%8x-%d-%n", &machine, &process, &length) != 2 || length == 0)
        return false;
    return machine == machineNumber() && process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

/// Once per folder: listing one takes time on slow disks.
void removeLeftOvers(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> seen;
    {
        const std::lock_guard lock(mutex);
        if (!seen.insert(folder).second)
            return;
    }
    std::error_code fault;
    for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault)) {
        std::error_code ignored;
        if (isLeftOver(entry->path().filename().string()))
            fs::remove(entry->path(), ignored);
    }
}

std::string nameOfDescriptor(int descriptor)
{
    return concat("/proc/self/fd/", descriptor);
}

/// Opens a file without a name, which vanishes with the program; −1 if the file system or the operating
/// system does not support it.
int openNameless(const fs::path& folder, mode_t mode)
{
#ifdef O_TMPFILE
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (descriptor >= 0 && ::access(nameOfDescriptor(descriptor).c_str(), F_OK) == 0)
        return descriptor;
    if (descriptor >= 0)
        ::close(descriptor); // it could not be named later
#endif
    return -1;
}

/// Opens a pipe or device. Waits a moment for the program at the other end of a pipe, but not for ever.
int openDevice(const fs::path& target)
{
    constexpr int kWaits = 60;
    constexpr auto kWait = std::chrono::milliseconds(50);
    int descriptor = -1;
    for (int i = 0; i < kWaits; ++i) {
        descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor >= 0 || errno != ENXIO)
            break;
        std::this_thread::sleep_for(kWait);
        errno = ENXIO;
    }
    if (descriptor >= 0) // from here on, writing waits if the pipe is full
        static_cast<void>(::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK));
    return descriptor;
}

/// Makes the renaming itself survive a power loss. Not every file system can do that.
void syncFolder(const fs::path& target)
{
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    static_cast<void>(::fsync(descriptor));
    ::close(descriptor);
}

/// Follows a link, so that the file it names is replaced, not the link.
fs::path resolved(const fs::path& target)
{
    std::error_code ignored;
    if (!fs::is_symlink(target, ignored))
        return target;
    fs::path end = fs::weakly_canonical(target, ignored);
    return end.empty() ? target : end;
}

/// Gives the new file the permissions of the file that it replaces.
void keepMode(const fs::path& target, int descriptor)
{
    struct stat status = {};
    if (::stat(target.c_str(), &status) == 0)
        static_cast<void>(::fchmod(descriptor, status.st_mode & 07777U));
}

} // namespace

Result<AtomicFile> AtomicFile::create(const fs::path& target, FileAccess access)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    if (target.filename().empty() || fs::is_directory(status))
        return unwritable(target, "found a folder, expected the name of a file");
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        const int descriptor = openDevice(target);
        if (descriptor < 0)
            return unwritable(target,
                              errno == ENXIO ? "found a pipe that no program reads from"
                                             : "cannot write: " + reasonOf(errno));
        return AtomicFile(target, {}, descriptor);
    }
    const fs::path end = resolved(target);
    const fs::path folder = end.has_parent_path() ? end.parent_path() : fs::path(".");
    removeLeftOvers(folder);
    const mode_t mode = access == FileAccess::kOwner ? 0600 : 0666;
    const auto finished = [&](fs::path temporary, int descriptor, bool named) {
        if (access == FileAccess::kUsual)
            keepMode(end, descriptor);
        AtomicFile file(end, std::move(temporary), descriptor);
        file.m_named = named;
        return file;
    };
    if (const int nameless = openNameless(folder, mode); nameless >= 0)
        return finished(temporaryName(folder), nameless, false);
    constexpr int kAttempts = 16;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        fs::path temporary = temporaryName(folder);
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0)
            return finished(std::move(temporary), descriptor, true);
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
    , m_named(other.m_named)
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
        m_named = other.m_named;
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
        RETURN_IF_ERROR(flush());
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
    RETURN_IF_ERROR(flush());
    // Some file systems report a full disk only when the bytes reach it. Pipes and devices have no disk.
    if (!m_temporary.empty() && ::fsync(m_descriptor) != 0 && errno != EINVAL)
        return fault("cannot finish writing", errno);
    RETURN_IF_ERROR(giveName());
    if (::close(std::exchange(m_descriptor, -1)) != 0)
        return fault("cannot finish writing", errno);
    m_buffer.shrink_to_fit(); // many files may be waiting for their names
    return {};
}

/// Several files may be finished and then wait for their names together; this way they need no open
/// descriptors meanwhile.
Result<void> AtomicFile::giveName()
{
    if (m_temporary.empty() || m_named)
        return {};
    if (::linkat(AT_FDCWD, nameOfDescriptor(m_descriptor).c_str(), AT_FDCWD, m_temporary.c_str(),
                 AT_SYMLINK_FOLLOW)
        != 0)
        return fault("cannot finish writing", errno);
    m_named = true;
    return {};
}

Result<void> AtomicFile::commit()
{
    RETURN_IF_ERROR(finish());
    if (m_temporary.empty())
        return {};
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return fault("cannot put the finished file in place", errno);
    m_temporary.clear();
    syncFolder(m_target);
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
    return unwritable(m_target, concat(doing, ": ", reasonOf(code)));
}

void AtomicFile::discard() noexcept
{
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
    if (!m_temporary.empty() && m_named)
        ::unlink(m_temporary.c_str());
    m_temporary.clear();
}

Result<void> writeFileAtomically(const fs::path& target, std::string_view text, FileAccess access)
{
    ASSIGN_OR_RETURN(auto file, AtomicFile::create(target, access));
    RETURN_IF_ERROR(file.write(text));
    return file.commit();
}

} // namespace headlight
