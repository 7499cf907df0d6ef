#include "core/io/folder_digest.h"

#include "core/base/sha256.h"
#include "core/io/mapped_file.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <system_error>
#include <vector>

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWhole = std::size_t{256} << 20U; ///< up to this size, files are read whole
constexpr std::size_t kEnds = std::size_t{128} << 10U; ///< larger files: bytes at the start and at the end
constexpr std::size_t kSampleBytes = std::size_t{16} << 10U;
constexpr std::size_t kBlocks = 24; ///< blocks between the ends

bool belongsToModel(const fs::path& name)
{
    static const std::set<std::string> known{".json",  ".safetensors", ".bin",   ".pt",  ".pth",
                                             ".model", ".spm",         ".vocab", ".txt", ".jsonl"};
    // Ignores files without effect on the model: records of its training, and results of other programs.
    return known.count(name.extension().string()) == 1 && name.filename() != "training_input.json"
        && name.filename() != "headlight-probe.safetensors";
}

void addContent(Sha256& hash, std::span<const std::byte> bytes)
{
    if (bytes.size() <= kWhole)
        return hash.add(bytes);
    hash.add(bytes.first(kEnds));
    const std::size_t between = bytes.size() - 2 * kEnds - kSampleBytes;
    for (std::size_t i = 0; i < kBlocks; ++i)
        hash.add(bytes.subspan(kEnds + between / (kBlocks - 1) * i, kSampleBytes));
    hash.add(bytes.last(kEnds));
}

} // namespace

Result<std::string> folderDigest(const fs::path& folder)
{
    std::error_code fault;
    if (fs::is_regular_file(folder, fault)) {
        ASSIGN_OR_RETURN(const auto file, MappedFile::open(folder));
        Sha256 hash;
        hash.add(concat(file.size(), '\n'));
        addContent(hash, file.bytes());
        return hash.hex();
    }
    fault.clear();
    std::vector<fs::path> names;
    for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault)) {
        std::error_code unknown;
        if (entry->is_regular_file(unknown) && belongsToModel(entry->path()))
            names.push_back(entry->path().filename());
    }
    if (fault) {
        const bool gone = fault == std::errc::no_such_file_or_directory;
        return Error{gone ? ErrorCode::kFileNotFound : ErrorCode::kFileUnreadable,
                     "the folder cannot be read: " + fault.message(), folder.string()};
    }
    std::ranges::sort(names);
    Sha256 hash;
    for (const fs::path& name : names) {
        ASSIGN_OR_RETURN(const auto file, MappedFile::open(folder / name));
        const std::span<const std::byte> bytes = file.bytes();
        // The separators keep "ab" + "c" and "a" + "bc" apart.
        hash.add(concat(name.string(), '\n', bytes.size(), '\n'));
        addContent(hash, bytes);
        RETURN_IF_ERROR(file.check());
    }
    return hash.hex();
}

} // namespace headlight
