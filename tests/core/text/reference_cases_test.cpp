#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"

using namespace headlight::testing;

namespace {

void checkFolder(const std::filesystem::path& folder)
{
    INFO(folder.filename().string());
    const CaseReport encoded = runEncodeCases(folder, folder);
    INFO(encoded.failed << " of " << encoded.checked << " cases differ; " << encoded.first);
    CHECK(encoded.failed == 0);
    CHECK(encoded.checked > 0);
    if (std::filesystem::exists(folder / "decode.jsonl")) {
        const CaseReport decoded = runDecodeCases(folder, folder);
        INFO(decoded.failed << " of " << decoded.checked << " cases differ; " << decoded.first);
        CHECK(decoded.failed == 0);
        CHECK(decoded.checked > 0);
    }
}

} // namespace

TEST_CASE("tokenizers: all shared reference cases", "[text][shared]")
{
    const auto folder = sharedTokenizers();
    if (!folder) {
        WARN("the shared reference cases are not here: skipped");
        return;
    }
    for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
        if (entry.is_directory())
            checkFolder(entry.path());
    }
}

TEST_CASE("tokenizers: the built-in models' own cases", "[text]")
{
    const std::filesystem::path models = std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "resources/models";
    const std::filesystem::path cases = std::filesystem::path(HEADLIGHT_TEST_DATA) / "tokenizers";
    for (const std::string name : {"en-fr"}) {
        if (!std::filesystem::exists(models / name / "tokenizer.json")
            || !std::filesystem::exists(cases / name / "cases.jsonl")) {
            WARN("the built-in model " << name << " or its cases are not here: skipped");
            continue;
        }
        const CaseReport report = runEncodeCases(models / name, cases / name);
        INFO(report.failed << " of " << report.checked << " cases differ; " << report.first);
        CHECK(report.failed == 0);
        CHECK(report.checked > 0);
    }
}
