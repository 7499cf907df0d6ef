#pragma once

#include "core/text/models/subword_model.h"
#include "core/text/steps/added_tokens.h"
#include "core/text/steps/decoder.h"
#include "core/text/steps/normalizer.h"
#include "core/text/steps/postprocessor.h"
#include "core/text/steps/pretokenizer.h"
#include "core/text/tokenizer.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// How a vocabulary writes white space and bytes.
enum class PieceStyle {
    kPlain, ///< no white space in pieces (WordPiece, WordLevel)
    kByteLevel, ///< each byte is a visible character (GPT-2)
    kMetaspace, ///< "▁" for the space, "<0xE2>" for bytes (SentencePiece)
};

/// A piece as Tokenizer::display shows it, ignoring special tokens.
std::string displayPiece(std::string_view piece, PieceStyle style, std::string_view endOfWordSuffix);

/// The steps of a tokenizer, in order. All except the model may be null.
struct PipelineParts
{
    std::string file; ///< file named in errors that a text reveals
    AddedTokens added;
    NormalizerPtr normalizer;
    PreTokenizerPtr preTokenizer;
    SubwordModelPtr model;
    PostProcessorPtr postProcessor;
    DecoderPtr decoder;
    PieceStyle style = PieceStyle::kPlain;
    std::optional<TokenId> mask; ///< mask token of a masked language model
};

std::unique_ptr<const Tokenizer> makePipelineTokenizer(PipelineParts parts);

} // namespace headlight
