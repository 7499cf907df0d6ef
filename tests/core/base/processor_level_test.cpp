#include "core/base/machine.h"

#include "core/model/builtin_model.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>

using namespace headlight;
using headlight::test::TemporaryFolder;

TEST_CASE("processor level: a limit lowers the machine's own level and nothing raises it", "[base]")
{
    const ProcessorLevel machine = processorLevel();
    CHECK(processorLevel("x86-64-v2") == ProcessorLevel::kV2);
    CHECK(processorLevel("x86-64-v3") == std::min(machine, ProcessorLevel::kV3));
    CHECK(processorLevel("x86-64-v4") == machine);
    CHECK(processorLevel("something else") == machine);
}

TEST_CASE("processor level: a package's best program for a level is chosen", "[base]")
{
    const TemporaryFolder folder;
    const auto own = folder.write("usr/bin/headlight", "2");
    CHECK(programForLevel(own, ProcessorLevel::kV4) == own); // no package, or one for a single level
    const auto three = folder.write("usr/lib/headlight/x86-64-v3/headlight", "3");
    CHECK(programForLevel(own, ProcessorLevel::kV4) == three);
    const auto four = folder.write("usr/lib/headlight/x86-64-v4/headlight", "4");
    CHECK(programForLevel(own, ProcessorLevel::kV2) == own);
    CHECK(programForLevel(own, ProcessorLevel::kV3) == three);
    CHECK(programForLevel(own, ProcessorLevel::kV4) == four);
    for (const auto& program : {own, three, four})
        CHECK(packageProgram(program) == own);
    const auto elsewhere = folder / "x86-64-v3/headlight";
    CHECK(packageProgram(elsewhere) == elsewhere);

    folder.write("usr/share/headlight/models/mine/config.json", "{}");
    for (const auto& program : {own, three, four})
        CHECK(builtinModelFolder("mine", program).value() == folder / "usr/share/headlight/models/mine");
}
