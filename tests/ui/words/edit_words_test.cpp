#include "ui/words/edit_words.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "ui/window/look/languages.h"

#include <QScopeGuard>

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
    CHECK(words(Site::kResidual)
          == QStringLiteral("Decoder layer 1: stream before the layer from “The dog.”"));
    CHECK(words(Site::kResidualMiddle)
          == QStringLiteral("Decoder layer 1: stream before the feed-forward from “The dog.”"));
    CHECK(words(Site::kFeedForwardOutput)
          == QStringLiteral("Decoder layer 1: feed-forward’s output from “The dog.”"));
    CHECK(words(Site::kOutput)
          == QString::fromUtf8("Cross-attention · layer 1: attention’s output from “The dog.”"));
    CHECK(words(Site::kHeadOutput).contains(QStringLiteral("head 2")));
}

TEST_CASE("edit words: those of a recorded trace are in the window's language", "[words]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    const Trace trace = testing::syntheticTrace();
    TraceInfo info = trace.info();
    Interventions edits;
    edits.masks.decoderCausal = Toggle::kOff;
    info.editsJson = toJson(edits);
    const Trace edited = trace.describedBy(std::make_shared<const TraceInfo>(info));
    CHECK(recordedEditLines(trace).isEmpty());
    CHECK(recordedEditLines(edited) == QStringList{QStringLiteral("decoder causal mask off")});
    useLanguage(QStringLiteral("fr"));
    CHECK(recordedEditLines(edited) == QStringList{QStringLiteral("masque causal du décodeur inactif")});
}
