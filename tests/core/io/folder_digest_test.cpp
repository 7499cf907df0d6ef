#include "core/io/folder_digest.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <string>

using namespace headlight;
using headlight::test::TemporaryFolder;

namespace {

void write(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream(file, std::ios::binary) << text;
}

} // namespace

TEST_CASE("folder digest: a copy has the same, another content another", "[io]")
{
    const TemporaryFolder one, two;
    for (const TemporaryFolder* folder : {&one, &two}) {
        write(folder->path() / "config.json", "{}");
        write(folder->path() / "model.safetensors", std::string(3 << 20, 'w'));
    }
    const std::string digest = folderDigest(one.path()).value();
    CHECK(digest.size() == 64);
    CHECK(folderDigest(two.path()).value() == digest);

    write(two.path() / "README.md", "does not belong to the model");
    CHECK(folderDigest(two.path()).value() == digest);
    write(two.path() / "config.json", "[]");
    CHECK(folderDigest(two.path()).value() != digest);
    write(two.path() / "config.json", "{}");
    CHECK(folderDigest(two.path()).value() == digest);
    for (const std::size_t at : {std::size_t{9}, (std::size_t{3} << 20U) - 9}) {
        std::string weights(3 << 20, 'w');
        weights[at] = 'W';
        write(two.path() / "model.safetensors", weights);
        CHECK(folderDigest(two.path()).value() != digest);
    }
    write(two.path() / "model.safetensors", std::string((3 << 20) + 1, 'w'));
    CHECK(folderDigest(two.path()).value() != digest);
}

TEST_CASE("folder digest: a folder that is not there is an error that names it", "[io]")
{
    const auto digest = folderDigest("/nowhere/at/all");
    REQUIRE_FALSE(digest);
    CHECK(digest.error().code == ErrorCode::kFileNotFound);
    CHECK(digest.error().file == "/nowhere/at/all");
}
