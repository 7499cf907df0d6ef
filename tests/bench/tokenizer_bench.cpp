#include "core/text/tokenizer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

// Prints how fast each tokenizer cuts text: a megabyte of sentences in several scripts, and one
// "word" of 100,000 characters. Arguments: folders with tokenizer files, or folders of such folders.

namespace {

using namespace headlight;
using Clock = std::chrono::steady_clock;

std::string mixedText(std::size_t bytes)
{
    static const char* const kLines[] = {
        "The quick brown fox jumps over the lazy dog, doesn't it? It costs $1,234.56 (or so).\n",
        "Les élèves ont mangé des crêpes à Noël ; c'était délicieux, n'est-ce pas ?\n",
        "Die Straße ist naß – und der Fluß auch. Zwölf Boxkämpfer jagen Viktor.\n",
        "Съешь же ещё этих мягких французских булок, да выпей чаю.\n",
        "今天天气很好，我们去公园散步吧。東京タワーに行きたいです。\n",
        "नमस्ते दुनिया, यह एक परीक्षण है। مرحبا بالعالم\n",
        "for (int i = 0; i < n; ++i) { sum += a[i] * b[i]; } // O(n)\n",
        "👩‍👩‍👧 emoji 🇫🇷🇩🇪 and e\u0301 combining marks, "
        "https://example.org/a?b=c&d=%20e\n",
    };
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

void measure(const std::filesystem::path& folder)
{
    const auto start = Clock::now();
    const Result<Tokenizers> tokenizers = loadTokenizers(folder);
    const double loading = std::chrono::duration<double>(Clock::now() - start).count();
    if (!tokenizers) {
        std::printf("%-16s %s\n", folder.filename().c_str(), tokenizers.error().describe().c_str());
        return;
    }
    const std::string text = mixedText(1'000'000);
    std::size_t tokens = 0;
    const double time = seconds(*tokenizers->source, text, tokens);
    std::size_t pieces = 0;
    const double word = seconds(*tokenizers->source, longWord(100'000), pieces);
    std::size_t same = 0;
    const double run = seconds(*tokenizers->source, std::string(100'000, 'a'), same);
    std::printf("%-16s %-24s opens in %4.0f ms, %6.2f MB/s (%zu tokens), word of 100,000 letters %4.0f ms, "
                "of one letter %4.0f ms\n",
                folder.filename().c_str(), tokenizers->source->kind().c_str(), loading * 1e3,
                static_cast<double>(text.size()) / 1e6 / time, tokens, word * 1e3, run * 1e3);
}

} // namespace

int main(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::filesystem::path path(argv[i]);
        if (loadTokenizers(path)) {
            measure(path);
            continue;
        }
        std::vector<std::filesystem::path> folders;
        for (const auto& entry : std::filesystem::directory_iterator(path)) {
            if (entry.is_directory())
                folders.push_back(entry.path());
        }
        std::sort(folders.begin(), folders.end());
        for (const std::filesystem::path& folder : folders)
            measure(folder);
    }
    return argc > 1 ? 0 : 2;
}
