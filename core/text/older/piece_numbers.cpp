#include "core/text/older/piece_numbers.h"

#include "core/io/json_fields.h"
#include "core/text/languages.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace headlight {

namespace {

/// Gives the next ids to tokens that no file contains.
void appendTokens(NumberedPieces& pieces, const std::vector<std::string>& tokens, FaultReport& report)
{
    for (const std::string& token : tokens) {
        if (!pieces.ids.vocabulary.find(token))
            addPiece(pieces.ids.vocabulary, token, pieces.ids.vocabulary.idCount(), "language", report);
        pieces.special.push_back(token);
    }
}

/// Every piece gets the existing id of a token with that spelling, otherwise its number plus `shift`.
void numberShifted(const SentencePieceFile& file, std::int64_t shift, NumberedPieces& pieces,
                   FaultReport& report)
{
    SentencePieceIds& ids = pieces.ids;
    for (int number = 0; number < file.pieceCount() && !report.error(); ++number) {
        const std::string piece = file.piece(number);
        // Tokens with the same spelling as a later piece keep their own id.
        std::optional<TokenId> id = shift > 0 ? ids.vocabulary.find(piece) : std::nullopt;
        if (!id) {
            id = static_cast<TokenId>(number + shift);
            addPiece(ids.vocabulary, piece, *id, concat("piece ", number), report);
        }
        ids.bySentencePiece.push_back(*id);
        if (number == file.unknownId())
            ids.unknown = *id;
    }
}

void addFirst(std::initializer_list<std::string_view> tokens, SentencePieceIds& ids, FaultReport& report)
{
    for (const std::string_view token : tokens)
        addPiece(ids.vocabulary, token, ids.vocabulary.idCount(), "piece", report);
}

/// fairseq puts its own tokens first. A model trained with them needs no shift; in one whose file starts with
/// SentencePiece's three tokens, <pad> is inserted among them.
bool numberAsFairseq(const SentencePieceFile& file, NumberedPieces& pieces, FaultReport& report)
{
    const bool shifted = file.piece(0) == "<unk>";
    if (shifted)
        addFirst({"<s>", "<pad>", "</s>", "<unk>"}, pieces.ids, report);
    numberShifted(file, shifted ? 1 : 0, pieces, report);
    return shifted;
}

/// CamemBERT's file had fairseq's tokens, and they were added again: both <unk> mean unknown text.
void numberAsCamembert(const SentencePieceFile& file, NumberedPieces& pieces, FaultReport& report)
{
    addFirst({"<s>NOTUSED", "<pad>", "</s>NOTUSED", "<unk>", "<unk>NOTUSED"}, pieces.ids, report);
    numberShifted(file, 4, pieces, report);
    pieces.special = {"<s>NOTUSED", "</s>NOTUSED", "<unk>NOTUSED"};
}

/// Pegasus: padding, end, two masks, and filler tokens up to its offset + 2.
void numberAsPegasus(const SentencePieceFile& file, const FolderHints& hints, NumberedPieces& pieces,
                     FaultReport& report)
{
    const std::int64_t offset = hints.integer("offset").value_or(103);
    if (offset < 0 || offset > 10'000)
        return report.add(
            badFile(hints.path("tokenizer_config.json"), "offset", "is ", offset, ", expected 0 to 10000"));
    addFirst({hints.token("pad_token").value_or("<pad>"), hints.token("eos_token").value_or("</s>")},
             pieces.ids, report);
    if (offset > 0) {
        const std::string sentence = hints.token("mask_token_sent").value_or("<mask_1>");
        addFirst({sentence, hints.token("mask_token").value_or("<mask_2>")}, pieces.ids, report);
        pieces.special.push_back(sentence);
    }
    for (std::int64_t i = 2; i < offset && !report.error(); ++i) {
        const std::string token = concat("<unk_", i, ">");
        addFirst({token}, pieces.ids, report);
        pieces.special.push_back(token);
    }
    if (!report.error())
        numberShifted(file, offset, pieces, report);
}

void appendMask(const FolderHints& hints, const std::string& usual, NumberedPieces& pieces,
                FaultReport& report)
{
    const std::string mask = hints.token("mask_token").value_or(usual);
    for (const FolderHints::Listed& listed : hints.listed())
        if (listed.token.content == mask)
            return; // the folder specifies its id
    if (!pieces.ids.vocabulary.find(mask))
        addPiece(pieces.ids.vocabulary, mask, pieces.ids.vocabulary.idCount(), "piece", report);
}

std::vector<std::string> languagesOf(PieceFamily family, const FolderHints& hints)
{
    if (family == PieceFamily::kNllbPieces && !hints.additional().empty())
        return hints.additional();
    return languageTokens(family == PieceFamily::kNllbPieces        ? LanguageSet::kNllbCodes
                              : family == PieceFamily::kMbartPieces ? LanguageSet::kMbartCodes
                                                                    : LanguageSet::kMbart50Codes);
}

} // namespace

NumberedPieces numberPieces(const SentencePieceFile& file, PieceFamily family, const FolderHints& hints,
                            FaultReport& report)
{
    NumberedPieces pieces;
    switch (family) {
    case PieceFamily::kRobertaPieces:
        if (numberAsFairseq(file, pieces, report))
            appendMask(hints, "<mask>", pieces, report);
        break;
    case PieceFamily::kMbartPieces:
    case PieceFamily::kMbart50Pieces:
    case PieceFamily::kNllbPieces:
        numberAsFairseq(file, pieces, report);
        appendTokens(pieces, languagesOf(family, hints), report);
        appendMask(hints, "<mask>", pieces, report);
        break;
    case PieceFamily::kCamembertPieces:
        numberAsCamembert(file, pieces, report);
        appendMask(hints, "<mask>", pieces, report);
        break;
    case PieceFamily::kPegasusPieces:
        numberAsPegasus(file, hints, pieces, report);
        break;
    case PieceFamily::kDebertaPieces:
        numberShifted(file, 0, pieces, report);
        appendMask(hints, "[MASK]", pieces, report);
        break;
    default:
        numberShifted(file, 0, pieces, report);
        break;
    }
    return pieces;
}

std::string languageToken(const FolderHints& hints, std::string_view field, const std::string& usual,
                          const Vocabulary& vocabulary)
{
    const std::string stated = hints.token(field).value_or(usual);
    for (const std::string& spelled : {stated, "__" + stated + "__"})
        if (!stated.empty() && vocabulary.find(spelled))
            return spelled;
    return {};
}

} // namespace headlight
