#include "core/io/atomic_file.h"
#include "tests/support/catch.h"
#include "tests/support/file_limit.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <iterator>
#include <sys/stat.h>

using namespace headlight;
using headlight::test::TemporaryFolder;

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t fileCount(const std::filesystem::path& folder)
{
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

} // namespace

TEST_CASE("atomic file: appears only when it is committed", "[io]")
{
    const TemporaryFolder folder;
    auto file = AtomicFile::create(folder / "out.csv");
    REQUIRE(file.has_value());
    REQUIRE(file->write("a,b\n"));
    const std::string large(1'000'000, 'x'); // more than the buffer
    REQUIRE(file->write(large));
    REQUIRE(file->write("end"));
    CHECK(file->size() == 1'000'007);
    CHECK_FALSE(std::filesystem::exists(folder / "out.csv"));
    REQUIRE(file->commit());
    CHECK(contentOf(folder / "out.csv") == "a,b\n" + large + "end");
    CHECK(fileCount(folder.path()) == 1);
}

TEST_CASE("atomic file: one that is given up leaves the old file and nothing else", "[io]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("out", "old");
    {
        auto file = AtomicFile::create(path);
        REQUIRE(file.has_value());
        REQUIRE(file->write(std::string(200'000, 'n')));
        AtomicFile moved = std::move(*file);
        CHECK(fileCount(folder.path())
              <= 2); // including the temporary file, if unnamed files are not supported
    }
    CHECK(contentOf(path) == "old");
    CHECK(fileCount(folder.path()) == 1);
}

TEST_CASE("atomic file: keeps the mode of the file it replaces, and follows links", "[io]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("out", "old");
    REQUIRE(::chmod(path.c_str(), 0640) == 0);
    std::filesystem::create_symlink("out", folder / "link");
    REQUIRE(writeFileAtomically(folder / "link", "new"));
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK(contentOf(path) == "new");
    struct stat status = {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("atomic file: a device is written directly", "[io]")
{
    CHECK(writeFileAtomically("/dev/null", "x").has_value());
    CHECK(std::filesystem::is_character_file("/dev/null"));
    const auto full = writeFileAtomically("/dev/full", "x");
    REQUIRE_FALSE(full.has_value());
    CHECK(full.error().code == ErrorCode::kFileUnwritable);
}

TEST_CASE("atomic file: an error names the file that cannot be written", "[io]")
{
    const TemporaryFolder folder;
    const auto path = folder / "none" / "out";
    const auto missing = AtomicFile::create(path);
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().code == ErrorCode::kFileUnwritable);
    CHECK(missing.error().file == path.string());
    CHECK_FALSE(AtomicFile::create(folder.path()).has_value());
    CHECK_FALSE(AtomicFile::create("").has_value());
    CHECK_FALSE(AtomicFile::create(folder / "new/").has_value());
}

TEST_CASE("atomic file: a disk that fills up leaves the old file and names it", "[io]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("out", "old");
    for (const std::size_t size :
         {std::size_t{5'000}, std::size_t{500'000}}) { // within the buffer, and beyond
        const headlight::test::FileLimit full(4096);
        const auto written = writeFileAtomically(path, std::string(size, 'n'));
        REQUIRE_FALSE(written);
        CHECK(written.error().code == ErrorCode::kFileUnwritable);
        CHECK(written.error().file == path.string());
        CHECK(written.error().message.find("too large") != std::string::npos);
        CHECK(contentOf(path) == "old");
        CHECK(fileCount(folder.path()) == 1);
    }
}

TEST_CASE("atomic file: one that is finished needs only its name", "[io]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("out", "old");
    auto file = AtomicFile::create(path);
    REQUIRE(file);
    REQUIRE(file->write("new"));
    REQUIRE(file->finish());
    CHECK(contentOf(path) == "old");
    const headlight::test::FileLimit full(1);
    REQUIRE(file->commit());
    CHECK(contentOf(path) == "new");
}
