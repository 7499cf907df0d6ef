// The relocatable archive starts from any place and finds its font.

#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <string>

using headlight::test::contentOf;

namespace {

const std::filesystem::path kDesktop
    = std::filesystem::path(headlight::test::kSourceRoot) / "resources" / "desktop";

} // namespace

TEST_CASE("archive: AppRun starts the program beside it, also through a link", "[app][archive]")
{
    const headlight::test::TemporaryFolder folder;
    const std::filesystem::path top = folder / "a folder";
    const std::filesystem::path program = folder.write(
        "a folder/usr/bin/headlight",
        "#!/bin/sh\nprintf '%s|' \"$0\" \"$FONTCONFIG_FILE\" \"${QT_PLUGIN_PATH-unset}\" \"$@\"\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    std::filesystem::copy_file(kDesktop / "AppRun", top / "AppRun");
    std::filesystem::create_symlink(top / "AppRun", folder / "link");
    const std::filesystem::path out = folder / "out";
    const std::string command = "cd / && QT_PLUGIN_PATH=/elsewhere '" + (folder / "link").string()
        + "' --text 'two words' '' >'" + out.string() + "'";
    REQUIRE(std::system(command.c_str()) == 0);
    const std::string place = std::filesystem::canonical(top).string();
    CHECK(contentOf(out)
          == place + "/usr/bin/headlight|" + place
              + "/usr/share/headlight/fonts.conf|unset|--text|two words||");
}

TEST_CASE("archive: its font is found by the configuration beside it", "[app][archive]")
{
    const std::filesystem::path font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    if (std::system("command -v fc-list >/dev/null") != 0 || !std::filesystem::exists(font)) {
        WARN("fc-list or DejaVu Sans is not installed: not checked");
        return;
    }
    const headlight::test::TemporaryFolder folder;
    std::filesystem::create_directories(folder / "fonts");
    std::filesystem::copy_file(font, folder / "fonts/DejaVuSans.ttf");
    std::filesystem::copy_file(kDesktop / "fonts.conf", folder / "fonts.conf");
    const std::filesystem::path out = folder / "out";
    const std::string command = "XDG_CACHE_HOME='" + (folder / "cache").string() + "' FONTCONFIG_FILE='"
        + (folder / "fonts.conf").string() + "' fc-list : file >'" + out.string() + "'";
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(contentOf(out).find((folder / "fonts/DejaVuSans.ttf").string()) != std::string::npos);
}
