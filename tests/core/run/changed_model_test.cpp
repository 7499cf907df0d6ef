#include "core/io/safetensors.h"
#include "core/run/execute.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tiny_model.h"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

using namespace headlight;
using headlight::test::TemporaryFolder;

namespace {

/// A copy of a small model in F32, whose weights are used in place in the mapped file.
std::filesystem::path changeableModel(const TemporaryFolder& folder)
{
    const auto model = folder / "model";
    std::filesystem::copy(std::filesystem::path(headlight::test::kTestData) / "models/paper-transformer",
                          model);
    return model;
}

RunRequest passRequest(const std::shared_ptr<const Model>& model)
{
    RunRequest request;
    request.model = model;
    request.lanes.push_back(prepareIds(*model, {5, 9, 14}, {2, 8}).value());
    request.plan.logits = LogitRows::kAll;
    return request;
}

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST_CASE("a weights file that is cut short while it is in use fails the run, which shows nothing",
          "[run][faults]")
{
    const TemporaryFolder folder;
    const auto files = changeableModel(folder);
    const auto weights = files / "model.safetensors";
    const std::string whole = textOf(weights);
    const auto model = loadModel(files, {}, {});
    REQUIRE(model);
    REQUIRE(execute(passRequest(*model), {}));
    std::filesystem::resize_file(weights, 5000);

    const auto run = execute(passRequest(*model), {});
    REQUIRE_FALSE(run);
    CHECK(run.error().file == weights.string());
    CHECK(run.error().message.find("changed while it was in use: found 5000 bytes") != std::string::npos);
    DecodeRequest decoding;
    decoding.model = *model;
    decoding.lanes = passRequest(*model).lanes;
    int shown = 0;
    const auto decoded = decode(decoding, {}, [&](std::size_t, const DecodeStep&) { ++shown; });
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().file == weights.string());
    CHECK(shown == 0);

    // Reopening reports an error in the file itself; once the file is repaired, everything works.
    CHECK_FALSE(loadModel(files, {}, {}));
    std::ofstream(weights, std::ios::binary) << whole;
    const auto mended = loadModel(files, {}, {});
    REQUIRE(mended);
    CHECK(execute(passRequest(*mended), {}));
}

TEST_CASE("a weights file that is cut short in the middle of decoding ends it there", "[run][faults]")
{
    const TemporaryFolder folder;
    const auto files = changeableModel(folder);
    const auto model = loadModel(files, {}, {});
    REQUIRE(model);
    DecodeRequest decoding;
    decoding.model = *model;
    decoding.lanes = passRequest(*model).lanes;
    decoding.options.maxNewTokens = 8;
    decoding.forced = {5, 6, 7, 8, 9, 10}; // so that the end is not chosen earlier
    int shown = 0;
    const auto decoded = decode(decoding, {}, [&](std::size_t, const DecodeStep&) {
        if (++shown == 2)
            std::filesystem::resize_file(files / "model.safetensors", 4096);
    });
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().file == (files / "model.safetensors").string());
    CHECK(shown == 2);
}

TEST_CASE("a weights file that is overwritten in place fails the run, one that is replaced does not",
          "[run][faults]")
{
    const TemporaryFolder folder;
    const auto files = changeableModel(folder);
    const auto weights = files / "model.safetensors";
    const auto model = loadModel(files, {}, {});
    REQUIRE(model);
    const auto before = execute(passRequest(*model), {});
    REQUIRE(before);
    // A new download replaces the old file by renaming, while this program still has the old one open.
    std::ofstream(folder / "new", std::ios::binary) << "not a model";
    const std::string whole = textOf(weights);
    std::filesystem::rename(folder / "new", weights);
    const auto after = execute(passRequest(*model), {});
    REQUIRE(after);
    CHECK(after->traces[0].logits(1) == before->traces[0].logits(1));

    std::filesystem::remove(weights);
    std::ofstream(weights, std::ios::binary) << whole;
    const auto again = loadModel(files, {}, {});
    REQUIRE(again);
    std::this_thread::sleep_for(std::chrono::milliseconds(30)); // a tick of the file system's clock
    std::fstream file(weights, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(whole.size() / 2));
    file << std::string(4000, '\x42');
    file.close();
    const auto run = execute(passRequest(*again), {});
    REQUIRE_FALSE(run);
    CHECK(run.error().message.find("written to after it was opened") != std::string::npos);
}

TEST_CASE("links to what was not downloaded are named", "[run][faults]")
{
    const TemporaryFolder folder;
    const auto files = changeableModel(folder);
    for (const char* name : {"generation_config.json", "tokenizer.json", "config.json"}) {
        INFO(name);
        const auto path = files / name;
        const std::string before = std::filesystem::exists(path) ? textOf(path) : std::string();
        std::filesystem::remove(path);
        std::filesystem::create_symlink("../../blobs/0123", path);
        const auto model = loadModel(files, {}, {});
        REQUIRE_FALSE(model);
        CHECK(model.error().file == path.string());
        CHECK(model.error().message.find("link to ../../blobs/0123, which is not there")
              != std::string::npos);
        std::filesystem::remove(path);
        if (!before.empty())
            std::ofstream(path, std::ios::binary) << before;
    }
    CHECK(loadModel(files, {}, {}));
}

TEST_CASE("ids that the model does not know are told with the file that says how many it has",
          "[run][faults]")
{
    const TemporaryFolder folder;
    const auto files = changeableModel(folder);
    const auto model = loadModel(files, {}, {});
    REQUIRE(model);
    const auto lane = prepareIds(**model, {5, 100'000}, {});
    REQUIRE_FALSE(lane);
    CHECK(lane.error().file.empty()); // no file is at fault
    CHECK(lane.error().field == "ids");
    CHECK(lane.error().message.find("found 100000, expected ids from 0 to ") == 0);
}

TEST_CASE("ids of a model without a decoder are read, and target ids refused", "[run][faults]")
{
    const auto model = test::tinyModel({.encoderOnly = true});
    const auto lane = prepareIds(*model, {5, 6, 7}, {});
    REQUIRE(lane);
    CHECK(lane->source.size() == 3);
    CHECK(lane->target.empty());
    const auto refused = prepareIds(*model, {5, 6, 7}, {2});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().field == "target_ids");
}

TEST_CASE("long texts of a trace file are bounded where they are read", "[trace][faults]")
{
    const TemporaryFolder folder;
    std::vector<TensorToWrite> tensors;
    const std::vector<float> weights{1.0F, 0.0F, 0.5F, 0.5F};
    tensors.push_back(floatTensor("decoder.0.self.weights", {1, 2, 2}, weights));
    const std::string word(300'000, 'W');
    const auto path = folder / "long.safetensors";
    REQUIRE(writeSafetensors(path, tensors,
                             {{"format", "headlight-trace"},
                              {"version", "1"},
                              {"model", word},
                              {"tokens", "[\"" + word + "\",\"b\"]"},
                              {"edits", "[\"" + word + "\"]"}}));
    const auto opened = openTrace(path, {}, {});
    REQUIRE(opened);
    const Trace& trace = opened->traces.front();
    CHECK(trace.info().model == std::string(120, 'W') + "\u2026");
    REQUIRE(trace.info().edits.size() == 1);
    CHECK(trace.info().edits[0].size() < 2100);
    CHECK(trace.tokens(StackKind::kDecoder)[0].text == std::string(1000, 'W') + "\u2026");
    CHECK(trace.tokens(StackKind::kDecoder)[1].text == "b");
}
