#include "core/text/tokenizer_json.h"
#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"

#include <ctime>
#include <sys/resource.h>

using namespace headlight;
using namespace headlight::test;

namespace {

bool includes(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

std::string many(std::size_t count, const std::string& text)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
        all += text;
    return all;
}

/// A sequence of `count` equal steps.
std::string sequence(const std::string& name, std::size_t count, const std::string& step)
{
    return R"({"type":"Sequence",")" + name + R"(":[)" + many(count - 1, step + ",") + step + "]}";
}

std::string replaceStep(const std::string& pattern, const std::string& content)
{
    return R"({"type":"Replace","pattern":)" + pattern + R"(,"content":")" + content + "\"}";
}

/// CPU seconds of this thread, so that a busy machine does not fail the test.
double seconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The tokenizer's answer for a text; also checks that it took neither long nor much memory.
std::string refusal(const TokenizerText& text, std::string_view input)
{
    rusage before{};
    ::getrusage(RUSAGE_SELF, &before);
    const double begin = seconds();
    std::string said = shownEncoding(text, input);
    CHECK(seconds() - begin < 10.0); // with sanitizers; without them about a tenth of that
    rusage after{};
    ::getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < 700'000); // kilobytes
    return said.substr(0, 400);
}

} // namespace

TEST_CASE("hostile tokenizer.json: replacements that double a text thirty times", "[text][faults]")
{
    TokenizerText text;
    text.normalizer = sequence("normalizers", 30, replaceStep(R"({"String":"a"})", "aa"));
    const std::string said = refusal(text, "aaaaaaaaaa");
    CHECK(includes(said, "normalizer.normalizers[12]: this step makes a text of 10 characters too long"));
    CHECK(includes(said, "expected at most 65856 (32 for each and 65536)"));
    // Below the limit, all steps are carried out.
    text.normalizer = sequence("normalizers", 5, replaceStep(R"({"String":"a"})", "aa"));
    CHECK(refusal(text, "aaaaaaaaaa") == "<unk>@0-10");
}

TEST_CASE("hostile tokenizer.json: a thousand characters for one, five times", "[text][faults]")
{
    TokenizerText text;
    text.normalizer = sequence("normalizers", 5, replaceStep(R"({"String":"a"})", many(1000, "a")));
    CHECK(includes(refusal(text, "aaaaaaaaaa"), "normalizer.normalizers[1]: this step makes"));
}

TEST_CASE("hostile tokenizer.json: an empty regular expression with long content", "[text][faults]")
{
    TokenizerText text;
    text.normalizer = replaceStep(R"({"Regex":""})", many(1'000'000, "x"));
    CHECK(includes(refusal(text, many(10'000, "abc ")), "normalizer: this step makes a text of 40000"));
}

TEST_CASE("hostile tokenizer.json: a template with very many ids", "[text][faults]")
{
    TokenizerText text;
    const auto templateWith = [](std::size_t ids, std::size_t parts) {
        const std::string part = R"({"SpecialToken":{"id":"X","type_id":0}})";
        return R"({"type":"TemplateProcessing","single":[)" + many(parts - 1, part + ",") + part
            + R"(],"pair":[],"special_tokens":{"X":{"id":"X","ids":[)" + many(ids - 1, "0,")
            + R"(0],"tokens":[)" + many(ids - 1, R"("<unk>",)") + R"("<unk>"]}}})";
    };
    text.postProcessor = templateWith(20'000, 10'000);
    CHECK(includes(refusal(text, "a"),
                   "post_processor.special_tokens.X.ids: found 20000 ids, expected at most 1024"));
    text.postProcessor = templateWith(1000, 64);
    CHECK(includes(refusal(text, "a"), "post_processor.single: found more than 64 parts or 1024 tokens"));
    text.postProcessor = templateWith(1, 3);
    CHECK(refusal(text, "a") == "<unk>@0-0 <unk>@0-0 <unk>@0-0");
}

TEST_CASE("hostile tokenizer.json: a prefix of a hundred thousand characters", "[text][faults]")
{
    // Every added token gets the prefix, too, so that all of them match the beginning of the text wherever
    // they are searched for.
    TokenizerText text;
    text.normalizer = R"({"type":"Prepend","prepend":")" + many(100'000, "a") + "\"}";
    text.addedTokens = R"([{"id":1,"content":"<m>","normalized":true}])";
    CHECK(includes(refusal(text, "aaaaaaaaaa"), "added_tokens[0]: normalizer: this step makes a text of 3"));
    text.addedTokens = "[]";
    CHECK(includes(refusal(text, "aaaaaaaaaa"), "normalizer: this step makes a text of 10"));
    // Only the prefix, below the limit of growth.
    text.addedTokens = R"([{"id":1,"content":")" + many(100'000, "a") + R"(b","normalized":false}])";
    text.normalizer = "null";
    CHECK(includes(refusal(text, many(100'000, "a")), "added_tokens: this step takes too much work"));
}

TEST_CASE("hostile tokenizer.json: steps without end", "[text][faults]")
{
    TokenizerText text;
    text.normalizer = sequence("normalizers", 20'000, R"({"type":"NFC"})");
    CHECK(includes(refusal(text, many(1000, "a")), "this step takes too much work on a text of 1000"));
    text.normalizer = "null";
    text.preTokenizer = sequence("pretokenizers", 20'000, R"({"type":"Whitespace"})");
    CHECK(includes(refusal(text, many(1000, "a")), "pre_tokenizer.pretokenizers["));
    text.preTokenizer = sequence("pretokenizers", 30, R"({"type":"ByteLevel","add_prefix_space":false})");
    CHECK(includes(refusal(text, many(1000, "\u00e9")), "pre_tokenizer.pretokenizers["));
    text.preTokenizer = "null";
    text.decoder = sequence("decoders", 2, replaceStep(R"({"String":"a"})", many(60, "a")));
    CHECK(includes(refusal(text, "a"), "decoder: its replacements make a text more than 64 times as long"));
    text.decoder = sequence("decoders", 65, R"({"type":"Fuse"})");
    CHECK(includes(refusal(text, "a"), "decoder: found 65 steps, expected at most 64"));
}

TEST_CASE("hostile tokenizer.json: pieces of many bytes that are nearly there", "[text][faults]")
{
    const std::string almost = many(15'000, "a") + "b";
    TokenizerText text;
    text.model = R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["a",-1],[")" + almost + "\",-1]]}";
    CHECK(includes(refusal(text, many(20'000, "a")), "model.vocab: splitting a word of 20000 bytes"));
    text.model = R"({"type":"WordPiece","unk_token":"a","max_input_chars_per_word":1000000,
        "vocab":{"a":0,"##a":1,"##)"
        + almost + "\":2}}";
    CHECK(includes(refusal(text, many(20'000, "a")), "model.vocab: splitting a word of 20000 bytes"));
    text.model
        = R"({"type":"BPE","vocab":{"a":0},"merges":[],"continuing_subword_prefix":")" + almost + "\"}";
    CHECK(includes(refusal(text, "a"),
                   "model.continuing_subword_prefix: found 15001 bytes, expected at most 64"));
}

TEST_CASE("hostile regular expressions: limited in steps, time and stack", "[text][faults]")
{
    TokenizerText text;
    const auto split = [](const std::string& expression) {
        return R"({"type":"Split","pattern":{"Regex":")" + expression
            + R"("},"behavior":"Isolated","invert":false})";
    };
    const std::string letters = many(200'000, "a");
    // Exponential; quadratic with and without backtracking; a stack entry for every character.
    for (const std::string expression : {"(a+)+b", "a*b", "a*+b", "(?:a|aa)*b"}) {
        INFO(expression);
        text.preTokenizer = sequence("pretokenizers", 1, split(expression));
        const std::string said = refusal(text, letters);
        CHECK(includes(
            said, "tokenizer.json: pre_tokenizer.pretokenizers[0]: the regular expression \"" + expression));
        CHECK(includes(said, "on a text of 200000 characters"));
    }
    // A large number of short texts counts as one search.
    const std::string attack = split("(?:a+)+b");
    text.preTokenizer = R"({"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},)" + attack + "]}";
    CHECK(includes(refusal(text, many(20'000, many(20, "a") + " ")),
                   "pre_tokenizer.pretokenizers[1]: the regular"));
    // The error does not repeat a long expression in full.
    text.preTokenizer = split("(a)\\\\1" + many(100'000, "x"));
    CHECK(refusal(text, "a").size() < 400);
    text.preTokenizer = R"({"type":"Split","pattern":{"String":"b"},"behavior":"Isolated","invert":false})";
    CHECK(refusal(text, "abc") == "<unk>@0-1 <unk>@1-2 <unk>@2-3");
}

TEST_CASE("a text of 131,072 tokens passes every limit", "[text][faults]")
{
    const std::string words = many(131'072, " word") + many(20'000, "\n \t") + many(30'000, "\u4e2d7 ")
        + std::string(100'000, ' ') + many(20'000, "\u0e2a\u0e27\u0e31\u0e2a don't ");
    for (const std::string name : {"gpt2", "bert-uncased"}) {
        const auto tokenizers = loadTokenizers(testTokenizers() / name);
        REQUIRE(tokenizers);
        const auto tokens = tokenizers->source->encode(words, {}, {});
        INFO((tokens ? "" : tokens.error().describe()));
        REQUIRE(tokens);
        CHECK(tokens->size() > 131'072);
    }
    // The character with the longest Unicode decomposition: 18 characters, 33 bytes.
    TokenizerText text;
    text.normalizer = R"({"type":"NFKD"})";
    const auto parsed = text.parse();
    REQUIRE(parsed);
    CHECK((*parsed)->encode(many(50'000, "\uFDFA"), {}, {}));
    // The expression of current models, with possessive loops.
    text.normalizer = "null";
    text.preTokenizer
        = R"({"type":"Split","behavior":"Isolated","invert":false,"pattern":{"Regex":"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"}})";
    const auto current = text.parse();
    REQUIRE(current);
    const auto tokens = (*current)->encode(words, {}, {});
    INFO((tokens ? "" : tokens.error().describe()));
    REQUIRE(tokens);
    CHECK(tokens->size() > 131'072);
}
