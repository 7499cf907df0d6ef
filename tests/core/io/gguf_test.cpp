// The container of GGUF files: metadata of every type, split files, and files that must not be trusted.
#include "core/io/gguf.h"
#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;

const fs::path kGgufData = fs::path(kTestData) / "gguf";

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Compares a number in the metadata with the JSON, which has integers beyond 2^53 as strings.
bool sameNumber(const GgufValue& value, std::uint64_t index, const nlohmann::json& expected)
{
    if (expected.is_boolean())
        return value.flag(index) == expected.get<bool>();
    if (expected.is_string() && value.type == GgufType::kU64)
        return value.real(index) == std::stod(expected.get<std::string>());
    if (expected.is_string())
        return value.integer(index) == std::stoll(expected.get<std::string>());
    if (expected.is_number_integer())
        return value.integer(index) == expected.get<std::int64_t>();
    return value.real(index) == expected.get<double>();
}

void checkValue(const GgufValue& value, const nlohmann::json& expected)
{
    if (!value.isList && value.type == GgufType::kString) {
        CHECK(value.text() == std::optional<std::string_view>(expected.get_ref<const std::string&>()));
        return;
    }
    if (!value.isList) {
        CHECK(sameNumber(value, 0, expected));
        return;
    }
    REQUIRE(value.count == expected.size());
    const auto texts = value.texts();
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK((texts ? texts->at(i) == expected[i].get_ref<const std::string&>()
                     : sameNumber(value, i, expected[i])));
}

/// Opens a file as a model within a second; returns the error line, or nothing.
std::string faultOf(const fs::path& path)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto model = loadModel(path, {}, {});
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(1));
    return model ? "" : model.error().describe();
}

void put(std::string& content, std::size_t at, std::uint64_t value, std::size_t bytes)
{
    std::memcpy(content.data() + at, &value, bytes);
}

} // namespace

TEST_CASE("gguf: metadata of every type", "[io][gguf]")
{
    const GgufFile file = GgufFile::open(kGgufData / "kv-types.gguf").value();
    const auto expected = nlohmann::json::parse(contentOf(kGgufData / "kv-types.json"));
    CHECK(file.metadata().size() == expected.size());
    CHECK(file.tensors().empty());
    for (const auto& [key, value] : expected.items()) {
        INFO(key);
        const GgufValue* const found = file.find(key);
        REQUIRE(found != nullptr);
        checkValue(*found, value);
    }
    CHECK(file.find("test.uint64.1")->inWords() == "18446744073709551615");
    CHECK_FALSE(file.find("test.uint64.1")->integer().has_value());
}

TEST_CASE("gguf: a file in parts is opened by its first one", "[io][gguf]")
{
    const GgufFile file = GgufFile::open(kGgufData / "split-00001-of-00003.gguf").value();
    CHECK(file.parts() == 3);
    CHECK(file.tensors().size() == 21);
    const auto later = GgufFile::open(kGgufData / "split-00002-of-00003.gguf");
    REQUIRE_FALSE(later.has_value());
    CHECK(later.error().field == "split.no");
    const TemporaryFolder folder;
    fs::copy_file(kGgufData / "split-00001-of-00003.gguf", folder / "split-00001-of-00003.gguf");
    fs::copy_file(kGgufData / "split-00003-of-00003.gguf", folder / "split-00002-of-00003.gguf");
    const auto wrong = GgufFile::open(folder / "split-00001-of-00003.gguf");
    REQUIRE_FALSE(wrong.has_value());
    CHECK(wrong.error().file == (folder / "split-00002-of-00003.gguf").string());
    fs::remove(folder / "split-00002-of-00003.gguf");
    const auto missing = GgufFile::open(folder / "split-00001-of-00003.gguf");
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().code == ErrorCode::kFileNotFound);
}

TEST_CASE("gguf: wherever a file ends too early, it is refused", "[io][gguf]")
{
    const TemporaryFolder folder;
    const std::string good = contentOf(kGgufData / "good.gguf");
    CHECK(faultOf(folder.write("good.gguf", good)) == "");
    for (std::size_t length = 0; length < good.size(); length += length < 1200 ? 7 : 97) {
        INFO(length);
        CHECK(faultOf(folder.write("cut.gguf", good.substr(0, length))) != "");
    }
}

TEST_CASE("gguf: damaged bytes of the header end in an answer", "[io][gguf]")
{
    const TemporaryFolder folder;
    const std::string good = contentOf(kGgufData / "good.gguf");
    std::mt19937 random(7); // NOLINT: the same damage every time
    int refused = 0;
    for (int i = 0; i < 400; ++i) {
        std::string damaged = good;
        const std::size_t at = 4 + random() % 1500;
        const std::size_t width = std::size_t{1} << random() % 4;
        put(damaged, at, random() % 3 == 0 ? ~std::uint64_t{0} : random(), width);
        const std::string fault = faultOf(folder.write("damaged.gguf", damaged));
        CHECK(fault.find('\n') == std::string::npos);
        refused += fault.empty() ? 0 : 1;
    }
    CHECK(refused > 200);
}

TEST_CASE("gguf: tensors that overlap, leave a gap or are out of order are refused", "[io][gguf]")
{
    const TemporaryFolder folder;
    const std::string good = contentOf(kGgufData / "good.gguf");
    const GgufFile file = GgufFile::open(kGgufData / "good.gguf").value();
    // Where each tensor's offset is: behind its name, the number of its axes, these, and its type.
    std::map<std::uint64_t, std::size_t> places;
    for (const auto& [name, tensor] : file.tensors()) {
        // The length stands before a name; "output.weight" also ends another name.
        const std::string length(1, static_cast<char>(name.size()));
        const std::size_t at = good.find(length + std::string(7, '\0') + name) + 8 + name.size();
        std::uint64_t offset = 0;
        std::memcpy(&offset, good.data() + at + 4 + 8 * tensor.shape.size() + 4, sizeof offset);
        places[offset] = at + 4 + 8 * tensor.shape.size() + 4;
    }
    REQUIRE(places.size() == file.tensors().size());
    const auto second = std::next(places.begin());
    const auto third = std::next(second);
    const auto fault = [&](std::uint64_t ofSecond, std::uint64_t ofThird) {
        std::string content = good;
        put(content, second->second, ofSecond, 8);
        put(content, third->second, ofThird, 8);
        return faultOf(folder.write("moved.gguf", content));
    };
    CHECK(fault(second->first, third->first) == "");
    CHECK(fault(0, third->first).find("found the offset 0, expected " + std::to_string(second->first))
          != std::string::npos);
    CHECK(fault(0, third->first).find("they overlap") != std::string::npos);
    CHECK(fault(second->first, third->first + 32).find("they leave a gap") != std::string::npos);
    CHECK(fault(third->first, second->first).find("expected " + std::to_string(second->first))
          != std::string::npos);
}

TEST_CASE("gguf: counts that the file has no room for", "[io][gguf]")
{
    const TemporaryFolder folder;
    std::string content = contentOf(kGgufData / "good.gguf");
    put(content, 8, std::uint64_t{1} << 60U, 8);
    CHECK(faultOf(folder.write("many.gguf", content)).find("tensor count: found 1152921504606846976")
          != std::string::npos);
    content = contentOf(kGgufData / "good.gguf");
    put(content, 4, 0x03000000, 4);
    CHECK(faultOf(folder.write("big.gguf", content)).find("big-endian") != std::string::npos);
}

TEST_CASE("gguf: every malformed file of the shared folder gets its one line", "[io][gguf]")
{
    const fs::path shared = fs::path(kSharedData) / "gguf/malformed";
    if (!fs::exists(shared)) {
        WARN("skipped: " << shared << " is not there");
        return;
    }
    const auto why = nlohmann::json::parse(contentOf(shared / "why.json"));
    CHECK(why.size() == 44);
    for (const auto& [name, facts] : why.items()) {
        INFO(name << ": " << facts.at("why").get<std::string>());
        const std::string fault = faultOf(shared / (name + ".gguf"));
        INFO(fault);
        CHECK(fault.find('\n') == std::string::npos);
        if (facts.at("expect") == "refuse")
            CHECK(fault.find(name + ".gguf: ") != std::string::npos);
    }
    CHECK(faultOf(shared / "good.gguf") == "");
}

} // namespace headlight::test
