#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace headlight {

/// Writes a file that appears whole or not at all: into a temporary file in the same folder, which
/// commit() renames over the target. Without a commit() the destructor removes it.
/// A target that exists and is not a regular file (/dev/stdout, a pipe) is written directly.
/// For one thread. Written by hand: the standard library has nothing of the kind, and core knows no Qt.
class AtomicFile
{
public:
    /// kFileUnwritable where the folder does not exist or cannot be written.
    static Result<AtomicFile> create(const std::filesystem::path& target);

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
    void discard() noexcept;

    std::filesystem::path m_target;
    std::filesystem::path m_temporary; ///< empty: the target itself is written
    std::vector<std::byte> m_buffer;
    std::uint64_t m_size = 0;
    int m_descriptor = -1;
};

/// Creates, writes and commits in one call.
Result<void> writeFileAtomically(const std::filesystem::path& target, std::string_view text);

} // namespace headlight
