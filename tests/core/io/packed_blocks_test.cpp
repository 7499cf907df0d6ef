// Packed blocks against the values from the format's own tools, bit for bit.
#include "core/io/blocks/unpack.h"
#include "core/io/safetensors.h"
#include "core/io/tensor.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;

const std::map<std::string, DType> kPackedTypes{
    {"F32", DType::kF32},        {"F16", DType::kF16},      {"BF16", DType::kBF16},
    {"Q4_0", DType::kQ4v0},      {"Q4_1", DType::kQ4v1},    {"Q5_0", DType::kQ5v0},
    {"Q5_1", DType::kQ5v1},      {"Q8_0", DType::kQ8v0},    {"Q2_K", DType::kQ2k},
    {"Q3_K", DType::kQ3k},       {"Q4_K", DType::kQ4k},     {"Q5_K", DType::kQ5k},
    {"Q6_K", DType::kQ6k},       {"IQ1_S", DType::kIq1s},   {"IQ1_M", DType::kIq1m},
    {"IQ2_XXS", DType::kIq2xxs}, {"IQ2_XS", DType::kIq2xs}, {"IQ2_S", DType::kIq2s},
    {"IQ3_XXS", DType::kIq3xxs}, {"IQ3_S", DType::kIq3s},   {"IQ4_NL", DType::kIq4nl},
    {"IQ4_XS", DType::kIq4xs},   {"TQ1_0", DType::kTq1},    {"TQ2_0", DType::kTq2},
    {"MXFP4", DType::kMxfp4},
};

/// Compares every number of a reference file, bit for bit.
void checkReference(const fs::path& path)
{
    const std::string type = path.stem().string();
    INFO(type);
    REQUIRE(kPackedTypes.contains(type));
    const SafetensorsFile file = SafetensorsFile::open(path).value();
    const TensorView& blocks = *file.find("blocks");
    const TensorView& values = *file.find("values");
    TensorView packed;
    packed.name = type;
    packed.dtype = kPackedTypes.at(type);
    packed.shape = values.shape;
    packed.bytes = blocks.bytes;
    CHECK(dtypeName(packed.dtype) == type);
    const auto count = static_cast<std::size_t>(values.elementCount());
    std::vector<float> expected(count), found(count);
    convertToFloat(values, 0, expected);
    convertToFloat(packed, 0, found);
    CHECK(std::memcmp(expected.data(), found.data(), count * sizeof(float)) == 0);
    // Any stretch, including one that begins and ends inside blocks.
    for (const auto& [first, length] : {std::pair<std::size_t, std::size_t>{1, 1}, {31, 40}, {200, 500}}) {
        std::vector<float> part(length);
        convertToFloat(packed, static_cast<std::int64_t>(first), part);
        CHECK(std::memcmp(part.data(), expected.data() + first, length * sizeof(float)) == 0);
    }
}

int checkReferencesIn(const fs::path& folder)
{
    int checked = 0;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".safetensors") {
            checkReference(entry.path());
            ++checked;
        }
    return checked;
}

} // namespace

TEST_CASE("packed blocks: the values of the tests' own blocks, bit for bit", "[io][gguf]")
{
    CHECK(checkReferencesIn(fs::path(kTestData) / "gguf/quants") == 8);
}

TEST_CASE("packed blocks: all types of the shared folder, bit for bit", "[io][gguf]")
{
    const fs::path shared = fs::path(kSharedData) / "gguf/quants";
    if (!fs::exists(shared)) {
        WARN("skipped: " << shared << " is not there");
        return;
    }
    CHECK(checkReferencesIn(shared) == static_cast<int>(kPackedTypes.size()));
}

TEST_CASE("packed tensors: rows in another order, and limits", "[io][gguf]")
{
    const SafetensorsFile file
        = SafetensorsFile::open(fs::path(kTestData) / "gguf/quants/Q4_K.safetensors").value();
    TensorView packed = *file.find("blocks");
    packed.dtype = DType::kQ4k;
    packed.shape = file.find("values")->shape;
    const auto columns = static_cast<std::size_t>(packed.shape[1]);
    std::vector<float> plain(4 * columns), turned(4 * columns);
    convertToFloat(packed, 0, plain);
    packed.rowOrder
        = std::make_shared<const std::vector<std::int64_t>>(std::vector<std::int64_t>{2, 0, 3, 1});
    convertToFloat(packed, 0, turned);
    for (std::size_t row = 0; row < 4; ++row) {
        const auto from = static_cast<std::size_t>((*packed.rowOrder)[row]);
        CHECK(std::equal(turned.begin() + static_cast<std::ptrdiff_t>(row * columns),
                         turned.begin() + static_cast<std::ptrdiff_t>((row + 1) * columns),
                         plain.begin() + static_cast<std::ptrdiff_t>(from * columns)));
    }
    packed.rowOrder = nullptr;
    CHECK_THROWS_AS(convertToFloat(packed, static_cast<std::int64_t>(plain.size()) - 3, plain),
                    std::out_of_range);
    CHECK_THROWS_AS(byteSize(DType::kQ4k), std::invalid_argument);
    CHECK(isPacked(DType::kMxfp4));
    CHECK_FALSE(isPacked(DType::kBF16));
    CHECK_FALSE(dtypeFromName("Q4_K").has_value()); // not a dtype of safetensors files
}

} // namespace headlight::test
