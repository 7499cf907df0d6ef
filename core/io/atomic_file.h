#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace headlight {

/// Who may read a new file.
enum class FileAccess : std::uint8_t {
    kUsual, ///< as the user's umask says, or as the file that is replaced
    kOwner, ///< the owner alone, whatever was there before: for what was typed
};

/// Writes a file that appears whole or not at all: into a file without a name in the same folder, which
/// commit() gives a temporary name for a moment and renames over the target, all its bytes on the disk. A
/// program that is killed leaves nothing but what stands between those two steps; where the file system knows
/// no files without names, the temporary file. What programs that are no more left of that kind is removed
/// when a file is next written in the same folder. A target that exists and is not a regular file
/// (/dev/stdout, a pipe) is written directly; a pipe that no program opens for reading within three seconds
/// is an error. For one thread. Written by hand: the standard library has nothing of the kind, and core knows
/// no Qt.
class AtomicFile
{
public:
    /// kFileUnwritable where the folder does not exist or cannot be written.
    static Result<AtomicFile> create(const std::filesystem::path& target,
                                     FileAccess access = FileAccess::kUsual);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    Result<void> write(std::span<const std::byte> bytes);
    Result<void> write(std::string_view text);
    /// Brings all bytes to the disk: what is left for commit() needs no more room. Optional; nothing may be
    /// written after it.
    Result<void> finish();
    /// finish(), then renames. After an error the target is as it was.
    Result<void> commit();

    /// Bytes given to write() so far.
    std::uint64_t size() const { return m_size; }

private:
    AtomicFile(std::filesystem::path target, std::filesystem::path temporary, int descriptor);
    Result<void> flush();
    Result<void> writeOut(std::span<const std::byte> bytes);
    Error fault(std::string_view doing, int code) const;
    Result<void> giveName();
    void discard() noexcept;

    std::filesystem::path m_target;
    std::filesystem::path m_temporary; ///< empty: the target itself is written
    bool m_named = true; ///< false: the temporary file has no name yet
    std::vector<std::byte> m_buffer;
    std::uint64_t m_size = 0;
    int m_descriptor = -1;
};

/// Creates, writes and commits in one call.
Result<void> writeFileAtomically(const std::filesystem::path& target, std::string_view text,
                                 FileAccess access = FileAccess::kUsual);

} // namespace headlight
