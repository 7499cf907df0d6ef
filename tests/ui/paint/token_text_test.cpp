#include "ui/paint/token_text.h"

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
