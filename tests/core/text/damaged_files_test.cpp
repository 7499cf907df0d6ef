#include "core/io/mapped_file.h"
#include "core/text/models/sentencepiece_model.h"
#include "core/text/steps/charsmap.h"
#include "core/text/tokenizer_json.h"
#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"

#include <random>

using namespace headlight;
using namespace headlight::test;

namespace {

/// The error from loading a file, in one line; empty if it loads.
std::string fault(const TokenizerText& text)
{
    const auto parsed = text.parse();
    return parsed ? std::string() : parsed.error().describe();
}

std::string modelFault(const std::string& model)
{
    TokenizerText text;
    text.model = model;
    return fault(text);
}

bool says(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

std::string bpeFault(const std::string& vocabulary, const std::string& merges)
{
    return modelFault(R"({"type":"BPE","vocab":)" + vocabulary + R"(,"merges":)" + merges + "}");
}

} // namespace

TEST_CASE("damaged tokenizer.json: vocabularies", "[text]")
{
    CHECK(says(bpeFault(R"({"a":0,"b":0})", "[]"), "the id 0 stands for \"a\" and for \"b\""));
    CHECK(says(bpeFault(R"({"a":0,"a":1})", "[]"), "\"a\" occurs twice"));
    CHECK(says(bpeFault(R"({"a":2147483648})", "[]"), "2147483648"));
    CHECK(says(bpeFault(R"({"a":18446744073709551615})", "[]"), "expected a whole number"));
    CHECK(says(bpeFault(R"({"a":-1})", "[]"), "-1"));
    CHECK(says(bpeFault(R"({"a":4000000})", "[]"), "expected 0 to 3999999"));
    CHECK(says(bpeFault(R"({"a":1.5})", "[]"), "expected a whole number"));
    CHECK(says(bpeFault(R"({"a":"0"})", "[]"), "expected a whole number"));
    CHECK(bpeFault(R"({"a":0,"b":3999999})", "[]") == bpeFault(R"({"a":0})", "[]")); // ids may be unused
    CHECK(says(bpeFault("[1,2]", "[]"), "model.vocab: found [1, 2], expected an object"));
    CHECK(
        says(modelFault(R"({"type":"BPE","merges":[]})"), "model.vocab: found nothing, expected an object"));
    CHECK(says(modelFault(R"({"type":"Unigram","vocab":[["a"]]})"), "model.vocab[0]"));
    CHECK(says(modelFault(R"({"type":"Unigram","vocab":[["a",-1]],"unk_id":1})"), "model.unk_id"));
    CHECK(says(modelFault(R"({"type":"Unigram","vocab":[],"unk_id":0})"), "is empty"));
    CHECK(says(modelFault(R"({"type":"Unigram","vocab":[["a",1e999]]})"), "JSON"));
    CHECK(says(modelFault(R"({"type":"Magic"})"), "the model \"Magic\" is not supported"));
    CHECK(says(modelFault("null"), "model: found nothing, expected an object"));
}

TEST_CASE("damaged tokenizer.json: merges", "[text]")
{
    const std::string vocabulary = R"({"a":0,"b":1,"ab":2})";
    CHECK(bpeFault(vocabulary, R"(["a b"])").empty());
    CHECK(says(bpeFault(vocabulary, R"(["a c"])"), "merges[0]: needs \"c\""));
    CHECK(says(bpeFault(vocabulary, R"(["a b","b a"])"), "merges[1]: needs \"ba\""));
    CHECK(says(bpeFault(vocabulary, R"(["a b c"])"), "two pieces and one space"));
    CHECK(says(bpeFault(vocabulary, R"(["ab"])"), "two pieces and one space"));
    CHECK(says(bpeFault(vocabulary, R"([["a"]])"), "expected a pair"));
    CHECK(says(bpeFault(vocabulary, R"([7])"), "expected a pair"));
    CHECK(says(bpeFault(vocabulary, R"({"a":"b"})"), "model.merges: found an object, expected a list"));
    // A merge that recreates its own part ("" + "a" → "a") must not run forever.
    const TokenizerText cyclic{R"({"type":"BPE","vocab":{"":0,"a":1,"b":2},"merges":[["a",""],["","a"]]})"};
    CHECK(shownEncoding(cyclic, "aab") == "a@0-1 a@1-2 b@2-3");
}

TEST_CASE("damaged tokenizer.json: steps of unknown kinds or with wrong fields", "[text]")
{
    TokenizerText text;
    text.normalizer = R"({"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Sparkle"}]})";
    CHECK(says(fault(text), "normalizer.normalizers[1].type: the normalizer \"Sparkle\" is not supported"));
    text.normalizer = R"({"type":"Replace","pattern":{"Regex":"(a)\\1"},"content":""})";
    CHECK(says(fault(text), "normalizer.pattern.Regex"));
    text.normalizer = R"({"type":"Strip","strip_left":1,"strip_right":true})";
    CHECK(says(fault(text), "normalizer.strip_left: found 1, expected true or false"));
    text.normalizer = R"([])";
    CHECK(says(fault(text), "normalizer: found [], expected an object"));
    text.normalizer = "null";
    text.preTokenizer = R"({"type":"Split","pattern":{"String":"a"},"behavior":"Sideways","invert":false})";
    CHECK(says(fault(text), "pre_tokenizer.behavior: \"Sideways\" is not supported"));
    text.preTokenizer = R"({"type":"Metaspace","replacement":"ab"})";
    CHECK(says(fault(text), "pre_tokenizer.replacement: found 2 characters, expected one"));
    text.preTokenizer = R"({"type":"Psychic"})";
    CHECK(says(fault(text), "\"Psychic\" is not supported"));
    text.preTokenizer = "null";
    text.postProcessor = R"({"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"X","type_id":0}}],
                             "pair":[],"special_tokens":{}})";
    CHECK(says(fault(text), "post_processor.single[0].SpecialToken.id: is not among"));
    text.postProcessor = R"({"type":"RobertaProcessing","sep":["</s>"],"cls":["<s>",0]})";
    CHECK(says(fault(text), "post_processor.sep"));
    text.postProcessor = "null";
    text.decoder = R"({"type":"Oracle"})";
    CHECK(says(fault(text), "the decoder \"Oracle\" is not supported"));
}

TEST_CASE("damaged tokenizer.json: added tokens", "[text]")
{
    TokenizerText text;
    text.addedTokens = R"([{"id":2147483648,"content":"<m>"}])";
    CHECK(says(fault(text), "added_tokens[0].id"));
    text.addedTokens = R"([{"id":3,"content":"<unk>"}])";
    CHECK(text.parse().value()->idOf("<unk>") == 0); // that of the vocabulary
    text.addedTokens = R"([{"id":1,"content":"<m>"},{"id":1,"content":"<n>"}])";
    CHECK(says(fault(text), "added_tokens[1].id: the id 1 stands for \"<m>\" and for \"<n>\""));
    text.addedTokens = R"([{"id":1}])";
    CHECK(says(fault(text), "added_tokens[0].content: found nothing, expected a string"));
}

TEST_CASE("damaged tokenizer.json: a file that is not JSON is refused", "[text]")
{
    const auto parse = [](const std::string& text) {
        const auto parsed = parseTokenizerJson(text, "tokenizer.json");
        return parsed ? std::string() : parsed.error().describe();
    };
    CHECK(says(parse(""), "not valid JSON"));
    CHECK(says(parse("[]"), "expected an object"));
    CHECK(says(parse(std::string(100'000, '[')), "nested deeper than 64 levels"));
    std::string nested = R"({"model":)";
    for (int i = 0; i < 1000; ++i)
        nested += R"({"a":)";
    CHECK(says(parse(nested), "nested deeper than 64 levels"));
    CHECK(says(parse("{\"model\":\"\xff\"}"), "not valid JSON"));
    CHECK(says(parse(R"({"version":"2.0","model":{}})"), "\"2.0\" is not supported"));
}

TEST_CASE("damaged tokenizer.json: cut anywhere, or with any byte changed", "[text]")
{
    for (const std::string name : {"gpt2", "bert-uncased"}) {
        const std::string whole(MappedFile::open(testTokenizers() / name / "tokenizer.json").value().text());
        std::mt19937 random(1);
        for (int i = 0; i < 150; ++i) {
            const std::string cut = whole.substr(0, random() % whole.size());
            CHECK_FALSE(parseTokenizerJson(cut, "tokenizer.json"));
            std::string changed = whole;
            changed[random() % changed.size()] = static_cast<char>(random());
            const auto parsed = parseTokenizerJson(changed, "tokenizer.json");
            // It may still be a valid tokenizer; then it has to work or report an error.
            if (parsed) {
                const auto tokens = (*parsed)->encode("Hello wörld, 12 <|endoftext|>", {}, {});
                CHECK((tokens || !tokens.error().message.empty()));
            }
        }
    }
}

TEST_CASE("damaged charsmap: every index is checked", "[text]")
{
    const auto u32 = [](std::uint32_t value) {
        std::string out;
        for (unsigned i = 0; i < 4; ++i)
            out += static_cast<char>((value >> (8 * i)) & 0xFFu);
        return out;
    };
    const auto parse = [](const std::string& blob) {
        const auto map = Charsmap::parse(blob);
        return map ? std::string() : map.error().message;
    };
    // An array of 256 free units: replaces nothing.
    std::string array;
    for (int i = 0; i < 256; ++i)
        array += u32(0);
    CHECK(parse(u32(1024) + array + std::string("x\0", 2)).empty());
    CHECK(says(parse("ab"), "has 2 bytes"));
    CHECK(says(parse(u32(1024) + array.substr(4)), "says that its array has 1024 bytes"));
    CHECK(says(parse(u32(0xFFFFFFFF) + array), "4294967295"));
    CHECK(says(parse(u32(1020) + array), "points past the end"));
    CHECK(says(parse(u32(1024) + array + "x"), "its last replacement has no end"));
    CHECK(says(parse(u32(1024) + array + std::string("\xff\0", 2)), "not UTF-8"));
    std::string far = array;
    far.replace(0, 4, u32(1u << 20));
    CHECK(says(parse(u32(1024) + far + std::string("x\0", 2)), "node 0 points past the end"));
    std::string value = array;
    value.replace(8, 4, u32((1u << 31) | 2u));
    CHECK(says(parse(u32(1024) + value + std::string("x\0", 2)), "entry 2 points past the end"));
    std::string promise = array;
    promise.replace(4, 4, u32(1u << 8));
    CHECK(says(parse(u32(1024) + promise + std::string("x\0", 2)), "node 1 points to no value"));

    TokenizerText text;
    text.normalizer = R"({"type":"Precompiled","precompiled_charsmap":"AAAA?AAA"})";
    CHECK(says(fault(text), "precompiled_charsmap: is not base64"));
    text.normalizer = R"({"type":"Precompiled","precompiled_charsmap":"ABQAAAAA"})";
    CHECK(says(fault(text), "precompiled_charsmap: the replacement table"));
}

TEST_CASE("damaged SentencePiece files: refused, or read without harm", "[text]")
{
    const std::string whole(
        MappedFile::open(testTokenizers() / "xlmr-mini/sentencepiece.bpe.model").value().text());
    const auto parse = [](const std::string& bytes) {
        const auto file = SentencePieceFile::parse(bytes, "spiece.model");
        return file ? std::string() : file.error().describe();
    };
    CHECK(parse(whole).empty());
    CHECK(says(parse(""), "it has no pieces"));
    CHECK(says(parse("this is no protocol buffer"), "spiece.model: "));
    std::mt19937 random(2);
    for (int i = 0; i < 40; ++i)
        CHECK_FALSE(parse(whole.substr(0, random() % (whole.size() - 1000))).empty());
    for (int i = 0; i < 60; ++i) {
        std::string changed = whole;
        changed[random() % changed.size()] = static_cast<char>(random());
        if (const auto file = SentencePieceFile::parse(changed, "spiece.model"))
            CHECK_FALSE((*file)->encode("Hello wörld, ½ ﬁ").value().empty());
    }
}
