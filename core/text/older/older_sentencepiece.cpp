#include "core/io/json_fields.h"
#include "core/text/models/sentencepiece_model.h"
#include "core/text/older/built_in_step.h"
#include "core/text/older/older_files.h"
#include "core/text/pipeline.h"
#include "core/text/steps/charsmap.h"

#include <array>

namespace headlight {

namespace {

using FilePtr = std::shared_ptr<const SentencePieceFile>;

enum class Family {
    kPlain, ///< nothing is known: the file's own ids, no special tokens
    kLlama, ///< <s> before the text
    kT5, ///< </s> behind it; <extra_id_0> … above the file's pieces
    kAlbert, ///< [CLS] A [SEP] B [SEP]; text is lower-cased, accents go
    kRoberta, ///< <s> A </s></s> B </s>; ids as in fairseq: <s> <pad> </s> <unk> first, <mask> last
};

Result<Family> familyOf(const FolderHints& hints, const std::string& fileName, const SentencePieceFile& file)
{
    const std::string& name = hints.tokenizerClass();
    if (name == "LlamaTokenizer" || name == "GemmaTokenizer" || name == "CodeLlamaTokenizer")
        return Family::kLlama;
    if (name == "T5Tokenizer" || name == "MT5Tokenizer")
        return Family::kT5;
    if (name == "AlbertTokenizer")
        return Family::kAlbert;
    if (name == "XLMRobertaTokenizer" || name == "BarthezTokenizer")
        return Family::kRoberta;
    if (!name.empty()) {
        return unsupported(hints.path("tokenizer_config.json"), "tokenizer_class",
                           "\"" + name + "\" is not supported without a tokenizer.json");
    }
    if (fileName == "sentencepiece.bpe.model")
        return Family::kRoberta;
    if (fileName == "spiece.model" && file.pieceCount() > 2)
        return file.piece(1) == "</s>" ? Family::kT5
            : file.piece(2) == "[CLS]" ? Family::kAlbert
                                       : Family::kPlain;
    return fileName == "tokenizer.model" ? Family::kLlama : Family::kPlain;
}

/// The ids of the file, shifted by `shift`, and what fairseq put around them.
SentencePieceIds numberPieces(const SentencePieceFile& file, bool fairseq, FaultReport& report)
{
    SentencePieceIds ids;
    // A model trained with fairseq's first pieces needs no shift; one with SentencePiece's own first
    // three gets <pad> among them.
    const bool shifted = fairseq && file.piece(0) == "<unk>";
    if (shifted) {
        constexpr std::array<std::string_view, 4> kFirst = {"<s>", "<pad>", "</s>", "<unk>"};
        for (std::size_t id = 0; id < kFirst.size(); ++id)
            addPiece(ids.vocabulary, kFirst[id], static_cast<std::int64_t>(id), "piece", report);
    }
    for (int number = 0; number < file.pieceCount() && !report.error(); ++number) {
        const std::string piece = file.piece(number);
        std::optional<TokenId> id = shifted && number < 3 ? ids.vocabulary.find(piece) : std::nullopt;
        if (!id) {
            id = shifted ? number + 1 : number;
            addPiece(ids.vocabulary, piece, *id, "piece " + std::to_string(number), report);
        }
        ids.bySentencePiece.push_back(*id);
        if (number == file.unknownId())
            ids.unknown = *id;
    }
    if (shifted)
        addPiece(ids.vocabulary, "<mask>", ids.vocabulary.idCount(), "piece", report);
    return ids;
}

/// ALBERT's folders are read as Hugging Face's library converts them, not as SentencePiece runs them: the
/// text is lower-cased and cut at spaces first, and of several entries of the replacement table the one of a
/// whole grapheme counts.
Result<void> readAsAlbert(const FolderHints& hints, const SentencePieceFile& file, SentencePieceIds ids,
                          PipelineParts& parts)
{
    std::vector<double> scores;
    for (const SentencePieceProto::Piece& piece : file.proto().pieces)
        scores.push_back(static_cast<double>(piece.score));
    if (file.proto().algorithm != SentencePieceProto::Algorithm::kUnigram)
        return unsupported(hints.path("spiece.model"), {},
                           "is a " + file.kind() + " model, expected Unigram for ALBERT");
    std::string steps = R"({"type":"Replace","pattern":{"String":"``"},"content":"\""},)"
                        R"({"type":"Replace","pattern":{"String":"''"},"content":"\""})";
    if (!hints.flag("keep_accents").value_or(false))
        steps += R"(,{"type":"NFKD"},{"type":"StripAccents"})";
    if (hints.flag("do_lower_case").value_or(true))
        steps += R"(,{"type":"Lowercase"})";
    std::vector<NormalizerPtr> normalizers;
    normalizers.push_back(
        builtInStep(R"({"type":"Sequence","normalizers":[)" + steps + "]}", readNormalizer));
    if (!file.proto().charsmap.empty()) {
        Result<Charsmap> map = Charsmap::parse(file.proto().charsmap);
        if (!map)
            return map.error();
        normalizers.push_back(makeCharsmapNormalizer(std::move(*map)));
    }
    normalizers.push_back(
        builtInStep(R"({"type":"Replace","pattern":{"Regex":" {2,}"},"content":" "})", readNormalizer));
    parts.normalizer = makeNormalizerSequence(std::move(normalizers));
    parts.preTokenizer = builtInStep(
        R"({"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":true})", readPreTokenizer);
    parts.model = makeUnigram(std::move(ids.vocabulary), std::move(scores), ids.unknown, false);
    return {};
}

std::vector<SpecialTokenDefault> specialsOf(Family family)
{
    switch (family) {
    case Family::kLlama:
        return {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", ""}};
    case Family::kT5:
        return {{"pad_token", "<pad>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}};
    case Family::kAlbert:
        return {{"pad_token", "<pad>"},
                {"unk_token", "<unk>"},
                {"cls_token", "[CLS]"},
                {"sep_token", "[SEP]"},
                {"mask_token", "[MASK]", true}};
    case Family::kRoberta:
        return {{"bos_token", "<s>"},
                {"pad_token", "<pad>"},
                {"eos_token", "</s>"},
                {"unk_token", "<unk>"},
                {"mask_token", "<mask>", true}};
    case Family::kPlain:
        break;
    }
    return {};
}

PostProcessorPtr templateOf(Family family, const FolderHints& hints, const Vocabulary& vocabulary)
{
    const auto named = [&](std::string_view name, const std::string& otherwise) {
        const std::string content = hints.token(name).value_or(otherwise);
        std::vector<NamedToken> tokens;
        if (const std::optional<TokenId> id = vocabulary.find(content))
            tokens.push_back({content, *id});
        return tokens;
    };
    const std::vector<NamedToken> begin = named("bos_token", "<s>");
    const std::vector<NamedToken> end = named("eos_token", "</s>");
    switch (family) {
    case Family::kLlama: {
        const bool addBegin = hints.flag("add_bos_token").value_or(true);
        const bool addEnd = hints.flag("add_eos_token").value_or(false);
        return makeAffixProcessing(addBegin ? begin : std::vector<NamedToken>(),
                                   addEnd ? end : std::vector<NamedToken>(), 1);
    }
    case Family::kT5:
        return makeAffixProcessing({}, end, 0);
    case Family::kAlbert: {
        const std::vector<NamedToken> classifier = named("cls_token", "[CLS]");
        const std::vector<NamedToken> separator = named("sep_token", "[SEP]");
        if (!classifier.empty() && !separator.empty())
            return makeBertProcessing(separator[0], classifier[0]);
        return nullptr;
    }
    case Family::kRoberta:
        if (!begin.empty() && !end.empty())
            return makeRobertaProcessing(end[0], begin[0], false, false);
        return nullptr;
    case Family::kPlain:
        break;
    }
    return nullptr;
}

/// T5's gap tokens have the ids above the pieces, in descending order.
void addGapTokens(const FolderHints& hints, SentencePieceIds& ids, AddedTokens& added, FaultReport& report)
{
    const std::int64_t count = hints.integer("extra_ids").value_or(100);
    if (count < 0 || count > 10'000)
        return report.add(badFile(hints.path("tokenizer_config.json"), "extra_ids",
                                  "is " + std::to_string(count) + ", expected 0 to 10000"));
    for (std::int64_t i = count; i-- > 0;) {
        const std::string content = "<extra_id_" + std::to_string(i) + ">";
        if (ids.vocabulary.find(content))
            continue;
        const auto id = static_cast<TokenId>(ids.vocabulary.idCount());
        addPiece(ids.vocabulary, content, id, "extra_ids", report);
        if (Result<void> done = added.add({content, false, false, false, false, true}, id, nullptr); !done)
            report.add(done.error());
    }
}

} // namespace

Result<Tokenizers> loadOlderSentencePiece(const FolderHints& hints, const std::string& fileName)
{
    Result<FilePtr> file = SentencePieceFile::load(hints.path(fileName));
    if (!file)
        return file.error();
    Result<Family> family = familyOf(hints, fileName, **file);
    if (!family)
        return family.error();
    FaultReport report(hints.path(fileName));
    SentencePieceIds ids = numberPieces(**file, *family == Family::kRoberta, report);
    PipelineParts parts;
    parts.style = PieceStyle::kMetaspace;
    if (!report.error())
        parts.added
            = gatherAddedTokens(hints, specialsOf(*family), ids.vocabulary, parts.normalizer.get(), report);
    if (*family == Family::kT5 && !report.error())
        addGapTokens(hints, ids, parts.added, report);
    if (report.error())
        return *report.error();
    parts.mask = findMaskToken(parts.added, ids.vocabulary, &hints);
    parts.postProcessor = templateOf(*family, hints, ids.vocabulary);
    parts.decoder = makeSentencePieceDecoder();
    if (*family == Family::kAlbert) {
        if (Result<void> done = readAsAlbert(hints, **file, std::move(ids), parts); !done)
            return done.error();
    } else {
        parts.model = makeSentencePieceModel(*file, std::move(ids));
    }
    std::shared_ptr<const Tokenizer> tokenizer = makePipelineTokenizer(std::move(parts));
    return Tokenizers{tokenizer, tokenizer};
}

namespace {

/// One side of a Marian model: pieces by its SentencePiece file, ids by the vocabulary file.
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
    parts.style = PieceStyle::kMetaspace;
    parts.added
        = gatherAddedTokens(hints, {{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}},
                            ids.vocabulary, nullptr, report);
    // Models for several target languages are told which one by a token such as ">>fra<<".
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

} // namespace headlight
