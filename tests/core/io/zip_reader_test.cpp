#include "core/io/zip_reader.h"
#include "tests/core/io/zip_builder.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"

#include <functional>
#include <random>

using namespace headlight;
using headlight::test::ZipBuilder;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

std::string textOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ZipBuilder two()
{
    ZipBuilder zip;
    zip.entries = {{"a/x", "hello"}, {"a/y", ""}};
    return zip;
}

/// The error from opening an archive and reading its entry "a/x".
std::string zipFault(const std::string& archive)
{
    const auto zip = ZipReader::open(bytesOf(archive), "m.bin");
    if (!zip)
        return zip.error().describe();
    const auto entry = zip->entry("a/x");
    return entry ? "" : entry.error().describe();
}

} // namespace

TEST_CASE("zip: stored entries, with and without zip64 and comment", "[io]")
{
    for (const bool zip64 : {false, true}) {
        ZipBuilder builder = two();
        builder.zip64 = zip64;
        builder.comment = zip64 ? "" : "PK\x05\x06 a comment";
        const std::string archive = builder.build();
        CHECK(ZipReader::looksLikeZip(bytesOf(archive)));
        const auto zip = ZipReader::open(bytesOf(archive), "m");
        INFO((zip ? "" : zip.error().describe()));
        REQUIRE(zip.has_value());
        CHECK(zip->entries().size() == 2);
        CHECK(textOf(zip->entry("a/x").value()) == "hello");
        CHECK(zip->entry("a/y").value().empty());
        CHECK(zip->contains("a/y"));
        CHECK_FALSE(zip->entry("a/z").has_value());
    }
    CHECK_FALSE(ZipReader::looksLikeZip(bytesOf("PK")));
}

TEST_CASE("zip: every broken offset, size and count is found", "[io]")
{
    struct Broken
    {
        std::function<void(ZipBuilder&)> change;
        std::string expected;
    };
    const std::vector<Broken> table = {
        {[](ZipBuilder& z) { z.entries[0].method = 8; }, "packed by method 8"},
        {[](ZipBuilder& z) { z.entries[0].flags = 1; }, "encrypted"},
        {[](ZipBuilder& z) { z.entries[0].sizeShift = 1'000'000; }, "found 1000005 bytes, expected at most"},
        {[](ZipBuilder& z) { z.entries[0].offsetShift = 1; }, "no header of this entry at byte 1"},
        {[](ZipBuilder& z) { z.entries[0].offsetShift = 100'000; }, "header at byte 100000"},
        {[](ZipBuilder& z) { z.entries[0].localName = "a/q"; }, "no header of this entry"},
        {[](ZipBuilder& z) { z.entries[1].name = "a/x"; }, "occurs twice"},
        {[](ZipBuilder& z) { z.countShift = 100; }, "found 102 entries, expected at most"},
        {[](ZipBuilder& z) { z.directoryShift = 1; }, "expected it before byte"},
        {[](ZipBuilder& z) { z.directoryShift = -1; }, "entry 0 of the directory is malformed"},
        {[](ZipBuilder& z) { z.directorySizeShift = 1; }, "expected it before byte"},
        {[](ZipBuilder& z) { z.directorySizeShift = -1; }, "entry 1 of the directory is malformed"},
    };
    for (const Broken& broken : table) {
        for (const bool zip64 : {false, true}) {
            ZipBuilder builder = two();
            builder.zip64 = zip64;
            broken.change(builder);
            const std::string fault = zipFault(builder.build());
            INFO(broken.expected << " / " << fault << " / zip64 " << zip64);
            CHECK(fault.find(broken.expected) != std::string::npos);
        }
    }
}

TEST_CASE("zip: content that differs from its checksum is found when it is asked for", "[io]")
{
    ZipBuilder builder = two();
    builder.entries[0].checksumFault = 0x80000001U;
    const std::string archive = builder.build();
    const auto zip = ZipReader::open(bytesOf(archive), "m.npz");
    REQUIRE(zip.has_value());
    CHECK(zip->entry("a/x").has_value());
    CHECK(zip->content("a/y", 0).has_value());
    const auto damaged = zip->content("a/x", 0);
    REQUIRE_FALSE(damaged.has_value());
    CHECK_THAT(damaged.error().describe(), headlight::test::containing("m.npz"));
    CHECK_THAT(
        damaged.error().describe(),
        headlight::test::containing("a/x: zip: found content with the CRC-32 3610a686, expected b610a687"));
    CHECK(zip->verify({}).error().describe() == damaged.error().describe());

    std::stop_source stop;
    stop.request_stop();
    Job stopped;
    stopped.stop = stop.get_token();
    CHECK(zip->verify(stopped).error().code == ErrorCode::kCancelled);

    std::string flipped = two().build();
    const auto sound = ZipReader::open(bytesOf(flipped), "m.npz");
    REQUIRE(sound.has_value());
    CHECK(sound->verify({}).has_value());
    flipped[flipped.find("hello") + 4] = 'a';
    CHECK_FALSE(sound->verify({}).has_value());
}

TEST_CASE("zip: a deflated entry is inflated, up to a limit and to what it declares", "[io]")
{
    const std::string text(100'000, 'a');
    const auto contentOf = [](const ZipBuilder& builder, std::uint64_t most) {
        const std::string archive = builder.build();
        const auto zip = ZipReader::open(bytesOf(archive), "m.npz");
        if (!zip)
            return zip.error().describe();
        const auto content = zip->content("a", most);
        return content ? textOf(content->bytes) : content.error().describe();
    };
    for (const bool zip64 : {false, true}) {
        ZipBuilder builder;
        builder.zip64 = zip64;
        builder.entries = {{"a", text, 8}};
        CHECK(contentOf(builder, 100'000) == text);
        CHECK_THAT(
            contentOf(builder, 99'999),
            headlight::test::containing("found a deflated entry of 100000 bytes, expected at most 99999"));
        builder.entries[0].checksumFault = 1;
        CHECK_THAT(contentOf(builder, 100'000), headlight::test::containing("content with the CRC-32"));
        builder.entries[0] = {"a", text, 8};
        builder.entries[0].sizeShift = -1;
        CHECK_THAT(contentOf(builder, 100'000),
                   headlight::test::containing("found more than the 99999 inflated bytes"));
        builder.entries[0].sizeShift = 1;
        CHECK_THAT(contentOf(builder, 200'000),
                   headlight::test::containing("found fewer than the 100001 inflated bytes"));
        builder.entries[0].sizeShift = 0;
        builder.entries[0].packed = test::deflated(text).substr(0, 100);
        CHECK_THAT(contentOf(builder, 100'000), headlight::test::containing("found fewer than the 100000"));
        builder.entries[0].packed = std::string(200, '\x07');
        CHECK_THAT(contentOf(builder, 100'000), headlight::test::containing("cannot be inflated"));
        builder.entries[0] = {"a", "", 8};
        CHECK(contentOf(builder, 0).empty());
    }
}

TEST_CASE("zip: a deflate bomb is refused before memory is taken", "[io]")
{
    ZipBuilder builder;
    builder.zip64 = true;
    builder.entries = {{"a", std::string(1000, '\0'), 8}};
    builder.entries[0].sizeShift = std::int64_t{1} << 50;
    const std::string archive = builder.build();
    const auto zip = ZipReader::open(bytesOf(archive), "bomb.npz");
    REQUIRE(zip.has_value());
    const auto content = zip->content("a", std::uint64_t{1} << 62U);
    REQUIRE_FALSE(content.has_value());
    CHECK_THAT(
        content.error().describe(),
        headlight::test::containing("deflated bytes that declare 1125899906843624, expected at most 1032"));
    CHECK(mostInflatedBytes() <= std::uint64_t{8} << 30U);
}

TEST_CASE("zip: huge numbers in the zip64 records are refused", "[io]")
{
    ZipBuilder builder = two();
    builder.zip64 = true;
    const std::vector<std::function<void(ZipBuilder&)>> changes = {
        [](ZipBuilder& z) { z.countShift = 1LL << 60; },
        [](ZipBuilder& z) { z.directoryShift = -(1LL << 50); },
        [](ZipBuilder& z) { z.directorySizeShift = -(1LL << 50); },
        [](ZipBuilder& z) { z.entries[0].sizeShift = -6; },
        [](ZipBuilder& z) { z.entries[0].offsetShift = -1; },
    };
    for (const auto& change : changes) {
        ZipBuilder broken = builder;
        change(broken);
        CHECK_FALSE(zipFault(broken.build()).empty());
    }
}

TEST_CASE("zip: a file cut short anywhere is an error", "[io]")
{
    for (const bool zip64 : {false, true}) {
        ZipBuilder builder = two();
        builder.zip64 = zip64;
        const std::string archive = builder.build();
        for (std::size_t length = 0; length < archive.size(); ++length)
            CHECK_FALSE(zipFault(archive.substr(0, length)).empty());
    }
}

TEST_CASE("zip: mutated archives are read or refused, never more", "[io]")
{
    std::minstd_rand random(77);
    for (const bool zip64 : {false, true}) {
        ZipBuilder builder = two();
        builder.zip64 = zip64;
        const std::string whole = builder.build();
        int refused = 0;
        for (int round = 0; round < 20'000; ++round) {
            std::string archive = whole;
            for (auto edits = 1 + random() % 3; edits > 0; --edits)
                archive[random() % archive.size()] = static_cast<char>(random() % 4 == 0 ? 0xFF : random());
            refused += zipFault(archive).empty() ? 0 : 1;
        }
        CHECK(refused > 1000);
        CHECK(refused < 20'000);
    }
}
