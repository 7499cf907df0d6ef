#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"

#include <algorithm>

using namespace headlight::test;

namespace {

void checkFolder(const std::filesystem::path& model, const std::filesystem::path& cases)
{
    INFO(cases.filename().string());
    const CaseReport encoded = runEncodeCases(model, cases);
    INFO(encoded.failed << " of " << encoded.checked << " cases differ; " << encoded.first);
    CHECK(encoded.failed == 0);
    CHECK(encoded.checked > 0);
    if (std::filesystem::exists(cases / "decode.jsonl")) {
        const CaseReport decoded = runDecodeCases(model, cases);
        INFO(decoded.failed << " of " << decoded.checked << " cases differ; " << decoded.first);
        CHECK(decoded.failed == 0);
        CHECK(decoded.checked > 0);
    }
}

std::vector<std::filesystem::path> foldersIn(const std::filesystem::path& parent)
{
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(parent)) {
        if (entry.is_directory())
            folders.push_back(entry.path());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

} // namespace

TEST_CASE("tokenizers: the small copies of the reference cases", "[text]")
{
    int checked = 0;
    for (const std::filesystem::path& folder : foldersIn(testTokenizers())) {
        // The cases for a built-in model are in the same place, without a tokenizer.
        if (!std::filesystem::exists(folder / "tokenizer.json"))
            continue;
        checkFolder(folder, folder);
        ++checked;
    }
    CHECK(checked >= 9);
}

TEST_CASE("tokenizers: all shared reference cases", "[text][shared]")
{
    if (kSanitized)
        return; // the small copies read the same paths in a fraction of the time
    const auto shared = sharedTokenizers();
    if (!shared) {
        WARN("the shared reference cases are not here: skipped");
        return;
    }
    for (const std::filesystem::path& folder : foldersIn(*shared))
        checkFolder(folder, folder);
}

TEST_CASE("tokenizers: the built-in models' own cases", "[text]")
{
    const std::filesystem::path models = std::filesystem::path(kSourceRoot) / "resources/models";
    for (const std::filesystem::path& folder : foldersIn(testTokenizers())) {
        const std::filesystem::path model = models / folder.filename();
        if (std::filesystem::exists(model / "tokenizer.json"))
            checkFolder(model, folder);
    }
}
