#include "core/analysis/token_groups.h"
#include "tests/support/catch.h"

#include <array>
#include <string>
#include <vector>

using namespace headlight;

namespace {

/// Successive pieces of a text; "_" before a piece means a space (shown as "␣" in its label if `marks`).
/// "[…]" is a special token, which has no range in the text.
std::vector<TokenLabel> pieces(const std::vector<std::string>& texts, bool marks)
{
    std::vector<TokenLabel> tokens;
    std::int32_t place = 0;
    for (std::string text : texts) {
        TokenLabel token;
        token.special = text.size() > 2 && text.front() == '[';
        if (text.front() == '_') {
            text.erase(0, 1);
            ++place;
            token.text = marks ? "␣" : "";
        }
        token.text += text;
        if (!token.special) {
            std::int32_t length = 0;
            for (const char c : text)
                length += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
            if (text.starts_with("##"))
                length -= 2;
            token.rangeBegin = place;
            token.rangeEnd = place += length;
        }
        tokens.push_back(token);
    }
    return tokens;
}

std::vector<std::string> words(const std::vector<TokenLabel>& tokens)
{
    const TokenGroups groups = wordGroups(tokens, static_cast<Index>(tokens.size()));
    const TokenAxis labels = groupLabels(tokens, groups);
    std::vector<std::string> texts;
    for (const TokenLabel& label : *labels)
        texts.push_back(label.text);
    return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("token groups: pieces become words in every kind of vocabulary", "[analysis]")
{
    CHECK(words(pieces({"[CLS]", "play", "##ing", "_well", ".", "[SEP]"}, false))
          == Texts{"[CLS]", "playing", "well", ".", "[SEP]"});
    CHECK(words(pieces({"Th", "ere", "_is", "_un", "believ", "able", "!", "!"}, true))
          == Texts{"There", "␣is", "␣unbelievable", "!", "!"});
    CHECK(words(pieces({"don", "'t", "_can", "'", "t", "_'", "so", "'"}, true))
          == Texts{"don't", "␣can't", "␣'", "so", "'"});
    CHECK(words(pieces({"3", ".", "14", "15"}, true)) == Texts{"3", ".", "1415"});
}

TEST_CASE("token groups: scripts without spaces stay apart, bytes of one character come together",
          "[analysis]")
{
    CHECK(words(pieces({"日", "本", "語"}, true)) == Texts{"日", "本", "語"});
    std::vector<TokenLabel> bytes = pieces({"_a", "<0xF0>", "<0x9F>", "<0x99>", "<0x82>"}, true);
    for (std::size_t i = 1; i < bytes.size(); ++i) {
        bytes[i].rangeBegin = 2; // all belong to the same character
        bytes[i].rangeEnd = 3;
    }
    const TokenGroups groups = wordGroups(bytes, 5);
    CHECK(groups == TokenGroups({0, 1}, 5));
    CHECK((*groupLabels(bytes, groups))[1].rangeEnd == 3);
    CHECK((*groupLabels(bytes, groups))[1].text == "🙂"); // the character, not its bytes
    bytes.pop_back();
    CHECK(words(bytes) == Texts{"␣a", "<0xF0><0x9F><0x99>"}); // only a part of it
}

TEST_CASE("token groups: signs that a reader takes for one are one word", "[analysis]")
{
    CHECK(words(pieces({"_👨", "\u200D", "👩", "\u200D", "👧", "_👍", "🏽"}, true))
          == Texts{"␣👨\u200D👩\u200D👧", "␣👍🏽"});
    // Flags are pairs of letters.
    CHECK(words(pieces({"🇫", "🇷", "🇩", "🇪", "!"}, true)) == Texts{"🇫🇷", "🇩🇪", "!"});
    CHECK(words(pieces({"❤", "\uFE0F", "❤"}, true)) == Texts{"❤\uFE0F", "❤"});
    // A space separates.
    CHECK(words(pieces({"👨", "_\u200D"}, true)).size() == 2);
    // Bytes of several characters that form one sign: a face, a joiner and a face.
    std::vector<TokenLabel> bytes
        = pieces({"<0xF0>", "<0x9F>", "<0x91>", "<0xA8>", "<0xE2>", "<0x80>", "<0x8D>", "<0xF0>", "<0x9F>",
                  "<0x91>", "<0xA9>", "_<0xC3>", "<0xA9>"},
                 true);
    constexpr std::array<std::int32_t, 13> kCharacter{0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 4, 4};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i].rangeBegin = kCharacter.at(i);
        bytes[i].rangeEnd = kCharacter.at(i) + 1;
    }
    bytes[11].text = "<0xC3>";
    CHECK(words(bytes) == Texts{"👨\u200D👩", "é"});
    // A letter made of bytes continues the word.
    std::vector<TokenLabel> letter = pieces({"_caf", "<0xC3>", "<0xA9>", "s"}, true);
    for (std::size_t i = 1; i < letter.size(); ++i) {
        letter[i].rangeBegin = i == 3 ? 5 : 4;
        letter[i].rangeEnd = letter[i].rangeBegin + 1;
    }
    CHECK(words(letter) == Texts{"␣cafés"});
}

TEST_CASE("token groups: tokens that were never typed go by their marks", "[analysis]")
{
    std::vector<TokenLabel> made;
    for (const char* text : {"␣Le", "␣ch", "at", "."})
        made.push_back({0, text});
    CHECK(words(made) == Texts{"␣Le", "␣chat", "."});
    // Without a tokenizer, tokens are ids, which are not words.
    std::vector<TokenLabel> ids;
    for (const char* text : {"10", "11", "12"})
        ids.push_back({0, text});
    CHECK(words(ids) == Texts{"10", "11", "12"});
}

TEST_CASE("token groups: tokens and groups find one another", "[analysis]")
{
    const TokenGroups groups({0, 2, 3}, 6);
    CHECK(groups.groups() == 3);
    for (Index token = 0; token < 6; ++token) {
        const Index group = groups.groupOf(token);
        CHECK(groups.begin(group) <= token);
        CHECK(token < groups.end(group));
    }
    CHECK(wordGroups({}, 3).groups() == 3); // without labels every token is its own group
    CHECK(wordGroups({}, 0).groups() == 0);
    CHECK(groupLabels({}, groups) == nullptr);
    std::vector<TokenLabel> pair = pieces({"a", "b"}, true);
    pair[1].segment = 1;
    CHECK(wordGroups(pair, 2).groups() == 2);
}
