#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/language_folder.h"

namespace headlight::test {

namespace {

std::vector<TokenId> outputIn(const std::shared_ptr<const Model>& model, const std::string& language,
                              Strategy strategy)
{
    DecodeRequest request;
    request.model = model;
    request.options.strategy = strategy;
    request.options.maxNewTokens = 4;
    request.options.targetLanguage = language;
    request.lanes = {prepareText(*model, {"a b", {}, {}}).value()};
    return decode(request, {}, {}).value().front().ids;
}

} // namespace

TEST_CASE("target language: the output begins with its token", "[decode]")
{
    const LanguageFolder folder;
    const auto model = loadModel(folder.path(), {}, {}).value();
    REQUIRE(model->languages().size() == LanguageFolder::kLanguages);
    CHECK(model->languages().front().code() == "en");
    for (const Strategy strategy : {Strategy::kGreedy, Strategy::kBeam, Strategy::kSample}) {
        CHECK(outputIn(model, "de", strategy).front() == LanguageFolder::language(7));
        CHECK(outputIn(model, "__ja__", strategy).front() == LanguageFolder::language(3));
    }
    // Without a choice, or with a language that the model lacks, the model's settings decide how the output
    // begins.
    CHECK(outputIn(model, "fr", Strategy::kGreedy) == outputIn(model, "", Strategy::kGreedy));
}

} // namespace headlight::test
