#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <filesystem>

namespace headlight {

/// The tokenizer in a GGUF file's metadata: tokenizer.ggml.model llama (SentencePiece's BPE), gpt2
/// (byte-level BPE) or bert (WordPiece); others are rejected by name. Control tokens in a text are
/// recognised, as in Hugging Face's library. kFileNotFound if the file has no tokenizer.
Result<Tokenizers> loadGgufTokenizers(const std::filesystem::path& path);

} // namespace headlight
