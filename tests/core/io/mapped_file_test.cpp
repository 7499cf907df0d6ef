#include "core/io/mapped_file.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <sys/stat.h>
#include <type_traits>

using namespace headlight;
using headlight::test::TemporaryFolder;

TEST_CASE("mapped file: the bytes of a file", "[io]")
{
    const TemporaryFolder folder;
    auto file = MappedFile::open(folder.write("a", "hello"));
    REQUIRE(file.has_value());
    CHECK(file->size() == 5);
    CHECK(file->bytes()[4] == std::byte{'o'});

    MappedFile moved = std::move(*file);
    CHECK(moved.size() == 5);
    CHECK(file->size() == 0);
    moved = MappedFile::open(folder.write("b", "xy")).value();
    CHECK(moved.size() == 2);
    CHECK(moved.bytes()[0] == std::byte{'x'});
    static_assert(!std::is_copy_constructible_v<MappedFile>);
}

TEST_CASE("mapped file: an empty file is an empty span", "[io]")
{
    const TemporaryFolder folder;
    const auto file = MappedFile::open(folder.write("empty", ""));
    REQUIRE(file.has_value());
    CHECK(file->bytes().empty());
}

TEST_CASE("mapped file: an error names the file that cannot be read", "[io]")
{
    const TemporaryFolder folder;
    const auto missing = MappedFile::open(folder / "missing");
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().code == ErrorCode::kFileNotFound);
    CHECK(missing.error().file == (folder / "missing").string());

    const auto directory = MappedFile::open(folder.path());
    REQUIRE_FALSE(directory.has_value());
    CHECK(directory.error().code == ErrorCode::kFileUnreadable);
    CHECK(directory.error().message == "found a folder, expected a file");

    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    const auto pipe = MappedFile::open(folder / "pipe"); // must not block waiting for a writer
    REQUIRE_FALSE(pipe.has_value());
    CHECK(pipe.error().code == ErrorCode::kFileUnreadable);
}
