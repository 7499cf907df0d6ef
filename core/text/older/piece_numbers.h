#pragma once

#include "core/text/models/sentencepiece_model.h"
#include "core/text/older/folder_hints.h"
#include "core/text/steps/added_tokens.h"

#include <string>
#include <vector>

namespace headlight {

class FaultReport;

/// What a folder with one SentencePiece file is.
enum class PieceFamily : unsigned char {
    kPlainPieces, ///< nothing is known: the file's own ids, no special tokens
    kLlamaPieces, ///< <s> before the text
    kT5Pieces, ///< </s> behind it; <extra_id_0> … above the file's pieces
    kAlbertPieces, ///< [CLS] A [SEP] B [SEP]; text is lower-cased, accents go
    kRobertaPieces, ///< <s> A </s></s> B </s>; ids as in fairseq: <s> <pad> </s> <unk> first, <mask> last
    kCamembertPieces, ///< the same template; four tokens before the file's own, of which the first stays
                      ///< unused
    kMbartPieces, ///< A </s> language; fairseq's ids, then the languages, <mask> last
    kMbart50Pieces, ///< language A </s>; likewise
    kNllbPieces, ///< the same with other languages; older folders: A </s> language
    kPegasusPieces, ///< A </s>; 103 ids before those of the file
    kDebertaPieces, ///< [CLS] A [SEP] B [SEP]; the file's own ids, [MASK] last
};

/// The ids of a file's pieces in the family's models, with the tokens that no file lists.
struct NumberedPieces
{
    SentencePieceIds ids;
    std::vector<std::string> special; ///< that the family has besides the named ones: languages, gaps
};
NumberedPieces numberPieces(const SentencePieceFile& file, PieceFamily family, const FolderHints& hints,
                            FaultReport& report);

/// The language token that a folder's texts are marked with: "src_lang" or "tgt_lang" of its
/// tokenizer_config.json as the vocabulary spells it, else `usual`; empty if the vocabulary has none.
std::string languageToken(const FolderHints& hints, std::string_view field, const std::string& usual,
                          const Vocabulary& vocabulary);

} // namespace headlight
