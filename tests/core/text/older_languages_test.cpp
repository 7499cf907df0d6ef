// Older files whose ids differ from those in the SentencePiece file: shifts, languages, tokens in no file.
#include "core/text/languages.h"
#include "tests/core/text/spm_builder.h"
#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

using namespace headlight;
using namespace headlight::test;

namespace {

/// Five pieces after the three that SentencePiece begins with by default.
std::string usualModel()
{
    SpmBuilder model;
    model.piece("<unk>", 0, SpmBuilder::kUnknown)
        .piece("<s>", 0, SpmBuilder::kControl)
        .piece("</s>", 0, SpmBuilder::kControl);
    for (const char* const piece : {"▁a", "▁b", "a", "b", "▁"})
        model.piece(piece, -1.0F);
    return model.algorithm(1).build();
}

std::vector<TokenId> idsOf(const Tokenizer& tokenizer, const std::string& text)
{
    std::vector<TokenId> ids;
    for (const Token& token : tokenizer.encode(text, {}, {}).value())
        ids.push_back(token.id);
    return ids;
}

class OlderFolder
{
public:
    explicit OlderFolder(const std::string& config, const std::string& modelName = "sentencepiece.bpe.model",
                         const std::string& model = usualModel())
    {
        m_folder.write("tokenizer_config.json", config);
        m_folder.write(modelName, model);
    }
    void write(const std::string& name, const std::string& content) { m_folder.write(name, content); }
    Tokenizers load() const { return loadTokenizers(m_folder.path()).value(); }

private:
    TemporaryFolder m_folder;
};

} // namespace

TEST_CASE("older files: CamemBERT's pieces begin at 4, and two tokens stand for unknown text", "[text]")
{
    const OlderFolder folder(R"({"tokenizer_class":"CamembertTokenizer"})");
    const auto tokenizer = folder.load().source;
    // <s>NOTUSED <pad> </s>NOTUSED <unk> <unk>NOTUSED <s> </s> ▁a ▁b a b ▁ <mask>
    CHECK(idsOf(*tokenizer, "a b") == std::vector<TokenId>{5, 7, 8, 6});
    CHECK(idsOf(*tokenizer, "a€") == std::vector<TokenId>{5, 7, 3, 6});
    CHECK(tokenizer->maskToken() == 12);
    CHECK(tokenizer->isSpecial(0));
    CHECK(tokenizer->decode(idsOf(*tokenizer, "a b"), true) == "a b");
}

TEST_CASE("older files: mBART marks the language behind the text, mBART-50 before it", "[text]")
{
    const OlderFolder first(R"({"tokenizer_class":"MBartTokenizer","src_lang":"fr_XX"})");
    const auto mbart = first.load();
    // 0 … 3 are fairseq's, the file's pieces are 4 … 8, then 25 languages, then <mask>.
    CHECK(idsOf(*mbart.source, "a") == std::vector<TokenId>{4, 2, 9 + 7});
    CHECK(mbart.source->idOf("ar_AR") == 9);
    CHECK(mbart.source->idOf("zh_CN") == 33);
    CHECK(mbart.source->maskToken() == 34);
    CHECK(idsOf(*mbart.target, "a") == std::vector<TokenId>{4, 2});

    const OlderFolder second(R"({"tokenizer_class":"MBart50Tokenizer","tgt_lang":"sl_SI"})");
    const auto mbart50 = second.load();
    CHECK(idsOf(*mbart50.source, "a") == std::vector<TokenId>{9 + 3, 4, 2}); // en_XX by default
    CHECK(idsOf(*mbart50.target, "a") == std::vector<TokenId>{9 + 51, 4, 2});
    CHECK(mbart50.source->maskToken() == 9 + 52);
}

TEST_CASE("older files: NLLB has 202 languages, or those that its folder lists", "[text]")
{
    const OlderFolder usual(R"({"tokenizer_class":"NllbTokenizer"})");
    const auto tokenizer = usual.load().source;
    CHECK(idsOf(*tokenizer, "b") == std::vector<TokenId>{*tokenizer->idOf("eng_Latn"), 5, 2});
    CHECK(tokenizer->idOf("ace_Arab") == 9);
    CHECK(tokenizer->idOf("zul_Latn") == 9 + 201);
    CHECK(tokenizer->maskToken() == 9 + 202);
    const auto languages = languagesOf(*tokenizer);
    REQUIRE(languages.size() == 202);
    CHECK(findLanguage(languages, "fra_Latn")->id == *tokenizer->idOf("fra_Latn"));
    CHECK(findLanguage(languages, "klingon") == nullptr);

    const OlderFolder listed(R"({"tokenizer_class":"NllbTokenizer","legacy_behaviour":true,
        "src_lang":"deu_Latn","additional_special_tokens":["deu_Latn","eng_Latn"]})");
    CHECK(idsOf(*listed.load().source, "b") == std::vector<TokenId>{5, 2, 9});
    CHECK(languagesOf(*listed.load().source).size() == 2);
}

TEST_CASE("older files: M2M-100 takes ids from vocab.json, languages above them", "[text]")
{
    OlderFolder folder(R"({"src_lang":"de"})");
    folder.write("config.json", R"({"model_type":"m2m_100"})");
    folder.write("vocab.json", R"({"<s>":0,"<pad>":1,"</s>":2,"<unk>":3,"▁b":4,"▁a":5,"b":6})");
    const auto tokenizers = folder.load();
    const auto& tokenizer = *tokenizers.source;
    CHECK(tokenizer.idOf("__af__") == 7);
    CHECK(tokenizer.idOf("__zu__") == 106);
    CHECK(idsOf(tokenizer, "a b") == std::vector<TokenId>{*tokenizer.idOf("__de__"), 5, 4, 2});
    CHECK(idsOf(tokenizer, "aa") == std::vector<TokenId>{*tokenizer.idOf("__de__"), 5, 3, 2}); // no "a"
    CHECK(idsOf(*tokenizers.target, "a") == std::vector<TokenId>{5, 2});
    CHECK(findLanguage(languagesOf(tokenizer), "fr")->token == "__fr__");
    CHECK(tokenizer.decode(idsOf(tokenizer, "a b"), true) == "a b");

    folder.write("tokenizer_config.json",
                 R"({"tokenizer_class":"M2M100Tokenizer","language_codes":"wmt21"})");
    CHECK(languagesOf(*folder.load().source).size() == 8);
}

TEST_CASE("older files: Pegasus begins with 103 tokens of its own", "[text]")
{
    SpmBuilder model;
    model.piece("<pad>", 0, SpmBuilder::kControl)
        .piece("</s>", 0, SpmBuilder::kControl)
        .piece("<unk>", 0, SpmBuilder::kUnknown);
    for (const char* const piece : {"▁a", "▁b", "a"})
        model.piece(piece, -1.0F);
    const OlderFolder folder(R"({"tokenizer_class":"PegasusTokenizer"})", "spiece.model", model.build());
    const auto tokenizer = folder.load().source;
    CHECK(idsOf(*tokenizer, "a b") == std::vector<TokenId>{106, 107, 1});
    CHECK(idsOf(*tokenizer, "€").back() == 1);
    CHECK(tokenizer->idOf("<unk>") == 105);
    CHECK(tokenizer->idOf("<unk_2>") == 4);
    CHECK(tokenizer->idOf("<unk_102>") == 104);
    CHECK(tokenizer->idOf("<mask_1>") == 2);
    CHECK(tokenizer->idOf("<mask_2>") == 3);
    CHECK(tokenizer->isSpecial(104));
}

TEST_CASE("older files: DeBERTa's own pieces with [MASK] above them", "[text]")
{
    SpmBuilder model;
    model.piece("[PAD]", 0, SpmBuilder::kControl)
        .piece("[CLS]", 0, SpmBuilder::kControl)
        .piece("[SEP]", 0, SpmBuilder::kControl)
        .piece("[UNK]", 0, SpmBuilder::kUnknown);
    for (const char* const piece : {"▁a", "▁b", "b", "▁,", ",", "▁"})
        model.piece(piece, -1.0F);
    OlderFolder folder(R"({"vocab_type":"spm"})", "spm.model", model.build());
    folder.write("config.json", R"({"model_type":"deberta-v2"})");
    const auto tokenizer = folder.load().source;
    CHECK(idsOf(*tokenizer, "a b") == std::vector<TokenId>{1, 4, 5, 2});
    CHECK(idsOf(*tokenizer, "a[MASK]") == std::vector<TokenId>{1, 4, 10, 2});
    CHECK(tokenizer->maskToken() == 10);
    const auto pair = tokenizer->encode("a", "b", {}).value();
    CHECK(pair.back().typeId == 1);
    CHECK(idsOf(*tokenizer, "A") == std::vector<TokenId>{1, 9, 3, 2});
    CHECK(idsOf(*tokenizer, "b,b") == std::vector<TokenId>{1, 5, 8, 6, 2});

    folder.write("tokenizer_config.json", R"({"do_lower_case":true,"split_by_punct":true})");
    const auto other = folder.load().source;
    CHECK(idsOf(*other, "A") == std::vector<TokenId>{1, 4, 2});
    CHECK(idsOf(*other, "b,b") == std::vector<TokenId>{1, 5, 7, 5, 2}); // each part separately
}

TEST_CASE("older files: MPNet has BERT's pieces between RoBERTa's tokens", "[text]")
{
    const TemporaryFolder folder;
    folder.write("vocab.txt", "<s>\n<pad>\n</s>\n<unk>\n[UNK]\ncat\n##s\nthe\n<mask>\n");
    folder.write("config.json", R"({"model_type":"mpnet"})");
    const auto tokenizer = loadTokenizers(folder.path()).value().source;
    CHECK(idsOf(*tokenizer, "The cats") == std::vector<TokenId>{0, 7, 5, 6, 2});
    CHECK(idsOf(*tokenizer, "dog") == std::vector<TokenId>{0, 4, 2});
    CHECK(tokenizer->maskToken() == 8);
    std::vector<TokenId> pair;
    for (const Token& token : tokenizer->encode("cat", "the", {}).value())
        pair.push_back(token.id);
    CHECK(pair == std::vector<TokenId>{0, 5, 2, 2, 7, 2});
}

TEST_CASE("older files: Blenderbot puts an end behind a text and nothing before it", "[text]")
{
    const TemporaryFolder folder;
    folder.write("vocab.json",
                 R"({"<s>":1,"<pad>":0,"</s>":2,"<unk>":3,"a":4,"b":5,"Ġ":6,"Ġa":7,"<mask>":8})");
    folder.write("merges.txt", "#version: 0.2\nĠ a\n");
    folder.write("config.json", R"({"model_type":"blenderbot"})");
    const auto tokenizer = loadTokenizers(folder.path()).value().source;
    CHECK(idsOf(*tokenizer, "b a") == std::vector<TokenId>{5, 7, 2});
    CHECK(tokenizer->maskToken() == 8);
}

TEST_CASE("older files: mT5 and UMT5 are read as T5, with the gap tokens that the folder says", "[text]")
{
    SpmBuilder model;
    model.piece("<pad>", 0, SpmBuilder::kControl)
        .piece("</s>", 0, SpmBuilder::kControl)
        .piece("<unk>", 0, SpmBuilder::kUnknown)
        .piece("▁a", -1.0F);
    for (const char* const family : {"mt5", "umt5"}) {
        OlderFolder folder(R"({"extra_ids":0})", "spiece.model", model.build());
        folder.write("config.json", nlohmann::json({{"model_type", family}}).dump());
        const auto tokenizer = folder.load().source;
        CHECK(idsOf(*tokenizer, "a") == std::vector<TokenId>{3, 1});
        CHECK(tokenizer->vocabularySize() == 4);
    }
}

TEST_CASE("languages: each model's list is complete and has no language twice", "[text]")
{
    for (const auto& [set, count] :
         {std::pair{LanguageSet::kMbartCodes, 25}, std::pair{LanguageSet::kMbart50Codes, 52},
          std::pair{LanguageSet::kM2m100Codes, 100}, std::pair{LanguageSet::kWmt21Codes, 8},
          std::pair{LanguageSet::kNllbCodes, 202}}) {
        std::vector<std::string> all = languageTokens(set);
        CHECK(static_cast<int>(all.size()) == count);
        std::sort(all.begin(), all.end());
        CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
    }
}
