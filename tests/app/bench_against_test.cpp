#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

using namespace headlight;
using headlight::test::Finished;
using headlight::test::runProgram;

namespace {

/// A script in place of Python.
struct StandIn
{
    test::TemporaryFolder folder;
    std::string path = (folder.path() / "python").string();

    explicit StandIn(const std::string& does)
    {
        std::ofstream(path) << "#!/bin/sh\n" << does << "\n";
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }
};

std::string refusalOf(const std::string& python)
{
    const Finished finished = runProgram({"bench", "--against-torch", "--python", python});
    CHECK(finished.status != 0);
    CHECK(finished.out.empty());
    return finished.err;
}

bool says(const std::string& text, const std::string& part)
{
    INFO(text);
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("bench: the comparison with PyTorch names what is not installed", "[app]")
{
    CHECK(says(refusalOf("/no/such/python"), "install the package python3"));
    const StandIn one(R"(echo '{"missing": ["python3-torch"]}')");
    CHECK(says(refusalOf(one.path), "needs the package python3-torch"));
    const StandIn two(R"(echo '{"missing": ["python3-torch", "python3-numpy"]}')");
    CHECK(says(refusalOf(two.path), "needs the packages python3-torch, python3-numpy"));
}

TEST_CASE("bench: an answer of PyTorch's side that is none is quoted", "[app]")
{
    CHECK(says(refusalOf(StandIn("echo 'Traceback'; sleep 5").path), "found \"Traceback\""));
    CHECK(says(refusalOf(StandIn("exit 1").path), "ended without an answer"));
    CHECK(says(refusalOf(StandIn(R"(echo '{"torch": 1}')").path), "expected the version of torch"));
    // After the greeting, one pass of ours, then one of theirs.
    const StandIn half(R"(echo '{"torch": "2", "numpy": "1"}'; read tokens; echo "{\"best\": $tokens}")");
    CHECK(says(refusalOf(half.path), R"(expected "milliseconds" and "best", found {"best":10})"));
}

TEST_CASE("bench: the comparison with PyTorch takes models of Llama's architecture, and refuses others",
          "[app]")
{
    const StandIn greets(R"(echo '{"torch": "2", "numpy": "1"}'; read tokens; echo "{\"best\": $tokens}")");
    const auto run = [](const std::string& python, const std::string& model) {
        return runProgram({"bench", "--against-torch", "--json", "--python", python, "--model", model});
    };
    const Finished other = run(greets.path, "en-gpt");
    CHECK(other.status != 0);
    CHECK(says(other.err, "en-gpt does not have Llama's architecture"));

    test::TemporaryFolder folder;
    const std::string tiny = (folder.path() / "tiny.gguf").string();
    REQUIRE(runProgram({"bench", "--make-gguf", tiny, "--make-shape", "tiny"}).status == 0);
    CHECK(says(run(greets.path, tiny).err, R"(expected "milliseconds" and "best", found {"best":10})"));

    if (test::kSanitized) // passes of 512 tokens, which the sanitizers make many times slower
        return;
    const Finished real = run("/usr/bin/python3", tiny);
    if (real.status != 0 && (says(real.err, "needs the package") || says(real.err, "install the package"))) {
        WARN("PyTorch is not installed: its side was not run");
        return;
    }
    INFO(real.err);
    REQUIRE(real.status == 0);
    const auto report = nlohmann::json::parse(real.out);
    REQUIRE(report["passes"].size() == 4);
    CHECK(report["passes"].back()["steps"] == 16);
    for (const auto& pass : report["passes"])
        CHECK(pass["same_best"] == true); // (nearly) the same logits, from dequantised weights
}
