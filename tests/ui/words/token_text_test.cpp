#include "ui/picture/token_flow.h"
#include "ui/words/next_token.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include "tests/support/catch.h"

using namespace headlight;

namespace {

QString shown(const QString& text)
{
    TokenLabel token;
    token.text = text.toStdString();
    return tokenText(token);
}

} // namespace

TEST_CASE("token text: what turns or hides other text is named", "[paint]")
{
    CHECK(shown(QStringLiteral("\u202Eevil")) == QStringLiteral("U+202Eevil"));
    CHECK(shown(QStringLiteral("a\u200Bb")) == QStringLiteral("aU+200Bb"));
    CHECK(shown(QStringLiteral("a\uFEFF")) == QStringLiteral("aU+FEFF"));
    CHECK(shown(QStringLiteral("\u200D")) == QStringLiteral("U+200D"));
    CHECK(shown(QStringLiteral("\n")) == QStringLiteral("\u23CE"));
}

TEST_CASE("token text: joiners inside a sign, accents and scripts stay as they are", "[paint]")
{
    for (const QString& text :
         {QStringLiteral("👩\u200D👩\u200D👧"), QStringLiteral("👍🏽"), QStringLiteral("🇫🇷"),
          QStringLiteral("cafe\u0301"), QStringLiteral("می\u200Cخواهم"), QStringLiteral("שלום"),
          QStringLiteral("日本語")})
        CHECK(shown(text).toStdString() == text.toStdString());
}

TEST_CASE("token text: a word from right to left does not move the number beside it", "[paint]")
{
    TokenLabel token;
    token.text = "مرحبا";
    CHECK(quotedToken(token) == QStringLiteral("“\u2068مرحبا\u2069”"));
    CHECK(tokenInSentence(token) == QStringLiteral("“\u2068مرحبا\u2069”"));
    CHECK(rowName(tokenText(token), &token) == QStringLiteral("\u2068مرحبا\u2069 → \u2068مرحبا\u2069"));
    token.text = "שלום";
    CHECK(placedToken({token}, 0) == QStringLiteral("“\u2068שלום\u2069” (0)"));
    token.text = "chat";
    CHECK(placedToken({token}, 0) == QStringLiteral("“chat” (0)"));
}

TEST_CASE("token text: parts of a sign that a tokenizer has parted are told apart", "[paint]")
{
    CHECK(shown(QStringLiteral("\u0301")) == QStringLiteral("\u25CC\u0301")); // an isolated accent
    CHECK(shown(QStringLiteral("\u2423\u0301")) == QStringLiteral("\u2423\u25CC\u0301"));
    CHECK(shown(QStringLiteral("##\u0301")) == QStringLiteral("##\u25CC\u0301"));
    CHECK(shown(QStringLiteral("\uFE0F")) == QStringLiteral("U+FE0F")); // an isolated variation selector
    CHECK(shown(QStringLiteral("❤\uFE0F")) == QStringLiteral("❤\uFE0F"));
    CHECK(shown(QStringLiteral("👩\u200D")) == QStringLiteral("👩U+200D"));
    const QString tag = QString::fromUcs4(U"\U000E0067");
    CHECK(shown(tag) == QStringLiteral("U+E0067"));
    CHECK(shown(QStringLiteral("🏴") + tag) == QStringLiteral("🏴") + tag);
    TokenLabel joiner;
    joiner.text = "\u200D";
    CHECK(chipText(joiner, false).text == QStringLiteral("U+200D")); // not an empty chip
    CHECK(tokenInSentence(joiner) == QStringLiteral("“U+200D”"));
}

TEST_CASE("token text: long text is cut between signs, never inside of one", "[paint]")
{
    const QString family = QStringLiteral("👩\u200D👩\u200D👧");
    const QString text = family + QStringLiteral("abcdefghijklmnopqrstuvwxyz") + family;
    const QString cut = shortened(text, 12);
    CHECK(cut.toStdString() == (QStringLiteral("…") + family).toStdString()); // six units cut the family
    CHECK(shortened(text, 20).toStdString() == (family + QStringLiteral("ab…yz") + family).toStdString());
    CHECK(shortened(family, 8) == family);
}

TEST_CASE("token text: what a chat template wrote is said to be from it", "[paint][chat]")
{
    TokenLabel token;
    token.text = "user";
    token.rangeEnd = 4;
    CHECK_FALSE(token.isMarkup());
    CHECK(tokenPlace(token, QStringLiteral("3")) == QStringLiteral("3"));
    CHECK_FALSE(tokenDetails(token, 3, 9, QStringLiteral("user")).contains(QStringLiteral("chat template")));
    token.fromTemplate = true;
    CHECK(token.isMarkup());
    CHECK(tokenPlace(token, QStringLiteral("3")) == QStringLiteral("3, from the chat template"));
    CHECK(
        tokenDetails(token, 3, 9, QStringLiteral("user")).contains(QStringLiteral("From the chat template")));
    token = {};
    token.special = true;
    CHECK(token.isMarkup());
}
