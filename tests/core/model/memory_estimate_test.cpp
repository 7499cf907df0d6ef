#include "core/model/memory_estimate.h"

#include "core/base/machine.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"

using namespace headlight;
using namespace headlight::test;

TEST_CASE("memory estimate: opening takes the memory that the headers say", "[model]")
{
    for (const DType stored : {DType::kF32, DType::kF16, DType::kBF16}) {
        ModelFolder folder("llama");
        folder.folder.write("config.json", folder.config.dump());
        folder.writeTensors(stored);
        for (const HeldPrecision precision : {HeldPrecision::kFull, HeldPrecision::kHalf}) {
            const MemoryEstimate estimate = estimateMemory(folder.folder.path(), precision, {}).value();
            const auto model = loadModel(folder.folder.path(), {precision}, {}).value();
            INFO(estimate.weightTypes);
            // Vectors (gains of norms) are always F32: a fraction of a percent.
            CHECK(estimate.heldBytes() <= model->memoryBytes());
            CHECK(static_cast<double>(model->memoryBytes())
                  < 1.02 * static_cast<double>(estimate.heldBytes()));
            CHECK(estimate.weightTypes == model->weightTypes());
            CHECK(estimate.hasHalf() == (stored != DType::kF32));
            CHECK(model->halfPrecision() == (stored != DType::kF32 && precision == HeldPrecision::kHalf));
        }
    }
}

TEST_CASE("memory estimate: half precision is kept only where full does not fit", "[model]")
{
    ModelFolder folder("llama");
    folder.writeTensors(DType::kF16);
    CHECK_FALSE(estimateMemory(folder.folder.path(), HeldPrecision::kWhatFits, {}).value().keepsHalf);
    CHECK(physicalMemory() > 0);
    CHECK(availableMemory() > 0);
    CHECK(availableMemory() <= physicalMemory());
}

TEST_CASE("memory estimate: large half precision is used where the file is mapped", "[model]")
{
    const TemporaryFolder folder;
    const std::string header = R"({"w":{"dtype":"BF16","shape":[300000000],"data_offsets":[0,600000000]}})";
    std::string start(8, '\0');
    start[0] = static_cast<char>(header.size());
    const std::filesystem::path file = folder.write("model.safetensors", start + header);
    std::filesystem::resize_file(file, 8 + header.size() + 600000000); // a hole: takes no disk space
    const MemoryEstimate estimate = estimateMemory(file, HeldPrecision::kWhatFits, {}).value();
    CHECK(estimate.fullBytes == 1200000000);
    CHECK(estimate.keepsHalf);
    CHECK(estimate.heldBytes() == 600000000);
    CHECK_FALSE(estimateMemory(file, HeldPrecision::kFull, {}).value().keepsHalf);
}

TEST_CASE("memory estimate: a model that cannot fit is refused with the numbers and a way out",
          "[model][faults]")
{
    constexpr std::int64_t kGiga = 1'000'000'000;
    MemoryEstimate estimate;
    estimate.fullBytes = 24 * kGiga;
    estimate.storedBytes = 12 * kGiga;
    estimate.copiedBytes = 24 * kGiga;
    CHECK(checkThatItFits(estimate, {32 * kGiga, 25 * kGiga}, "m"));
    const auto refused = checkThatItFits(estimate, {32 * kGiga, 20 * kGiga}, "m");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kOutOfMemory);
    CHECK(refused.error().describe()
          == "m: the weights need 24.0 GB of memory, 20.0 GB are available; --precision half needs 12.0 GB");
    estimate.keepsHalf = true; // used in place in the mapped file: only the machine's total memory counts
    estimate.copiedBytes = 0;
    CHECK(checkThatItFits(estimate, {16 * kGiga, 1 * kGiga}, "m"));
    const auto larger = checkThatItFits(estimate, {8 * kGiga, 7 * kGiga}, "m");
    REQUIRE_FALSE(larger);
    CHECK(larger.error().describe() == "m: the weights need 12.0 GB of memory, this machine has 8.0 GB");
}

TEST_CASE("memory estimate: only what is converted is copied", "[model]")
{
    ModelFolder folder("llama");
    folder.writeTensors(DType::kF32);
    CHECK(estimateMemory(folder.folder.path(), HeldPrecision::kFull, {}).value().copiedBytes == 0);
    folder.writeTensors(DType::kF16);
    const MemoryEstimate full = estimateMemory(folder.folder.path(), HeldPrecision::kFull, {}).value();
    CHECK(full.copiedBytes == full.fullBytes);
    CHECK(estimateMemory(folder.folder.path(), HeldPrecision::kHalf, {}).value().copiedBytes == 0);
}

TEST_CASE("opening: adapters without their base and quantised checkpoints are refused by name", "[model]")
{
    ModelFolder folder("gpt2");
    folder.writeTensors();
    const auto refused = [&](const char* field, const nlohmann::json& value, const std::string& named) {
        nlohmann::json config = folder.config;
        config[field] = value;
        const auto opened = folder.openWith(config.dump());
        REQUIRE_FALSE(opened.has_value());
        INFO(opened.error().describe());
        CHECK(opened.error().code == ErrorCode::kUnsupported);
        CHECK(opened.error().describe().find(named) != std::string::npos);
    };
    refused("quantization_config", {{"quant_method", "gptq"}, {"bits", 4}}, "gptq");
    refused("quantization_config", {{"load_in_4bit", true}}, "bitsandbytes");
    refused("compression_config", {{"format", "pack-quantized"}}, "compression_config");
    nlohmann::json config = folder.config;
    config["quantization_config"] = nullptr;
    CHECK(folder.openWith(config.dump()).has_value());

    const TemporaryFolder adapter;
    adapter.write("adapter_config.json", R"({"peft_type": "LORA", "base_model_name_or_path": "gpt2-xl"})");
    adapter.write("adapter_model.safetensors", "");
    const auto opened = loadModel(adapter.path(), {}, {});
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().code == ErrorCode::kFileNotFound); // the base is missing
    CHECK(opened.error().describe().find("adapter") != std::string::npos);
    CHECK(opened.error().describe().find("gpt2-xl") != std::string::npos);
}
