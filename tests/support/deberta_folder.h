#pragma once

#include "tests/support/model_folder.h"

#include <random>

namespace headlight::test {

/// A tiny DeBERTa without a tokenizer: the weights of the tiny BERT, and random rows for relative positions.
class DebertaFolder
{
public:
    DebertaFolder()
        : m_model("bert")
    {
        m_model.rename([](std::string name) {
            if (name.find("token_type_embeddings") != std::string::npos
                || name.find("position_embeddings") != std::string::npos)
                return std::string();
            if (name.starts_with("bert."))
                name.replace(0, 5, "deberta.");
            for (const char* part : {".self.query", ".self.key", ".self.value"})
                if (const auto at = name.find(part); at != std::string::npos)
                    name.insert(at + std::string(part).size(), "_proj");
            return name;
        });
        constexpr int kSpan = 8, kWidth = 32;
        auto& rows = m_model.tensors["deberta.encoder.rel_embeddings.weight"];
        rows.shape = {2 * kSpan, kWidth};
        std::mt19937 random(5); // NOLINT(cert-msc51-cpp): the same model in every run
        for (int i = 0; i < 2 * kSpan * kWidth; ++i)
            rows.values.push_back(static_cast<float>(random() % 2001) / 1000.0F - 1.0F);
        m_model.config["model_type"] = "deberta-v2";
        m_model.config["architectures"] = {"DebertaV2ForMaskedLM"};
        m_model.config["type_vocab_size"] = 0;
        m_model.config["relative_attention"] = true;
        m_model.config["position_biased_input"] = false;
        m_model.config["share_att_key"] = true;
        m_model.config["pos_att_type"] = {"c2p", "p2c"};
        m_model.config["max_relative_positions"] = kSpan;
        m_model.writeTensors();
        m_model.folder.write("config.json", m_model.config.dump());
    }
    const std::filesystem::path& path() const { return m_model.folder.path(); }

private:
    ModelFolder m_model;
};

} // namespace headlight::test
