// Broken files and folders, by accident or on purpose: each must give a clear error that names the file,
// within a second of CPU time and with at most 100 MB more memory than an intact folder of its size. The
// operating system enforces the limits on the program's process: no wall-clock time that a busy machine could
// exceed.

#include "tests/app/program.h"
#include "tests/core/io/pickle_builder.h"
#include "tests/core/io/zip_builder.h"
#include "tests/core/text/spm_builder.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include <sys/stat.h>

using namespace headlight::test;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMegabyte = 1000 * 1000;
constexpr std::uint64_t kMore = 100 * kMegabyte;
constexpr unsigned kSeconds = 1;

/// A small intact folder with weights; each test case breaks it in its own way.
class Folder
{
public:
    Folder()
    {
        const fs::path from = fs::path(kTestData) / "models" / "paper-transformer";
        config = Json::parse(contentOf(from / "config.json"));
        const std::string file = contentOf(from / "model.safetensors");
        std::uint64_t length = 0;
        std::memcpy(&length, file.data(), sizeof length);
        header = Json::parse(file.substr(8, length));
        data = file.substr(8 + length);
    }

    Json config, header;
    std::string data;
    TemporaryFolder place;

    std::string weights() const { return withHeader(header.dump(), data); }
    static std::string withHeader(const std::string& header, const std::string& data)
    {
        return le(static_cast<std::uint64_t>(header.size())) + header + data;
    }
    /// The entry of some matrix.
    Json& tensor() { return header.at("model.encoder.layers.0.fc1.weight"); }
    /// The file in its present state, unless a case has written its own.
    std::string finish() const
    {
        if (!fs::exists(fs::symlink_status(place / "config.json")))
            place.write("config.json", config.dump());
        const bool own = std::any_of(
            fs::directory_iterator(place.path()), fs::directory_iterator(),
            [](const fs::directory_entry& entry) { return entry.path().filename() != "config.json"; });
        if (!own)
            place.write("model.safetensors", weights());
        return place.path().string();
    }
};

struct DamagedCase
{
    const char* name;
    std::function<void(Folder&)> damage;
    const char* file; ///< file named in the error
    const char* said; ///< and what the error says about it
};

Finished trace(const std::string& folder, const Limits& limits)
{
    const TemporaryFolder out;
    return runProgram({"trace", "--model", folder, "--ids", "5", "-o", (out / "t.safetensors").string()}, {},
                      {}, limits);
}

Finished tokenize(const std::string& folder, const Limits& limits)
{
    return runProgram({"tokenize", "--model", folder, "--text", "ab"}, {}, {}, limits);
}

/// The smallest address space in which the program succeeds, to within a step.
std::uint64_t needed(const std::function<bool(const Limits&)>& works)
{
    constexpr std::uint64_t kStep = 16 * kMegabyte;
    std::uint64_t low = 0, high = 512; // in steps
    REQUIRE(works({.cpuSeconds = kSeconds, .addressBytes = high * kStep}));
    while (high - low > 1) {
        const std::uint64_t middle = (low + high) / 2;
        (works({.cpuSeconds = kSeconds, .addressBytes = middle * kStep}) ? high : low) = middle;
    }
    return high * kStep;
}

using Run = Finished (*)(const std::string& folder, const Limits& limits);

/// What an intact folder needs, and a little more.
Limits limitsFor(Run run, const std::function<void(Folder&)>& prepare = {})
{
    if (kSanitized)
        return {};
    const auto works = [&](const Limits& limits) {
        Folder sound;
        if (prepare)
            prepare(sound);
        return run(sound.finish(), limits).status == 0;
    };
    return {.cpuSeconds = kSeconds, .addressBytes = needed(works) + kMore};
}

void check(const std::vector<DamagedCase>& cases, Run run, const Limits& limits)
{
    for (const DamagedCase& c : cases) {
        Folder folder;
        c.damage(folder);
        const Finished finished = run(folder.finish(), limits);
        INFO(c.name << ": status " << finished.status << ", " << finished.err);
        CHECK(finished.status == 1);
        CHECK(finished.out.empty());
        CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 1);
        const fs::path named = *c.file == 0 ? folder.place.path() : folder.place / c.file;
        CHECK(finished.err.find(named.string()) != std::string::npos);
        CHECK(finished.err.find(c.said) != std::string::npos);
        CHECK(finished.err.find("memory") == std::string::npos);
        CHECK(finished.err.find("internal") == std::string::npos);
    }
}

std::function<void(Folder&)> configField(const char* field, Json value)
{
    return [field, value = std::move(value)](Folder& folder) { folder.config[field] = value; };
}

std::function<void(Folder&)> tensorField(const char* field, Json value)
{
    return [field, value = std::move(value)](Folder& folder) { folder.tensor()[field] = value; };
}

/// Replaces the weights by another file.
std::function<void(Folder&)> file(const char* name, std::string content)
{
    return [name, content = std::move(content)](Folder& folder) { folder.place.write(name, content); };
}

void link(const Folder& folder, const char* name, const char* target)
{
    fs::create_symlink(target, folder.place / name);
}

std::string archive(const std::string& pickled, std::int64_t lie = 0)
{
    ZipBuilder zip;
    zip.entries = {{"archive/data.pkl", pickled},
                   {"archive/data/0", std::string(16, '\x01')},
                   {"archive/version", "3\n"}};
    zip.entries[1].sizeShift = lie;
    return zip.build();
}

std::string tensorPickle(const pickle::TensorSpec& spec)
{
    return pickle::dict(pickle::text("a") + pickle::tensor(spec));
}

/// Each tuple contains the previous one twice: 2^60 items for anyone who counts them.
std::string bomb()
{
    std::string items = pickle::begin() + "]";
    for (int i = 0; i < 60; ++i)
        items += std::string("q") + static_cast<char>(i) + "h" + static_cast<char>(i) + "\x86";
    return items + ".";
}

const std::string kVocabulary = R"({"a":0,"b":1,"ab":2})";

std::string tokenizerJson(const std::string& model, const std::string& normalizer = "null")
{
    return R"({"version":"1.0","added_tokens":[],"normalizer":)" + normalizer
        + R"(,"pre_tokenizer":null,"post_processor":null,"decoder":null,"model":)" + model + "}";
}

std::string bpe(const std::string& vocabulary, const std::string& merges)
{
    return tokenizerJson(R"({"type":"BPE","vocab":)" + vocabulary + R"(,"merges":)" + merges + "}");
}

} // namespace

TEST_CASE("malformed: weights in safetensors", "[app][malformed]")
{
    const std::vector<DamagedCase> cases{
        {"cut in the middle",
         [](Folder& f) { f.place.write("model.safetensors", f.weights().substr(0, 90000)); },
         "model.safetensors", "ends"},
        {"shorter than its length field", file("model.safetensors", "\x08"), "model.safetensors", "bytes"},
        {"empty", file("model.safetensors", ""), "model.safetensors", "bytes"},
        {"a header longer than the file",
         file("model.safetensors", le(std::uint64_t{1} << 40U) + std::string(100, ' ')), "model.safetensors",
         "header"},
        {"a header of 2^63 bytes", file("model.safetensors", le(std::uint64_t{1} << 63U) + "{}"),
         "model.safetensors", "header"},
        {"a header that is no JSON", file("model.safetensors", Folder::withHeader("{\"a\":", "")),
         "model.safetensors", "JSON"},
        {"a header of a million brackets",
         file("model.safetensors", Folder::withHeader(std::string(1000000, '['), "")), "model.safetensors",
         "begin"},
        {"a header that is a list", file("model.safetensors", Folder::withHeader("[1,2]", "")),
         "model.safetensors", "begin"},
        {"overlapping offsets",
         [](Folder& f) {
             f.tensor()["data_offsets"] = f.header["model.decoder.layers.0.fc1.weight"]["data_offsets"];
         },
         "model.safetensors", "data_offsets"},
        {"offsets in reverse", tensorField("data_offsets", {64, 0}), "model.safetensors", "data_offsets"},
        {"negative offsets", tensorField("data_offsets", {-64, 0}), "model.safetensors", "data_offsets"},
        {"three offsets", tensorField("data_offsets", {0, 32, 64}), "model.safetensors", "data_offsets"},
        {"offsets beyond the end",
         [](Folder& f) {
             const std::int64_t size = f.tensor()["data_offsets"][1].get<std::int64_t>()
                 - f.tensor()["data_offsets"][0].get<std::int64_t>();
             f.tensor()["data_offsets"] = {std::int64_t{1} << 50, (std::int64_t{1} << 50) + size};
         },
         "model.safetensors", "data_offsets"},
        {"a negative shape", tensorField("shape", {-32, -16}), "model.safetensors", "shape"},
        {"an overflowing shape", tensorField("shape", {std::int64_t{1} << 40, std::int64_t{1} << 40}),
         "model.safetensors", "model.encoder.layers.0.fc1.weight"},
        {"a shape of words", tensorField("shape", {"a", "b"}), "model.safetensors", "shape"},
        {"a dtype that nobody knows", tensorField("dtype", "Q9"), "model.safetensors", "Q9"},
        {"a dtype that is too wide for its bytes", tensorField("dtype", "F64"), "model.safetensors",
         "model.encoder.layers.0.fc1.weight"},
        {"a name that stands twice",
         [](Folder& f) {
             std::string header = f.header.dump();
             header.insert(1,
                           R"("lm":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                           R"("lm":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)");
             f.place.write("model.safetensors", Folder::withHeader(header, f.data));
         },
         "model.safetensors", "lm"},
        {"a folder in the place of a file",
         [](Folder& f) { fs::create_directory(f.place / "model.safetensors"); }, "model.safetensors",
         "folder"},
        {"a link to itself", [](Folder& f) { link(f, "model.safetensors", "model.safetensors"); },
         "model.safetensors", "symbolic links"},
        {"a pipe that nobody writes to",
         [](Folder& f) { REQUIRE(mkfifo((f.place / "model.safetensors").c_str(), 0600) == 0); },
         "model.safetensors", "pipe"},
        {"an endless device", [](Folder& f) { link(f, "model.safetensors", "/dev/zero"); },
         "model.safetensors", "device"},
        {"a shard outside of the folder",
         file("model.safetensors.index.json", R"({"weight_map":{"a":"../../etc/passwd"}})"),
         "model.safetensors.index.json", "../../etc/passwd"},
        {"a shard that is missing",
         file("model.safetensors.index.json", R"({"weight_map":{"a":"model-00001.safetensors"}})"),
         "model.safetensors.index.json", "model-00001.safetensors"},
        {"no weights at all", file("readme.txt", "nothing"), "", "weights"},
    };
    check(cases, &trace, limitsFor(&trace));
}

TEST_CASE("malformed: config.json", "[app][malformed]")
{
    const std::vector<DamagedCase> cases{
        {"a number that is none", file("config.json", R"({"model_type":"vaswani","d_model":NaN})"),
         "config.json", "JSON"},
        {"a number beyond all numbers",
         file("config.json", R"({"model_type":"vaswani","layer_norm_eps":1e999})"), "config.json", "JSON"},
        {"empty", file("config.json", ""), "config.json", "JSON"},
        {"fifty thousand brackets", file("config.json", std::string(50000, '[')), "config.json", "deeper"},
        {"a list", file("config.json", "[]"), "config.json", "expected an object"},
        {"bytes that are no text", file("config.json", "{\"model_type\":\"\xff\xfe\"}"), "config.json", ""},
        {"a billion layers", configField("encoder_layers", 1000000000), "config.json", "encoder_layers"},
        {"a billion heads", configField("encoder_attention_heads", 1000000000), "config.json",
         "encoder_attention_heads"},
        {"two billion words", configField("vocab_size", 2000000000), "config.json", "vocab_size"},
        {"a feed-forward as wide as the world", configField("encoder_ffn_dim", std::int64_t{1} << 60),
         "config.json", "encoder_ffn_dim"},
        {"a trillion positions", configField("max_position_embeddings", 1000000000000), "config.json",
         "max_position_embeddings"},
        {"as many layers and heads as are allowed, without their weights",
         [](Folder& f) {
             f.config["encoder_layers"] = 1024;
             f.config["decoder_layers"] = 1024;
         },
         "model.safetensors", "missing"},
        {"a width below nothing", configField("d_model", -16), "config.json", "d_model"},
        {"a width of no number", configField("d_model", "wide"), "config.json", "d_model"},
        {"half a head", configField("encoder_attention_heads", 1.5), "config.json",
         "encoder_attention_heads"},
        {"a folder in the place of a file", [](Folder& f) { fs::create_directory(f.place / "config.json"); },
         "config.json", "folder"},
        {"a link to itself", [](Folder& f) { link(f, "config.json", "config.json"); }, "config.json",
         "symbolic links"},
        {"a ring of links",
         [](Folder& f) {
             link(f, "config.json", "other.json");
             link(f, "other.json", "config.json");
         },
         "config.json", "symbolic links"},
        {"a pipe that nobody writes to",
         [](Folder& f) { REQUIRE(mkfifo((f.place / "config.json").c_str(), 0600) == 0); }, "config.json",
         "pipe"},
        {"an endless device", [](Folder& f) { link(f, "config.json", "/dev/zero"); }, "config.json",
         "device"},
    };
    check(cases, &trace, limitsFor(&trace));
}

TEST_CASE("malformed: weights in PyTorch's form", "[app][malformed]")
{
    const char* const name = "pytorch_model.bin";
    const std::string sound = archive(tensorPickle({}));
    const std::vector<DamagedCase> cases{
        {"cut in the middle", file(name, sound.substr(0, sound.size() / 2)), name, "zip"},
        {"neither zip nor pickle", file(name, "hello, I am a model"), name, ""},
        {"a size that is a lie", file(name, archive(tensorPickle({}), 1LL << 30)), name, ""},
        {"a size that is a lie, below nothing", file(name, archive(tensorPickle({}), -64)), name, ""},
        {"a call of the system",
         file(name,
              archive(pickle::begin() + pickle::global("os", "system") + pickle::text("true") + "\x85R.")),
         name, "os.system"},
        {"a bomb of tuples", file(name, archive(bomb())), name, ""},
        {"a hundred thousand lists in one another",
         file(name, archive(pickle::begin() + std::string(100000, ']') + std::string(99999, 'a') + ".")),
         name, ""},
        {"a storage as large as the world",
         file(name, archive(tensorPickle({.elements = 1LL << 60, .shape = {1LL << 60}}))), name, ""},
        {"a shape that overflows",
         file(name, archive(tensorPickle({.shape = {1LL << 40, 1LL << 40}, .strides = {1LL << 40, 1}}))),
         name, ""},
        {"a shape below nothing", file(name, archive(tensorPickle({.shape = {-4}}))), name, ""},
        {"a window beyond its storage", file(name, archive(tensorPickle({.offset = 3}))), name, ""},
        {"one number, repeated to the horizon",
         file(name, archive(tensorPickle({.shape = {1LL << 50}, .strides = {0}}))), name, ""},
        {"the older form", file(name, contentOf(fs::path(kTestData) / "checkpoints" / "legacy.bin")), name,
         "safetensors"},
    };
    check(cases, &trace, limitsFor(&trace));
}

TEST_CASE("malformed: tokenizers", "[app][malformed]")
{
    const char* const tokenizer = "tokenizer.json";
    const std::string spm = SpmBuilder().piece("<unk>", 0, SpmBuilder::kUnknown).piece("a").build();
    const std::vector<DamagedCase> cases{
        {"cut in the middle", file(tokenizer, bpe(kVocabulary, "[]").substr(0, 90)), tokenizer, "JSON"},
        {"empty", file(tokenizer, ""), tokenizer, "JSON"},
        {"a hundred thousand brackets", file(tokenizer, std::string(100000, '[')), tokenizer, "deeper"},
        {"an id at the end of the world", file(tokenizer, bpe(R"({"a":0,"b":2147483647})", "[]")), tokenizer,
         "2147483647"},
        {"an id below nothing", file(tokenizer, bpe(R"({"a":-1})", "[]")), tokenizer, "-1"},
        {"an id twice", file(tokenizer, bpe(R"({"a":0,"b":0})", "[]")), tokenizer, "the id 0"},
        {"a word twice", file(tokenizer, bpe(R"({"a":0,"a":1})", "[]")), tokenizer, "twice"},
        {"a merge of what is missing", file(tokenizer, bpe(kVocabulary, R"(["a c"])")), tokenizer,
         "merges[0]"},
        {"a merge to what is missing", file(tokenizer, bpe(kVocabulary, R"(["b a"])")), tokenizer,
         "merges[0]"},
        {"merges that are missing",
         file(tokenizer, tokenizerJson(R"({"type":"BPE","vocab":)" + kVocabulary + "}")), tokenizer,
         "merges"},
        {"a character map cut short",
         file(tokenizer,
              tokenizerJson(R"({"type":"BPE","vocab":)" + kVocabulary + R"(,"merges":[]})",
                            R"({"type":"Precompiled","precompiled_charsmap":"////f0E="})")),
         tokenizer, "charsmap"},
        {"a score that is none",
         file(tokenizer, tokenizerJson(R"({"type":"Unigram","vocab":[["a",NaN]],"unk_id":0})")), tokenizer,
         "JSON"},
        {"a model that nobody knows", file(tokenizer, tokenizerJson(R"({"type":"Magic"})")), tokenizer,
         "Magic"},
        {"an expression that never ends",
         file(tokenizer,
              tokenizerJson(R"({"type":"BPE","vocab":)" + kVocabulary + R"(,"merges":[]})",
                            R"({"type":"Replace","pattern":{"Regex":"((a*)*"},"content":""})")),
         tokenizer, ""},
        {"a link to itself", [=](Folder& f) { link(f, tokenizer, tokenizer); }, "", "tokenizer"},
        {"a pipe that nobody writes to",
         [=](Folder& f) { REQUIRE(mkfifo((f.place / tokenizer).c_str(), 0600) == 0); }, tokenizer, "pipe"},
        {"a SentencePiece model cut short", file("spiece.model", spm.substr(0, spm.size() - 3)),
         "spiece.model", ""},
        {"a SentencePiece model whose length is a lie",
         file("spiece.model", std::string("\x0a\xff\xff\xff\xff\xff\xff\xff\x7f", 9) + spm), "spiece.model",
         ""},
        {"a vocabulary of the older form with an id below nothing",
         [](Folder& f) {
             f.place.write("vocab.json", R"({"a":0,"b":-1})");
             f.place.write("merges.txt", "#version: 0.2\n");
         },
         "vocab.json", "-1"},
        {"merges of the older form that need what is missing",
         [](Folder& f) {
             f.place.write("vocab.json", kVocabulary);
             f.place.write("merges.txt", "#version: 0.2\na c\n");
         },
         "merges.txt", "\"c\""},
    };
    check(cases, &tokenize, limitsFor(&tokenize, [](Folder& f) {
              f.place.write("tokenizer.json", bpe(kVocabulary, "[\"a b\"]"));
          }));
}
