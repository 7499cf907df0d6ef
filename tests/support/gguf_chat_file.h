#pragma once

#include "tests/support/gguf_builder.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace headlight::test {

/// A small llama whose tokens are bytes and "<|end|>", with its own chat template; an empty string = no
/// template.
inline std::string ggufWithTemplate(const std::string& chatTemplate)
{
    constexpr std::int64_t kWidth = 16, kHidden = 24;
    constexpr std::uint32_t kLayers = 2;
    std::vector<std::string> tokens;
    unsigned next = 256;
    for (unsigned byte = 0; byte < 256; ++byte) { // the printable alphabet of bytes
        const bool printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173);
        const unsigned code = printable ? byte : next++;
        tokens.emplace_back(code < 128 ? std::string(1, static_cast<char>(code))
                                       : std::string{static_cast<char>(0xC0U | code >> 6U),
                                                     static_cast<char>(0x80U | (code & 63U))});
    }
    tokens.emplace_back("<|end|>");
    std::vector<std::int32_t> types(tokens.size(), 1);
    types.back() = 3; // a control token
    const auto vocabulary = static_cast<std::int64_t>(tokens.size());

    GgufBuilder builder;
    builder.text("general.architecture", "llama");
    builder.integer("llama.block_count", kLayers).integer("llama.context_length", 256);
    builder.integer("llama.embedding_length", kWidth).integer("llama.feed_forward_length", kHidden);
    builder.integer("llama.attention.head_count", 2).integer("llama.attention.head_count_kv", 2);
    builder.real("llama.attention.layer_norm_rms_epsilon", 1e-5F).real("llama.rope.freq_base", 10000.0F);
    builder.text("tokenizer.ggml.model", "gpt2").text("tokenizer.ggml.pre", "gpt-2");
    builder.texts("tokenizer.ggml.tokens", tokens).integers("tokenizer.ggml.token_type", types);
    builder.texts("tokenizer.ggml.merges", {});
    builder.integer("tokenizer.ggml.bos_token_id", 256).integer("tokenizer.ggml.eos_token_id", 256);
    if (!chatTemplate.empty())
        builder.text("tokenizer.chat_template", chatTemplate);
    std::uint32_t state = 7;
    const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
        std::int64_t count = 1;
        for (const std::int64_t extent : shape)
            count *= extent;
        std::vector<float> values(static_cast<std::size_t>(count));
        for (float& value : values) {
            state = state * 1664525U + 1013904223U;
            value = (static_cast<float>(state >> 8U) / 16777216.0F - 0.5F) / 2;
        }
        builder.tensor(name, shape, values);
    };
    add("token_embd.weight", {vocabulary, kWidth});
    add("output_norm.weight", {kWidth});
    for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
        const std::string block = "blk." + std::to_string(layer) + ".";
        for (const char* const norm : {"attn_norm", "ffn_norm"})
            add(block + norm + ".weight", {kWidth});
        for (const char* const square : {"attn_q", "attn_k", "attn_v", "attn_output"})
            add(block + square + ".weight", {kWidth, kWidth});
        for (const char* const wide : {"ffn_gate", "ffn_up"})
            add(block + wide + ".weight", {kHidden, kWidth});
        add(block + "ffn_down.weight", {kWidth, kHidden});
    }
    return builder.bytes();
}

} // namespace headlight::test
