#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <iterator>
#include <string>

namespace {

using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

/// A session with only this picture.
std::string sessionWith(const TemporaryFolder& folder, const std::string& picture)
{
    const std::string path = (folder.path() / "a.headlight").string();
    std::ofstream(path) << R"({"format": "headlight-session", "version": 1, "picture": ")" << picture
                        << "\"}";
    return path;
}

/// A PNG of one pixel.
constexpr const char* kPixel
    = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

} // namespace

TEST_CASE("thumbnail: a session's picture becomes a file of the size asked for", "[app][thumbnail]")
{
    const TemporaryFolder folder;
    const std::string session = sessionWith(folder, kPixel), image = (folder.path() / "a.png").string();
    const auto made = runProgram({"thumbnail", "--session", session, "--size", "32", "-o", image});
    INFO(made.err);
    REQUIRE(made.status == 0);
    std::ifstream file(image, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(bytes.size() > 24);
    CHECK(bytes.substr(1, 3) == "PNG");
    CHECK(bytes[19] == 32); // width, big-endian
    CHECK(bytes[23] == 32);
}

TEST_CASE("thumbnail: a session without a picture is refused by name", "[app][thumbnail]")
{
    const TemporaryFolder folder;
    const std::string image = (folder.path() / "a.png").string();
    const auto none = runProgram({"thumbnail", "--session", sessionWith(folder, {}), "-o", image});
    CHECK(none.status == 1);
    CHECK(none.err.find("a.headlight: picture: this session keeps none") != std::string::npos);
    const auto wrong = runProgram({"thumbnail", "--session", sessionWith(folder, "aGVsbG8="), "-o", image});
    CHECK(wrong.status == 1);
    CHECK(wrong.err.find("expected a PNG image") != std::string::npos);
    CHECK_FALSE(std::ifstream(image).good());
    CHECK(runProgram({"thumbnail", "-o", image}).status == 2);
}
