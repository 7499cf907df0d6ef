#include "core/io/safetensors.h"
#include "core/tracefile/trace_file.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

using headlight::test::kPaper;
using namespace headlight;
using headlight::test::Finished;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

SafetensorsFile traced(const TemporaryFolder& folder, const std::vector<std::string>& more)
{
    const std::string path = (folder / "trace.safetensors").string();
    std::vector<std::string> arguments{"trace", "--model", kPaper, "-o", path};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = runProgram(arguments);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    CHECK(finished.out.empty());
    auto file = SafetensorsFile::open(path);
    REQUIRE(file.has_value());
    return std::move(file).value();
}

std::vector<float> numbers(const SafetensorsFile& file, const std::string& name)
{
    const auto tensor = file.tensor(name);
    INFO(name);
    REQUIRE(tensor.has_value());
    std::vector<float> values(static_cast<std::size_t>(tensor->elementCount()));
    convertToFloat(*tensor, 0, values);
    return values;
}

std::vector<std::int64_t> shape(const SafetensorsFile& file, const std::string& name)
{
    const auto tensor = file.tensor(name);
    INFO(name);
    REQUIRE(tensor.has_value());
    return tensor->shape;
}

float worst(const std::vector<float>& a, const std::vector<float>& b)
{
    REQUIRE(a.size() == b.size());
    float most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

std::string list(const SafetensorsFile& file, const std::string& name)
{
    std::string text;
    for (const std::int64_t id : toIntegers(*file.tensor(name)))
        text += (text.empty() ? "" : ",") + std::to_string(id);
    return text;
}

} // namespace

TEST_CASE("trace: weights and logits are those of the reference", "[app]")
{
    const auto golden = SafetensorsFile::open(kPaper + "/goldens.safetensors");
    REQUIRE(golden.has_value());
    const TemporaryFolder folder;
    const SafetensorsFile trace = traced(
        folder, {"--ids", list(*golden, "input_ids"), "--target-ids", list(*golden, "decoder_input_ids")});
    for (const std::string layer : {"0", "1"}) {
        CHECK(worst(numbers(trace, "encoder." + layer + ".self.weights"),
                    numbers(*golden, "encoder.attn." + layer))
              < 2e-5F);
        CHECK(worst(numbers(trace, "decoder." + layer + ".self.weights"),
                    numbers(*golden, "decoder.self_attn." + layer))
              < 2e-5F);
        CHECK(worst(numbers(trace, "decoder." + layer + ".cross.weights"),
                    numbers(*golden, "decoder.cross_attn." + layer))
              < 2e-5F);
    }
    CHECK(worst(numbers(trace, "logits"), numbers(*golden, "logits")) < 1e-3F);
    CHECK(trace.metadata().at("format") == "headlight-trace");
    CHECK(trace.metadata().at("version") == "1");
}

TEST_CASE("trace: a file has the quantities that were asked for", "[app]")
{
    const TemporaryFolder folder;
    const SafetensorsFile usual = traced(folder, {"--ids", "5,6,7", "--target-ids", "0,8"});
    CHECK(shape(usual, "encoder.0.self.weights") == std::vector<std::int64_t>{4, 3, 3});
    CHECK(shape(usual, "decoder.1.cross.weights") == std::vector<std::int64_t>{4, 2, 3});
    CHECK(shape(usual, "encoder.positions") == std::vector<std::int64_t>{3, 32});
    CHECK(shape(usual, "logits") == std::vector<std::int64_t>{2, 96});
    CHECK(usual.find("encoder.0.self.q") == nullptr);
    CHECK(usual.find("encoder.residual.0") == nullptr);

    const SafetensorsFile all = traced(
        folder,
        {"--ids", "5,6,7", "--target-ids", "0,8", "--record",
         "weights,scores,mask,q,k,v,head_output,residual,positions,embeddings,logits", "--logits", "last"});
    CHECK(shape(all, "logits") == std::vector<std::int64_t>{1, 96});
    CHECK(shape(all, "decoder.0.cross.k") == std::vector<std::int64_t>{4, 3, 8});
    CHECK(shape(all, "decoder.0.cross.head_output") == std::vector<std::int64_t>{4, 2, 8});
    CHECK(shape(all, "encoder.residual.2") == std::vector<std::int64_t>{3, 32});
    CHECK(shape(all, "decoder.0.self.mask") == std::vector<std::int64_t>{1, 2, 2});
    CHECK(numbers(all, "decoder.0.self.mask") == std::vector<float>{1, 0, 1, 1});

    const std::string path = (folder / "idle.safetensors").string();
    const Finished idle
        = runProgram({"trace", "--model", kPaper, "--ids", "5,6,7", "--target-ids", "0,8", "--record",
                      "weights", "--logits", "last", "--shard-size", "2", "-o", path});
    CHECK(idle.status == 0);
    CHECK(idle.err
          == "headlight: warning: --shard-size has no effect without -o FOLDER/\n"
             "headlight: warning: --logits has no effect without logits in --record\n");
}

TEST_CASE("trace: without a target the decoder reads the model's own greedy output", "[app]")
{
    const TemporaryFolder folder;
    const Finished generated = runProgram({"generate", "--model", kPaper, "--ids", "5,6,7", "--json"});
    REQUIRE(generated.status == 0);
    const auto answer = nlohmann::json::parse(generated.out);
    REQUIRE(answer["stop"] == "eos");
    std::vector<std::int64_t> expected{0};
    for (const auto& id : answer["ids"])
        expected.push_back(id.get<std::int64_t>());
    expected.pop_back(); // the end token was generated, not read
    const SafetensorsFile trace = traced(folder, {"--ids", "5,6,7"});
    CHECK(toIntegers(*trace.tensor("target_ids")) == expected);
}

TEST_CASE("trace: a batch is padded, and no sentence changes for it", "[app]")
{
    const TemporaryFolder folder;
    const SafetensorsFile batch = traced(
        folder, {"--ids", "5,6,7,8", "--ids", "9,10", "--target-ids", "0,8", "--target-ids", "0,7,6"});
    CHECK(shape(batch, "input_ids") == std::vector<std::int64_t>{2, 4});
    CHECK(toIntegers(*batch.tensor("input_lengths")) == std::vector<std::int64_t>{4, 2});
    CHECK(toIntegers(*batch.tensor("target_lengths")) == std::vector<std::int64_t>{2, 3});
    CHECK(shape(batch, "decoder.0.cross.weights") == std::vector<std::int64_t>{2, 4, 3, 4});
    const std::vector<float> weights = numbers(batch, "encoder.1.self.weights"); // [2, 4, 4, 4]

    const SafetensorsFile alone = traced(folder, {"--ids", "9,10", "--target-ids", "0,7,6"});
    const std::vector<float> own = numbers(alone, "encoder.1.self.weights"); // [4, 2, 2]
    for (std::size_t head = 0; head < 4; ++head) {
        for (std::size_t query = 0; query < 2; ++query) {
            const std::size_t row = ((4 + head) * 4 + query) * 4;
            CHECK(weights[row] == Approx(own[(head * 2 + query) * 2]).margin(1e-5));
            CHECK(weights[row + 2] == 0.0F);
            CHECK(weights[row + 3] == 0.0F);
        }
    }
}

TEST_CASE("trace: masks, heads and edits act and are named in the file", "[app]")
{
    const TemporaryFolder folder;
    const std::vector<std::string> input{"--ids", "5,6,7", "--target-ids", "0,8,9"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), input.begin(), input.end());
        return traced(folder, more);
    };
    CHECK(numbers(with({"--causal", "off"}), "decoder.0.self.mask") == std::vector<float>(9, 1.0F));
    CHECK(numbers(with({"--causal", "encoder=on"}), "encoder.0.self.weights")[1] == 0.0F);

    const SafetensorsFile masked = with({"--mask", "decoder.0.cross.2: 1->0"});
    const std::vector<float> weights = numbers(masked, "decoder.0.cross.weights");
    CHECK(weights[2 * 9 + 1 * 3 + 0] == 0.0F);
    CHECK(weights[1 * 9 + 1 * 3 + 0] > 0.0F);
    CHECK(masked.metadata().at("edits").find("decoder.0.cross.2") != std::string::npos);

    const SafetensorsFile off = with({"--ablate", "encoder.*.self.*", "--record", "head_output,logits"});
    const std::vector<float> outputs = numbers(off, "encoder.0.self.head_output");
    CHECK(std::all_of(outputs.begin(), outputs.end(), [](float v) { return v == 0.0F; }));

    // A list in a file has the same effect as the option.
    folder.write("edits.json", off.metadata().at("edits"));
    const SafetensorsFile again
        = with({"--edit", (folder / "edits.json").string(), "--record", "head_output,logits"});
    CHECK(worst(numbers(off, "logits"), numbers(again, "logits")) == 0.0F);
}

TEST_CASE("trace: the file opens as a trace of this program", "[app]")
{
    const TemporaryFolder folder;
    traced(folder, {"--ids", "5,6,7", "--ids", "8", "--f16", "--record", "q,k,mask"});
    const auto file = readTraceFile(folder / "trace.safetensors", {});
    REQUIRE(file.has_value());
    REQUIRE(file->traces.size() == 2);
    const AttentionMap map = file->traces[0].attention({StackKind::kEncoder, 1, AttentionKind::kSelf, 2});
    CHECK(map.block(MapKind::kWeights, 0, 0, 1, map.keys()).sum() == Approx(1.0F).margin(1e-5));
    CHECK(file->traces[1].tokens(StackKind::kEncoder)[1].padding);
}

TEST_CASE("trace: what repeated runs have in common says so", "[app]")
{
    const TemporaryFolder folder;
    traced(folder,
           {"--ids", "5,6,7", "--edit", R"([{"type":"dropout","seed":4}])", "--repeats", "3", "--spread"});
    std::string warnings;
    Job job;
    job.warn = [&warnings](const std::string& text) { warnings += text; };
    const auto file = readTraceFile(folder / "trace.safetensors", job);
    REQUIRE(file.has_value());
    CHECK(file->traces[0].info().ofRuns == "standard deviation of 3 runs");
    CHECK(file->traces[0].info().editsJson.find("\"seed\":4") != std::string::npos);
    CHECK(warnings.find("of_runs: the numbers are the standard deviation of 3 runs") != std::string::npos);
}

TEST_CASE("trace: scores of a run whose weights were replaced come with these weights", "[app]")
{
    const TemporaryFolder folder;
    traced(folder,
           {"--ids", "5,6,7", "--edit", R"([{"type":"pattern","where":"encoder.0.self.1","form":"uniform"}])",
            "--record", "scores,mask"});
    const auto file = readTraceFile(folder / "trace.safetensors", {});
    REQUIRE(file.has_value());
    const AttentionMap map = file->traces[0].attention({StackKind::kEncoder, 0, AttentionKind::kSelf, 1});
    const Matrix weights = map.whole(MapKind::kWeights);
    CHECK(weights.maxCoeff() == Approx(weights.minCoeff()));
}

TEST_CASE("trace: weights computed from recorded queries and keys are those of the pass", "[app]")
{
    const TemporaryFolder folder;
    const std::string models = std::string(headlight::test::kTestData) + "/models/";
    const std::vector<std::vector<std::string>> inputs{
        {"--model", "en-gpt", "--text", "The cat sleeps on the chair"},
        {"--model", models + "t5", "--ids", "5,6,7,8", "--target-ids", "0,9,10"},
        {"--model", models + "llama", "--ids", "5,6,7,8,9"},
        {"--model", models + "gemma2", "--ids", "5,6,7,8,9"},
        {"--model", models + "bert", "--ids", "5,6,7,8", "--ids", "5,6"},
        {"--text", "The cat.", "--mask", "decoder.0.self.*: 2->1", "--causal", "off"},
    };
    const auto metrics = [&](const std::vector<std::string>& input, const char* sites, const char* name) {
        const std::string file = (folder / name).string();
        std::vector<std::string> arguments{"trace", "--record", sites, "-o", file};
        arguments.insert(arguments.end(), input.begin(), input.end());
        const Finished written = runProgram(arguments);
        INFO(written.err);
        REQUIRE(written.status == 0);
        std::vector<double> numbers;
        std::istringstream rows(runProgram({"metrics", "--json", "--quiet", "--trace", file}).out);
        for (std::string row; std::getline(rows, row);)
            for (const char* const statistic : {"entropy", "max", "first"})
                numbers.push_back(nlohmann::json::parse(row)[statistic].get<double>());
        return numbers;
    };
    for (const auto& input : inputs) {
        const auto recorded = metrics(input, "weights,mask", "weights.safetensors");
        const auto computed = metrics(input, "q,k", "operands.safetensors");
        INFO(input[1]);
        REQUIRE_FALSE(recorded.empty());
        REQUIRE(recorded.size() == computed.size());
        for (std::size_t i = 0; i < recorded.size(); ++i)
            CHECK(computed[i] == Approx(recorded[i]).margin(2e-5));
    }
}
