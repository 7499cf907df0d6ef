#pragma once

#include "core/base/result.h"
#include "core/text/gguf/gguf_vocabulary.h"
#include "core/text/models/subword_model.h"

namespace headlight {

/// SentencePiece's BPE with the pieces and scores of a GGUF file, passed to the SentencePiece library in the
/// form of its original model file.
Result<SubwordModelPtr> makeGgufPieceModel(const GgufVocabulary& file, Vocabulary vocabulary);

} // namespace headlight
