#pragma once

#include <cstddef>

/// One function per packed dtype that unpacks one block. Layouts and the order of operations are those of
/// llama.cpp (ggml-common.h, ggml-quants.c).
namespace headlight::blocks {

void unpackQ4v0(const std::byte* block, float* out);
void unpackQ4v1(const std::byte* block, float* out);
void unpackQ5v0(const std::byte* block, float* out);
void unpackQ5v1(const std::byte* block, float* out);
void unpackQ8v0(const std::byte* block, float* out);
void unpackQ2k(const std::byte* block, float* out);
void unpackQ3k(const std::byte* block, float* out);
void unpackQ4k(const std::byte* block, float* out);
void unpackQ5k(const std::byte* block, float* out);
void unpackQ6k(const std::byte* block, float* out);
void unpackIq1s(const std::byte* block, float* out);
void unpackIq1m(const std::byte* block, float* out);
void unpackIq2xxs(const std::byte* block, float* out);
void unpackIq2xs(const std::byte* block, float* out);
void unpackIq2s(const std::byte* block, float* out);
void unpackIq3xxs(const std::byte* block, float* out);
void unpackIq3s(const std::byte* block, float* out);
void unpackIq4nl(const std::byte* block, float* out);
void unpackIq4xs(const std::byte* block, float* out);
void unpackTq1(const std::byte* block, float* out);
void unpackTq2(const std::byte* block, float* out);
void unpackMxfp4(const std::byte* block, float* out);

} // namespace headlight::blocks
