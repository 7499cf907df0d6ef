#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace headlight;
using headlight::test::Finished;
using headlight::test::runProgram;

namespace {

/// Runs comparisons whose Python and Node.js are scripts of ours.
struct Comparing
{
    test::TemporaryFolder folder;

    std::string program(const std::string& does) const
    {
        const std::filesystem::path path = folder.write("program", "#!/bin/sh\n" + does + "\n");
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path.string();
    }
    std::string tinyGguf() const
    {
        const std::string path = (folder.path() / "tiny.gguf").string();
        REQUIRE(runProgram({"bench", "--make-gguf", path, "--make-shape", "tiny"}).status == 0);
        return path;
    }
    Finished run(std::vector<std::string> options, const std::string& python = "/no/such/python",
                 const std::string& node = "/no/such/node") const
    {
        options.insert(options.begin(), "bench");
        options.insert(options.end(),
                       {"--python", python, "--node", node, "--rounds", "1", "--peers",
                        (folder.path() / "peers").string()});
        return runProgram(options);
    }
};

bool says(const std::string& text, const std::string& part)
{
    INFO(text);
    return text.find(part) != std::string::npos;
}

/// A peer that gives every pass the same answer.
std::string answering(const std::string& best)
{
    return R"(echo '{"version": "9"}'; while read ids; do echo '{"milliseconds": 2, "best": )" + best
        + "}'; done";
}

} // namespace

TEST_CASE("bench: a comparison says what is missing, and the command that gets it", "[app]")
{
    const Comparing with;
    const std::string tiny = with.tinyGguf();
    const Finished none = with.run({"--against", tiny});
    CHECK(none.status == 1);
    CHECK(none.out.empty());
    CHECK(says(none.err, "PyTorch: /no/such/python cannot be started; get it with: apt-get install python3"));
    CHECK(says(none.err, "ONNX Runtime: tiny is a GGUF file, which it does not open"));
    CHECK(says(none.err,
               "llama.cpp: /no/such/node cannot be started; get it with: apt-get install nodejs npm"));

    const std::string missing = with.program(R"(echo '{"missing": ["one", "@two/three"]}')");
    const Finished packages = with.run({"--against", tiny}, missing, missing);
    CHECK(packages.status == 1);
    CHECK(says(packages.err,
               "PyTorch: the comparison needs the packages one, @two/three; get it with: apt-get install "
               "--no-install-recommends one @two/three"));
    CHECK(says(packages.err,
               "llama.cpp: the comparison needs the packages one, @two/three; get it with: npm install "
               "--ignore-scripts --omit=optional --prefix "
                   + (with.folder.path() / "peers").string() + " one @two/three"));

    const Finished torch = with.run({"--against-torch", "--model", tiny}, missing);
    CHECK(torch.status == 1);
    CHECK(says(torch.err, "needs the packages one"));
}

TEST_CASE("bench: the GGUF files that it makes have a vocabulary", "[app]")
{
    const Comparing with;
    const Finished tokens = runProgram({"tokenize", "--model", with.tinyGguf(), "--text", "A"});
    REQUIRE(tokens.status == 0);
    const auto pieces = nlohmann::json::parse(tokens.out)["tokens"];
    CHECK(pieces == std::vector<std::string>{"<s>", "<0xE2>", "<0x96>", "<0x81>", "<0x41>"});
}

TEST_CASE("bench: a comparison names the models that cannot take part", "[app]")
{
    const Comparing with;
    const Finished half = with.run({"--against", "en-gpt"});
    CHECK(half.status == 1);
    CHECK(says(half.err, "PyTorch: en-gpt has neither Llama's architecture nor GPT-2's in F32"));
    CHECK(says(half.err, "ONNX Runtime: en-gpt has no model.onnx; make one with: optimum-cli export onnx"));
    CHECK(says(half.err, "llama.cpp: en-gpt is no GGUF file"));
    CHECK(says(with.run({"--against", "en-fr"}).err, "expected a decoder-only one"));
    CHECK(with.run({"--against", "/no/such/model"}).status == 1);
}

TEST_CASE("bench: answers of another program that are none are quoted", "[app]")
{
    const Comparing with;
    const std::string tiny = with.tinyGguf();
    const auto refusal = [&](const std::string& does) {
        const Finished finished = with.run({"--against", tiny}, "/no/such/python", with.program(does));
        CHECK(finished.status == 1);
        CHECK(finished.out.empty());
        return finished.err;
    };
    CHECK(says(refusal("echo 'Traceback'; read ids"), "found \"Traceback\""));
    CHECK(says(refusal("exit 1"), "ended without an answer"));
    CHECK(says(refusal("echo '{}'"), R"(expected "version", found {})"));
    CHECK(says(refusal(R"(echo '{"cannot": "it is raining"}')"), R"(found the error "it is raining")"));
    CHECK(says(refusal(R"(echo '{"version": "9"}'; read count ids; echo "{\"best\": $count}")"),
               R"(expected "milliseconds" and "best", found {"best":10})"));
}

TEST_CASE("bench: programs that name different best tokens are not compared", "[app]")
{
    const Comparing with;
    const std::string tiny = with.tinyGguf();
    const Finished other = with.run({"--against", tiny}, "/no/such/python", with.program(answering("511")));
    CHECK(other.status == 1);
    CHECK(other.out.empty()); // no time is printed
    CHECK(
        says(other.err, "after 10 tokens llama.cpp names token 511 as the best next one, Headlight token "));
}

TEST_CASE("bench: PyTorch, ONNX Runtime and llama.cpp agree with Headlight where they are installed", "[app]")
{
    if (test::kSanitized) // passes of 512 tokens, which the sanitizers make many times slower
        return;
    const Comparing with;
    const Finished real
        = runProgram({"bench", "--json", "--rounds", "1", "--python", "/usr/bin/python3", "--against",
                      with.tinyGguf(), "--against", std::string(test::kTestData) + "/models/gpt2"});
    if (says(real.err, "nothing can be compared")) {
        WARN("neither PyTorch nor ONNX Runtime nor llama.cpp is installed: nothing was compared");
        return;
    }
    INFO(real.err);
    REQUIRE(real.status == 0);
    for (const auto& comparison : nlohmann::json::parse(real.out)["comparisons"]) {
        const std::string key = comparison["peer"];
        CHECK(comparison[key].is_string());
        REQUIRE(!comparison["passes"].empty());
        for (const auto& pass : comparison["passes"]) {
            CHECK(pass["least_milliseconds"] <= pass["milliseconds"]);
            CHECK(pass[key + "_least_milliseconds"] <= pass[key + "_milliseconds"]);
            CHECK(pass["ratio"].get<double>() > 0);
        }
        const bool decodes = comparison["model"] == "tiny";
        CHECK(comparison["passes"].back()["steps"] == (decodes ? 32 : 0));
        CHECK(comparison["passes"].back().contains("tokens_per_second") == decodes);
    }
}
