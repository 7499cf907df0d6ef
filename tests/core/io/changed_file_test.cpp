#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <array>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace headlight;
using headlight::test::TemporaryFolder;

namespace {

/// Waits longer than one tick of a file system's clock.
void letTheClockTick()
{
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

std::size_t sumOf(std::span<const std::byte> bytes)
{
    std::size_t sum = 0;
    for (const std::byte byte : bytes)
        sum += std::to_integer<std::size_t>(byte);
    return sum;
}

} // namespace

TEST_CASE("mapped file: one that is cut short reads as zeros there and says so", "[io][faults]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("weights", std::string(1 << 20, '\1'));
    const auto file = MappedFile::open(path);
    REQUIRE(file);
    const auto other = MappedFile::open(folder.write("other", std::string(1 << 20, '\1')));
    REQUIRE(other);
    CHECK(file->check());
    std::filesystem::resize_file(path, 100'000);
    // Read by two threads at once.
    std::array<std::size_t, 2> sums{};
    std::thread second([&] { sums[1] = sumOf(file->bytes()); });
    sums[0] = sumOf(file->bytes());
    second.join();
    for (const std::size_t sum : sums) {
        CHECK(sum >= 90'000);
        CHECK(sum <= 102'400);
    }
    const auto checked = file->check();
    REQUIRE_FALSE(checked);
    CHECK(checked.error().file == path.string());
    CHECK(checked.error().message.find("found 100000 bytes, expected the 1048576") != std::string::npos);
    // The loss is permanent, even if the file gets its old length back.
    std::filesystem::resize_file(path, 1 << 20);
    CHECK_FALSE(file->check());
    CHECK(other->check());
    CHECK(sumOf(other->bytes()) == 1 << 20);
}

TEST_CASE("mapped file: one that is overwritten in place says so; a deleted or replaced one is as it was",
          "[io][faults]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("weights", std::string(10'000, '\1'));
    const auto file = MappedFile::open(path);
    REQUIRE(file);
    std::ofstream(folder / "new", std::ios::binary) << std::string(20'000, '\2');
    std::filesystem::rename(folder / "new", path);
    CHECK(file->check());
    CHECK(sumOf(file->bytes()) == 10'000);
    const auto next = MappedFile::open(path);
    REQUIRE(next);
    std::filesystem::remove(path);
    CHECK(next->check());
    CHECK(sumOf(next->bytes()) == 40'000);

    const auto third = folder.write("third", std::string(10'000, '\1'));
    const auto opened = MappedFile::open(third);
    REQUIRE(opened);
    letTheClockTick();
    std::fstream(third, std::ios::binary | std::ios::in | std::ios::out) << "other bytes";
    const auto changed = opened->check();
    REQUIRE_FALSE(changed);
    CHECK(changed.error().describe()
          == third.string()
              + ": changed while it was in use: it was written to after it was opened. Open it again");
}

TEST_CASE("mapped file: many are watched, and let go", "[io][faults]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("one", "text");
    for (int i = 0; i < 10'000; ++i) // more than are watched at once
        REQUIRE(MappedFile::open(path));
    auto first = MappedFile::open(path);
    MappedFile moved = std::move(*first);
    CHECK(MappingRecord::of(moved.bytes().data()) != nullptr);
    CHECK(moved.check());
    CHECK(MappingRecord::of(reinterpret_cast<const std::byte*>(&folder)) == nullptr);
}

TEST_CASE("mapped file: a lost page of another mapping still ends the program", "[io][faults]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("a", std::string(100'000, 'x'));
    REQUIRE(MappedFile::open(path)); // the handler is installed
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    auto* const bytes
        = static_cast<volatile char*>(::mmap(nullptr, 100'000, PROT_READ, MAP_PRIVATE, descriptor, 0));
    REQUIRE(::ftruncate(descriptor, 0) == 0);
    ::close(descriptor);
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(bytes[50'000] == 'x' ? 0 : 7);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    // A sanitizer's own handler, to which this one passes the signal, reports and exits.
    CHECK((WIFSIGNALED(status) ? WTERMSIG(status) == SIGBUS
                               : WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 7));
}

TEST_CASE("mapped file: a link to what is not there is named, and is not taken for an absent file",
          "[io][faults]")
{
    const TemporaryFolder folder;
    std::filesystem::create_symlink("../blobs/abc", folder / "generation_config.json");
    const auto file = MappedFile::open(folder / "generation_config.json");
    REQUIRE_FALSE(file);
    CHECK(file.error().code == ErrorCode::kFileUnreadable);
    CHECK(file.error().message.find("a link to ../blobs/abc, which is not there") != std::string::npos);
    CHECK(isListed(folder / "generation_config.json"));
    CHECK_FALSE(isListed(folder / "config.json"));
    CHECK(readJsonFile(folder / "none.json").error().code == ErrorCode::kFileNotFound);
}
