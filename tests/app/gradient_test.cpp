#include "core/io/safetensors.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>

using headlight::test::contentOf;
using headlight::test::Finished;
using headlight::test::kPaper;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;
using namespace headlight;
using nlohmann::json;

namespace {

const std::vector<std::string> kDerived{"--model", kPaper, "--ids", "5,6,7,8", "--target-ids", "0,5,6,9"};

Finished differentiated(const std::vector<std::string>& more)
{
    std::vector<std::string> arguments{"gradient"};
    arguments.insert(arguments.end(), kDerived.begin(), kDerived.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram(arguments);
}

std::vector<float> numbersIn(const SafetensorsFile& file, const std::string& name)
{
    INFO(name);
    REQUIRE(file.find(name) != nullptr);
    std::vector<float> values(static_cast<std::size_t>(file.find(name)->elementCount()));
    convertToFloat(*file.find(name), 0, values);
    return values;
}

} // namespace

TEST_CASE("gradient: the file has the names of a trace with .grad behind them", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "g.safetensors").string();
    const Finished finished
        = differentiated({"--row", "1", "--token", "7", "--site", "weights,residual,embeddings", "-o", path});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    const json said = json::parse(finished.out);
    CHECK(said["of"] == "logprob");
    CHECK(said["value"].get<double>() < 0.0);
    CHECK(said["rows"] == json::array({{{"row", 1}, {"token", 7}, {"minus", nullptr}}}));
    const SafetensorsFile file = SafetensorsFile::open(path).value();
    for (const char* const name :
         {"encoder.embeddings.grad", "decoder.residual.1.grad", "encoder.0.self.weights.grad",
          "decoder.0.cross.weights.grad", "input_ids"})
        CHECK(file.find(name) != nullptr);
    CHECK(file.find("decoder.0.cross.q.grad") == nullptr);
    CHECK(file.metadata().at("format") == "headlight-gradient");
    CHECK(json::parse(file.metadata().at("gradient_of")) == said);
    // What comes after the row has no effect on it.
    const std::vector<float> embeddings = numbersIn(file, "decoder.embeddings.grad");
    const std::size_t width = embeddings.size() / 4;
    bool early = false;
    for (std::size_t i = 0; i < embeddings.size(); ++i) {
        early = early || (i < 2 * width && embeddings[i] != 0.0F);
        if (i >= 2 * width)
            CHECK(embeddings[i] == 0.0F);
    }
    CHECK(early);
}

TEST_CASE("gradient: its file is refused as a trace", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "g.safetensors").string();
    REQUIRE(differentiated({"--row", "1", "--token", "7", "-o", path}).status == 0);
    const Finished opened = runProgram({"metrics", "--trace", path});
    INFO(opened.err);
    CHECK(opened.status == 1);
    CHECK(opened.err.find("format: found \"headlight-gradient\"") != std::string::npos);
}

TEST_CASE("gradient: a loss is that of the next tokens, and logits can be compared", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "g.safetensors").string();
    const Finished loss = differentiated({"--of", "loss", "-o", path});
    REQUIRE(loss.status == 0);
    const json said = json::parse(loss.out);
    REQUIRE(said["rows"].size() == 3);
    CHECK(said["rows"][2] == json({{"row", 2}, {"token", 9}, {"minus", nullptr}}));
    CHECK(said["value"].get<double>() > 0.0);
    // Nothing follows the last row, which is left out of several.
    const Finished some = differentiated({"--of", "loss", "--row", "2-3", "-o", path});
    REQUIRE(some.status == 0);
    CHECK(json::parse(some.out)["rows"] == json::array({{{"row", 2}, {"token", 9}, {"minus", nullptr}}}));
    for (const char* const row : {"3", "last"}) {
        const Finished refused = differentiated({"--of", "loss", "--row", row, "-o", path});
        CHECK(refused.status == 2);
        CHECK(
            refused.err.find(std::string("--row: found \"") + row
                             + "\", but no token follows there, so there is no loss. Give a token (--token)")
            != std::string::npos);
    }
    const Finished named = differentiated({"--of", "loss", "--row", "last", "--token", "7", "-o", path});
    REQUIRE(named.status == 0);
    CHECK(json::parse(named.out)["rows"] == json::array({{{"row", 3}, {"token", 7}, {"minus", nullptr}}}));
    const Finished alone = runProgram(
        {"gradient", "--model", kPaper, "--ids", "5,6", "--target-ids", "0", "--of", "loss", "-o", path});
    CHECK(alone.status == 2);
    CHECK(alone.err.find("--of: found loss, but no token follows there") != std::string::npos);
    const Finished other
        = differentiated({"--of", "logit-difference", "--token", "5", "--minus", "6", "-o", path});
    REQUIRE(other.status == 0);
    CHECK(json::parse(other.out)["rows"] == json::array({{{"row", 3}, {"token", 5}, {"minus", 6}}}));
}

TEST_CASE("gradient: what is wrong in the command line is named", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "g.safetensors").string();
    const auto refused = [&](std::vector<std::string> more, int status, const std::string& words) {
        more.insert(more.end(), {"-o", path});
        const Finished finished = differentiated(more);
        INFO(finished.err);
        CHECK(finished.status == status);
        CHECK(finished.err.find(words) != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(path));
    };
    refused({"--row", "4"}, 2, "positions from 0 to 3");
    refused({"--site", "mask"}, 2, "--site: found \"mask\"");
    refused({"--minus", "3"}, 2, "--minus: needs --of logit-difference");
    refused({"--token", "99999"}, 1, "token: found id 99999");
    refused({"--of", "logit-difference", "--token", "5", "--minus", "5"}, 1,
            "minus: found the measured token itself");
    const Finished other = differentiated({"-o", (folder / "g.npz").string()});
    CHECK(other.status == 2);
    CHECK(other.err.find("expected a name with .safetensors") != std::string::npos);
}

TEST_CASE("render: the map of masking is that of the gradient's file", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "g.safetensors").string();
    REQUIRE(differentiated({"--token", "7", "--row", "2", "-o", path}).status == 0);
    const SafetensorsFile file = SafetensorsFile::open(path).value();
    const std::vector<float> slopes = numbersIn(file, "decoder.0.cross.weights.grad");
    const auto rendered = [&](const std::string& map, const std::vector<std::string>& more) {
        const std::string table = (folder / (map + ".csv")).string();
        std::vector<std::string> arguments{"render", "--head", "decoder.0.cross.0", "--map", map,
                                           "-o",     table};
        arguments.insert(arguments.end(), kDerived.begin(), kDerived.end());
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished finished = runProgram(arguments);
        INFO(finished.err);
        REQUIRE(finished.status == 0);
        std::vector<double> numbers; // of the second row
        std::istringstream lines(contentOf(table));
        std::string line;
        for (int i = 0; i < 3; ++i)
            std::getline(lines, line);
        std::istringstream cells(line.substr(line.find(',') + 1));
        for (std::string cell; std::getline(cells, cell, ',');)
            numbers.push_back(std::stod(cell));
        REQUIRE(numbers.size() == 4);
        return numbers;
    };
    const std::vector<double> weights = rendered("weights", {});
    const std::vector<double> added
        = rendered("effect", {"--token", "7", "--row", "1", "--of", "logit-difference"});
    std::vector<std::string> command{"effect", "--token", "7",      "--row",
                                     "1",      "--json",  "--keys", "decoder.0.cross.0"};
    command.insert(command.end(), kDerived.begin(), kDerived.end());
    const Finished effect = runProgram(command);
    INFO(effect.err << effect.out);
    REQUIRE(effect.status == 0);
    const json keys = json::parse(effect.out)["keys"]["decoder.0.cross.0"];
    const std::vector<double> losses = rendered("if_masked", {"--token", "7", "--row", "2"});
    double mean = 0.0;
    for (std::size_t key = 0; key < 4; ++key)
        mean += weights[key] * static_cast<double>(slopes[4 + key]);
    for (std::size_t key = 0; key < 4; ++key) {
        const auto slope = static_cast<double>(slopes[4 + key]);
        CHECK(added[key] == Approx(keys[key].get<double>()).margin(1e-4));
        CHECK(losses[key] == Approx(weights[key] / (1 - weights[key]) * (slope - mean)).margin(1e-5));
    }
    std::vector<std::string> wrong{"render", "--head", "decoder.0.cross.0",        "--row",
                                   "2",      "-o",     (folder / "x.csv").string()};
    wrong.insert(wrong.end(), kDerived.begin(), kDerived.end());
    CHECK(runProgram(wrong).status == 2);
}
