#include "core/io/mapped_file.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headlight {
namespace {

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

/// Closes a descriptor at the end of a scope unless it was taken.
class Descriptor
{
public:
    explicit Descriptor(int fd)
        : m_fd(fd)
    { }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    int get() const { return m_fd; }
    int take() { return std::exchange(m_fd, -1); }

private:
    int m_fd;
};

} // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path)
{
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0)
        return systemFault(path, "cannot open", errno);
    struct stat status = {};
    if (::fstat(file.get(), &status) != 0)
        return systemFault(path, "cannot read its size", errno);
    if (S_ISDIR(status.st_mode))
        return unreadable(path, "found a folder, expected a file");
    if (!S_ISREG(status.st_mode))
        return unreadable(path, "found a device or a pipe, expected a regular file");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) // mmap rejects a length of zero
        return MappedFile(path, {}, nullptr);
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (address == MAP_FAILED) // NOLINT(performance-no-int-to-ptr): the system's own macro
        return systemFault(path, "cannot map " + std::to_string(size) + " bytes", errno);
    const std::span<const std::byte> bytes(static_cast<const std::byte*>(address), size);
    auto record = std::make_shared<MappingRecord>(path, file.take());
    if (!MappingRecord::watch(record, bytes)) {
        ::munmap(address, size);
        return unreadable(path, "too many files are open");
    }
    return MappedFile(path, bytes, std::move(record));
}

Result<MappedFile> MappedFile::open(const std::filesystem::path& path, std::size_t mostBytes)
{
    Result<MappedFile> file = open(path);
    if (file && file->size() > mostBytes)
        return badFile(path.string(), {},
                       "found " + std::to_string(file->size()) + " bytes, expected at most "
                           + std::to_string(mostBytes));
    return file;
}

MappedFile::MappedFile(std::filesystem::path path, std::span<const std::byte> bytes,
                       std::shared_ptr<MappingRecord> record)
    : m_path(std::move(path))
    , m_bytes(bytes)
    , m_record(std::move(record))
{ }

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_bytes(std::exchange(other.m_bytes, {}))
    , m_record(std::move(other.m_record))
{ }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
    if (this != &other) {
        unmap();
        m_path = std::move(other.m_path);
        m_bytes = std::exchange(other.m_bytes, {});
        m_record = std::move(other.m_record);
    }
    return *this;
}

MappedFile::~MappedFile()
{
    unmap();
}

void MappedFile::unmap() noexcept
{
    if (m_bytes.empty())
        return;
    MappingRecord::unwatch(m_bytes);
    ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
    m_bytes = {};
}

bool isListed(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

} // namespace headlight
