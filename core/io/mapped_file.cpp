#include "core/io/mapped_file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headlight {

namespace {

/// A mapping as the handler sees it. A free slot has end 0.
struct WatchedMapping
{
    std::atomic<std::uintptr_t> begin = 0;
    std::atomic<std::uintptr_t> end = 0;
    std::atomic<MappingRecord*> record = nullptr;
};

constexpr std::size_t kMostMappings = 4096; // a model of 400 GB consists of about 200 files
std::array<WatchedMapping, kMostMappings> watchedMappings; // NOLINT: a handler cannot be given anything
std::atomic<std::uint64_t> lostMappings = 0; // NOLINT
struct sigaction actionBefore = {}; // NOLINT
std::uintptr_t pageBytes = 4096; // NOLINT: read once, before the handler is there

struct MappingList
{
    std::mutex mutex;
    std::map<std::uintptr_t, std::pair<std::uintptr_t, std::weak_ptr<MappingRecord>>> all; ///< begin → end
};

MappingList& mappingList()
{
    // Never destroyed: at the program's end, a static object may let go of its model later than this.
    static MappingList* const list = new MappingList; // NOLINT: see above
    return *list;
}

std::uintptr_t addressOf(const std::byte* byte)
{
    return reinterpret_cast<std::uintptr_t>(byte);
}

/// Maps empty pages from the lost page to the end of the mapping: one change of the address space, however
/// many pages are missing. Returns whether the address is in one of our mappings.
bool layEmptyPages(std::uintptr_t address) noexcept
{
    for (WatchedMapping& each : watchedMappings) {
        const std::uintptr_t end = each.end.load();
        if (address < each.begin.load() || address >= end)
            continue;
        const std::uintptr_t page = address / pageBytes * pageBytes;
        void* const place = reinterpret_cast<void*>(page); // NOLINT(performance-no-int-to-ptr)
        if (::mmap(place, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != place)
            return false;
        if (MappingRecord* const record = each.record.load())
            record->noteLost();
        ++lostMappings;
        return true;
    }
    return false;
}

/// Uses only what is allowed in a handler: atomics; mmap and sigaction are direct system calls.
void onLostPage(int signal, siginfo_t* info, void* context)
{
    const int before = errno;
    const bool ours = layEmptyPages(reinterpret_cast<std::uintptr_t>(info->si_addr));
    errno = before;
    if (ours)
        return;
    if ((actionBefore.sa_flags & SA_SIGINFO) != 0 && actionBefore.sa_sigaction != nullptr)
        return actionBefore.sa_sigaction(signal, info, context);
    // The instruction is retried and ends the program, as it would without this handler.
    ::sigaction(signal, &actionBefore, nullptr);
}

void installHandler()
{
    static std::once_flag once;
    std::call_once(once, [] {
        pageBytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        struct sigaction action = {};
        action.sa_sigaction = onLostPage;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &actionBefore);
    });
}

Error unreadable(const std::filesystem::path& path, std::string message)
{
    return {ErrorCode::kFileUnreadable, std::move(message), path.string()};
}

Error systemFault(const std::filesystem::path& path, const std::string& doing, int code)
{
    const std::string reason = std::generic_category().message(code);
    std::error_code ignored;
    if (code == ENOENT && std::filesystem::is_symlink(path, ignored))
        return unreadable(path,
                          "found a link to " + std::filesystem::read_symlink(path, ignored).string()
                              + ", which is not there. Was the download interrupted?");
    if (code == ENOENT || code == ENOTDIR)
        return {ErrorCode::kFileNotFound, "no such file", path.string()};
    return unreadable(path, doing + ": " + reason);
}

} // namespace

MappingRecord::MappingRecord(std::filesystem::path path, int descriptor)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
{
    struct stat status = {};
    if (::fstat(descriptor, &status) == 0) {
        m_size = static_cast<std::uint64_t>(status.st_size);
        m_written = status.st_mtim;
    }
}

MappingRecord::~MappingRecord()
{
    ::close(m_descriptor);
}

Result<void> MappingRecord::check() const
{
    const auto changed = [this](const std::string& found) -> Result<void> {
        return badFile(m_path.string(), {}, "changed while it was in use: ", found, ". Open it again");
    };
    struct stat status = {};
    if (::fstat(m_descriptor, &status) != 0)
        return changed("it can no longer be read");
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size != m_size)
        return changed(
            concat("found ", size, " bytes, expected the ", m_size, " that it had when it was opened"));
    if (m_lost.load())
        return changed("part of it was missing when it was read");
    if (status.st_mtim.tv_sec != m_written.tv_sec || status.st_mtim.tv_nsec != m_written.tv_nsec)
        return changed("it was written to after it was opened");
    return {};
}

bool MappingRecord::watch(const std::shared_ptr<MappingRecord>& record, std::span<const std::byte> bytes)
{
    installHandler();
    MappingList& list = mappingList();
    const std::lock_guard lock(list.mutex);
    const std::uintptr_t begin = addressOf(bytes.data());
    // The last page counts in full: bytes after the end of the file are not used, but may be fetched.
    const std::uintptr_t end = (begin + bytes.size() + pageBytes - 1) / pageBytes * pageBytes;
    for (WatchedMapping& each : watchedMappings) {
        if (each.end.load() != 0)
            continue;
        each.record.store(record.get());
        each.begin.store(begin);
        each.end.store(end); // last: from here on the handler sees the slot
        list.all[begin] = {end, record};
        return true;
    }
    return false;
}

void MappingRecord::unwatch(std::span<const std::byte> bytes) noexcept
{
    MappingList& list = mappingList();
    const std::lock_guard lock(list.mutex);
    const std::uintptr_t begin = addressOf(bytes.data());
    for (WatchedMapping& each : watchedMappings) {
        if (each.end.load() == 0 || each.begin.load() != begin)
            continue;
        each.end.store(0);
        each.begin.store(0);
        each.record.store(nullptr);
        break;
    }
    list.all.erase(begin);
}

std::shared_ptr<const MappingRecord> MappingRecord::of(const std::byte* byte)
{
    MappingList& list = mappingList();
    const std::lock_guard lock(list.mutex);
    const std::uintptr_t address = addressOf(byte);
    const auto after = list.all.upper_bound(address);
    if (after == list.all.begin())
        return nullptr;
    const auto& [end, record] = std::prev(after)->second;
    return address < end ? record.lock() : nullptr;
}

MappingWatch::MappingWatch()
    : m_before(lostMappings.load())
{ }

Result<void> MappingWatch::check(const std::filesystem::path& path) const
{
    if (lostMappings.load() == m_before)
        return {};
    return badFile(path.string(), {}, "changed while it was read: part of it is missing. Open it again");
}

Result<MappedFile> MappedFile::open(const std::filesystem::path& path)
{
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return systemFault(path, "cannot open", errno);
    auto record = std::make_shared<MappingRecord>(path, file); // closes it
    struct stat status = {};
    if (::fstat(file, &status) != 0)
        return systemFault(path, "cannot read its size", errno);
    if (S_ISDIR(status.st_mode))
        return unreadable(path, "found a folder, expected a file");
    if (!S_ISREG(status.st_mode))
        return unreadable(path, "found a device or a pipe, expected a regular file");
    MappedFile mapped;
    mapped.m_path = path;
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) // mmap rejects a length of zero
        return mapped;
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (address == MAP_FAILED) // NOLINT(performance-no-int-to-ptr): the system's own macro
        return systemFault(path, concat("cannot map ", size, " bytes"), errno);
    const std::span<const std::byte> bytes(static_cast<const std::byte*>(address), size);
    if (!MappingRecord::watch(record, bytes)) {
        ::munmap(address, size);
        return unreadable(path, "too many files are open");
    }
    mapped.m_mapping = {bytes.data(), {bytes, std::move(record)}};
    return mapped;
}

Result<MappedFile> MappedFile::open(const std::filesystem::path& path, std::size_t mostBytes)
{
    Result<MappedFile> file = open(path);
    if (file && file->size() > mostBytes)
        return badFile(path.string(), {}, "found ", file->size(), " bytes, expected at most ", mostBytes);
    return file;
}

void MappedFile::Unmap::operator()(const std::byte* begin) const noexcept
{
    MappingRecord::unwatch(bytes);
    ::munmap(const_cast<std::byte*>(begin), bytes.size());
}

bool isPlainName(std::string_view name)
{
    return !name.empty() && name != "." && name != ".."
        && name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

bool isListed(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

} // namespace headlight
