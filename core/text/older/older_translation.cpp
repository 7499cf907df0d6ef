#include "core/io/json_fields.h"
#include "core/text/models/sentencepiece_model.h"
#include "core/text/older/language_codes.h"
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

/// One side of a Marian model: pieces from its SentencePiece file, ids from the vocabulary file.
Result<std::shared_ptr<const Tokenizer>> loadMarianSide(const FolderHints& hints, const std::string& fileName,
                                                        const std::string& vocabularyName)
{
    Result<FilePtr> file = SentencePieceFile::load(hints.path(fileName));
    if (!file)
        return file.error();
    FaultReport report(hints.path(vocabularyName));
    Result<Vocabulary> vocabulary = readVocabularyFile(report.file());
    if (!vocabulary)
        return vocabulary.error();
    SentencePieceIds ids;
    ids.vocabulary = std::move(*vocabulary);
    ids.unknownByText = true;
    const std::optional<TokenId> unknown = ids.vocabulary.find(hints.token("unk_token").value_or("<unk>"));
    const std::string endContent = hints.token("eos_token").value_or("</s>");
    const std::optional<TokenId> end = ids.vocabulary.find(endContent);
    if (!report.error() && (!unknown || !end))
        report.bad({}, "lacks the unknown token or the end token");
    if (report.error())
        return *report.error();
    ids.unknown = *unknown;
    for (int number = 0; number < (*file)->pieceCount(); ++number)
        ids.bySentencePiece.push_back(ids.vocabulary.find((*file)->piece(number)).value_or(*unknown));
    PipelineParts parts;
    parts.file = hints.folder().string();
    parts.style = PieceStyle::kMetaspace;
    parts.added
        = gatherAddedTokens(hints, {{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}},
                            ids.vocabulary, nullptr, report);
    // Models for several target languages expect a token such as ">>fra<<".
    for (TokenId id = 0; id < ids.vocabulary.idCount(); ++id) {
        const std::string content(ids.vocabulary.piece(id));
        if (content.size() > 4 && content.starts_with(">>") && content.ends_with("<<")
            && !parts.added.find(id)) {
            if (Result<void> done
                = parts.added.add({content, false, false, false, false, false}, id, nullptr);
                !done)
                return done.error();
        }
    }
    if (report.error())
        return *report.error();
    parts.postProcessor = makeAffixProcessing({}, {{endContent, *end}}, 0);
    parts.decoder = makeSentencePieceDecoder();
    parts.model = makeSentencePieceModel(*file, std::move(ids));
    return std::shared_ptr<const Tokenizer>(makePipelineTokenizer(std::move(parts)));
}

} // namespace

Result<Tokenizers> loadMarian(const FolderHints& hints)
{
    Result<std::shared_ptr<const Tokenizer>> source = loadMarianSide(hints, "source.spm", "vocab.json");
    if (!source)
        return source.error();
    const bool separate = hints.has("target_vocab.json");
    Result<std::shared_ptr<const Tokenizer>> target
        = loadMarianSide(hints, "target.spm", separate ? "target_vocab.json" : "vocab.json");
    if (!target)
        return target.error();
    return Tokenizers{*source, *target};
}

namespace {

/// One side of an M2M-100 model: pieces from the SentencePiece file, ids from vocab.json, languages above
/// them.
Result<std::shared_ptr<const Tokenizer>> makeM2mSide(const FolderHints& hints, const FilePtr& file,
                                                     const Vocabulary& vocabulary,
                                                     const std::string& language,
                                                     const std::vector<std::string>& languages)
{
    FaultReport report(hints.path("vocab.json"));
    SentencePieceIds ids;
    ids.vocabulary = vocabulary;
    ids.unknownByText = true;
    const std::optional<TokenId> unknown = vocabulary.find(hints.token("unk_token").value_or("<unk>"));
    const std::string endContent = hints.token("eos_token").value_or("</s>");
    const std::optional<TokenId> end = vocabulary.find(endContent);
    if (!unknown || !end) {
        report.bad({}, "lacks the unknown token or the end token");
        return *report.error();
    }
    ids.unknown = *unknown;
    for (int number = 0; number < file->pieceCount(); ++number)
        ids.bySentencePiece.push_back(vocabulary.find(file->piece(number)).value_or(*unknown));
    PipelineParts parts;
    parts.file = hints.folder().string();
    parts.style = PieceStyle::kMetaspace;
    parts.added = gatherAddedTokens(
        hints, {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}},
        vocabulary, nullptr, report);
    for (const std::string& token : languages)
        if (const std::optional<TokenId> id = vocabulary.find(token); id && !parts.added.find(*id))
            if (Result<void> done = parts.added.add({token, false, false, false, false, true}, *id, nullptr);
                !done)
                report.add(done.error());
    if (report.error())
        return *report.error();
    std::vector<NamedToken> before;
    if (const std::optional<TokenId> id = vocabulary.find(language); id && !language.empty())
        before.push_back({language, *id});
    parts.postProcessor = makeAffixProcessing(std::move(before), {{endContent, *end}}, 0);
    parts.decoder = makeSentencePieceDecoder();
    parts.model = makeSentencePieceModel(file, std::move(ids));
    return std::shared_ptr<const Tokenizer>(makePipelineTokenizer(std::move(parts)));
}

} // namespace

Result<Tokenizers> loadM2m100(const FolderHints& hints)
{
    Result<FilePtr> file = SentencePieceFile::load(hints.path("sentencepiece.bpe.model"));
    if (!file)
        return file.error();
    Result<Vocabulary> vocabulary = readVocabularyFile(hints.path("vocab.json"));
    if (!vocabulary)
        return vocabulary.error();
    FaultReport report(hints.path("vocab.json"));
    const std::vector<std::string> languages = languageTokens(
        hints.token("language_codes") == "wmt21" ? LanguageSet::kWmt21Codes : LanguageSet::kM2m100Codes);
    for (const std::string& token : languages)
        if (!vocabulary->find(token))
            addPiece(*vocabulary, token, vocabulary->idCount(), "language", report);
    if (report.error())
        return *report.error();
    auto source = makeM2mSide(hints, *file, *vocabulary, languageToken(hints, "src_lang", "en", *vocabulary),
                              languages);
    if (!source)
        return source.error();
    auto target = makeM2mSide(hints, *file, *vocabulary, languageToken(hints, "tgt_lang", {}, *vocabulary),
                              languages);
    if (!target)
        return target.error();
    return Tokenizers{*source, *target};
}

} // namespace headlight
