#pragma once

#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <array>
#include <filesystem>
#include <string>

namespace headlight::test {

/// The tiny BERT of tests/data with a vocabulary of words, so that it can read text: sentence pairs, masks.
class BertFolder
{
public:
    BertFolder()
    {
        const std::filesystem::path from = std::filesystem::path(kTestData) / "models/bert";
        for (const char* name : {"config.json", "model.safetensors"})
            std::filesystem::copy_file(from / name, m_folder / name);
        static constexpr std::array kWords{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the",
                                           "cat",   "sat",   "on",    "mat",   "##s",    "##ing",
                                           "dog",   "play",  "?",     "why",   "not",    "."};
        constexpr std::size_t kVocabulary = 96; // of the model
        std::string lines;
        for (std::size_t id = 0; id < kVocabulary; ++id)
            lines += (id < kWords.size() ? std::string(kWords[id]) : "word" + std::to_string(id)) + "\n";
        m_folder.write("vocab.txt", lines);
    }
    const std::filesystem::path& path() const { return m_folder.path(); }
    const TemporaryFolder& folder() const { return m_folder; }

private:
    TemporaryFolder m_folder;
};

} // namespace headlight::test
