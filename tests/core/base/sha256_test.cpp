#include "core/base/sha256.h"
#include "tests/support/catch.h"

#include <string>

using namespace headlight;

namespace {

std::string hashOf(const std::string& text)
{
    Sha256 hash;
    hash.add(text);
    return hash.hex();
}

} // namespace

// Examples from "SHA256.pdf", the companion of FIPS 180-4, and well-known test vectors.
TEST_CASE("sha256: the standard's examples", "[base]")
{
    CHECK(hashOf("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hashOf("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
          == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(hashOf(std::string(1'000'000, 'a'))
          == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("sha256: pieces of any length make the same digest", "[base]")
{
    const std::string text(300, 'x');
    for (const std::size_t piece : {1U, 7U, 63U, 64U, 65U, 128U}) {
        Sha256 hash;
        for (std::size_t at = 0; at < text.size(); at += piece)
            hash.add(std::string_view(text).substr(at, piece));
        CHECK(hash.hex() == hashOf(text));
    }
}
