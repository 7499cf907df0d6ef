#include "core/model/builtin_model.h"

#include "tests/support/catch.h"

#include <fstream>
#include <string>

#include <unistd.h>

using namespace headlight;
namespace fs = std::filesystem;

namespace {

// A folder that goes with the test.
class ScratchFolder
{
public:
    ScratchFolder()
        : m_path(fs::temp_directory_path() / ("headlight-builtin-" + std::to_string(::getpid())))
    {
        fs::create_directories(m_path);
    }
    ~ScratchFolder() { fs::remove_all(m_path); }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ScratchFolder(ScratchFolder&&) = delete;
    ScratchFolder& operator=(ScratchFolder&&) = delete;

    fs::path withModel(const fs::path& relative) const
    {
        fs::create_directories(m_path / relative);
        std::ofstream(m_path / relative / "config.json") << "{}";
        return m_path / relative;
    }
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

} // namespace

TEST_CASE("built-in model: found beside an installed program", "[model]")
{
    const ScratchFolder scratch;
    const fs::path expected = scratch.withModel("usr/share/headlight/models/en-fr");
    const auto found = builtinModelFolder("en-fr", scratch.path() / "usr/bin/headlight");
    REQUIRE(found.has_value());
    CHECK(*found == expected);
}

TEST_CASE("built-in model: found above a build folder", "[model]")
{
    const ScratchFolder scratch;
    const fs::path expected = scratch.withModel("resources/models/en-fr");
    const auto found = builtinModelFolder("en-fr", scratch.path() / "build/release/bin/headlight");
    REQUIRE(found.has_value());
    CHECK(*found == expected);
}

TEST_CASE("built-in model: a missing one is an error that names the places", "[model]")
{
    const ScratchFolder scratch;
    const auto found = builtinModelFolder("none", scratch.path() / "bin/headlight");
    REQUIRE_FALSE(found.has_value());
    CHECK(found.error().code == ErrorCode::kFileNotFound);
    CHECK(found.error().describe().find("resources/models/none") != std::string::npos);
}
