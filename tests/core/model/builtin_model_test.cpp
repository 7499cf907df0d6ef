#include "core/model/builtin_model.h"

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <string>

using namespace headlight;
namespace fs = std::filesystem;

namespace {

fs::path withModel(const test::TemporaryFolder& folder, const std::string& relative)
{
    return folder.write(relative + "/config.json", "{}").parent_path();
}

} // namespace

TEST_CASE("built-in model: found beside an installed program", "[model]")
{
    const test::TemporaryFolder scratch;
    const fs::path expected = withModel(scratch, "usr/share/headlight/models/en-fr");
    const auto found = builtinModelFolder("en-fr", scratch.path() / "usr/bin/headlight");
    REQUIRE(found.has_value());
    CHECK(*found == expected);
}

TEST_CASE("built-in model: found above a build folder", "[model]")
{
    const test::TemporaryFolder scratch;
    const fs::path expected = withModel(scratch, "resources/models/en-fr");
    const auto found = builtinModelFolder("en-fr", scratch.path() / "build/release/bin/headlight");
    REQUIRE(found.has_value());
    CHECK(*found == expected);
}

TEST_CASE("built-in model: a missing one is an error that names the places", "[model]")
{
    const test::TemporaryFolder scratch;
    const auto found = builtinModelFolder("none", scratch.path() / "bin/headlight");
    REQUIRE_FALSE(found.has_value());
    CHECK(found.error().code == ErrorCode::kFileNotFound);
    CHECK(found.error().describe().find("resources/models/none") != std::string::npos);
}

TEST_CASE("built-in models: all of the first place that has any, en-fr first", "[model]")
{
    const test::TemporaryFolder scratch;
    const fs::path bert = withModel(scratch, "resources/models/en-bert");
    const fs::path french = withModel(scratch, "resources/models/en-fr");
    const fs::path gpt = withModel(scratch, "resources/models/en-gpt");
    fs::create_directories(scratch / "resources/models/half-trained");
    const auto found = builtinModelFolders(scratch.path() / "build/release/bin/headlight");
    CHECK(found == std::vector<fs::path>{french, bert, gpt});
    CHECK(builtinModelFolders(scratch.path() / "elsewhere/none").size() == 3);
}
