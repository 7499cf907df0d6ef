// The list of families, and the table of the manual that names them.
#include "core/model/families/family.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

using namespace headlight;

TEST_CASE("families: each has its stacks and a line in the manual", "[model]")
{
    std::ifstream file(std::filesystem::path(test::kSourceRoot) / "resources/docs/manual/families.md");
    const std::string page((std::istreambuf_iterator<char>(file)), {});
    REQUIRE_FALSE(page.empty());
    std::set<std::string> seen;
    for (const FamilyFacts& family : familyFacts()) {
        const std::string name(family.modelType);
        INFO(name);
        CHECK(seen.insert(name).second);
        CHECK(findFamily(name) != nullptr);
        CHECK_FALSE(family.features.empty());
        const std::string line = "| `" + name + "` | " + std::string(family.stacks) + " | "
            + std::string(family.features) + " |\n";
        CHECK(page.find(line) != std::string::npos);
    }
    CHECK(seen.size() == knownFamilies().size());
}
