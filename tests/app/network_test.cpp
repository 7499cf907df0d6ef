#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using headlight::test::Finished;
using headlight::test::forbidNetwork;
using headlight::test::runProgram;
using headlight::test::runProgramUntil;
using headlight::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

const std::string kModelAtHome = std::string(headlight::test::kTestData) + "/models/paper-transformer";

/// Exit status of a child that asks for a socket of a family: 0, or 128 + the signal's number.
int endOfSocket(int family)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (!forbidNetwork())
            ::_exit(126);
        const int opened = ::socket(family, SOCK_STREAM, 0);
        ::_exit(opened < 0 ? 1 : 0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Environment for a window that has no home folder.
std::vector<std::string> homeIn(const TemporaryFolder& folder)
{
    const std::string home = folder.path();
    return {"HOME=" + home, "XDG_CONFIG_HOME=" + home + "/config", "XDG_DATA_HOME=" + home + "/data",
            "XDG_CACHE_HOME=" + home + "/cache", "QT_QPA_PLATFORM=offscreen"};
}

/// Whether the crash copy names the model, which it does once the window has opened it.
bool keptWork(const fs::path& data)
{
    std::error_code none;
    for (fs::recursive_directory_iterator entry(data, none), end; !none && entry != end;
         entry.increment(none)) {
        if (entry->path().extension() != ".headlight")
            continue;
        std::ifstream file(entry->path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        if (text.find("paper-transformer") != std::string::npos)
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("network: the filter of these tests kills who asks for an internet socket", "[app][network]")
{
    CHECK(endOfSocket(AF_INET) == 128 + SIGSYS);
    CHECK(endOfSocket(AF_INET6) == 128 + SIGSYS);
    CHECK(endOfSocket(AF_UNIX) == 0);
}

TEST_CASE("network: every command does its work where sockets are forbidden", "[app][network]")
{
    const TemporaryFolder folder;
    headlight::test::Limits limits;
    limits.noNetwork = true;
    const std::string trace = folder / "a.safetensors";
    const std::string head = "encoder.0.self.0";
    const std::vector<std::vector<std::string>> commands{
        {"models"},
        {"tokenize", "--text", "a b"},
        {"trace", "--model", kModelAtHome, "--ids", "5,9,3", "-o", trace},
        {"generate", "--model", kModelAtHome, "--ids", "5,9,3", "--max-new-tokens", "3"},
        {"metrics", "--trace", trace, "-o", folder / "a.json"},
        {"render", "--trace", trace, "--head", head, "-o", folder / "a.svg"},
        {"--version"},
    };
    for (const auto& command : commands) {
        const Finished finished = runProgram(command, {}, homeIn(folder), limits);
        INFO(command[0] << ": " << finished.err);
        CHECK(finished.status == 0);
    }
    // A name that is not on this machine is searched for only on this machine.
    const Finished strange
        = runProgram({"tokenize", "--model", "owner/nothing", "--text", "a"}, {}, homeIn(folder), limits);
    INFO(strange.err);
    CHECK((strange.status == 1 || strange.status == 2));
}

TEST_CASE("network: the window opens a model and keeps its state where sockets are forbidden",
          "[app][network]")
{
    const TemporaryFolder folder;
    headlight::test::Limits limits;
    limits.noNetwork = true;
    const fs::path data = folder.path() / "data";
    const Finished finished
        = runProgramUntil([&] { return keptWork(data); }, {kModelAtHome}, homeIn(folder), limits);
    INFO(finished.err);
    CHECK(keptWork(data));
    CHECK(finished.status == 128 + SIGKILL); // ended by this test, not by the filter
}

TEST_CASE("window: a signal to end closes it properly, and nothing is left to restore", "[app][faults]")
{
    const TemporaryFolder folder;
    const fs::path data = folder.path() / "data";
    const Finished finished
        = runProgramUntil([&] { return keptWork(data); }, {kModelAtHome}, homeIn(folder), {}, SIGTERM);
    INFO(finished.err);
    CHECK(finished.status == 0);
    CHECK_FALSE(keptWork(data));
}

TEST_CASE("faults: the window runs on without a home", "[app][faults]")
{
    const TemporaryFolder folder;
    std::vector<std::string> environment{
        "HOME=/nonexistent/home",           "XDG_CONFIG_HOME=/nonexistent/config",
        "XDG_DATA_HOME=/nonexistent/data",  "XDG_CACHE_HOME=/nonexistent/cache",
        "XDG_RUNTIME_DIR=/nonexistent/run", "QT_QPA_PLATFORM=offscreen"};
    const auto begin = std::chrono::steady_clock::now();
    const auto done = [&] { return std::chrono::steady_clock::now() - begin > std::chrono::seconds(4); };
    const Finished finished = runProgramUntil(done, {kModelAtHome}, environment, {});
    INFO(finished.err);
    CHECK(finished.status == 128 + SIGKILL); // still there
}
