#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace headlight {

/// Says who may read the new file.
enum class FileAccess : std::uint8_t {
    kUsual, ///< as the user's umask says, or as for the file being replaced
    kOwner, ///< only the owner, whatever was there before: for typed text
};

/// Writes a file completely or not at all: into a nameless file in the same folder; once all bytes are on the
/// disk, commit() gives it a temporary name for a moment and renames it over the target. A killed program
/// leaves something behind only between those two steps, or if the file system does not support nameless
/// files. Left-over temporary files of dead processes are removed when a file is next written in the same
/// folder. A target that exists and is not a regular file (/dev/stdout, a pipe) is written directly; if no
/// program opens a pipe for reading within three seconds, that is an error. Single-threaded. Written by hand
/// because the standard library has nothing like it, and core does not use Qt.
class AtomicFile
{
public:
    /// kFileUnwritable if the folder does not exist or is not writable.
    static Result<AtomicFile> create(const std::filesystem::path& target,
                                     FileAccess access = FileAccess::kUsual);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    Result<void> write(std::span<const std::byte> bytes);
    Result<void> write(std::string_view text);
    /// Writes all bytes to the disk, so that commit() needs no more space. Optional; no write() may follow.
    Result<void> finish();
    /// finish(), then renames. After an error the target is unchanged.
    Result<void> commit();

    /// Bytes passed to write() so far.
    std::uint64_t size() const { return m_size; }

private:
    AtomicFile(std::filesystem::path target, std::filesystem::path temporary, int descriptor);
    Result<void> flush();
    Result<void> writeOut(std::span<const std::byte> bytes);
    Error fault(std::string_view doing, int code) const;
    Result<void> giveName();
    void discard() noexcept;

    std::filesystem::path m_target;
    std::filesystem::path m_temporary; ///< empty = the target itself is written
    bool m_named = true; ///< false = the temporary file has no name yet
    std::vector<std::byte> m_buffer;
    std::uint64_t m_size = 0;
    int m_descriptor = -1;
};

/// Creates, writes and commits in one call.
Result<void> writeFileAtomically(const std::filesystem::path& target, std::string_view text,
                                 FileAccess access = FileAccess::kUsual);

} // namespace headlight
