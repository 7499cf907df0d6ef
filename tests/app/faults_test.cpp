#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <system_error>

using headlight::test::Finished;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

const std::string kFaultyModel = std::string(headlight::test::kTestData) + "/models/paper-transformer";

} // namespace

TEST_CASE("faults: a pipe that nobody reads ends every command with one line", "[app][faults]")
{
    const TemporaryFolder folder;
    const std::string pipe = folder / "pipe.safetensors";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const Finished finished = runProgram({"trace", "--model", kFaultyModel, "--ids", "5,9", "-o", pipe});
    CHECK(finished.status == 1);
    CHECK(finished.err.find(pipe + ": found a pipe that no program reads from") != std::string::npos);
}

TEST_CASE("faults: names of files are bytes, not text", "[app][faults]")
{
    const TemporaryFolder folder;
    const std::string strange = folder / "caf\xe9";
    std::filesystem::create_directory(strange);
    const std::string trace = strange + "/a.safetensors";
    const std::string figure = strange + "/a.svg";
    CHECK(runProgram({"trace", "--model", kFaultyModel, "--ids", "5,9", "-o", trace}).status == 0);
    const Finished drawn
        = runProgram({"render", "--trace", trace, "--head", "encoder.0.self.0", "-o", figure});
    INFO(drawn.err);
    CHECK(drawn.status == 0);
    CHECK(std::filesystem::exists(figure));
}

TEST_CASE("faults: a full disk ends every command with the name of the file and nothing half written",
          "[app][faults]")
{
    const TemporaryFolder folder;
    headlight::test::Limits full;
    full.fileBytes = 512;
    for (const std::string name : {"a.safetensors", "a.svg", "a.txt"}) {
        const std::string file = folder / name;
        const std::string head = "encoder.0.self.0";
        const std::vector<std::string> words = name == "a.svg"
            ? std::vector<std::string>{"render", "--model", kFaultyModel, "--ids", "5,9,3",
                                       "--head", head,      "-o",         file}
            : name == "a.txt"
            ? std::vector<std::string>{"metrics", "--model", kFaultyModel, "--ids",
                                       "5,9,3",   "--json",  "-o",         file}
            : std::vector<std::string>{"trace", "--model", kFaultyModel, "--ids", "5,9,3", "-o", file};
        const Finished finished = runProgram(words, {}, {}, full);
        INFO(name << " " << finished.err);
        CHECK(finished.status == 1);
        CHECK(finished.err.find(file) != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(file));
    }
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("faults: a home that is not there stops nothing", "[app][faults]")
{
    const TemporaryFolder folder;
    const Finished finished
        = runProgram({"trace", "--model", kFaultyModel, "--ids", "5,9", "-o", folder / "a.safetensors"}, {},
                     {"HOME=/nonexistent/home", "XDG_CONFIG_HOME=/nonexistent/config",
                      "XDG_CACHE_HOME=/nonexistent/cache", "XDG_DATA_HOME=/nonexistent/data"});
    INFO(finished.err);
    CHECK(finished.status == 0);
    CHECK(std::filesystem::exists(folder / "a.safetensors"));
}

TEST_CASE("faults: a model beyond the machine's memory is refused before it is read", "[app][faults]")
{
    const TemporaryFolder folder;
    std::filesystem::copy_file(kFaultyModel + "/config.json", folder / "config.json");
    // Eight terabytes of nothing: the file is a hole after its header.
    constexpr std::uintmax_t kBytes = 8'000'000'000'000;
    const std::string header = R"({"w":{"dtype":"BF16","shape":[4000000000000],"data_offsets":[0,)"
        + std::to_string(kBytes) + "]}}";
    std::string start(8, '\0');
    start[0] = static_cast<char>(header.size());
    const std::filesystem::path file = folder.write("model.safetensors", start + header);
    std::error_code refusedHole;
    std::filesystem::resize_file(file, 8 + header.size() + kBytes, refusedHole);
    if (refusedHole) {
        WARN("skipped: this file system has no file of eight terabytes: " << refusedHole.message());
        return;
    }
    for (const std::string precision : {"auto", "full"}) {
        const Finished finished = runProgram({"trace", "--model", folder.path(), "--precision", precision,
                                              "--ids", "5,9", "-o", folder / "a"});
        INFO(finished.err);
        CHECK(finished.status == 1);
        CHECK(finished.err.find(precision == "full" ? "the weights need 16000.0 GB of memory"
                                                    : "the weights need 8000.0 GB of memory")
              != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(folder / "a"));
    }
}
