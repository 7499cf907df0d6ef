#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <filesystem>

namespace headlight {

/// The tokenizer in a GGUF file's metadata: tokenizer.ggml.model llama (SentencePiece's BPE), gpt2
/// (byte-level BPE) or bert (WordPiece); others are refused by name. Control tokens in a text are recognised,
/// as Hugging Face's library does. kFileNotFound for a file that has none.
Result<Tokenizers> loadGgufTokenizers(const std::filesystem::path& path);

} // namespace headlight
