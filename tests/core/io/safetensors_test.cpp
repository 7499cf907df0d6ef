#include "core/io/half.h"
#include "core/io/safetensors.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <array>
#include <chrono>
#include <cstring>
#include <numeric>
#include <random>

using namespace headlight;
using headlight::test::TemporaryFolder;

namespace {

/// A file with a header (preceded by its length) and this many bytes of data.
std::string fileOf(const std::string& header, std::size_t dataBytes)
{
    const std::uint64_t length = header.size();
    std::string file(8, '\0');
    std::memcpy(file.data(), &length, 8);
    file += header;
    for (std::size_t i = 0; i < dataBytes; ++i)
        file += static_cast<char>(i);
    return file;
}

std::string safetensorsFault(const std::string& content)
{
    const TemporaryFolder folder;
    const auto file = SafetensorsFile::open(folder.write("m.safetensors", content));
    if (file)
        return "";
    CHECK(file.error().code == ErrorCode::kBadFile);
    CHECK(file.error().file == (folder / "m.safetensors").string());
    return file.error().field + ": " + file.error().message;
}

std::vector<float> floatsOf(const SafetensorsFile& file, std::string_view name)
{
    const TensorView* view = file.find(name);
    REQUIRE(view != nullptr);
    std::vector<float> values(static_cast<std::size_t>(view->elementCount()));
    convertToFloat(*view, 0, values);
    return values;
}

struct Malformed
{
    std::string header;
    std::size_t dataBytes;
    std::string expected; ///< part of the message
};

} // namespace

TEST_CASE("safetensors: tensors and metadata of a file", "[io]")
{
    const TemporaryFolder folder;
    const auto file
        = SafetensorsFile::open(folder.write("m",
                                             fileOf(R"({"b":{"shape":[2,2],"dtype":"U8","data_offsets":[2,6]},
                                    "__metadata__":{"format":"pt"}, "a":{"dtype":"I16","shape":[],"data_offsets":[0,2],
                                    "later":{"x":[1,{}]}}, "empty":{"dtype":"F32","shape":[0,9],"data_offsets":[6,6]}}   )",
                                                    6)));
    REQUIRE(file.has_value());
    CHECK(file->tensors().size() == 3);
    CHECK(file->metadata().at("format") == "pt");
    CHECK(floatsOf(*file, "a") == std::vector<float>{256});
    CHECK(floatsOf(*file, "b") == std::vector<float>{2, 3, 4, 5});
    CHECK(file->find("b")->shapeText() == "[2, 2]");
    CHECK(file->find("empty")->elementCount() == 0);
    CHECK(file->find("c") == nullptr);
    CHECK(file->tensor("c").error().code == ErrorCode::kMissingTensor);
    CHECK(SafetensorsFile::open(folder.write("none", fileOf("{}", 0))).value().tensors().empty());
}

TEST_CASE("safetensors: views keep the file mapped", "[io]")
{
    const TemporaryFolder folder;
    const auto path
        = folder.write("m", fileOf(R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})", 3));
    const TensorView view = SafetensorsFile::open(path).value().tensor("a").value();
    std::filesystem::remove(path);
    CHECK(toIntegers(view) == std::vector<std::int64_t>{0, 1, 2});
}

TEST_CASE("safetensors: a dtype that is not supported is an error only where it is wanted", "[io]")
{
    const TemporaryFolder folder;
    const auto file = SafetensorsFile::open(
        folder.write("m",
                     fileOf(R"({"a":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]},
                                     "b":{"dtype":"U8","shape":[2],"data_offsets":[2,4]},
                                     "c":{"dtype":"F4","shape":[4],"data_offsets":[4,6]}})",
                            6)));
    REQUIRE(file.has_value());
    CHECK(file->tensors().size() == 1);
    CHECK(file->unsupportedTensors().at("a") == "F8_E4M3");
    CHECK(file->unsupportedTensors().at("c") == "F4");
    const auto wanted = file->tensor("a");
    REQUIRE_FALSE(wanted.has_value());
    CHECK(wanted.error().code == ErrorCode::kUnsupported);
    CHECK(wanted.error().field == "a");
    CHECK(wanted.error().message.find("F8_E4M3") != std::string::npos);
}

TEST_CASE("safetensors: a malformed header is an error that says what was found and expected", "[io]")
{
    const std::string deep = R"({"a":{"x":)" + std::string(40, '[') + std::string(40, ']') + "}}";
    std::string manyDimensions = R"({"a":{"dtype":"U8","data_offsets":[0,1],"shape":[1)";
    for (int i = 0; i < 100; ++i)
        manyDimensions += ",1";
    manyDimensions += "]}}";
    const std::vector<Malformed> table = {
        {"", 0, "does not begin with '{'"},
        {"[]", 0, "does not begin with '{'"},
        {" {}", 0, "does not begin with '{'"},
        {"{", 0, "header: not valid JSON at byte"},
        {"{}x", 0, "header: not valid JSON"},
        {"{\"a\xFF\":1}", 0, "header: not valid JSON"},
        {deep, 0, "nested deeper than"},
        {manyDimensions, 1, "a: shape: found 101 dimensions"},
        {"{}", 1, ": found 1 bytes of data, expected 0"},
        {R"({"a":1})", 0, "a: found 1, expected an object"},
        {R"({"a":null})", 0, "a: found null, expected an object"},
        {R"({"a":{}})", 0, "a: dtype: found nothing"},
        {R"({"a":{"dtype":"U8"}})", 0, "a: shape: found nothing"},
        {R"({"a":{"dtype":"U8","shape":[1]}})", 1, "a: data_offsets: found nothing"},
        {R"({"a":{"dtype":8,"shape":[1],"data_offsets":[0,1]}})", 1, "a: dtype: found 8"},
        {R"({"a":{"dtype":"float","shape":[1],"data_offsets":[0,1]}})", 1, "a: dtype: found \"float\""},
        {R"({"a":{"dtype":"U8","shape":1,"data_offsets":[0,1]}})", 1, "a: shape: found 1,"},
        {R"({"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}})", 1, "a: shape: found -1"},
        {R"({"a":{"dtype":"U8","shape":[1.5],"data_offsets":[0,1]}})", 1, "a: shape: found 1.5"},
        {R"({"a":{"dtype":"U8","shape":["1"],"data_offsets":[0,1]}})", 1, "a: shape: found \"1\""},
        {R"({"a":{"dtype":"U8","shape":[[1]],"data_offsets":[0,1]}})", 1, "a: shape: found [1]"},
        {R"({"a":{"dtype":"U8","shape":[18446744073709551615],"data_offsets":[0,1]}})", 1,
         "a: shape: found 1844"},
        {R"({"a":{"dtype":"U8","shape":[99999999999999999999],"data_offsets":[0,1]}})", 1, "a: shape: found"},
        {R"({"a":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,1]}})", 1,
         "more elements than any"},
        {R"({"a":{"dtype":"F64","shape":[4611686018427387904],"data_offsets":[0,1]}})", 1,
         "more elements than any"},
        {R"({"a":{"dtype":"F64","shape":[2305843009213693952],"data_offsets":[0,0]}})", 0,
         "more elements than any"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0]}})", 1, "a: data_offsets: found [0]"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1,2]}})", 1, "a: data_offsets: found [0, 1, 2]"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":{"0":1}}})", 1, "a: data_offsets: found an object"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,0]}})", 1, "a: data_offsets: found [1, 0]"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[-1,0]}})", 1, "a: data_offsets: found [-1, 0]"},
        {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,3]}})", 3,
         "found 3 bytes, expected 4 for F32 [1]"},
        {R"({"a":{"dtype":"F4","shape":[1],"data_offsets":[0,1]}})", 1, "a: data_offsets"},
        {R"({"a":{"dtype":"U8","shape":[9],"data_offsets":[0,9]}})", 8, "end at byte 9, expected at most 8"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", 2, "begin at byte 1, expected 0"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})",
         3, "b: data_offsets: found a begin at byte 2, expected 1 (the data has a hole)"},
        {R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
         3, "b: data_offsets: found a begin at byte 1, expected 2 (the data overlaps)"},
        {R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})",
         2, "the data overlaps"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 2, "found 2 bytes of data, expected 1"},
        {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
         1, "the name \"a\" occurs twice"},
        {R"({"a":{"dtype":"U8","dtype":"I8","shape":[1],"data_offsets":[0,1]}})", 1,
         "\"dtype\" occurs twice"},
        {R"({"__metadata__":[]})", 0, "__metadata__: found [], expected an object"},
        {R"({"__metadata__":{"a":1}})", 0, "__metadata__.a: found 1, expected a string"},
    };
    for (const Malformed& bad : table) {
        const std::string fault = safetensorsFault(fileOf(bad.header, bad.dataBytes));
        INFO(bad.header << "\n" << fault);
        CHECK(fault.find(bad.expected) != std::string::npos);
        CHECK(fault.size() < 600);
    }
}

TEST_CASE("safetensors: the length of the header is checked against the file", "[io]")
{
    CHECK(safetensorsFault("").find("found a file of 0 bytes") != std::string::npos);
    CHECK(safetensorsFault("1234567").find("found a file of 7 bytes") != std::string::npos);
    CHECK(safetensorsFault(std::string(8, '\0')).find("does not begin with") != std::string::npos);
    CHECK(safetensorsFault(std::string(100, '\xFF')).find("found a length of 18446744073709551615")
          != std::string::npos);
    std::string cut = fileOf("{}", 0);
    cut.pop_back();
    CHECK(safetensorsFault(cut).find("found a length of 2 bytes, expected at most the 1 that follow")
          != std::string::npos);
}

TEST_CASE("safetensors: a header of very many tensors takes linear time", "[io]")
{
    constexpr int kCount = 50'000;
    std::string header = "{";
    for (int i = 0; i < kCount; ++i) {
        header += (i == 0 ? "\"" : ",\"") + std::to_string(i)
            + R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" + std::to_string(i) + ","
            + std::to_string(i + 1) + "]}";
    }
    const TemporaryFolder folder;
    const auto path = folder.write("m", fileOf(header + "}", kCount));
    const auto start = std::chrono::steady_clock::now();
    const auto file = SafetensorsFile::open(path);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    REQUIRE(file.has_value());
    CHECK(file->tensors().size() == kCount);
    CHECK(seconds.count() < 60); // quadratic time would take minutes with sanitizers
}

TEST_CASE("safetensors: mutated files are read or refused, never more", "[io]")
{
    const std::string whole = fileOf(
        R"({"__metadata__":{"format":"pt"},"a.weight":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"b":{"dtype":"I64","shape":[1],"data_offsets":[24,32]}})",
        32);
    const TemporaryFolder folder;
    std::minstd_rand random(20240501);
    int refused = 0;
    for (int round = 0; round < 500; ++round) {
        std::string file = whole;
        for (auto edits = 1 + random() % 4; edits > 0; --edits) {
            const std::size_t at = random() % file.size();
            switch (random() % 4) {
            case 0:
                file[at] = static_cast<char>(random());
                break;
            case 1:
                file.erase(at, random() % 8);
                break;
            case 2:
                file.insert(at, 1, "{}[]\",:0-9e"[random() % 11]);
                break;
            default:
                file[at] = static_cast<char>('0' + random() % 10);
            }
            if (file.empty())
                file = "x";
        }
        const auto opened = SafetensorsFile::open(folder.write("m", file));
        if (!opened) {
            ++refused;
            continue;
        }
        for (const auto& [name, view] : opened->tensors()) {
            std::vector<float> values(static_cast<std::size_t>(view.elementCount()));
            convertToFloat(view, 0, values);
        }
    }
    CHECK(refused > 300);
    CHECK(refused < 500);
}

TEST_CASE("safetensors writer: written tensors are read again", "[io]")
{
    const TemporaryFolder folder;
    std::vector<float> floats(10'001);
    std::iota(floats.begin(), floats.end(), -5000.25F);
    const std::vector<std::int64_t> ids = {-1, 1LL << 40};
    const std::vector<std::uint8_t> mask = {1, 0, 1};
    const std::vector<TensorToWrite> tensors = {
        byteTensor("mask", {3}, mask),
        floatTensor("half", {10'001}, floats, DType::kF16),
        floatTensor("bfloat", {10'001}, floats, DType::kBF16),
        floatTensor("full", {73, 137}, floats),
        integerTensor("ids", {2, 1}, ids),
        floatTensor("none", {0, 4}, {}),
    };
    const auto path = folder / "t.safetensors";
    REQUIRE(writeSafetensors(path, tensors, {{"format", "x\"\n"}}));
    const auto file = SafetensorsFile::open(path);
    REQUIRE(file.has_value());
    CHECK(file->tensors().size() == 6);
    CHECK(file->metadata().at("format") == "x\"\n");
    CHECK(floatsOf(*file, "full") == floats);
    CHECK(toIntegers(file->tensor("ids").value()) == ids);
    CHECK(floatsOf(*file, "mask") == std::vector<float>{1, 0, 1});
    std::vector<float> halves = floats;
    std::vector<float> bfloats = floats;
    for (float& value : halves)
        value = halfToFloat(floatToHalf(value));
    for (float& value : bfloats)
        value = bfloatToFloat(floatToBfloat(value));
    CHECK(floatsOf(*file, "half") == halves);
    CHECK(floatsOf(*file, "bfloat") == bfloats);
    for (const auto& [name, view] : file->tensors()) {
        INFO(name);
        CHECK(reinterpret_cast<std::uintptr_t>(view.bytes.data()) % byteSize(view.dtype) == 0);
    }
}

TEST_CASE("safetensors writer: a tensor may come in pieces", "[io]")
{
    const TemporaryFolder folder;
    const std::array<float, 6> matrix = {1, 2, 9, 3, 4, 9}; // rows of 2 with a stride of 3
    TensorToWrite tensor{"m", DType::kF32, {2, 2}, DType::kF32, {}};
    tensor.pieces
        = {std::as_bytes(std::span(matrix).subspan(0, 2)), std::as_bytes(std::span(matrix).subspan(3, 2))};
    for (const DType stored : {DType::kF32, DType::kF16}) {
        tensor.stored = stored;
        REQUIRE(writeSafetensors(folder / "m", std::span(&tensor, 1)));
        CHECK(floatsOf(SafetensorsFile::open(folder / "m").value(), "m") == std::vector<float>{1, 2, 3, 4});
    }
}

TEST_CASE("safetensors writer: the header lists the tensors in the given order", "[io]")
{
    const TemporaryFolder folder;
    const std::vector<std::uint8_t> byte = {1};
    const std::vector<float> number = {1};
    const std::vector<TensorToWrite> tensors
        = {byteTensor("z", {1}, byte), floatTensor("y", {1}, number), byteTensor("x", {1}, byte)};
    REQUIRE(writeSafetensors(folder / "m", tensors));
    std::ifstream file(folder / "m", std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    CHECK(content.find("\"z\"") < content.find("\"y\""));
    CHECK(content.find("\"y\"") < content.find("\"x\""));
    CHECK(static_cast<unsigned char>(content[0]) % 8 == 0);
}

TEST_CASE("safetensors writer: faults of the caller write nothing", "[io]")
{
    const TemporaryFolder folder;
    const std::vector<float> two = {1, 2};
    const std::vector<std::int64_t> ids = {1};
    TensorToWrite narrowed = integerTensor("a", {1}, ids);
    narrowed.stored = DType::kF16;
    TensorToWrite split = floatTensor("a", {2}, two);
    split.pieces = {split.pieces[0].first(3), split.pieces[0].subspan(3)};
    const std::vector<std::vector<TensorToWrite>> faults = {
        {floatTensor("a", {3}, two)},
        {floatTensor("a", {-2, -1}, two)},
        {floatTensor("a", {2}, two), floatTensor("a", {2}, two)},
        {floatTensor("__metadata__", {2}, two)},
        {narrowed},
        {split},
    };
    for (const auto& tensors : faults) {
        const auto written = writeSafetensors(folder / "m", tensors);
        REQUIRE_FALSE(written.has_value());
        CHECK(written.error().code == ErrorCode::kBadArgument);
    }
    CHECK(std::filesystem::is_empty(folder.path()));
    const auto nowhere = writeSafetensors(folder / "none" / "m", std::vector<TensorToWrite>{});
    CHECK(nowhere.error().code == ErrorCode::kFileUnwritable);
}

TEST_CASE("safetensors: every golden file of the reference opens", "[io]")
{
    const std::filesystem::path goldens = std::filesystem::path(test::kSharedData) / "goldens";
    if (!std::filesystem::is_directory(goldens)) {
        WARN("skipped: there is no folder " << goldens);
        return;
    }
    int count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(goldens)) {
        if (entry.path().extension() != ".safetensors")
            continue;
        const auto file = SafetensorsFile::open(entry.path());
        INFO((file ? "" : file.error().describe()));
        CHECK(file.has_value());
        ++count;
    }
    CHECK(count > 0);
}
