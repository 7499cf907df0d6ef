#pragma once

#include "core/text/models/sentencepiece_model.h"
#include "core/text/older/folder_hints.h"
#include "core/text/steps/added_tokens.h"

#include <string>
#include <vector>

namespace headlight {

class FaultReport;

/// The kind of a folder with one SentencePiece file.
enum class PieceFamily : unsigned char {
    kPlainPieces, ///< unknown: the file's own ids, no special tokens
    kLlamaPieces, ///< <s> before the text
    kT5Pieces, ///< </s> after the text; <extra_id_0> … above the file's pieces
    kAlbertPieces, ///< [CLS] A [SEP] B [SEP]; text is lower-cased, accents are removed
    kRobertaPieces, ///< <s> A </s></s> B </s>; ids as in fairseq: <s> <pad> </s> <unk> first, <mask> last
    kCamembertPieces, ///< the same template; four tokens before the file's own, the first of which is unused
    kMbartPieces, ///< A </s> language; fairseq's ids, then the languages, <mask> last
    kMbart50Pieces, ///< language A </s>; likewise
    kNllbPieces, ///< the same with other languages; older folders: A </s> language
    kPegasusPieces, ///< A </s>; 103 ids before those of the file
    kDebertaPieces, ///< [CLS] A [SEP] B [SEP]; the file's own ids, [MASK] last
};

/// The ids of a file's pieces in models of the family, plus the tokens that no file lists.
struct NumberedPieces
{
    SentencePieceIds ids;
    std::vector<std::string> special; ///< tokens of the family besides the named ones: languages, gaps
};
NumberedPieces numberPieces(const SentencePieceFile& file, PieceFamily family, const FolderHints& hints,
                            FaultReport& report);

/// The language token of a folder's texts: "src_lang" or "tgt_lang" of its tokenizer_config.json as written
/// in the vocabulary, otherwise `usual`; empty if the vocabulary has neither.
std::string languageToken(const FolderHints& hints, std::string_view field, const std::string& usual,
                          const Vocabulary& vocabulary);

} // namespace headlight
