#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/paths.h"
#include "tests/support/python.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

using headlight::test::containing;
using headlight::test::Finished;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

const std::string kPaperFolder = std::string(headlight::test::kTestData) + "/models/paper-transformer";

Finished done(const std::vector<std::string>& arguments)
{
    Finished finished = runProgram(arguments);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    return finished;
}

} // namespace

TEST_CASE("import: metrics and render take attention of another program", "[app]")
{
    const TemporaryFolder folder;
    const std::string given
        = folder.write("a.json", R"({"tokens":["the","cat"],"attentions":[[[[1,0],[0.25,0.75]]]]})").string();
    const Finished metrics = done({"metrics", "--json", "--trace", given});
    CHECK(nlohmann::json::parse(metrics.out)["head"] == "decoder.0.self.0");
    CHECK_THAT(metrics.err, containing("decoder.self: 1 layer × 1 head × 2 queries × 2 keys (weights)"));
    CHECK(done({"metrics", "--json", "--quiet", "--trace", given}).err.empty());

    const std::string array
        = folder
              .write("a.npy",
                     headlight::test::npyBytes("<f4", "(2, 2)",
                                               headlight::test::floatBytes({1, 0, 0.25F, 0.75F})))
              .string();
    const std::string tokens = folder.write("mine.txt", "un\nchat\n").string();
    const std::string csv = (folder / "a.csv").string();
    done({"render", "--trace", array, "--tokens", tokens, "--head", "decoder.0.self.0", "-o", csv});
    std::ifstream file(csv);
    CHECK(std::string{std::istreambuf_iterator<char>(file), {}} == "query,un,chat\nun,1,0\nchat,0.25,0.75\n");

    for (const char* name : {"b.npy", "b.npz", "b.json"}) {
        const std::string out = (folder / name).string();
        done({"render", "--trace", given, "--grid", "decoder.self", "-o", out});
        CHECK(done({"metrics", "--json", "--quiet", "--trace", out}).out == metrics.out);
    }

    const std::string wrong
        = folder.write("w.npy", headlight::test::npyBytes("<f4", "(2,)", headlight::test::floatBytes({1, 0})))
              .string();
    const Finished refused = runProgram({"metrics", "--trace", wrong});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, containing("attentions: found the shape [2], expected [heads, queries, keys]"));
    CHECK(runProgram({"metrics", "--text", "x", "--tokens", tokens}).status == 2);

    const Finished idle
        = done({"metrics", "--trace", given, "--pair", "x", "--precision", "half", "--max-new-tokens", "3"});
    CHECK_THAT(idle.err, containing("warning: --pair has no effect with --trace\n"));
    CHECK_THAT(idle.err, containing("warning: --precision has no effect with --trace\n"));
    CHECK_THAT(idle.err, containing("warning: --max-new-tokens has no effect with --trace\n"));
}

TEST_CASE("import: padding and special tokens that render wrote are none of the words", "[app]")
{
    const TemporaryFolder folder;
    const std::string csv = (folder / "a.csv").string();
    for (const char* const name : {"a.json", "a.npz"}) {
        const std::string file = (folder / name).string();
        done({"render", "--text", "The black cat sleeps on the chair.", "--text", "Thank you.", "--item", "1",
              "--head", "encoder.0.self.0", "-o", file});
        const Finished read
            = done({"render", "--trace", file, "--head", "encoder.0.self.0", "--hide", "special", "-o", csv});
        CHECK_THAT(read.err, containing("with padding around them, which is left out"));
        std::ifstream written(csv);
        const std::string table{std::istreambuf_iterator<char>(written), {}};
        CHECK(table.starts_with("query,␣Thank,␣you,.,</s>\n")); // without <pad>
        CHECK(table.ends_with("\n</s>,0,0,0,0\n")); // special, and hidden
    }
}

TEST_CASE("import: one head that render wrote keeps its layer and number", "[app]")
{
    const TemporaryFolder folder;
    const std::vector<std::string> input{"--model", kPaperFolder, "--ids", "5,6,7,8", "--target-ids", "0,9"};
    const auto with = [&](std::vector<std::string> before) {
        before.insert(before.end(), input.begin(), input.end());
        return before;
    };
    const std::string csv = (folder / "a.csv").string(), again = (folder / "b.csv").string();
    const auto bytes = [](const std::string& path) {
        std::ifstream file(path);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    for (const std::string head : {"encoder.1.self.2", "decoder.1.cross.1"})
        for (const char* const name : {"a.json", "a.npz"}) {
            INFO(head << ' ' << name);
            const std::string file = (folder / name).string();
            done(with({"render", "--head", head, "-o", file}));
            done(with({"render", "--head", head, "-o", csv}));
            const Finished read = done({"render", "--trace", file, "--head", head, "-o", again});
            CHECK(bytes(again) == bytes(csv));
            CHECK_THAT(read.err,
                       containing(": found only some heads of " + head.substr(0, head.rfind('.')) + " ("
                                  + head.back() + "). The others are shown as zeros"));
        }
}

TEST_CASE("import: statistics leave out rows that are not sound", "[app]")
{
    const TemporaryFolder folder;
    const std::string given
        = folder.write("a.json", R"({"attentions":[[[[1,0,0],[0.25,0.5,0],[0.5,0.25,0.25]]]]})").string();
    const Finished metrics = done({"metrics", "--json", "--trace", given});
    CHECK(nlohmann::json::parse(metrics.out)["left_out"] == 1);
    CHECK_THAT(metrics.err, containing("row 1 holds weights that sum to 0.75, expected 1"));
}

TEST_CASE("import: a trace is known by its content, not by its name", "[app]")
{
    const TemporaryFolder folder;
    const auto recorded = [&](const std::string& name) {
        const std::string file = (folder / name).string();
        done({"trace", "--text", "The cat.", "--record", "weights", "--ablate", "encoder.0.self.1", "-o",
              file});
        return done({"metrics", "--json", "--trace", file});
    };
    const Finished usual = recorded("a.safetensors"), other = recorded("a.trace");
    CHECK(other.out == usual.out);
    CHECK_THAT(other.err, containing("recorded with edits"));
}

TEST_CASE("import: a fault of a file is named in the words of its format", "[app]")
{
    const TemporaryFolder folder;
    const auto refused = [&](const char* name, const std::string& content, const std::string& message) {
        const std::string file = folder.write(name, content).string();
        const Finished finished = runProgram({"metrics", "--trace", file});
        CHECK(finished.status == 1);
        CHECK(finished.out.empty());
        CHECK_THAT(finished.err, containing(file + ": " + message));
    };
    refused("i.npy", headlight::test::npyBytes("<i8", "(1, 1)", std::string(8, '\0')),
            "attentions: found numbers of the type I64, expected F32, F16, BF16 or F64");
    refused("e.npy", "", "found an empty file, expected NumPy's .npy");
    refused("g.npy", "no array at all", "found none of the known formats");
    refused("n.json", "3", "attentions: not found");
    refused("s.json", R"({"map":"scores","attentions":[[[[1]]]]})", "map: found scores, expected weights");
    refused("e.json", R"({"attentions":[[[[1e999]]]]})",
            "not valid JSON: found the number '1e999', expected one in the range of a double, at line 1, "
            "column 19");
    refused("l.json", "{\"attentions\":[[[[1,0],\n  [0.5, -1e999]]]]}",
            "not valid JSON: found the number "
            "'-1e999', expected one in the range of a double, at line 2, column 9");
    refused("f.json", R"({"attentions":[[[[1,0],[1e39,0]]]]})",
            "attentions.0[0][1]: found 1e+39, expected a number in the range of a float");
    refused("t.json", R"({"attentions":[[[[1,0],["x",0]]]]})",
            "attentions.0[0][1]: found \"x\", expected a number");
    refused("e.npz", std::string("PK\5\6", 4) + std::string(18, '\0'), "found no attention");
}

TEST_CASE("import: a safetensors file's metadata names the tokens", "[app]")
{
    const TemporaryFolder folder;
    const auto file = [&](const std::string& tokens) {
        const std::string header = R"({"__metadata__":{"tokens":")" + tokens
            + R"("},"attentions.0":{"dtype":"F32","shape":[1,2,2],"data_offsets":[0,16]}})";
        std::string content(8, '\0');
        content[0] = static_cast<char>(header.size());
        return folder
            .write("a.safetensors", content + header + headlight::test::floatBytes({1, 0, 0.25F, 0.75F}))
            .string();
    };
    const std::string csv = (folder / "a.csv").string();
    done({"render", "--trace", file(R"([\"un\",\"chat\"])"), "--head", "decoder.0.self.0", "-o", csv});
    std::ifstream written(csv);
    CHECK(std::string{std::istreambuf_iterator<char>(written), {}}
          == "query,un,chat\nun,1,0\nchat,0.25,0.75\n");
    const Finished refused = runProgram({"metrics", "--trace", file(R"([\"un\"])")});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, containing("tokens: found 1 tokens, expected 2"));
    done({"metrics", "--trace", file("12000")}); // something else of the same name
}

TEST_CASE("sharded trace: trace writes a folder that metrics reads and verifies", "[app]")
{
    const TemporaryFolder folder;
    const std::string set = (folder / "set").string() + "/";
    const std::string one = (folder / "one.safetensors").string();
    const std::vector<std::string> input{"--model", kPaperFolder,   "--ids",
                                         "5,6,7,8", "--target-ids", "0,9,10"};
    const auto with = [&](std::vector<std::string> before, const std::vector<std::string>& after) {
        before.insert(before.end(), input.begin(), input.end());
        before.insert(before.end(), after.begin(), after.end());
        return before;
    };
    done(with({"trace"}, {"-o", set, "--shard-size", "1"}));
    done(with({"trace"}, {"-o", one, "--record", "q,k,mask,bias"}));
    std::ifstream file(set + "trace.index.json");
    const auto index = nlohmann::json::parse(file);
    for (const auto& [name, shard] : index["weight_map"].items())
        CHECK_FALSE(name.ends_with(".mask")); // causal and unmasked: stored as rules
    CHECK(done({"metrics", "--json", "--verify", "--trace", set}).out
          == done({"metrics", "--json", "--trace", one}).out);
    CHECK(done({"metrics", "--json", "--trace", set + "trace.index.json"}).status == 0);

    const Finished single = runProgram({"metrics", "--verify", "--trace", one});
    CHECK(single.status == 1);
    CHECK_THAT(single.err, containing("has no checksums"));
    std::filesystem::remove(set + "trace.index.json");
    const Finished incomplete = runProgram({"metrics", "--trace", set});
    CHECK(incomplete.status == 1);
    CHECK_THAT(incomplete.err, containing("It is written last"));
}

TEST_CASE("exporter: headlight_trace.py records what the program records", "[app][python]")
{
    const std::string python = headlight::test::pythonWith("torch");
    if (python.empty()) {
        WARN("PyTorch is not here (apt-get install python3-torch): the exporter's tests are skipped");
        return;
    }
    const TemporaryFolder folder;
    const std::string log = (folder / "log").string();
    const std::string root = headlight::test::kSourceRoot;
    const std::string command = "HEADLIGHT='" + headlight::test::programPath() + "' HEADLIGHT_MODELS='"
        + headlight::test::kTestData + "/models' " + python + " -B '" + root
        + "/tests/exporters/exporter_test.py' >'" + log + "' 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream file(log);
    INFO(std::string(std::istreambuf_iterator<char>(file), {}));
    CHECK(status == 0);
}
