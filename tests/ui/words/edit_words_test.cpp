#include "tests/support/catch.h"
#include "ui/words/edit_words.h"

using namespace headlight;

TEST_CASE("edit words: a patch of a whole layer names no head", "[words]")
{
    const auto words = [](Site site) {
        ActivationPatch patch;
        patch.where = parseHeadPattern("decoder.1.cross.2").value();
        patch.site = site;
        patch.from.text = "The dog.";
        return editWords(patch, Trace());
    };
    CHECK(words(Site::kResidual) == QStringLiteral("Stream before decoder.1 from “The dog.”"));
    CHECK(words(Site::kResidualMiddle)
          == QStringLiteral("decoder.1: stream before the feed-forward from “The dog.”"));
    CHECK(words(Site::kFeedForwardOutput)
          == QStringLiteral("decoder.1: feed-forward’s output from “The dog.”"));
    CHECK(words(Site::kOutput) == QStringLiteral("decoder.1.cross: attention’s output from “The dog.”"));
    CHECK(words(Site::kHeadOutput).contains(QStringLiteral("head 2")));
}
