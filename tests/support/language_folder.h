#pragma once

#include "tests/core/text/spm_builder.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace headlight::test {

/// The tiny BART of tests/data with M2M-100's tokenizer: it reads "a b" and can be told to write in one of
/// eight languages, which have the last ids of its vocabulary.
class LanguageFolder
{
public:
    static constexpr int kLanguages = 8; ///< en ha is ja cs ru zh de

    LanguageFolder()
    {
        const std::filesystem::path from = std::filesystem::path(kTestData) / "models/bart";
        for (const char* name : {"config.json", "model.safetensors"})
            std::filesystem::copy_file(from / name, m_folder / name);
        nlohmann::json vocabulary
            = {{"<s>", 0}, {"<pad>", 1}, {"</s>", 2}, {"<unk>", 3}, {"▁a", 4}, {"▁b", 5}};
        for (int id = static_cast<int>(vocabulary.size()); id < kVocabulary - kLanguages; ++id)
            vocabulary["▁word" + std::to_string(id)] = id;
        m_folder.write("vocab.json", vocabulary.dump());
        SpmBuilder model;
        model.piece("<unk>", 0, SpmBuilder::kUnknown)
            .piece("<s>", 0, SpmBuilder::kControl)
            .piece("</s>", 0, SpmBuilder::kControl)
            .piece("▁a", -1.0F)
            .piece("▁b", -1.0F);
        m_folder.write("sentencepiece.bpe.model", model.build());
        m_folder.write("tokenizer_config.json",
                       R"({"tokenizer_class":"M2M100Tokenizer","language_codes":"wmt21"})");
    }
    const std::filesystem::path& path() const { return m_folder.path(); }
    /// The id of the n-th language.
    static int language(int number) { return kVocabulary - kLanguages + number; }

private:
    static constexpr int kVocabulary = 96; ///< of the model
    TemporaryFolder m_folder;
};

} // namespace headlight::test
