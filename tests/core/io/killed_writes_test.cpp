#include "core/io/atomic_file.h"
#include "core/io/safetensors.h"
#include "tests/support/catch.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace headlight;
using headlight::test::kSanitized;
using headlight::test::TemporaryFolder;

namespace {

std::string writtenBytes(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t entriesOf(const std::filesystem::path& folder)
{
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

mode_t modeOf(const std::filesystem::path& path)
{
    struct stat status = {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777U;
}

/// Repeatedly runs `write` in another process and kills it after `microseconds`.
void killWhileWriting(const std::function<void()>& write, int microseconds)
{
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0)
        for (;;)
            write();
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
}

/// A separate small disk; only root can create one.
class SmallDisk
{
public:
    explicit SmallDisk(const std::filesystem::path& folder)
        : m_folder(folder)
    {
        std::filesystem::create_directories(folder);
        m_mounted = ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=256k") == 0;
    }
    ~SmallDisk()
    {
        if (m_mounted)
            ::umount2(m_folder.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    SmallDisk(SmallDisk&&) = delete;
    SmallDisk& operator=(SmallDisk&&) = delete;
    bool mounted() const { return m_mounted; }

private:
    std::filesystem::path m_folder;
    bool m_mounted = false;
};

} // namespace

TEST_CASE("a program that is killed while it writes leaves the old file or the new, a hundred times",
          "[io][faults]")
{
    const TemporaryFolder folder;
    const auto path = folder / "out";
    const std::string one(300'000, '1');
    const std::string two(700'000, '2');
    std::vector<float> numbers(50'000, 1.0F);
    for (int i = 0; i < (kSanitized ? 20 : 100); ++i) { // a fork of a sanitized process is slow
        const bool tensors = i % 2 == 1; // all kinds of file go through the same writer
        const auto target = tensors ? folder / "out.safetensors" : path;
        killWhileWriting(
            [&] {
                if (tensors) {
                    const std::vector<TensorToWrite> list{floatTensor("a", {50'000}, numbers)};
                    static_cast<void>(writeSafetensors(target, list));
                } else {
                    static_cast<void>(writeFileAtomically(target, one));
                    static_cast<void>(writeFileAtomically(target, two));
                }
            },
            2'000 + 371 * i % 38'000);
        if (!std::filesystem::exists(target))
            continue; // killed before the first one
        if (tensors) {
            REQUIRE(SafetensorsFile::open(target));
        } else {
            const std::string found = writtenBytes(target);
            REQUIRE((found == one || found == two));
        }
    }
    // The next program that writes here removes what is left; this one did not write before.
    killWhileWriting([&] { static_cast<void>(writeFileAtomically(folder / "last", one)); }, 20'000);
    CHECK(entriesOf(folder.path()) <= 4);
}

TEST_CASE("temporary files of ended programs are removed, and those of running ones stay", "[io][faults]")
{
    const TemporaryFolder folder;
    const pid_t gone = ::fork();
    if (gone == 0) {
        // If unnamed files are not supported, a killed program leaves this behind.
        auto file = AtomicFile::create(folder / "a");
        if (file && file->write("x") && file->finish())
            ::_exit(0); // finished, not renamed
        ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(gone, &status, 0) == gone);
    REQUIRE(WEXITSTATUS(status) == 0);
    CHECK(entriesOf(folder.path()) == 1);
    folder.write(".headlight-00000001-1-0123456789abcdef.part", "of another machine");
    folder.write(".headlight-notes.part", "of a person");
    REQUIRE(writeFileAtomically(folder / "b", "new"));
    CHECK(entriesOf(folder.path()) == 3);
    CHECK(std::filesystem::exists(folder / ".headlight-notes.part"));
    CHECK(std::filesystem::exists(folder / ".headlight-00000001-1-0123456789abcdef.part"));
}

TEST_CASE("a file for its owner alone is readable by no one else, whatever was there", "[io][faults]")
{
    const TemporaryFolder folder;
    const auto path = folder.write("copy", "old");
    REQUIRE(::chmod(path.c_str(), 0644) == 0);
    REQUIRE(writeFileAtomically(path, "what was typed", FileAccess::kOwner));
    CHECK(modeOf(path) == 0600);
    const mode_t before = ::umask(022);
    REQUIRE(writeFileAtomically(folder / "export", "for all"));
    ::umask(before);
    CHECK(modeOf(folder / "export") == 0644);
}

TEST_CASE("a pipe that nobody reads is an error after a moment, one that is read gets all", "[io][faults]")
{
    const TemporaryFolder folder;
    const auto path = folder / "pipe";
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    const auto unread = AtomicFile::create(path);
    REQUIRE_FALSE(unread);
    CHECK(unread.error().message == "found a pipe that no program reads from");
    CHECK(unread.error().file == path.string());

    std::string read;
    std::thread reader([&] { read = writtenBytes(path); });
    const std::string long_(1 << 20, 'x'); // more than fits in a pipe
    CHECK(writeFileAtomically(path, long_));
    reader.join();
    CHECK(read == long_);
}

TEST_CASE("a full disk: the old file stays, and the message says why", "[io][faults]")
{
    const TemporaryFolder folder;
    const SmallDisk disk(folder / "disk");
    if (!disk.mounted()) {
        WARN("skipped: only the super-user can make a small disk");
        return;
    }
    const auto path = folder / "disk" / "out";
    REQUIRE(writeFileAtomically(path, "old"));
    const auto full = writeFileAtomically(path, std::string(1 << 20, 'n'));
    REQUIRE_FALSE(full);
    CHECK(full.error().code == ErrorCode::kFileUnwritable);
    CHECK(full.error().message.find("No space left") != std::string::npos);
    CHECK(writtenBytes(path) == "old");
    CHECK(entriesOf(folder / "disk") == 1);
    std::vector<float> numbers(100'000, 1.0F);
    const std::vector<TensorToWrite> list{floatTensor("a", {100'000}, numbers)};
    CHECK_FALSE(writeSafetensors(path, list));
    CHECK(writtenBytes(path) == "old");
    CHECK(writeFileAtomically(path, std::string(100'000, 'n')));
}

TEST_CASE("a folder that cannot be written is named", "[io][faults]")
{
    const TemporaryFolder folder;
    if (::geteuid() == 0) { // root can write everywhere, except into a path that is not a folder
        const auto refused = writeFileAtomically("/proc/headlight-test", "x");
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == ErrorCode::kFileUnwritable);
        CHECK(refused.error().file == "/proc/headlight-test");
        return;
    }
    REQUIRE(::chmod(folder.path().c_str(), 0555) == 0);
    const auto refused = writeFileAtomically(folder / "out", "x");
    ::chmod(folder.path().c_str(), 0755);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("Permission denied") != std::string::npos);
}
