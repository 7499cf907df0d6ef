// The program runs SentencePiece models with the SentencePiece library, but checks the files first and spells
// unknown characters in bytes (core/text/models/sentencepiece_model.h explains why). This compares its
// answers with those of the bare library: pieces, ids and positions, for real models and for small ones that
// use every kind of piece.
#include "core/text/models/sentencepiece_model.h"
#include "core/text/steps/byte_level.h"
#include "tests/core/text/spm_builder.h"
#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"

#include <sentencepiece_processor.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <random>

using namespace headlight;
using namespace headlight::test;

namespace {

std::string readFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string describe(const std::vector<SentencePieceFile::Piece>& pieces)
{
    std::string text;
    for (const SentencePieceFile::Piece& piece : pieces)
        text += piece.text + "=" + std::to_string(piece.id) + "[" + std::to_string(piece.begin) + ","
            + std::to_string(piece.end) + ") ";
    return text;
}

/// One model, run by the program and by the bare library.
struct Both
{
    explicit Both(const std::string& bytes)
        : own(SentencePieceFile::parse(bytes, "test.model").value())
    {
        REQUIRE(library.LoadFromSerializedProto(bytes).ok());
    }
    std::string libraryAnswer(const std::string& text) const
    {
        sentencepiece::ImmutableSentencePieceText encoded;
        REQUIRE(library.Encode(text, encoded.mutable_proto()).ok());
        std::vector<SentencePieceFile::Piece> pieces;
        for (const auto& piece : encoded.pieces())
            pieces.push_back({static_cast<int>(piece.id()), piece.piece(), piece.begin(), piece.end()});
        return describe(pieces);
    }
    void check(const std::string& text) const
    {
        INFO(text);
        CHECK(describe(own->encode(text).value()) == libraryAnswer(text));
    }

    std::shared_ptr<const SentencePieceFile> own;
    sentencepiece::SentencePieceProcessor library;
};

std::vector<std::string> texts()
{
    std::vector<std::string> all{"",
                                 " ",
                                 "   ",
                                 "a",
                                 " a  b   c ",
                                 "\ta\n b",
                                 "Hello, world!",
                                 "ﬁne ① ｆｕｌｌ ㌔ é e\u0301",
                                 "今天天气很好，我们去公园散步吧。",
                                 "한국어 조선말",
                                 "👩‍👩‍👧 🇫🇷",
                                 "▁▁a ▁b▁",
                                 "<s> </s> <unk> <0x41>",
                                 std::string("a\0b", 3)};
    std::mt19937 random(7);
    const std::vector<std::string> parts{"the", " ", "  ",  "ab", "a", "b",   "c", "▁", "é",  "中",
                                         "\n",  "x", "<u>", "1",  ",", "ing", "s", "ﬁ", "。", "🙂"};
    for (int i = 0; i < 400; ++i) {
        std::string text;
        for (std::size_t k = random() % 30; k > 0; --k)
            text += parts[random() % parts.size()];
        all.push_back(std::move(text));
    }
    return all;
}

void checkAll(const std::string& bytes)
{
    const Both both(bytes);
    for (const std::string& text : texts())
        both.check(text);
}

/// Pieces made of a, b, c, "the" and the space, with equal scores, and one of each special kind.
SpmBuilder smallModel()
{
    SpmBuilder builder;
    builder.piece("<unk>", 0, SpmBuilder::kUnknown)
        .piece("<s>", 0, SpmBuilder::kControl)
        .piece("</s>", 0, SpmBuilder::kControl);
    int rank = 0;
    for (const char* text : {"▁",    "a", "b",   "c",  "▁a", "ab", "bc", "abc", "t", "h", "e", "th", "the",
                             "▁the", "s", "ing", "in", "i",  "n",  "g",  "▁▁",  "é", "1", ",", "中"})
        builder.piece(text, -static_cast<float>(rank++ / 2));
    return builder;
}

} // namespace

TEST_CASE("SentencePiece: the small model of the tests, as the library reads it", "[text]")
{
    const Both both(readFile(testTokenizers() / "xlmr-mini/sentencepiece.bpe.model"));
    CHECK(both.own->kind() == "Unigram");
    CHECK(both.own->pieceCount() == both.library.GetPieceSize());
    CHECK(both.own->unknownId() == both.library.unk_id());
    for (int id = 0; id < both.own->pieceCount(); ++id)
        CHECK(both.own->piece(id) == both.library.IdToPiece(id));
    for (const std::string& text : texts())
        both.check(text);
    std::string all;
    for (const std::string& text : texts())
        all += text + " ";
    for (int i = 0; i < 3; ++i)
        all += all;
    both.check(all); // long enough for rounding in the sums to matter
}

TEST_CASE("SentencePiece: every algorithm, every kind of piece", "[text]")
{
    for (int algorithm = 1; algorithm <= 4; ++algorithm) {
        INFO("algorithm " << algorithm);
        checkAll(smallModel().algorithm(algorithm).build());
        checkAll(smallModel()
                     .algorithm(algorithm)
                     .piece("<u>", 0, SpmBuilder::kUserDefined)
                     .piece("b▁", 0, SpmBuilder::kUserDefined)
                     .build());
        checkAll(smallModel().algorithm(algorithm).piece("bca", -1, SpmBuilder::kUnused).build());
    }
}

TEST_CASE("SentencePiece: BPE takes unused pieces apart again, and joins across words", "[text]")
{
    SpmBuilder builder;
    builder.piece("<unk>", 0, SpmBuilder::kUnknown);
    for (const char* text : {"a", "b", "c", "▁"})
        builder.piece(text, -9);
    builder.piece("ab", -1, SpmBuilder::kUnused).piece("abc", -2).piece("bc", -3, SpmBuilder::kUnused);
    builder.piece("c▁", -4).piece("c▁a", -5);
    checkAll(builder.algorithm(2).build());
}

TEST_CASE("SentencePiece: unknown characters as bytes", "[text]")
{
    for (int algorithm = 1; algorithm <= 2; ++algorithm) {
        SpmBuilder builder = smallModel();
        for (unsigned byte = 0; byte < 256; ++byte)
            builder.piece(fallbackPiece(static_cast<std::uint8_t>(byte)), 0, SpmBuilder::kByte);
        checkAll(builder.algorithm(algorithm).byteFallback().build());
    }
}

TEST_CASE("SentencePiece: a letter or a mark may be spelled like a byte", "[text]")
{
    for (int algorithm = 1; algorithm <= 4; ++algorithm) {
        checkAll(smallModel().algorithm(algorithm).piece("<0x41>", -1).build());
        checkAll(smallModel().algorithm(algorithm).piece("<0x41>", 0, SpmBuilder::kUserDefined).build());
        checkAll(smallModel().algorithm(algorithm).piece("<0x41>", 0, SpmBuilder::kControl).build());
    }
}

TEST_CASE("SentencePiece: a long run of unknown characters is one piece", "[text]")
{
    const auto file = SentencePieceFile::parse(smallModel().build(), "test.model").value();
    std::string text;
    for (int i = 0; i < 300'000; ++i) // the bare library would take minutes to join them
        text += "\u732B";
    const auto pieces = file->encode(text).value();
    REQUIRE(pieces.size() == 2);
    CHECK(pieces[0].text == "\u2581");
    CHECK(pieces[1].text == text);
    CHECK(pieces[1].begin == 0);
    CHECK(pieces[1].end == text.size());
}

TEST_CASE("SentencePiece: every way of treating spaces", "[text]")
{
    for (int bits = 0; bits < 16; ++bits) {
        SpmBuilder builder = smallModel();
        builder.algorithm(1 + bits % 2);
        builder.addPrefix((bits & 1) != 0).removeExtraSpaces((bits & 2) != 0).escapeSpaces((bits & 4) != 0);
        if ((bits & 8) != 0)
            builder.spaceAsSuffix();
        checkAll(builder.build());
    }
}

TEST_CASE("SentencePiece: the shared models, on all reference texts", "[text][shared]")
{
    const auto shared = sharedTokenizers();
    if (!shared) {
        WARN("the shared reference cases are not here: skipped");
        return;
    }
    const std::vector<std::pair<std::string, std::string>> models
        = {{"albert", "spiece.model"}, {"barthez", "sentencepiece.bpe.model"},
           {"t5", "spiece.model"},     {"xlmr-mini", "sentencepiece.bpe.model"},
           {"marian", "source.spm"},   {"marian", "target.spm"}};
    for (const auto& [name, file] : models) {
        INFO(name << " " << file);
        const Both both(readFile(*shared / name / file));
        std::ifstream cases(*shared / name / "cases.jsonl");
        std::string all;
        for (std::string line; std::getline(cases, line);) {
            const std::string text = nlohmann::json::parse(line)["text"].get<std::string>();
            both.check(text);
            all += text + "\n";
        }
        both.check(all);
    }
}

TEST_CASE("SentencePiece: damaged files are refused, by the library or before it", "[text]")
{
    const auto complaint = [](const std::string& bytes) {
        const auto file = SentencePieceFile::parse(bytes, "test.model");
        return file ? std::string("read") : file.error().describe();
    };
    const auto names = [&](const std::string& bytes, const std::string& part) {
        INFO(complaint(bytes));
        CHECK(complaint(bytes).find(part) != std::string::npos);
        CHECK(complaint(bytes).find("test.model") != std::string::npos);
    };
    CHECK(complaint(smallModel().build()) == "read");
    names(SpmBuilder().piece("a").build(), "unknown token");
    names(smallModel().piece("<x>", 0, SpmBuilder::kUnknown).build(), "two unknown tokens");
    names(smallModel().piece("ab").build(), "twice");
    names(smallModel().piece("").build(), "empty");
    names(smallModel().piece("\xFF").build(), "UTF-8");
    names(smallModel().piece(std::string("a\0b", 3)).build(), "zero byte");
    names(smallModel().piece("q", std::nanf("")).build(), "finite");
    names(smallModel().piece("q", 0, SpmBuilder::kNoType).build(), "type 9");
    names(smallModel().piece("<0x41>", 0, SpmBuilder::kByte).build(), "bytes");
    names(smallModel().byteFallback().build(), "<0x00>");
    names(smallModel().algorithm(7).build(), "algorithm is 7");
    names(smallModel().charsmap("abc").build(), "charsmap");
    names("", "not a SentencePiece model");
    const std::string whole = smallModel().build();
    for (std::size_t size = 0; size < whole.size(); size += 7)
        CHECK(complaint(whole.substr(0, size)) != "read");
}
