#include "tests/support/catch.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/palette_match.h"

#include <QString>

using namespace headlight;

namespace {

int score(const char* typed, const char* entry)
{
    const auto match = fuzzyMatch(QString::fromUtf8(typed), QString::fromUtf8(entry));
    REQUIRE(match.has_value());
    return match->score;
}

} // namespace

TEST_CASE("fuzzy match: letters in their order fit, whatever their case", "[palette]")
{
    CHECK(fuzzyMatch(u"exp", u"Export picture").has_value());
    CHECK(fuzzyMatch(u"EP", u"export picture").has_value());
    CHECK(fuzzyMatch(u"d1c2", u"decoder.1.cross.2").has_value());
    CHECK(fuzzyMatch(u"ex pic", u"Export picture").has_value());
    CHECK_FALSE(fuzzyMatch(u"tp", u"Export").has_value());
    CHECK_FALSE(fuzzyMatch(u"xq", u"Export picture").has_value());
    CHECK_FALSE(fuzzyMatch(u"exportt pictures", u"Export picture").has_value());
    CHECK_FALSE(fuzzyMatch(u"a", u"").has_value());
    CHECK(fuzzyMatch(u"", u"anything")->score == 0);
}

TEST_CASE("fuzzy match: starts of words and letters in a row count more", "[palette]")
{
    CHECK(score("ep", "Export picture") > score("ep", "Keep it"));
    CHECK(score("dark", "Dark") > score("dark", "Decoder and risk"));
    CHECK(score("enc0", "encoder.0.self.0") > score("enc0", "encoder.10.self.0"));
    CHECK(score("find", "Find a token") > score("find", "Full width and"));
}

TEST_CASE("fuzzy match: the places are those of the letters", "[palette]")
{
    const auto match = fuzzyMatch(u"d1c2", u"decoder.1.cross.2");
    REQUIRE(match);
    CHECK(match->places == QVector<int>{0, 8, 10, 16});
    const auto word = fuzzyMatch(u"pic", u"Export picture");
    REQUIRE(word);
    CHECK(word->places == QVector<int>{7, 8, 9});
}

TEST_CASE("fuzzy match: without accents, whole words before scattered letters", "[palette]")
{
    const auto head = fuzzyMatch(u"tete", u"Tête suivante");
    REQUIRE(head);
    CHECK(head->places == QVector<int>{0, 1, 2, 3});
    const auto text = fuzzyMatch(u"tete", u"Texte normal");
    REQUIRE(text);
    CHECK(head->score > text->score);
    CHECK(fuzzyMatch(u"DÉCODEUR", u"decodeur.0").has_value());
}

TEST_CASE("palette query: letters from the middle of words are no hit", "[palette]")
{
    const auto hits = [](const char* typed, const char* name) {
        return PaletteQuery(QString::fromUtf8(typed)).match({.text = QString::fromUtf8(name)}).has_value();
    };
    CHECK_FALSE(hits("tens", "Full attention masks"));
    CHECK_FALSE(hits("hitman", "Switch attention masks"));
    CHECK(hits("sdp", "Scaled dot product"));
    CHECK(hits("heatmp", "Heatmap"));
    CHECK(hits("map", "Heatmap"));
}
