#pragma once

#include "core/base/result.h"
#include "core/text/older/folder_hints.h"
#include "core/text/steps/postprocessor.h"
#include "core/text/tokenizer.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Tokenizers from the files used before tokenizer.json. What the files leave open depends on the tokenizer
// class that the folder names, otherwise on the look of the vocabulary.

/// vocab.json and merges.txt: GPT-2, RoBERTa and BART, Blenderbot, CLIP, Qwen2.
Result<Tokenizers> loadOlderBpe(const FolderHints& hints);
/// vocab.txt: BERT, DistilBERT, ELECTRA, MPNet.
Result<Tokenizers> loadOlderWordPiece(const FolderHints& hints);
/// One SentencePiece file: T5, mT5, UMT5, Llama, Gemma, ALBERT, XLM-RoBERTa, BARThez, CamemBERT, mBART,
/// mBART-50, NLLB, Pegasus, DeBERTa v2.
Result<Tokenizers> loadOlderSentencePiece(const FolderHints& hints, const std::string& fileName);
/// vocab.json and sentencepiece.bpe.model: M2M-100.
Result<Tokenizers> loadM2m100(const FolderHints& hints);
/// source.spm, target.spm and vocab.json: Marian.
Result<Tokenizers> loadMarian(const FolderHints& hints);

/// Calls `read` with each line of a text file, without its line end, and its number from 1, until `read`
/// returns false.
Result<void> eachLine(const std::filesystem::path& file,
                      const std::function<bool(std::string_view line, std::size_t number)>& read);

/// The token of this spelling, or none if the vocabulary lacks it.
std::vector<NamedToken> tokenIn(const Vocabulary& vocabulary, const std::string& content);

/// Adds a token of the family that no file describes; an error goes to the report.
void addOwnToken(AddedTokens& added, const std::string& content, TokenId id, bool special,
                 FaultReport& report);

class JsonFields;

/// Calls `read` with the fields of a built-in description, which has no errors; `json` is as in a
/// tokenizer.json.
void readBuiltIn(std::string_view json, const std::function<void(const JsonFields&)>& read);

/// A step that every folder of a family uses but none describes.
template <typename StepPtr>
StepPtr builtInStep(std::string_view json, StepPtr (*read)(const JsonFields&))
{
    StepPtr step;
    readBuiltIn(json, [&](const JsonFields& fields) { step = read(fields); });
    return step;
}

} // namespace headlight
