// The files beside a tokenizer.json: transformers follows them, too.
#include "tests/core/text/tokenizer_cases.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <string>
#include <vector>

using namespace headlight;
using namespace headlight::test;

namespace {

/// A tokenizer.json and files beside it.
struct TokenizerFolder
{
    TemporaryFolder folder;
    explicit TokenizerFolder(const TokenizerText& tokenizer)
    {
        folder.write("tokenizer.json", tokenizer.text());
    }
    const TokenizerFolder& with(const char* file, const char* content) const
    {
        folder.write(file, content);
        return *this;
    }
    std::shared_ptr<const Tokenizer> load() const { return loadTokenizers(folder.path()).value().source; }
    std::vector<TokenId> ids(std::string_view text) const
    {
        std::vector<TokenId> all;
        for (const Token& token : load()->encode(text, {}, {}).value())
            all.push_back(token.id);
        return all;
    }
};

using Ids = std::vector<TokenId>;
constexpr const char* kConfig = "tokenizer_config.json";

TokenizerText words()
{
    TokenizerText text;
    text.model
        = R"({"type":"WordLevel","vocab":{"<unk>":0,"a":1,"b":2,"<s>":3,"</s>":4},"unk_token":"<unk>"})";
    text.preTokenizer = R"({"type":"WhitespaceSplit"})";
    return text;
}

TokenizerText bert()
{
    TokenizerText text;
    text.model = R"({"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##",
        "vocab":{"[UNK]":0,"cat":1,"Cat":2,"caf\u00e9":3,"cafe":4,"Caf\u00e9":5}})";
    text.normalizer
        = R"({"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true})";
    text.preTokenizer = R"({"type":"BertPreTokenizer"})";
    return text;
}

} // namespace

TEST_CASE("beside tokenizer.json: added tokens of the other files", "[text]")
{
    const TokenizerFolder listed(words());
    CHECK(listed.ids("a<x>  b") == Ids{0, 2});
    listed.with(kConfig, R"({"added_tokens_decoder":{"5":{"content":"<x>","rstrip":true,"special":true},
        "9":{"content":"<y>","special":false},"0":{"content":"<unk>","special":true}}})");
    CHECK(listed.ids("a<x>  b<y><unk>") == Ids{1, 5, 2, 9, 0});
    CHECK(listed.load()->isSpecial(5));
    CHECK_FALSE(listed.load()->isSpecial(9));

    // A token that tokenizer.json has gets the flags of the configuration; its id stays.
    TokenizerText own = words();
    own.addedTokens = R"([{"id":7,"content":"<x>","special":false},{"id":8,"content":"<z>","special":true}])";
    const TokenizerFolder both(own);
    CHECK(both.ids("a <x> b") == Ids{1, 7, 2});
    both.with(kConfig, R"({"added_tokens_decoder":{"8":{"content":"<x>","special":true},
        "7":{"content":"<w>","special":true}}})");
    CHECK(both.ids("a<x>b<z><w>") == Ids{1, 7, 2, 8, 9}); // both ids are taken: the next one
    CHECK(both.load()->isSpecial(7));

    const TokenizerFolder older(words());
    older.with("added_tokens.json", R"({"<x>": 6, "<pad>": 5})");
    older.with("special_tokens_map.json", R"({"pad_token": "<pad>"})");
    CHECK(older.ids("a<x><pad>") == Ids{1, 6, 5});
    CHECK_FALSE(older.load()->isSpecial(6));
    CHECK(older.load()->isSpecial(5));
}

TEST_CASE("beside tokenizer.json: added_tokens.json takes no flags from tokens known elsewhere", "[text]")
{
    TokenizerText own = words();
    own.addedTokens = R"([{"id":7,"content":"<x>","rstrip":true,"special":true}])";
    const TokenizerFolder folder(own);
    folder.with("added_tokens.json", R"({"<x>": 7, "<y>": 8})");
    CHECK(folder.ids("a<x>  b<y>") == Ids{1, 7, 2, 8});
    CHECK(folder.load()->isSpecial(7));
    CHECK_FALSE(folder.load()->isSpecial(8));
    CHECK(folder.load()->decode(Ids{7, 1}, true) == "a");

    // With added_tokens_decoder the file is not read.
    folder.with(kConfig, R"({"added_tokens_decoder":{"7":{"content":"<x>","special":true}}})");
    CHECK(folder.load()->isSpecial(7));
    CHECK(folder.ids("a<y>") == Ids{0});
}

TEST_CASE("beside tokenizer.json: special tokens of the other files", "[text]")
{
    const TokenizerFolder folder(words());
    CHECK(folder.ids("a<s>b") == Ids{0});
    folder.with(kConfig,
                R"({"bos_token":"<s>","eos_token":{"content":"</s>","lstrip":true},"pad_token":"<pad>",
        "additional_special_tokens":["<|a|>",{"content":"<|b|>"}],"unk_token":null})");
    CHECK(folder.ids("a<s>b  </s>") == Ids{1, 3, 2, 4});
    CHECK(folder.ids("<pad><|a|><|b|>") == Ids{5, 6, 7});
    CHECK(folder.load()->isSpecial(3));
    CHECK(folder.load()->decode(Ids{1, 3, 6, 2}, true) == "a b");
    CHECK(folder.load()->encode("a  </s>", {}, {}).value().back().range == CodePointRange{1, 7});

    const TokenizerFolder map(words());
    map.with("special_tokens_map.json", R"({"bos_token":"<s>","additional_special_tokens":["<|a|>"]})");
    CHECK(map.ids("a<s><|a|>") == Ids{1, 3, 5});

    const TokenizerFolder newer(words());
    newer.with(kConfig, R"({"extra_special_tokens":{"image_token":"<img>"}})");
    CHECK(newer.ids("a<img>") == Ids{1, 5});

    TokenizerText pieces;
    pieces.model = R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["a",-1],["<s>",-9]]})";
    const TokenizerFolder unigram(pieces);
    unigram.with(kConfig, R"({"bos_token":"<s>","pad_token":"<pad>"})");
    CHECK(unigram.ids("a<s>a<pad>") == Ids{1, 2, 1, 3});
}

TEST_CASE("beside tokenizer.json: whether a text begins and ends with a token", "[text]")
{
    TokenizerText both = words();
    both.postProcessor = R"({"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"<s>","type_id":0}},
        {"Sequence":{"id":"A","type_id":0}}],"pair":[{"Sequence":{"id":"A","type_id":0}},
        {"Sequence":{"id":"B","type_id":1}}],"special_tokens":{"<s>":{"id":"<s>","ids":[3],"tokens":["<s>"]}}})";
    const auto idsWith = [](const TokenizerText& text, const std::string& flags) {
        return TokenizerFolder(text)
            .with(kConfig, (R"({"bos_token":"<s>","eos_token":"</s>")" + flags + "}").c_str())
            .ids("a");
    };
    CHECK(idsWith(words(), "") == Ids{1});
    CHECK(idsWith(words(), R"(,"add_bos_token":true)") == Ids{3, 1});
    CHECK(idsWith(words(), R"(,"add_eos_token":true)") == Ids{1, 4});
    CHECK(idsWith(both, "") == Ids{3, 1});
    CHECK(idsWith(both, R"(,"add_bos_token":true)") == Ids{3, 1});
    CHECK(idsWith(both, R"(,"add_bos_token":false)") == Ids{1});
    CHECK(idsWith(both, R"(,"add_eos_token":true)") == Ids{3, 1, 4});
    CHECK(idsWith(both, R"(,"add_bos_token":false,"add_eos_token":true)") == Ids{1, 4});

    TokenizerFolder pair(words());
    pair.with(kConfig, R"({"bos_token":"<s>","add_bos_token":true})");
    const auto tokens = pair.load()->encode("a", "b", {}).value();
    CHECK(shown(tokens) == "<s>@0-0 a@0-1 <s>@0-0 b@0-1");
    CHECK(tokens.back().typeId == 1);
    // Without the token's name there is nothing to add.
    CHECK(TokenizerFolder(words()).with(kConfig, R"({"add_bos_token":true})").ids("a") == Ids{1});
    // The tokens that BERT puts around a text are others.
    TokenizerText around = words();
    around.postProcessor = R"({"type":"BertProcessing","sep":["</s>",4],"cls":["<s>",3]})";
    CHECK(TokenizerFolder(around).with(kConfig, R"({"bos_token":"a","add_bos_token":false})").ids("b")
          == Ids{3, 2, 4});
}

TEST_CASE("beside tokenizer.json: case, accents and Chinese characters of BERT's classes", "[text]")
{
    const auto idsWith = [](const char* config, const char* text = "Cat caf\u00e9") {
        return TokenizerFolder(bert()).with(kConfig, config).ids(text);
    };
    CHECK(idsWith(R"({"tokenizer_class":"BertTokenizer","do_lower_case":false})") == Ids{2, 3});
    CHECK(idsWith(R"({"tokenizer_class":"BertTokenizer","do_lower_case":true,"strip_accents":false})")
          == Ids{1, 3});
    CHECK(idsWith(R"({"tokenizer_class":"BertTokenizerFast","do_lower_case":true})") == Ids{1, 4});
    CHECK(idsWith(R"({"do_lower_case":false})") == Ids{2, 3});
    CHECK(idsWith(R"({"strip_accents":false})") == Ids{1, 3});
    CHECK(idsWith(R"({"tokenize_chinese_chars":false})", "cat\u4e2d") == Ids{0});
    CHECK(idsWith(R"({"tokenize_chinese_chars":true})", "cat\u4e2d") == Ids{1, 0});
    // The generic class follows tokenizer.json alone.
    CHECK(idsWith(R"({"tokenizer_class":"PreTrainedTokenizerFast","do_lower_case":false})") == Ids{1, 4});
    CHECK(idsWith("{") == Ids{1, 4});
    CHECK(idsWith(R"({"do_lower_case":"no"})") == Ids{1, 4});
}

TEST_CASE("beside tokenizer.json: the space before a text", "[text]")
{
    TokenizerText bytes;
    bytes.model
        = R"({"type":"WordLevel","vocab":{"<unk>":0,"a":1,"\u0120a":2,"\u2581a":3},"unk_token":"<unk>"})";
    bytes.preTokenizer
        = R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true})";
    CHECK(TokenizerFolder(bytes).ids("a") == Ids{1});
    CHECK(TokenizerFolder(bytes).with(kConfig, R"({"add_prefix_space":true})").ids("a") == Ids{2});
    bytes.preTokenizer
        = R"({"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true,"use_regex":true})";
    CHECK(TokenizerFolder(bytes).with(kConfig, R"({"add_prefix_space":false})").ids("a") == Ids{1});

    TokenizerText pieces = bytes;
    pieces.preTokenizer
        = R"({"type":"Metaspace","replacement":"\u2581","prepend_scheme":"always","split":true})";
    const char* const off = R"({"tokenizer_class":"LlamaTokenizer","add_prefix_space":false})";
    CHECK(TokenizerFolder(pieces).ids("a") == Ids{3});
    CHECK(TokenizerFolder(pieces).with(kConfig, off).ids("a") == Ids{1});
    pieces.preTokenizer = "null";
    pieces.normalizer = R"({"type":"Sequence","normalizers":[{"type":"Prepend","prepend":"\u2581"},
        {"type":"Replace","pattern":{"String":" "},"content":"\u2581"}]})";
    CHECK(TokenizerFolder(pieces).ids("a") == Ids{3});
    CHECK(TokenizerFolder(pieces).with(kConfig, off).ids("a") == Ids{1});
    CHECK(TokenizerFolder(pieces)
              .with(kConfig, R"({"tokenizer_class":"PreTrainedTokenizerFast","add_prefix_space":false})")
              .ids("a")
          == Ids{3});
}
