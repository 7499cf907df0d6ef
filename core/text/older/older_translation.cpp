#include "core/io/json_fields.h"
#include "core/text/languages.h"
#include "core/text/models/sentencepiece_model.h"
#include "core/text/older/older_files.h"
#include "core/text/older/piece_numbers.h"
#include "core/text/pipeline.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

using FilePtr = std::shared_ptr<const SentencePieceFile>;

namespace {

using TokenizerPtr = std::shared_ptr<const Tokenizer>;

/// One side of a model with pieces from a SentencePiece file and ids from a vocabulary file.
struct TranslationSide
{
    FilePtr file;
    Vocabulary vocabulary;
    std::string vocabularyFile;
    std::vector<SpecialTokenDefault> named;
    std::vector<std::string> further; ///< tokens besides the named ones, as far as the vocabulary has them
    bool furtherSpecial = false;
    std::string language = {}; ///< the token before a text; empty = none
};

Result<TokenizerPtr> makeSide(const FolderHints& hints, TranslationSide side)
{
    FaultReport report(side.vocabularyFile);
    SentencePieceIds ids;
    ids.vocabulary = std::move(side.vocabulary);
    ids.unknownByText = true;
    const std::optional<TokenId> unknown = ids.vocabulary.find(hints.token("unk_token").value_or("<unk>"));
    const std::string endContent = hints.token("eos_token").value_or("</s>");
    const std::optional<TokenId> end = ids.vocabulary.find(endContent);
    if (!unknown || !end)
        return badFile(side.vocabularyFile, {}, "lacks the unknown token or the end token");
    ids.unknown = *unknown;
    for (int number = 0; number < side.file->pieceCount(); ++number)
        ids.bySentencePiece.push_back(ids.vocabulary.find(side.file->piece(number)).value_or(*unknown));

    PipelineParts parts;
    parts.file = hints.folder().string();
    parts.style = PieceStyle::kMetaspace;
    parts.added = gatherAddedTokens(hints, side.named, ids.vocabulary, nullptr, report);
    for (const std::string& token : side.further)
        if (const std::optional<TokenId> id = ids.vocabulary.find(token); id && !parts.added.find(*id))
            addOwnToken(parts.added, token, *id, side.furtherSpecial, report);
    RETURN_IF_ERROR(report.check());
    parts.postProcessor
        = makeAffixProcessing(tokenIn(ids.vocabulary, side.language), {{endContent, *end}}, 0);
    parts.decoder = makeSentencePieceDecoder();
    parts.model = makeSentencePieceModel(side.file, std::move(ids));
    return TokenizerPtr(makePipelineTokenizer(std::move(parts)));
}

Result<TokenizerPtr> loadMarianSide(const FolderHints& hints, const std::string& fileName,
                                    const std::string& vocabularyName)
{
    ASSIGN_OR_RETURN(const auto file, SentencePieceFile::load(hints.path(fileName)));
    ASSIGN_OR_RETURN(auto vocabulary, readVocabularyFile(hints.path(vocabularyName)));
    // Models for several target languages expect a token such as ">>fra<<".
    std::vector<std::string> languages;
    for (TokenId id = 0; id < vocabulary.idCount(); ++id)
        if (const std::string_view piece = vocabulary.piece(id);
            piece.size() > 4 && piece.starts_with(">>") && piece.ends_with("<<"))
            languages.emplace_back(piece);
    return makeSide(hints,
                    {file,
                     std::move(vocabulary),
                     hints.path(vocabularyName),
                     {{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}},
                     std::move(languages)});
}

Result<Tokenizers> bothSides(const Result<TokenizerPtr>& source, const Result<TokenizerPtr>& target)
{
    if (!source || !target)
        return source ? target.error() : source.error();
    return Tokenizers{*source, *target};
}

} // namespace

Result<Tokenizers> loadMarian(const FolderHints& hints)
{
    const bool separate = hints.has("target_vocab.json");
    return bothSides(loadMarianSide(hints, "source.spm", "vocab.json"),
                     loadMarianSide(hints, "target.spm", separate ? "target_vocab.json" : "vocab.json"));
}

Result<Tokenizers> loadM2m100(const FolderHints& hints)
{
    ASSIGN_OR_RETURN(const auto file, SentencePieceFile::load(hints.path("sentencepiece.bpe.model")));
    const std::string vocabularyFile = hints.path("vocab.json");
    ASSIGN_OR_RETURN(auto vocabulary, readVocabularyFile(vocabularyFile));
    FaultReport report(vocabularyFile);
    const std::vector<std::string> languages = languageTokens(
        hints.token("language_codes") == "wmt21" ? LanguageSet::kWmt21Codes : LanguageSet::kM2m100Codes);
    for (const std::string& token : languages) // their ids are above those of the pieces
        if (!vocabulary.find(token))
            addPiece(vocabulary, token, vocabulary.idCount(), "language", report);
    RETURN_IF_ERROR(report.check());
    const auto side = [&](std::string_view field, const std::string& usual) {
        return makeSide(
            hints,
            {file,
             vocabulary,
             vocabularyFile,
             {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}},
             languages,
             true,
             languageToken(hints, field, usual, vocabulary)});
    };
    return bothSides(side("src_lang", "en"), side("tgt_lang", {}));
}

} // namespace headlight
