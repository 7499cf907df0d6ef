#include "tests/support/catch.h"
#include "ui/views/masked/mask_fill_view.h"

using namespace headlight;

namespace {

using Joint = MaskedToken::Joint;

QString filled(const QString& text, int begin, int end, const QString& word, Joint joint)
{
    Document document;
    document.text = text;
    const MaskedToken mask{1, false, begin, end, {}};
    const auto next = fillMask(document, 0, mask, {7, word, word, joint, 0.5F});
    return next ? next->text : QStringLiteral("nothing");
}

} // namespace

TEST_CASE("mask filling: a word takes the place of the mask", "[models]")
{
    CHECK(filled("the [MASK] sat", 4, 10, "cat", Joint::kAsIs) == "the cat sat");
    CHECK(filled("[MASK] sat", 0, 6, "cats", Joint::kAsIs) == "cats sat");
    // Positions are code points, not UTF-16 units.
    CHECK(filled(QString::fromUtf8("😀😀 [MASK]!"), 3, 9, "cat", Joint::kAsIs) == QString::fromUtf8("😀😀 cat!"));
}

TEST_CASE("mask filling: words join as the vocabulary says", "[models]")
{
    CHECK(filled("play [MASK] .", 5, 11, "ing", Joint::kJoined) == "playing .");
    // RoBERTa's mask includes the space before it.
    CHECK(filled("the <mask> sat", 3, 10, "cat", Joint::kSpaceBefore) == "the cat sat");
    CHECK(filled("the <mask> sat", 3, 10, "s", Joint::kJoined) == "thes sat");
    CHECK(filled("the<mask>", 3, 9, "cat", Joint::kSpaceBefore) == "the cat");
    CHECK(filled("<mask> sat", 0, 6, "Cats", Joint::kSpaceBefore) == "Cats sat");
}

TEST_CASE("mask filling: in its own line and sentence, and never in another text", "[models]")
{
    Document document;
    document.text = QStringLiteral("one\ntwo [MASK]");
    document.pair = QStringLiteral("\nfour [MASK] five");
    document.forced = {1};
    const MaskedToken::Choice choice{7, "x", "x", Joint::kAsIs, 0.5F};
    const auto text = fillMask(document, 1, {1, false, 4, 10, {}}, choice);
    REQUIRE(text);
    CHECK(text->text == QStringLiteral("one\ntwo x"));
    CHECK(text->forced.empty());
    const auto pair = fillMask(document, 1, {1, true, 5, 11, {}}, choice);
    REQUIRE(pair);
    CHECK(pair->pair == QStringLiteral("\nfour x five"));
    CHECK(pair->text == document.text);
    CHECK_FALSE(fillMask(document, 0, {1, false, 4, 10, {}}, choice));
}

TEST_CASE("mask filling: the surroundings keep the mask in the middle", "[models]")
{
    Document document;
    document.text = QStringLiteral("a long sentence with a [MASK] in its middle, and more behind it");
    const QString shown = surroundings(document, 0, {1, false, 23, 29, {}}, 20);
    CHECK(shown.contains(QStringLiteral("[MASK]")));
    CHECK(shown.startsWith(QString::fromUtf8("…")));
    CHECK(shown.endsWith(QString::fromUtf8("…")));
    CHECK(shown.size() == 22);
}
