#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

// Prints a table of how fast each tokenizer splits text, in milliseconds: a megabyte of sentences in several
// scripts, a megabyte of mostly unknown Chinese characters, and "words" of 100,000 different letters and of a
// single letter. Arguments: folders with tokenizer files, or folders of such folders; a SentencePiece model
// next to a tokenizer.json is also measured separately ("native").

namespace {

using namespace headlight;
using Clock = std::chrono::steady_clock;

std::string mixedText(std::size_t bytes)
{
    static constexpr auto kLines = std::to_array<std::string_view>({
        "The quick brown fox jumps over the lazy dog, doesn't it? It costs $1,234.56 (or so).\n",
        "Les élèves ont mangé des crêpes à Noël ; c'était délicieux, n'est-ce pas ?\n",
        "Die Straße ist naß – und der Fluß auch. Zwölf Boxkämpfer jagen Viktor.\n",
        "Съешь же ещё этих мягких французских булок, да выпей чаю.\n",
        "今天天气很好，我们去公园散步吧。東京タワーに行きたいです。\n",
        "नमस्ते दुनिया, यह एक परीक्षण है। مرحبا بالعالم\n",
        "for (int i = 0; i < n; ++i) { sum += a[i] * b[i]; } // O(n)\n",
        "👩‍👩‍👧 emoji 🇫🇷🇩🇪 and e\u0301 combining marks, ",
        "https://example.org/a?b=c&d=%20e\n",
    });
    std::string text;
    for (std::size_t i = 0; text.size() < bytes; ++i)
        text += kLines[i % std::size(kLines)];
    return text;
}

std::string longWord(std::size_t characters)
{
    std::string word;
    unsigned state = 1;
    for (std::size_t i = 0; i < characters; ++i) {
        state = state * 1664525u + 1013904223u;
        word += static_cast<char>('a' + (state >> 24) % 26);
    }
    return word;
}

double seconds(const Tokenizer& tokenizer, const std::string& text, std::size_t& count)
{
    double best = 1e9;
    for (int run = 0; run < 3; ++run) {
        const auto start = Clock::now();
        const Result<std::vector<Token>> tokens = tokenizer.encode(text, {}, {});
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
        count = tokens ? tokens->size() : 0;
    }
    return best;
}

/// Chinese, of which many vocabularies know little: long runs of unknown characters.
std::string unknownText(std::size_t bytes)
{
    std::string text;
    for (unsigned i = 0; text.size() < bytes; ++i) {
        const unsigned c = 0x4E00 + i * 7919 % 0x5000;
        text += {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)),
                 static_cast<char>(0x80 | (c & 0x3F))};
    }
    return text;
}

void printHeading()
{
    std::printf("| %-14s | %-22s | opens | 1 MB mixed | 1 MB unknown | word: letters | word: one letter |\n",
                "folder", "kind");
    std::printf(
        "| -------------- | ---------------------- | ----- | ---------- | ------------ | ------------- | "
        "---------------- |\n");
}

void measure(const std::filesystem::path& folder)
{
    const auto start = Clock::now();
    const Result<Tokenizers> tokenizers = loadTokenizers(folder);
    const double loading = std::chrono::duration<double>(Clock::now() - start).count();
    if (!tokenizers) {
        std::printf("| %-14s | %s |\n", folder.filename().c_str(), tokenizers.error().describe().c_str());
        return;
    }
    const Tokenizer& tokenizer = *tokenizers->source;
    std::size_t tokens = 0;
    const auto milliseconds = [&](const std::string& text) { return seconds(tokenizer, text, tokens) * 1e3; };
    const double mixed = milliseconds(mixedText(1'000'000));
    const double unknown = milliseconds(unknownText(1'000'000));
    const double word = milliseconds(longWord(100'000));
    const double run = milliseconds(std::string(100'000, 'a'));
    std::printf("| %-14s | %-22s | %5.0f | %10.0f | %12.0f | %13.0f | %16.0f |\n", folder.filename().c_str(),
                tokenizer.kind().c_str(), loading * 1e3, mixed, unknown, word, run);
}

/// If there is a SentencePiece model next to a tokenizer.json, measures it in a folder without the latter.
void measureNative(const std::filesystem::path& folder)
{
    for (const char* name : {"spiece.model", "tokenizer.model", "sentencepiece.bpe.model"}) {
        if (!std::filesystem::exists(folder / name) || !std::filesystem::exists(folder / "tokenizer.json"))
            continue;
        const std::filesystem::path alone
            = std::filesystem::temp_directory_path() / ("headlight-bench-" + folder.filename().string());
        std::filesystem::create_directories(alone / "native");
        std::filesystem::copy_file(folder / name, alone / "native" / name,
                                   std::filesystem::copy_options::overwrite_existing);
        measure(alone / "native");
        std::filesystem::remove_all(alone);
    }
}

/// There is no published WordLevel model among the others.
void measureWordLevel()
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "headlight-bench-wordlevel";
    std::filesystem::create_directories(folder);
    std::string vocabulary = R"("<unk>":0)";
    for (int i = 1; i < 30'000; ++i)
        vocabulary += ",\"word" + std::to_string(i) + "\":" + std::to_string(i);
    std::ofstream(folder / "tokenizer.json")
        << R"({"version":"1.0","added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"Whitespace"},)"
        << R"("post_processor":null,"decoder":null,"model":{"type":"WordLevel","unk_token":"<unk>","vocab":{)"
        << vocabulary << "}}}";
    measure(folder);
    std::filesystem::remove_all(folder);
}

} // namespace

int main(int argc, char** argv)
{
    printHeading();
    for (int i = 1; i < argc; ++i) {
        const std::filesystem::path path(argv[i]);
        if (loadTokenizers(path)) {
            measure(path);
            measureNative(path);
            continue;
        }
        std::vector<std::filesystem::path> folders;
        for (const auto& entry : std::filesystem::directory_iterator(path)) {
            if (entry.is_directory())
                folders.push_back(entry.path());
        }
        std::sort(folders.begin(), folders.end());
        for (const std::filesystem::path& folder : folders) {
            measure(folder);
            measureNative(folder);
        }
    }
    measureWordLevel();
    return argc > 1 ? 0 : 2;
}
