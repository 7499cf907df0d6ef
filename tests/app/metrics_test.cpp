// headlight metrics over runs with dropout, and over many inputs.
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace headlight::test;
using nlohmann::json;

namespace {

const std::vector<std::string> kStatistics{"entropy", "max", "first", "distance", "spread"};

std::vector<json> measured(const std::vector<std::string>& more)
{
    std::vector<std::string> arguments{"metrics", "--model", kPaper, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = runProgram(arguments);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    std::vector<json> rows;
    std::istringstream lines(finished.out);
    for (std::string line; std::getline(lines, line);)
        rows.push_back(json::parse(line));
    return rows;
}

struct MeanAndDeviation
{
    double mean = 0, deviation = 0;
    std::size_t count = 0;
};

MeanAndDeviation ofNumbers(const std::vector<json>& numbers)
{
    MeanAndDeviation found;
    for (const json& number : numbers)
        if (!number.is_null()) {
            found.mean += number.get<double>();
            ++found.count;
        }
    found.mean /= static_cast<double>(found.count);
    for (const json& number : numbers)
        if (!number.is_null())
            found.deviation += std::pow(number.get<double>() - found.mean, 2);
    found.deviation = std::sqrt(found.deviation / static_cast<double>(found.count - 1));
    return found;
}

/// Lines of ids, of different lengths.
std::string idLines(int count)
{
    std::string lines;
    for (int line = 0; line < count; ++line) {
        for (int i = 0; i < 4 + line % 5; ++i)
            lines += (i > 0 ? "," : "") + std::to_string(4 + (line * 7 + i * 3) % 20);
        lines += '\n';
    }
    return lines;
}

} // namespace

TEST_CASE("metrics: repeats give the mean and the deviation of each statistic over the runs", "[app]")
{
    const std::vector<std::string> input{"--ids", "5,6,7,8,9", "--target-ids", "0,5,6,7"};
    const auto withSeed = [&](int seed, std::vector<std::string> more) {
        more.insert(more.end(), input.begin(), input.end());
        more.insert(more.end(),
                    {"--edit", R"([{"type":"dropout","weights":0.3,"seed":)" + std::to_string(seed) + "}]"});
        return measured(more);
    };
    const auto mean = withSeed(3, {"--repeats", "4"});
    const auto deviation = withSeed(3, {"--repeats", "4", "--spread"});
    std::vector<std::vector<json>> runs;
    runs.reserve(4);
    for (int run = 0; run < 4; ++run)
        runs.push_back(withSeed(3 + run, {}));
    REQUIRE(mean.size() == runs.front().size());
    bool varied = false;
    for (std::size_t head = 0; head < mean.size(); ++head) {
        CHECK(mean[head]["runs"] == 4);
        CHECK(mean[head]["measure"] == "mean");
        CHECK(deviation[head]["measure"] == "deviation");
        CHECK(deviation[head]["behaviour"].is_null());
        for (const std::string& name : kStatistics) {
            INFO(mean[head]["head"] << " " << name);
            std::vector<json> each;
            each.reserve(runs.size());
            for (const auto& run : runs)
                each.push_back(run[head][name]);
            if (each.front().is_null())
                continue;
            const MeanAndDeviation expected = ofNumbers(each);
            CHECK(mean[head][name].get<double>() == Approx(expected.mean).margin(1e-9));
            CHECK(deviation[head][name].get<double>() == Approx(expected.deviation).margin(1e-9));
            varied = varied || expected.deviation > 1e-3;
        }
    }
    CHECK(varied);
    const Finished table = runProgram(
        {"metrics", "--model", kPaper, "--ids", "5,6", "--target-ids", "0", "--repeats", "3", "--spread"});
    CHECK(table.out.find("# standard deviation over 3 runs") == 0);
}

TEST_CASE("metrics: heads of an untrained model get no behaviour", "[app]")
{
    const std::string texts = std::string(kSourceRoot) + "/resources/models/texts/";
    for (const char* const name : {"text-1"}) {
        const Finished found
            = runProgram({"metrics", "--model", texts + name, "--json", "--ids", "0,1,2,0,1,2"});
        INFO(found.err);
        REQUIRE(found.status == 0);
        CHECK(found.out.find("\"behaviour\":null") != std::string::npos);
        CHECK(found.out.find("\"behaviour\":\"") == std::string::npos);
    }
}

TEST_CASE("metrics: mean, standard error, n and each input's number over a file", "[app]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("ids.txt", idLines(7)).string();
    const auto summary = measured({"--ids-file", file, "--mean", "--max-new-tokens", "5"});
    std::vector<std::vector<json>> alone;
    std::istringstream lines(idLines(7));
    for (std::string line; std::getline(lines, line);)
        alone.push_back(measured({"--ids", line, "--max-new-tokens", "5"}));
    REQUIRE(summary.size() == alone.front().size());
    for (std::size_t head = 0; head < summary.size(); ++head) {
        CHECK(summary[head]["inputs"] == 7);
        CHECK(summary[head]["model"]["digest"].get<std::string>().size() == 64);
        CHECK(summary[head]["edits"] == json::array());
        for (const std::string& name : kStatistics) {
            const json& found = summary[head][name];
            INFO(summary[head]["head"] << " " << name << " " << found);
            std::vector<json> each;
            each.reserve(alone.size());
            for (const auto& input : alone)
                each.push_back(input[head][name]);
            CHECK(found["each"].get<std::vector<json>>() == each); // exactly: each is run by itself
            const MeanAndDeviation expected = ofNumbers(each);
            CHECK(found["n"] == expected.count);
            double rows = 0, sum = 0;
            for (const auto& input : alone) {
                rows += input[head]["queries"].get<double>();
                sum += input[head]["queries"].get<double>() * input[head]["entropy"].get<double>();
            }
            CHECK(summary[head]["entropy"]["pooled"]["rows"] == rows);
            CHECK(summary[head]["entropy"]["pooled"]["mean"].get<double>() == Approx(sum / rows));
            CHECK(summary[head]["entropy"]["pooled"]["sd"].get<double>() > 0);
            CHECK(summary[head]["entropy"]["chance"].get<double>() > 0);
            if (expected.count < 2)
                continue;
            CHECK(found["mean"].get<double>() == Approx(expected.mean).margin(1e-12));
            CHECK(
                found["se"].get<double>()
                == Approx(expected.deviation / std::sqrt(static_cast<double>(expected.count))).margin(1e-12));
        }
    }
    const Finished table
        = runProgram({"metrics", "--model", kPaper, "--ids-file", file, "--mean", "--max-new-tokens", "5"});
    CHECK(table.out.find("# mean over 7 inputs; ± standard error of the mean\nhead") == 0);
    CHECK(table.out.find("encoder.0.self.0") != std::string::npos);
    CHECK(table.out.find("\nchance decoder.cross") != std::string::npos);
    // Of one input there is no standard error.
    const auto one = measured({"--ids", "5", "--target-ids", "0,5", "--mean"});
    CHECK(one.front()["entropy"]["se"].is_null());
    CHECK(one.front()["entropy"]["n"] == 1);
    // Its only row has no row before it.
    const json pooled = one.front()["max"]["pooled"];
    CHECK(pooled["quantiles"] == json::array({pooled["mean"], pooled["mean"], pooled["mean"]}));
    CHECK(one.front()["previous"]["pooled"]["quantiles"].is_null());
    // There is no room for the rows of an output that may be this long.
    const Finished open = runProgram(
        {"metrics", "--text", "The cat sleeps.", "--mean", "--json", "--max-new-tokens", "1000000"});
    CHECK(json::parse(open.out.substr(0, open.out.find('\n')))["max"]["pooled"]["quantiles"].is_null());
}

TEST_CASE("metrics: after a kill the same command goes on to the same bytes", "[app]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("ids.txt", idLines(1000)).string();
    const auto command = [&](const std::string& records, const std::string& out) {
        return std::vector<std::string>{"metrics", "--model",          kPaper,     "--ids-file", file,
                                        "--mean",  "--json",           "--resume", records,      "-o",
                                        out,       "--max-new-tokens", "12"};
    };
    const std::string whole = (folder / "whole").string(), killed = (folder / "killed").string();
    const std::string expected = (folder / "expected.json").string(),
                      found = (folder / "found.json").string();
    REQUIRE(runProgram(command(whole, expected)).status == 0);
    const auto sizeOf = [](const std::string& path) {
        std::error_code none;
        const auto size = std::filesystem::file_size(path, none);
        return none ? std::uintmax_t{0} : size;
    };
    const std::uintmax_t part = sizeOf(whole) / 4;
    const Finished ended
        = runProgramUntil([&] { return sizeOf(killed) > part; }, command(killed, found), {}, {});
    CHECK(ended.status == 128 + 9);
    CHECK(sizeOf(killed) > part);
    CHECK(sizeOf(killed) < sizeOf(whole));
    CHECK_FALSE(std::filesystem::exists(found));
    REQUIRE(runProgram(command(killed, found)).status == 0);
    CHECK(contentOf(killed) == contentOf(whole));
    CHECK(contentOf(found) == contentOf(expected));
    const std::string text = contentOf(found);
    const json first = json::parse(text.substr(0, text.find('\n')));
    CHECK(first["entropy"]["pooled"]["quantiles"].size() == 3); // its rows were kept
    // The records of one command are not those of another.
    auto other = command(killed, found);
    other.insert(other.end(), {"--ablate", "encoder.0.self.0"});
    const Finished refused = runProgram(other);
    CHECK(refused.status == 1);
    CHECK(refused.err.find("found the records of another run") != std::string::npos);
    CHECK(contentOf(killed) == contentOf(whole));
}

TEST_CASE("metrics: inputs that cannot be summed up are refused", "[app]")
{
    const auto fails = [](std::vector<std::string> more, int status, const std::string& part) {
        more.insert(more.begin(), "metrics");
        const Finished finished = runProgram(more);
        INFO(finished.err);
        CHECK(finished.status == status);
        CHECK(finished.err.find(part) != std::string::npos);
        CHECK(finished.out.empty());
    };
    const TemporaryFolder folder;
    const std::string trace = (folder / "t.safetensors").string();
    REQUIRE(runProgram({"trace", "--model", kPaper, "--ids", "5,6", "--target-ids", "0", "-o", trace}).status
            == 0);
    fails({"--model", kPaper, "--ids", "5,6", "--resume", "x"}, 2, "--resume: needs --mean");
    fails({"--trace", trace, "--mean", "--resume", "x"}, 2, "needs a model to run");
    fails({"--trace", trace, "--repeats", "3"}, 2, "excludes --repeats");
    fails({"--model", kPaper, "--ids", "5,6", "--mean", "--repeats", "3", "--spread"}, 2, "excludes --mean");
    fails({"--model", kPaper, "--ids", "5,6", "--ids", "5,999", "--mean"}, 1, "999");
    fails({"--mean"}, 2, "no input");
    const Finished read = runProgram({"metrics", "--trace", trace, "--mean"});
    CHECK(read.status == 0);
    CHECK(read.out.find("# mean over 1 input;") == 0);
}
