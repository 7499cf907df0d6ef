#include "core/run/experiment_numbers.h"

#include "core/io/npy.h"
#include "tests/support/catch.h"
#include "tests/support/python.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

using namespace headlight;
using headlight::test::TemporaryFolder;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

ExperimentNumbers threeInputs()
{
    ExperimentNumbers numbers;
    numbers.origin = {{"by", "mean"},
                      {"reference", {{"from", "sentences.txt"}, {"sentences", 3}, {"digest", "d"}}},
                      {"metric", "logprob"}};
    numbers.base = {-1.5, -2.25, 0.1};
    numbers.other = {1, kNone, 2};
    numbers.clusters = {0, 0, 1};
    numbers.edits = {
        {"decoder.0.self.0", {{{"type", "off"}, {"where", "decoder.0.self.0"}}}, {0.1, 0.2, 0.4}, {0, 1, 2}},
        {"decoder.0.self.1 “é”",
         {{{"type", "off"}, {"where", "decoder.0.self.1"}}},
         {-1, kNone, 3},
         {3, 4, 5}}};
    return numbers;
}

std::vector<double> read(const NumpyContent& content, const char* name,
                         const std::vector<std::int64_t>& shape)
{
    INFO(name);
    const auto found = content.arrays.find(name);
    REQUIRE(found != content.arrays.end());
    const TensorView& view = found->second;
    REQUIRE(view.dtype == DType::kF64);
    REQUIRE(view.shape == shape);
    std::vector<double> numbers(view.bytes.size() / sizeof(double));
    std::memcpy(numbers.data(), view.bytes.data(), view.bytes.size());
    return numbers;
}

std::filesystem::path written(const TemporaryFolder& folder, const std::string& bytes)
{
    const auto file = folder.path() / "numbers.npz";
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
}

} // namespace

TEST_CASE("experiment: the archive for NumPy has names, shapes, the reference and all numbers",
          "[experiment]")
{
    const TemporaryFolder folder;
    const ExperimentNumbers numbers = threeInputs();
    const auto content = readNumpyFile(written(folder, npzOf(numbers)));
    REQUIRE(content);
    CHECK(content->texts.at("names") == std::vector<std::string>{"decoder.0.self.0", "decoder.0.self.1 “é”"});
    CHECK(content->texts.at("reference") == std::vector<std::string>{"sentences.txt"});
    CHECK(content->texts.at("metric") == std::vector<std::string>{"logprob"});
    CHECK(content->texts.at("edits").front().find("decoder.0.self.0") != std::string::npos);
    CHECK(nlohmann::json::parse(content->texts.at("about").front())["reference"]["sentences"] == 3);
    const auto each = read(*content, "each", {2, 3});
    CHECK(std::vector<double>(each.begin(), each.begin() + 3) == numbers.edits[0].changes);
    CHECK(each[3] == -1);
    CHECK(std::isnan(each[4]));
    CHECK(read(*content, "runs", {2, 3}) == std::vector<double>{0, 1, 2, 3, 4, 5});
    CHECK(read(*content, "base", {3}) == numbers.base);
    CHECK(read(*content, "other", {3})[2] == 2);
    CHECK(read(*content, "clusters", {3}) == std::vector<double>{0, 0, 1});
    CHECK(read(*content, "mean", {2})[0] == numbers.mean(numbers.edits[0]).mean);
    CHECK(read(*content, "se", {2})[0] == numbers.mean(numbers.edits[0]).error);
    CHECK(read(*content, "n", {2}) == std::vector<double>{3, 2});
}

TEST_CASE("experiment: a table shows runs, and estimates beside them", "[experiment]")
{
    ExperimentNumbers numbers = threeInputs();
    numbers.origin["estimate"] = "gradient";
    const ExperimentTable checked = tableOf(numbers).value();
    CHECK(checked.rows[0].each == std::vector<double>{0, 1, 2});
    CHECK(checked.rows[0].mean.mean == numbers.mean(numbers.edits[0].runs).mean);
    CHECK(checked.rows[0].estimate.mean == numbers.mean(numbers.edits[0]).mean);
    CHECK_FALSE(checked.estimated);
    for (auto& edit : numbers.edits)
        edit.runs.clear();
    const ExperimentTable estimated = tableOf(numbers).value();
    CHECK(estimated.estimated);
    CHECK(estimated.rows[0].each == std::vector<double>{0.1, 0.2, 0.4});
    CHECK_FALSE(estimated.rows[0].estimate.mean);
}

TEST_CASE("experiment: an archive leaves out what was not run, and shares are those of the JSON",
          "[experiment]")
{
    const TemporaryFolder folder;
    ExperimentNumbers numbers = threeInputs();
    numbers.origin = {{"by", "pair"}, {"into", "clean"}, {"metric", "recovery"}};
    numbers.other = {-3.5, -2.25, -4};
    numbers.clusters.clear();
    for (auto& edit : numbers.edits)
        edit.runs.clear();
    std::string json;
    for (const std::string& line : jsonLines(numbers))
        json += line;
    const auto archive = experimentNpz(json, "numbers.json");
    REQUIRE(archive);
    const auto content = readNumpyFile(written(folder, *archive));
    REQUIRE(content);
    CHECK_FALSE(content->arrays.contains("runs"));
    CHECK_FALSE(content->arrays.contains("clusters"));
    CHECK(content->texts.at("reference") == std::vector<std::string>{"pair"});
    const auto each = read(*content, "each", {2, 3});
    const auto table = experimentTable(json, "numbers.json").value();
    REQUIRE(table.rows.size() == 2);
    CHECK(each[0] == Approx(0.05)); // 0.1 of a distance of 2
    CHECK(std::isnan(each[1])); // the two inputs are alike
    CHECK(each[2] == table.rows[0].each[2]);
    CHECK(experimentNpz("no json", "numbers.json").error().file == "numbers.json");
}

TEST_CASE("experiment: a word of another type is refused by its name", "[experiment]")
{
    for (const char* const word : {"by", "into", "text", "logprob", "recovery_of"}) {
        ExperimentNumbers numbers = threeInputs();
        numbers.origin[word] = {1, 2};
        std::string json;
        for (const std::string& line : jsonLines(numbers))
            json += line;
        const auto read = experimentTable(json, "numbers.json");
        REQUIRE_FALSE(read);
        CHECK(read.error().field == word);
    }
}

TEST_CASE("experiment: NumPy reads the archive", "[experiment]")
{
    const std::string python = headlight::test::pythonWith("numpy");
    if (python.empty()) {
        WARN("NumPy is not here (apt-get install python3-numpy): this test is skipped");
        return;
    }
    const TemporaryFolder folder;
    const auto file = written(folder, npzOf(threeInputs()));
    const std::string script = "import numpy; a = numpy.load('" + file.string()
        + "'); assert a['each'].shape == (2, 3) and a['each'].dtype == 'float64', a['each']; "
          "assert list(a['reference']) == ['sentences.txt'] and a['n'][1] == 2; "
          "assert a['names'][1].endswith('“é”')";
    CHECK(std::system((python + " -c \"" + script + "\"").c_str()) == 0);
}
