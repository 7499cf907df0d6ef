#include "core/io/zip_reader.h"
#include "tests/support/catch.h"

#include <string>

using namespace headlight;

namespace {

std::uint32_t sumOf(const std::string& text)
{
    return crc32(std::as_bytes(std::span(text)));
}

} // namespace

TEST_CASE("crc32: the check value, and lengths around the slices", "[base]")
{
    CHECK(sumOf("") == 0);
    CHECK(sumOf("123456789") == 0xCBF43926U); // the check value of the catalogues of CRCs
    CHECK(sumOf(std::string(1'000'000, 'a')) == 0xDC25BFBCU); // Python: zlib.crc32
    // The definition, bit by bit.
    std::string text;
    std::uint32_t sum = 0xFFFFFFFFU;
    for (int length = 0; length < 70; ++length) {
        CHECK(sumOf(text) == ~sum);
        text += static_cast<char>(length * 37 + 11);
        sum ^= static_cast<unsigned char>(text.back());
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum & 1U) != 0 ? (sum >> 1U) ^ 0xEDB88320U : sum >> 1U;
    }
}
