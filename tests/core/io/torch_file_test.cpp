#include "core/io/torch_file.h"
#include "tests/core/io/pickle_builder.h"
#include "tests/core/io/zip_builder.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <iterator>
#include <random>

using namespace headlight;
using headlight::test::TemporaryFolder;
using headlight::test::ZipBuilder;
namespace pickle = headlight::test::pickle;

namespace {

const std::filesystem::path kTorchCheckpoints = std::filesystem::path(test::kTestData) / "checkpoints";

std::vector<float> floatsOf(const TensorView& view)
{
    std::vector<float> values(static_cast<std::size_t>(view.elementCount()));
    convertToFloat(view, 0, values);
    return values;
}

/// A torch.save file with this pickle and one storage "0" of 16 bytes.
ZipBuilder archiveOf(const std::string& data)
{
    ZipBuilder zip;
    zip.entries = {
        {"archive/data.pkl", data}, {"archive/data/0", std::string(16, '\x01')}, {"archive/version", "3\n"}};
    return zip;
}

std::string torchFault(const std::string& content)
{
    const TemporaryFolder folder;
    const auto tensors = readTorchFile(folder.write("m.bin", content));
    return tensors ? "" : tensors.error().describe();
}

std::string faultOfTensor(const pickle::TensorSpec& spec)
{
    return torchFault(archiveOf(pickle::dict(pickle::text("a") + pickle::tensor(spec))).build());
}

} // namespace

TEST_CASE("torch file: every dtype and layout of a real file, in protocol 2 and 4", "[io]")
{
    using Floats = std::vector<float>;
    using Shape = std::vector<std::int64_t>;
    const Floats ramp = {-1, -0.75F, -0.5F, -0.25F, 0, 0.25F};
    for (const char* name : {"pytorch_model.bin", "protocol4.bin"}) {
        INFO(name);
        const auto read = readTorchFile(kTorchCheckpoints / name);
        INFO((read ? "" : read.error().describe()));
        REQUIRE(read.has_value());
        const auto& tensors = *read;
        CHECK(tensors.size() == 16);
        for (const char* same : {"f32", "f16", "bf16", "tied"}) {
            INFO(same);
            CHECK(tensors.at(same).shape == Shape{2, 3});
            CHECK(floatsOf(tensors.at(same)) == ramp);
        }
        CHECK(tensors.at("f16").dtype == DType::kF16);
        CHECK(tensors.at("bf16").dtype == DType::kBF16);
        CHECK(tensors.at("f64").dtype == DType::kF64);
        CHECK(floatsOf(tensors.at("f64")) == Floats{-1, -0.75F, -0.5F});
        CHECK(toIntegers(tensors.at("i64")) == Shape{-1, 1LL << 40});
        CHECK(toIntegers(tensors.at("i32")) == Shape{-1, 2});
        CHECK(toIntegers(tensors.at("u8")) == Shape{0, 255});
        CHECK(toIntegers(tensors.at("bool")) == Shape{1, 0});
        CHECK(tensors.at("scalar").shape.empty());
        CHECK(floatsOf(tensors.at("scalar")) == Floats{2.5F});
        CHECK(tensors.at("empty").shape == Shape{0, 4});
        CHECK(tensors.at("empty").bytes.empty());
        CHECK(tensors.at("transposed").shape == Shape{3, 2});
        CHECK(floatsOf(tensors.at("transposed")) == Floats{-1, -0.25F, -0.75F, 0, -0.5F, 0.25F});
        CHECK(floatsOf(tensors.at("column")) == Floats{-0.75F, 0});
        CHECK(floatsOf(tensors.at("row")) == Floats{-0.25F, 0, 0.25F});
        CHECK(floatsOf(tensors.at("expanded")) == Floats{-1, -1, -1, -0.75F, -0.75F, -0.75F});
        CHECK(floatsOf(tensors.at("parameter")) == Floats{-1, -0.75F, -0.5F, -0.25F});
    }
}

TEST_CASE("torch file: contiguous tensors are views of the file, tied ones the same bytes", "[io]")
{
    const auto tensors = readTorchFile(kTorchCheckpoints / "pytorch_model.bin").value();
    CHECK(tensors.at("f32").owner == tensors.at("f64").owner);
    CHECK(tensors.at("f32").bytes.data() == tensors.at("tied").bytes.data());
    CHECK(tensors.at("transposed").owner != tensors.at("f32").owner);
}

TEST_CASE("torch file: a module's state with its metadata, and a training checkpoint", "[io]")
{
    const auto module = readTorchFile(kTorchCheckpoints / "module.bin").value();
    CHECK(module.size() == 4);
    CHECK(module.at("0.weight").shape == std::vector<std::int64_t>{3, 2});
    CHECK(floatsOf(module.at("1.weight")) == std::vector<float>{1, 1, 1});
    const auto nested = readTorchFile(kTorchCheckpoints / "nested.bin").value();
    CHECK(nested.size() == 1);
    CHECK(floatsOf(nested.at("w")) == std::vector<float>{-1, -0.75F, -0.5F, -0.25F});
}

TEST_CASE("torch file: the older form is refused with the line that converts it", "[io]")
{
    const auto legacy = readTorchFile(kTorchCheckpoints / "legacy.bin");
    REQUIRE_FALSE(legacy.has_value());
    CHECK(legacy.error().code == ErrorCode::kUnsupported);
    CHECK(legacy.error().message.find("torch.load('legacy.bin', map_location='cpu', weights_only=True)")
          != std::string::npos);
    CHECK(legacy.error().message.find("save_file(") != std::string::npos);
    // pickle.dumps of a list and of a text, in protocols 2, 4 and 5: torch.save wrote none of them.
    for (const char* const pickle : {"\x80\x02]q.", "\x80\x04]\x94.", "\x80\x05\x8c\x02hi\x94."}) {
        CHECK(torchFault(pickle).find("found a pickle of Python objects") != std::string::npos);
        CHECK(torchFault(pickle).find("1.6") == std::string::npos);
    }
    CHECK(torchFault("not a checkpoint").find("neither an archive") != std::string::npos);
    CHECK(torchFault("").find("neither an archive") != std::string::npos);
}

TEST_CASE("torch file: a window beyond its storage is refused", "[io]")
{
    CHECK(faultOfTensor({}).empty());
    CHECK(faultOfTensor({"ByteStorage", "0", 16, 0, {2, 8}, {8, 1}}).empty());
    struct Case
    {
        pickle::TensorSpec spec;
        std::string expected;
    };
    constexpr std::int64_t kHuge = std::int64_t{1} << 62;
    const std::vector<Case> table = {
        {{"FloatStorage", "1", 4, 0, {4}, {1}}, "there is no entry"},
        {{"FloatStorage", "../version", 4, 0, {4}, {1}}, "there is no entry"},
        {{"FloatStorage", "0", 5, 0, {4}, {1}}, "found a storage of 16 bytes, expected 5 elements of F32"},
        {{"LongStorage", "0", kHuge, 0, {4}, {1}}, "found a storage of 16 bytes"},
        {{"FloatStorage", "0", 4, 1, {4}, {1}}, "from element 1, expected it within the 4 elements"},
        {{"FloatStorage", "0", 4, 0, {5}, {1}}, "expected it within the 4 elements"},
        {{"FloatStorage", "0", 4, 0, {2}, {4}}, "expected it within the 4 elements"},
        {{"FloatStorage", "0", 4, -1, {4}, {1}}, "the impossible shape [4]"},
        {{"FloatStorage", "0", 4, 0, {-4}, {1}}, "the impossible shape [-4]"},
        {{"FloatStorage", "0", 4, 3, {4}, {-1}}, "with strides [-1]"},
        {{"FloatStorage", "0", 4, 0, {kHuge, 4}, {0, 0}}, "impossible shape"},
        {{"FloatStorage", "0", 4, 0, {kHuge}, {kHuge}}, "expected it within"},
        {{"FloatStorage", "0", 4, kHuge, {2}, {kHuge}}, "expected it within"},
        {{"FloatStorage", "0", 4, 0, {kHuge}, {0}}, "more than is copied"},
        {{"FloatStorage", "0", 4, 0, {100'000'000}, {0}}, "more than is copied"},
    };
    for (const Case& entry : table) {
        const std::string fault = faultOfTensor(entry.spec);
        INFO(entry.expected << " / " << fault);
        CHECK(fault.find(entry.expected) != std::string::npos);
    }
    const std::vector<std::int64_t> ones(65, 1);
    CHECK(faultOfTensor({"FloatStorage", "0", 4, 0, ones, ones}).find("impossible shape")
          != std::string::npos);
}

TEST_CASE("torch file: copies of strided tensors are bounded together", "[io]")
{
    std::string items;
    for (int i = 0; i < 100; ++i)
        items += pickle::text("t" + std::to_string(i))
            + pickle::tensor({"FloatStorage", "0", 4, 0, {1'000'000}, {0}});
    CHECK(torchFault(archiveOf(pickle::dict(items)).build()).find("more than is copied")
          != std::string::npos);
}

TEST_CASE("torch file: archives that torch.save did not write", "[io]")
{
    const std::string data = pickle::dict(pickle::text("a") + pickle::tensor({}));
    ZipBuilder zip = archiveOf(data);
    CHECK(torchFault(zip.build()).empty());
    zip.entries.push_back({"archive/byteorder", "little"});
    CHECK(torchFault(zip.build()).empty());
    zip.entries.back().content = "big";
    CHECK(torchFault(zip.build()).find("found \"big\", expected \"little\"") != std::string::npos);
    zip.entries.back() = {"other/data.pkl", data};
    CHECK(torchFault(zip.build()).find("more than one data.pkl") != std::string::npos);
    zip.entries = {{"archive/code.py", "x"}};
    CHECK(torchFault(zip.build()).find("found no data.pkl") != std::string::npos);
    zip.entries = {{"data.pkl", data}};
    CHECK(torchFault(zip.build()).find("found no data.pkl") != std::string::npos);
    zip = archiveOf(data);
    zip.entries[1].method = 8;
    CHECK(torchFault(zip.build()).find("packed by method 8") != std::string::npos);
}

TEST_CASE("torch file: mutated files are read or refused, never more", "[io]")
{
    std::ifstream file(kTorchCheckpoints / "pytorch_model.bin", std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(whole.size() > 1000);
    const TemporaryFolder folder;
    std::minstd_rand random(99);
    int refused = 0;
    constexpr int kRounds = 500;
    for (int round = 0; round < kRounds; ++round) {
        std::string bytes = whole;
        for (auto edits = 1 + random() % 4; edits > 0; --edits)
            bytes[random() % bytes.size()] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
        const auto tensors = readTorchFile(folder.write("m.bin", bytes));
        if (!tensors) {
            ++refused;
            continue;
        }
        for (const auto& [name, view] : *tensors)
            floatsOf(view);
    }
    CHECK(refused > 20);
    CHECK(refused < kRounds);
}
