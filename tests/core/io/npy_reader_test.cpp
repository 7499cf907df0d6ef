#include "core/io/npy.h"

#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

using namespace headlight;
using headlight::test::containing;
using headlight::test::floatBytes;
using headlight::test::npyBytes;

namespace {

std::vector<float> npyValues(const NumpyContent& content, const std::string& name)
{
    const TensorView& view = content.arrays.at(name);
    std::vector<float> values(static_cast<std::size_t>(view.elementCount()));
    convertToFloat(view, 0, values);
    return values;
}

std::string npyFault(const std::string& bytes)
{
    const test::TemporaryFolder folder;
    const auto read = readNumpyFile(folder.write("a.npy", bytes));
    REQUIRE_FALSE(read.has_value());
    return read.error().describe();
}

} // namespace

TEST_CASE("NumPy: arrays of both orders and several dtypes are read", "[npy]")
{
    const test::TemporaryFolder folder;
    const auto rows
        = readNumpyFile(folder.write("rows.npy", npyBytes("<f4", "(2, 3)", floatBytes({1, 2, 3, 4, 5, 6}))));
    REQUIRE(rows.has_value());
    CHECK(rows->arrays.at("").shape == std::vector<std::int64_t>{2, 3});
    CHECK(npyValues(*rows, "") == std::vector<float>{1, 2, 3, 4, 5, 6});

    const auto columns = readNumpyFile(
        folder.write("columns.npy", npyBytes("<f4", "(2, 3)", floatBytes({1, 4, 2, 5, 3, 6}), true)));
    REQUIRE(columns.has_value());
    CHECK(npyValues(*columns, "") == std::vector<float>{1, 2, 3, 4, 5, 6});

    const auto half = readNumpyFile(folder.write(
        "half.npy",
        npyBytes("<f2", "(2,)", test::le(std::uint16_t{0x3C00}) + test::le(std::uint16_t{0xC000}))));
    REQUIRE(half.has_value());
    CHECK(npyValues(*half, "") == std::vector<float>{1, -2});
}

TEST_CASE("NumPy: an archive has arrays and texts by name", "[npy]")
{
    std::string words;
    for (const char32_t point : {U'a', U'\u00e9', U'\u20ac', U'\U0001F600'}) {
        words += test::le(static_cast<std::uint32_t>(point));
        words += test::le(std::uint32_t{0});
    }
    test::ZipBuilder zip;
    zip.entries.push_back({"arr_0.npy", npyBytes("<f4", "(1, 1)", floatBytes({7}))});
    zip.entries.push_back({"tokens.npy", npyBytes("<U2", "(4,)", words)});
    const test::TemporaryFolder folder;
    const auto read = readNumpyFile(folder.write("a.npz", zip.build()));
    INFO((read ? std::string() : read.error().describe()));
    REQUIRE(read.has_value());
    CHECK(npyValues(*read, "arr_0") == std::vector<float>{7});
    CHECK(read->texts.at("tokens") == std::vector<std::string>{"a", "é", "€", "😀"});

    zip.entries.back().checksumFault = 1;
    const auto damaged = readNumpyFile(folder.write("c.npz", zip.build()));
    REQUIRE_FALSE(damaged.has_value());
    CHECK_THAT(damaged.error().describe(),
               containing("c.npz: tokens.npy: zip: found content with the CRC-32 "));

    zip.entries.front().method = 8;
    zip.entries.back() = {"tokens.npy", npyBytes("<U2", "(4,)", words), 8};
    const auto packed = readNumpyFile(folder.write("b.npz", zip.build()));
    INFO((packed ? std::string() : packed.error().describe()));
    REQUIRE(packed.has_value());
    CHECK(npyValues(*packed, "arr_0") == std::vector<float>{7});
    CHECK(packed->texts == read->texts);
}

TEST_CASE("NumPy: a file of numpy.savez_compressed is read", "[npy]")
{
    const auto read = readNumpyFile(std::filesystem::path(test::kTestData) / "imports" / "compressed.npz");
    INFO((read ? std::string() : read.error().describe()));
    REQUIRE(read.has_value());
    CHECK(read->arrays.at("attentions").shape == std::vector<std::int64_t>{2, 2, 3, 3});
    const std::vector<float> values = npyValues(*read, "attentions");
    CHECK(values[7] == 1.0F / 3); // uniform
    CHECK(values[21] == 1); // the word before
    CHECK(read->texts.at("tokens") == std::vector<std::string>{"The", "cat", "sleeps"});
}

TEST_CASE("NumPy: an error says what contradicts the format", "[npy]")
{
    CHECK_THAT(npyFault(npyBytes("<f4", "(2, 3)", floatBytes({1, 2, 3}))),
               containing("found 12 bytes of numbers, expected [2, 3] of 4 bytes"));
    CHECK_THAT(npyFault(npyBytes("<f4", "(2)", floatBytes({1, 2}) + "xyz")), containing("found 11 bytes"));
    CHECK_THAT(npyFault(npyBytes("<f4", "(-1, 3)", {})), containing("impossible shape"));
    CHECK_THAT(npyFault(npyBytes("<f4", "(99999999999, 99999999999)", {})), containing("impossible shape"));
    CHECK_THAT(npyFault(npyBytes("|O", "(2,)", "ab")), containing("Python objects"));
    CHECK_THAT(npyFault(npyBytes(">f4", "(1,)", "abcd")), containing("found the dtype \">f4\""));
    CHECK_THAT(npyFault(npyBytes("<U9999999999", "(1,)", "abcd")), containing("too many"));
    CHECK_THAT(npyFault(npyBytes("<f4", "(1, (2))", "abcd")), containing("found the header"));
    CHECK_THAT(npyFault("\x93NUMPY\x01"), containing("found other first bytes"));
    CHECK_THAT(npyFault(std::string("\x93NUMPY\x01\0\xff\xff", 10)), containing("cut short"));
    CHECK_THAT(npyFault(std::string("\x93NUMPY\x09\0", 8)), containing("version 9"));
    const std::string whole = npyBytes("<f4", "(2, 3)", floatBytes({1, 2, 3, 4, 5, 6}));
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK_FALSE(npyFault(whole.substr(0, length)).empty());
}
