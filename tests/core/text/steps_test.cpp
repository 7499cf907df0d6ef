#include "core/text/steps/pattern.h"
#include "core/text/unicode.h"
#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"

using namespace headlight;
using namespace headlight::test;
using namespace std::string_view_literals;

namespace {

std::string normalized(const std::string& normalizer, std::string_view text)
{
    return shownWords(normalizer, R"({"type":"FixedLength","length":1})", text);
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("normalizers: ranges follow the characters through Unicode's forms", "[text]")
{
    CHECK(normalized(R"({"type":"NFC"})", "e\u0301x") == "\u00e9@0-1 x@2-3");
    CHECK(normalized(R"({"type":"NFD"})", "\u00e9x") == "e@0-1 \u0301@0-1 x@1-2");
    CHECK(normalized(R"({"type":"NFKC"})", "\ufb01x") == "f@0-1 i@0-1 x@1-2");
    CHECK(normalized(R"({"type":"NFKD"})", "\u00bdx") == "1@0-1 \u2044@0-1 2@0-1 x@1-2");
    // Marks are put into canonical order (UAX #15): the mark below the letter comes first.
    CHECK(normalized(R"({"type":"NFD"})", "a\u0301\u0323") == "a@0-1 \u0323@1-2 \u0301@2-3");
    CHECK(normalized(R"({"type":"NFC"})", "\u1112\u1161\u11ab") == "\ud55c@0-1");
}

TEST_CASE("normalizers: single steps", "[text]")
{
    CHECK(normalized(R"({"type":"Lowercase"})", "A\u0130\u00dfZ")
          == "a@0-1 i@1-2 \u0307@1-2 \u00df@2-3 z@3-4");
    CHECK(normalized(R"({"type":"StripAccents"})", "e\u0301x") == "e@0-1 x@2-3");
    CHECK(normalized(R"({"type":"Strip","strip_left":true,"strip_right":false})", "\t a ") == "a@2-3  @3-4");
    CHECK(normalized(R"({"type":"Strip","strip_left":true,"strip_right":true})", " \u00a0 ").empty());
    CHECK(normalized(R"({"type":"Prepend","prepend":"_+"})", "ab") == "_@0-1 +@0-1 a@0-1 b@1-2");
    CHECK(normalized(R"({"type":"Prepend","prepend":"_"})", "").empty());
    CHECK(normalized(R"({"type":"Replace","pattern":{"String":"ab"},"content":"xyz"})", "cabd")
          == "c@0-1 x@2-3 y@2-3 z@2-3 d@3-4");
    CHECK(normalized(R"({"type":"Replace","pattern":{"Regex":"\\s+"},"content":" "})", "a \n b")
          == "a@0-1  @3-4 b@4-5");
    CHECK(normalized(R"({"type":"Nmt"})", "a\u0001\u200bb\u007f") == "a@0-1  @2-3 b@3-4");
    CHECK(normalized(R"({"type":"ByteLevel"})", " \u00e9") == "\u0120@0-1 \u00c3@1-2 \u00a9@1-2");
    CHECK(
        normalized(R"({"type":"Sequence","normalizers":[{"type":"NFD"},{"type":"StripAccents"}]})", "\u00e9t")
        == "e@0-1 t@1-2");
}

TEST_CASE("normalizers: BERT's", "[text]")
{
    CHECK(normalized(R"({"type":"BertNormalizer"})", "\u00c9\u0000a\t\u4e2d"sv)
          == "e@0-1 a@2-3  @3-4  @4-5 \u4e2d@4-5  @4-5");
    CHECK(normalized(R"({"type":"BertNormalizer","lowercase":false})", "\u00c9") == "\u00c9@0-1");
    CHECK(normalized(R"({"type":"BertNormalizer","lowercase":false,"strip_accents":true})", "\u00c9")
          == "E@0-1");
}

TEST_CASE("pre-tokenizers: words and their ranges", "[text]")
{
    const auto words
        = [](const std::string& step, std::string_view text) { return shownWords("null", step, text); };
    CHECK(words(R"({"type":"Whitespace"})", "Hi, you_2 !?") == "Hi@0-2 ,@2-3 you_2@4-9 !?@10-12");
    CHECK(words(R"({"type":"WhitespaceSplit"})", " a, b\u3000c ") == "a,@1-3 b@4-5 c@6-7");
    CHECK(words(R"({"type":"BertPreTokenizer"})", "a b!?") == "a@0-1 b@2-3 !@3-4 ?@4-5");
    CHECK(words(R"({"type":"Punctuation"})", "a--b") == "a@0-1 -@1-2 -@2-3 b@3-4");
    CHECK(words(R"({"type":"Punctuation","behavior":"Contiguous"})", "a--b") == "a@0-1 --@1-3 b@3-4");
    CHECK(words(R"({"type":"Punctuation","behavior":"Removed"})", "a--b") == "a@0-1 b@3-4");
    CHECK(words(R"({"type":"Punctuation","behavior":"MergedWithPrevious"})", "a--b") == "a-@0-2 -@2-3 b@3-4");
    CHECK(words(R"({"type":"Punctuation","behavior":"MergedWithNext"})", "a--b") == "a@0-1 -@1-2 -b@2-4");
    CHECK(words(R"({"type":"Digits","individual_digits":true})", "a12") == "a@0-1 1@1-2 2@2-3");
    CHECK(words(R"({"type":"Digits","individual_digits":false})", "a12b") == "a@0-1 12@1-3 b@3-4");
    CHECK(words(R"({"type":"CharDelimiterSplit","delimiter":"-"})", "a-b-") == "a@0-1 b@2-3");
    CHECK(words(R"({"type":"FixedLength","length":2})", "abc") == "ab@0-2 c@2-3");
    CHECK(words(R"({"type":"UnicodeScripts"})", " ab \u3042\u4e00c") == "ab @1-4 \u3042\u4e00@4-6 c@6-7");
    CHECK(words(R"({"type":"Metaspace","replacement":"\u2581"})", "a b") == "\u2581a@0-1 \u2581b@1-3");
    CHECK(words(R"({"type":"Metaspace","replacement":"\u2581","prepend_scheme":"never"})", "a  b")
          == "a@0-1 \u2581@1-2 \u2581b@2-4");
    CHECK(words(R"({"type":"Metaspace","replacement":"\u2581","split":false})", "a b")
          == "\u2581a\u2581b@0-3");
    CHECK(words(R"({"type":"ByteLevel","add_prefix_space":true})", "a b's")
          == "\u0120a@0-1 \u0120b@1-3 's@3-5");
    CHECK(words(R"({"type":"ByteLevel","add_prefix_space":false})", "a   b")
          == "a@0-1 \u0120\u0120@1-3 \u0120b@3-5");
    CHECK(words(R"({"type":"Split","pattern":{"String":"b"},"behavior":"Isolated","invert":false})", "abc")
          == "a@0-1 b@1-2 c@2-3");
    CHECK(
        words(R"({"type":"Split","pattern":{"Regex":"[a-c]+"},"behavior":"Removed","invert":true})", "ab cd")
        == "ab@0-2 c@3-4");
}

TEST_CASE("patterns: Oniguruma's dialect for ICU", "[text]")
{
    const auto matches = [](const std::string& expression, std::u32string_view text) -> std::string {
        const Result<Pattern> pattern = Pattern::regex(expression);
        if (!pattern)
            return pattern.error().message;
        std::vector<Span> found;
        if (const Result<void> done = Pattern::Search(*pattern, text.size()).findAll(text, found); !done)
            return done.error().message;
        std::string out;
        for (const Span& span : found)
            out += (out.empty() ? "" : " ") + std::to_string(span.begin) + "-" + std::to_string(span.end);
        return out;
    };
    CHECK(matches(R"(\p{N}{1,3})", U"12345") == "0-3 3-5");
    CHECK(matches(R"((?i:'s|'T))", U"'S't'\u017f") == "0-2 2-4 4-6");
    CHECK(matches(R"([^\r\n\p{L}\p{N}]?\p{L}+)", U"-ab c") == "0-3 3-5");
    CHECK(matches(R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~]+)", U"a-{b}]") == "1-3 4-6");
    CHECK(matches(R"([a\-c]+)", U"a-bc") == "0-2 3-4");
    CHECK(matches(R"([\w-]+)", U"a-b \u200d") == "0-3");
    CHECK(matches(R"(\h+)", U"fFg") == "0-2");
    CHECK(matches(R"(\R)", U"a\r\nb\n\r\v\f\u0085\u2028c") == "1-3 4-5 5-6 6-7 7-8 8-9 9-10");
    CHECK(matches(R"(\R\n)", U"\r\n").empty()); // \R gives nothing back
    CHECK(matches(R"(\bab\b)", U"ab cab ab") == "0-2 7-9");
    CHECK(matches(R"(a{,2}b)", U"aab") == "0-3");
    CHECK(matches(R"([[:alpha:]]+)", U"ab1") == "0-2");
    // The members of Oniguruma's classes, as tokenizers 0.23.2 has them.
    CHECK(matches(R"(\w+)", U"a\u00bd\u00b2b\u2460") == "0-4");
    CHECK(matches(R"([\w]+)", U"a\u00bd\u00b2b") == "0-1 3-4");
    CHECK(matches(R"(\W+)", U"a\u00bd+\u2460") == "2-4");
    CHECK(matches(R"([^\w]+)", U"a\u00bd+b") == "1-3");
    CHECK(matches(R"(\b.)", U"a\u00bd +\u00b9") == "0-1 2-3 4-5");
    CHECK(matches(R"(\B.)", U"a\u00bd+") == "1-2");
    CHECK(matches(R"([[:punct:]]+)", U"a$+=<>^`|~!.\u20ac\u00bd") == "1-13");
    CHECK(matches(R"([^[:punct:]]+)", U"$a\u00bd=") == "1-3");
    CHECK(matches(R"([[:^punct:]]+)", U"$a=") == "1-2");
    CHECK(matches(R"([[:word:]-]+)", U"a-\u00bd") == "0-2");
    CHECK(matches(R"([[:xdigit:]]+)", U"fF9\u0669g") == "0-3");
    CHECK(matches(R"(\H+)", U"fgh1") == "1-3");
    CHECK(matches(R"([a-z&&[^b]]+)", U"abc") == "0-1 2-3");
    CHECK(matches(R"(\p{^L}+)", U"a12") == "1-3");
    CHECK(matches(R"(\p{Word}+)", U"a\u00bd\u200d") == "0-2");
    CHECK(matches(R"([\p{word}]+)", U"a\u00bd\u200d") == "0-1");
    CHECK(matches(R"(\P{Word}+)", U"a\u00bd\u200d") == "2-3");
    CHECK(matches(R"(\p{XDigit}+)", U"fF9\u0669g") == "0-3");
    CHECK(matches(R"(\p{PosixPunct}+)", U"a$.") == "1-3");
    CHECK(matches(R"({)", U"a{") == "1-2");
    // Characters outside the BMP count as one.
    CHECK(matches(R"(b)", U"\U0001f600b\U0001f600b") == "1-2 3-4");
    CHECK(contains(matches(R"((a)\1)", U"aa"), "\\1"));
    CHECK(contains(matches(R"(a{1,2}+)", U"aa"), "{n,m}+"));
    CHECK(contains(matches(R"((?m:.))", U"aa"), "(?m:"));
    CHECK(contains(matches(R"([a)", U"aa"), "set without end"));
    CHECK(contains(matches(R"((a)", U"aa"), "not valid"));
    CHECK(contains(matches(R"((a+)+b)", std::u32string(40, U'a')), "takes too long"));
}

TEST_CASE("decoders: single steps", "[text]")
{
    const auto decoded = [](const std::string& decoder, const std::vector<std::string>& pieces) {
        TokenizerText text;
        std::string vocabulary;
        std::vector<TokenId> ids;
        for (const std::string& piece : pieces) {
            vocabulary += (ids.empty() ? "\"" : ",\"") + piece + "\":" + std::to_string(ids.size());
            ids.push_back(static_cast<TokenId>(ids.size()));
        }
        text.model = R"({"type":"WordLevel","unk_token":"","vocab":{)" + vocabulary + "}}";
        text.decoder = decoder;
        return text.parse().value()->decode(ids, false);
    };
    CHECK(decoded("null", {"a", "b"}) == "a b");
    CHECK(decoded(R"({"type":"ByteLevel"})", {"\u0120a", "\u00c3", "\u00a9", "\u00e2\u0124", "\u4e2d"})
          == " a\u00e9\ufffd\u4e2d");
    CHECK(decoded(R"({"type":"WordPiece","prefix":"##","cleanup":true})", {"do", "n", "##ot", ",", "x"})
          == "do not, x");
    CHECK(decoded(R"({"type":"Metaspace","replacement":"\u2581"})", {"\u2581a", "b\u2581", "\u2581c"})
          == "ab  c");
    CHECK(decoded(R"({"type":"Metaspace","replacement":"\u2581","prepend_scheme":"never"})", {"\u2581a"})
          == " a");
    CHECK(decoded(R"({"type":"BPEDecoder","suffix":"</w>"})", {"a", "b</w>", "c</w>"}) == "ab c");
    CHECK(decoded(R"({"type":"ByteFallback"})", {"<0xC3>", "<0xA9>", "x", "<0xE2>", "<0xZZ>"})
          == "\u00e9x\ufffd<0xZZ>");
    CHECK(decoded(R"({"type":"CTC","pad_token":"<pad>","word_delimiter_token":"|","cleanup":true})",
                  {"a", "<pad>", "|", "b"})
          == "a b");
    CHECK(decoded(R"({"type":"Sequence","decoders":[{"type":"Replace","pattern":{"String":"_"},"content":" "},
                   {"type":"Fuse"},{"type":"Strip","content":" ","start":1,"stop":0}]})",
                  {"__a", "_"})
          == " a ");
    CHECK(decoded(R"({"type":"Strip","content":"x","start":1,"stop":2})", {"xxaxxx", "x"}) == "xax");
}

TEST_CASE("unicode: faulty bytes count one each", "[text]")
{
    CHECK(codePointCount("a\xff\xc3\xa9\xe2\x82") == 5);
    CHECK(decodeUtf8("\xed\xa0\x80") == U"\ufffd\ufffd\ufffd");
    CHECK(replaceInvalidUtf8("a\xe2\x82z\xff") == "a\ufffdz\ufffd");
    CHECK(byteOffsetsOfCodePoints("a\xc3\xa9\xffz") == std::vector<std::size_t>{0, 1, 3, 4, 5});
    CHECK(byteOffsetsOfCodePoints("") == std::vector<std::size_t>{0});
}

TEST_CASE("unicode: grapheme clusters", "[text]")
{
    const auto ends = [](std::u32string_view text) {
        std::vector<std::size_t> all;
        for (std::size_t at = 0; at < text.size();)
            all.push_back(at = graphemeEnd(text, at));
        return all;
    };
    using Ends = std::vector<std::size_t>;
    CHECK(ends(U"ab\r\nc") == Ends{1, 2, 4, 5});
    CHECK(ends(U"e\u0301\u0301x") == Ends{3, 4});
    CHECK(ends(U"\U0001f1e6\U0001f1e7\U0001f1e8") == Ends{2, 3});
    CHECK(ends(U"\U0001f469\u200d\U0001f467a\u200d\U0001f467") == Ends{3, 5, 6});
    CHECK(ends(U"\u1100\u1161\u11a8\u1100") == Ends{3, 4});
}
