#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"

#include <array>
#include <cstdio>

using namespace headlight;
using namespace headlight::test;

namespace {

TokenizerText withModel(const std::string& model)
{
    TokenizerText text;
    text.model = model;
    return text;
}

const std::string kLetters = R"({"<unk>":0,"a":1,"b":2,"c":3,"ab":4,"bc":5,"abc":6})";

std::string bpe(const std::string& merges, const std::string& more = "")
{
    return R"({"type":"BPE","vocab":)" + kLetters + R"(,"merges":)" + merges + more + "}";
}

} // namespace

TEST_CASE("BPE: the first learned merge goes first", "[text]")
{
    CHECK(shownEncoding(withModel(bpe(R"(["a b","b c"])")), "abc") == "ab@0-2 c@2-3");
    CHECK(shownEncoding(withModel(bpe(R"(["b c","a b"])")), "abc") == "a@0-1 bc@1-3");
    CHECK(shownEncoding(withModel(bpe(R"([["b","c"],["a","bc"]])")), "abcab") == "abc@0-3 a@3-4 b@4-5");
}

TEST_CASE("BPE: unknown characters", "[text]")
{
    const std::string merges = R"(["a b"])";
    // Without an unknown token they disappear, and the rest may merge, as in Hugging Face's library.
    CHECK(shownEncoding(withModel(bpe(merges)), "axxb") == "ab@0-2");
    CHECK(shownEncoding(withModel(bpe(merges, R"(,"unk_token":"<unk>")")), "axxb")
          == "a@0-1 <unk>@1-2 <unk>@2-3 b@3-4");
    CHECK(shownEncoding(withModel(bpe(merges, R"(,"unk_token":"<unk>","fuse_unk":true)")), "axxb")
          == "a@0-1 <unk>@1-3 b@3-4");
    CHECK(shownEncoding(withModel(bpe(merges, R"(,"unk_token":"?")")), "x").find("\"?\"")
          != std::string::npos);
    const TokenizerText bytes = withModel(
        R"({"type":"BPE","vocab":{"<unk>":0,"a":1,"<0xC3>":2,"<0xA9>":3},"merges":[],"unk_token":"<unk>","byte_fallback":true})");
    CHECK(shownEncoding(bytes, "a\u00e9\u00e8") == "a@0-1 <0xC3>@1-2 <0xA9>@1-2 <unk>@2-3");
}

TEST_CASE("BPE: affixes, and words that need no merges", "[text]")
{
    const TokenizerText suffix = withModel(
        R"({"type":"BPE","vocab":{"a":0,"b":1,"b</w>":2,"ab</w>":3},"merges":["a b</w>"],"end_of_word_suffix":"</w>"})");
    CHECK(shownEncoding(suffix, "ab") == "ab</w>@0-2");
    const TokenizerText prefix = withModel(
        R"({"type":"BPE","vocab":{"a":0,"##b":1,"ab":2},"merges":["a ##b"],"continuing_subword_prefix":"##"})");
    CHECK(shownEncoding(prefix, "ab") == "ab@0-2");
    CHECK(shownEncoding(withModel(bpe("[]", R"(,"ignore_merges":true)")), "abc") == "abc@0-3");
    CHECK(shownEncoding(withModel(bpe("[]")), "abc") == "a@0-1 b@1-2 c@2-3");
}

TEST_CASE("BPE: the bytes of an unknown character include those of its marks", "[text]")
{
    std::string vocabulary = R"("a":0,"##b":1,"b</w>":2,"##b</w>":3)";
    for (int byte = 0, id = 4; byte < 256; ++byte, ++id) {
        std::array<char, 8> name{};
        std::snprintf(name.data(), name.size(), "<0x%02X>", static_cast<unsigned>(byte));
        vocabulary += ",\"" + std::string(name.data()) + "\":" + std::to_string(id);
    }
    const auto with = [&](const std::string& marks) {
        return withModel(R"({"type":"BPE","merges":[],"byte_fallback":true,"vocab":{)" + vocabulary + "},"
                         + marks + "}");
    };
    const TokenizerText prefix = with(R"("continuing_subword_prefix":"##")");
    CHECK(shownEncoding(prefix, "a\u00e9b") == "a@0-1 <0x23>@1-1 <0x23>@1-1 <0xC3>@1-2 <0xA9>@1-2 ##b@2-3");
    CHECK(shownEncoding(prefix, "\u00e9") == "<0xC3>@0-1 <0xA9>@0-1");
    const TokenizerText suffix = with(R"("end_of_word_suffix":"</w>")");
    CHECK(shownEncoding(suffix, "a\u00e9")
          == "a@0-1 <0xC3>@1-2 <0xA9>@1-2 <0x3C>@2-2 <0x2F>@2-2 <0x77>@2-2 <0x3E>@2-2");
    const TokenizerText both = with(R"("continuing_subword_prefix":"##","end_of_word_suffix":"</w>")");
    CHECK(shownEncoding(both, "\u00e9b") == "<0xC3>@0-1 <0xA9>@0-1 ##b</w>@1-2");
    // A long mark at each of many unknown characters ends with a message.
    const TokenizerText longMark = with(R"("continuing_subword_prefix":")" + std::string(60, 'x') + "\"");
    CHECK(shownEncoding(longMark, std::string(20'000, 'c')).find("too much work") != std::string::npos);
}

TEST_CASE("tokenizer.json: unused ids, and added tokens that the vocabulary has", "[text]")
{
    TokenizerText text
        = withModel(R"({"type":"WordLevel","vocab":{"<unk>":0,"a":1,"<s>":509},"unk_token":"<unk>"})");
    text.preTokenizer = R"({"type":"WhitespaceSplit"})";
    text.addedTokens
        = R"([{"id":2,"content":"<s>","special":true},{"id":600,"content":"<e>","special":true}])";
    const auto tokenizer = text.parse().value();
    CHECK(tokenizer->idOf("<s>") == 509); // as Hugging Face's library, which warns of the other id
    CHECK(tokenizer->isSpecial(509));
    CHECK(tokenizer->encode("a<s>", {}, {}).value().back().id == 509);
    CHECK(tokenizer->encode("<e>", {}, {}).value().back().id == 600);
    CHECK(tokenizer->vocabularySize() == 601);
    CHECK(tokenizer->piece(300).empty());
    CHECK(tokenizer->display(300) == "300");
    CHECK(tokenizer->decode(std::vector<TokenId>{1, 300, 1}, false) == "a a");
}

TEST_CASE("WordPiece: the longest piece first, or the unknown token", "[text]")
{
    TokenizerText text = withModel(
        R"({"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":6,
            "vocab":{"[UNK]":0,"un":1,"##aff":2,"##able":3,"##a":4,"u":5}})");
    text.preTokenizer = R"({"type":"WhitespaceSplit"})";
    CHECK(shownEncoding(text, "unaff una") == "un@0-2 ##aff@2-5 un@6-8 ##a@8-9");
    CHECK(shownEncoding(text, "unx unaaffa") == "[UNK]@0-3 [UNK]@4-11");
}

TEST_CASE("Unigram: the best sum of scores", "[text]")
{
    const std::string vocabulary = R"([["<unk>",0],["a",-1],["b",-1],["ab",-1.5],["ba",-3],["aba",-4]])";
    const TokenizerText text = withModel(R"({"type":"Unigram","unk_id":0,"vocab":)" + vocabulary + "}");
    CHECK(shownEncoding(text, "abab") == "ab@0-2 ab@2-4");
    CHECK(shownEncoding(text, "aba") == "ab@0-2 a@2-3");
    CHECK(shownEncoding(text, "axyb") == "a@0-1 <unk>@1-3 b@3-4");
    const TokenizerText none = withModel(R"({"type":"Unigram","unk_id":null,"vocab":[["a",-1]]})");
    CHECK(shownEncoding(none, "b").find("no unknown token") != std::string::npos);
}

TEST_CASE("Unigram: rounding decides between equal sums as in the reference", "[text]")
{
    TokenizerText text
        = withModel(R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0.0],["\u2581",-2.0122928619384766],
        ["-",-5.129043102264404],["---",-12.130167007446289],["a",-6.5]]})");
    text.preTokenizer
        = R"({"type":"Metaspace","replacement":"\u2581","prepend_scheme":"always","split":true})";
    const auto lengths = [&](const std::string& dashes) {
        std::string all;
        for (const Token& token : text.parse().value()->encode(dashes, {}, {}).value())
            all += token.id == 1 ? "_" : std::to_string(token.piece.size());
        return all;
    };
    // What tokenizers 0.23.2 gives.
    CHECK(lengths("-------") == "_331");
    CHECK(lengths("----------") == "_3313");
    CHECK(lengths(std::string(40, '-')) == "_33133333333333");
}

TEST_CASE("WordLevel: whole words", "[text]")
{
    TokenizerText text = withModel(R"({"type":"WordLevel","vocab":{"[UNK]":0,"hi":1},"unk_token":"[UNK]"})");
    text.preTokenizer = R"({"type":"Whitespace"})";
    CHECK(shownEncoding(text, "hi you") == "hi@0-2 [UNK]@3-6");
}

namespace {

/// A tokenizer of single letters with one added token.
TokenizerText withAdded(const std::string& flags)
{
    TokenizerText text = withModel(bpe("[]", R"(,"unk_token":"<unk>","fuse_unk":true)"));
    text.addedTokens = R"([{"id":7,"content":"<m>")" + flags + "}]";
    return text;
}

} // namespace

TEST_CASE("added tokens: their flags", "[text]")
{
    CHECK(shownEncoding(withAdded(R"(,"special":true)"), "a<m>b") == "a@0-1 <m>@1-4 b@4-5");
    CHECK(shownEncoding(withAdded(R"(,"single_word":true)"), "a<m>b <m> b")
          == "a@0-1 <unk>@1-4 b@4-5 <unk>@5-6 <m>@6-9 <unk>@9-10 b@10-11");
    CHECK(shownEncoding(withAdded(R"(,"lstrip":true)"), "a  <m> b") == "a@0-1 <m>@1-6 <unk>@6-7 b@7-8");
    CHECK(shownEncoding(withAdded(R"(,"rstrip":true)"), "a <m>  b") == "a@0-1 <unk>@1-2 <m>@2-7 b@7-8");
    TokenizerText upper = withAdded(R"(,"normalized":true)");
    upper.normalizer = R"({"type":"Lowercase"})";
    CHECK(shownEncoding(upper, "a<M>") == "a@0-1 <m>@1-4");
    upper.addedTokens = R"([{"id":7,"content":"<M>","normalized":false}])";
    CHECK(shownEncoding(upper, "<m><M>") == "<unk>@0-3 <M>@3-6");
}

TEST_CASE("added tokens: the longest one that starts first", "[text]")
{
    TokenizerText text = withModel(bpe("[]"));
    text.addedTokens = R"([{"id":7,"content":"xa"},{"id":8,"content":"xab"},{"id":9,"content":"bx"}])";
    CHECK(shownEncoding(text, "xabxa") == "xab@0-3 xa@3-5");
}

TEST_CASE("added tokens: one that takes the id of a piece", "[text]")
{
    TokenizerText text = withModel(R"({"type":"WordLevel","vocab":{"a":0,"?":1,"b":2},"unk_token":"?"})");
    text.preTokenizer = R"({"type":"Whitespace"})";
    text.addedTokens
        = R"([{"id":3,"content":"<s>","special":true},{"id":1,"content":"<pad>","special":true}])";
    const auto tokenizer = text.parse().value();
    // The id means the added token.
    CHECK(tokenizer->piece(1) == "<pad>");
    CHECK(tokenizer->display(1) == "<pad>");
    CHECK(tokenizer->isSpecial(1));
    CHECK(tokenizer->decode(std::vector<TokenId>{0, 1, 2}, false) == "a <pad> b");
    CHECK(tokenizer->decode(std::vector<TokenId>{0, 1, 2}, true) == "a b");
    // The model still finds its own piece in the text.
    const std::vector<Token> tokens = tokenizer->encode("a ? b <pad>", {}, {}).value();
    CHECK(shown(tokens) == "a@0-1 ?@2-3 b@4-5 <pad>@6-11");
    CHECK(tokens[1].id == 1);
    CHECK_FALSE(tokens[1].special);
    CHECK(tokens[3].id == 1);
    CHECK(tokens[3].special);
    CHECK(tokenizer->idOf("?") == 1);
    CHECK(tokenizer->idOf("<pad>") == 1);
    CHECK(tokenizer->vocabularySize() == 4);
}

TEST_CASE("the mask token: by its usual spelling where only tokenizer.json is known", "[text]")
{
    TokenizerText text = withModel(bpe("[]"));
    CHECK_FALSE(text.parse().value()->maskToken());
    text.addedTokens = R"([{"id":7,"content":"<mask>"},{"id":8,"content":"<gap>","special":true}])";
    CHECK_FALSE(text.parse().value()->maskToken()); // an ordinary word that only looks like a mask
    text.addedTokens
        = R"([{"id":7,"content":"<s>","special":true},{"id":8,"content":"[MASK]","special":true}])";
    CHECK(text.parse().value()->maskToken() == 8);
}

TEST_CASE("pieces: how they join the text before them", "[text]")
{
    const auto jointAndWord = [](const TokenizerText& text, TokenId id) {
        const auto tokenizer = text.parse().value();
        return std::pair(tokenizer->joint(id), tokenizer->word(id));
    };
    const auto expected
        = [](PieceJoint joint, const char* word) { return std::pair(joint, std::string(word)); };

    TokenizerText words
        = withModel(R"({"type":"WordPiece","vocab":{"[UNK]":0,"play":1,"@@ing":2,"##x":3},"unk_token":"[UNK]",
            "continuing_subword_prefix":"@@","max_input_chars_per_word":100})");
    words.decoder = R"({"type":"WordPiece","prefix":"@@","cleanup":true})";
    words.addedTokens = R"([{"id":4,"content":"@@new"}])";
    CHECK(jointAndWord(words, 1) == expected(PieceJoint::kAsIs, "play"));
    CHECK(jointAndWord(words, 2) == expected(PieceJoint::kJoined, "ing"));
    CHECK(jointAndWord(words, 3) == expected(PieceJoint::kAsIs, "##x"));
    CHECK(jointAndWord(words, 4) == expected(PieceJoint::kAsIs, "@@new"));

    TokenizerText bytes
        = withModel(R"({"type":"BPE","vocab":{"cat":0,"\u0120cat":1,"\u2581":2},"merges":[]})");
    bytes.decoder = R"({"type":"ByteLevel"})";
    CHECK(jointAndWord(bytes, 0) == expected(PieceJoint::kJoined, "cat"));
    CHECK(jointAndWord(bytes, 1) == expected(PieceJoint::kSpaceBefore, "cat"));

    TokenizerText spaces = withModel(
        R"({"type":"Unigram","vocab":[["<unk>",0],["cat",-1],["\u2581cat",-1],["\u0120",-1]],"unk_id":0})");
    spaces.decoder = R"({"type":"Metaspace","replacement":"\u2581","prepend_scheme":"always"})";
    CHECK(jointAndWord(spaces, 1) == expected(PieceJoint::kJoined, "cat"));
    CHECK(jointAndWord(spaces, 2) == expected(PieceJoint::kSpaceBefore, "cat"));
    CHECK(jointAndWord(spaces, 3).first == PieceJoint::kJoined); // the other alphabet's space

    const TokenizerText ends = withModel(
        R"({"type":"BPE","vocab":{"cat":0,"cat</w>":1},"merges":[],"end_of_word_suffix":"</w>"})");
    CHECK(jointAndWord(ends, 0).first == PieceJoint::kAsIs);
}

TEST_CASE("post-processors: templates, pairs and segments", "[text]")
{
    TokenizerText text = withModel(bpe("[]"));
    text.postProcessor = R"({"type":"TemplateProcessing",
        "single":[{"SpecialToken":{"id":"S","type_id":0}},{"Sequence":{"id":"A","type_id":0}}],
        "pair":[{"Sequence":{"id":"B","type_id":3}},{"SpecialToken":{"id":"S","type_id":2}},{"Sequence":{"id":"A","type_id":0}}],
        "special_tokens":{"S":{"id":"S","ids":[4,5],"tokens":["ab","bc"]}}})";
    const auto tokenizer = text.parse().value();
    CHECK(shown(tokenizer->encode("a", {}, {true}).value()) == "ab@0-0 bc@0-0 a@0-1");
    const std::vector<Token> pair = tokenizer->encode("a", "c", {true}).value();
    CHECK(shown(pair) == "c@0-1 ab@0-0 bc@0-0 a@0-1");
    CHECK(pair[0].typeId == 3);
    CHECK(pair[1].typeId == 2);
    CHECK(pair[1].special);
    CHECK_FALSE(pair[3].special);
    CHECK(shown(tokenizer->encode("a", "c", {false}).value()) == "c@0-1 a@0-1");
}

TEST_CASE("tokenizers: ids outside the vocabulary are left out", "[text]")
{
    const auto tokenizer = withAdded(R"(,"special":true)").parse().value();
    const std::vector<TokenId> ids = {1, 99, -4, 7, 2};
    CHECK(tokenizer->decode(ids, false) == "a <m> b");
    CHECK(tokenizer->decode(ids, true) == "a b");
    CHECK(tokenizer->piece(99).empty());
    CHECK(tokenizer->vocabularySize() == 8);
    CHECK(tokenizer->idOf("<m>") == 7);
    CHECK(tokenizer->idOf("zz") == std::nullopt);
    CHECK(tokenizer->isSpecial(7));
    CHECK_FALSE(tokenizer->isSpecial(1));
}

TEST_CASE("tokenizers: readable forms of pieces", "[text]")
{
    const auto gpt2 = loadTokenizers(testTokenizers() / "gpt2").value().source;
    const auto displayed = [](const Tokenizer& tokenizer, std::string_view text) {
        std::string out;
        for (const Token& token : tokenizer.encode(text, {}, {false}).value())
            out += (out.empty() ? "" : "|") + tokenizer.display(token.id);
        return out;
    };
    CHECK(displayed(*gpt2, "a b\n") == "a|␣b|⏎");
    CHECK(displayed(*gpt2, "\u4e34").find("<0xE4>") != std::string::npos);
    CHECK(gpt2->display(gpt2->idOf("<|endoftext|>").value()) == "<|endoftext|>");
    CHECK(gpt2->kind() == "byte-level BPE");
    const auto unigram = loadTokenizers(testTokenizers() / "xlmr-mini").value().source;
    CHECK(displayed(*unigram, "the") == "␣the");
    CHECK(unigram->kind() == "Unigram");
    const auto clip = loadTokenizers(testTokenizers() / "clip").value().source;
    CHECK(clip->display(clip->idOf("a</w>").value()) == "a");
    const auto bert = loadTokenizers(testTokenizers() / "bert-uncased").value().source;
    CHECK(bert->kind() == "WordPiece");
}
