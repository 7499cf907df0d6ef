#include "core/base/text_list.h"
#include "core/io/json_fields.h"
#include "core/text/models/sentencepiece_model.h"
#include "core/text/older/older_files.h"
#include "core/text/older/piece_numbers.h"
#include "core/text/pipeline.h"
#include "core/text/steps/charsmap.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

namespace {

using FilePtr = std::shared_ptr<const SentencePieceFile>;

struct FamilyOfPieces
{
    PieceFamily family;
    std::vector<std::string_view> classes; ///< names of its tokenizer classes
    std::vector<SpecialTokenDefault> special;
};

const std::vector<FamilyOfPieces>& pieceFamilies()
{
    static const std::vector<SpecialTokenDefault> kFairseq{{"bos_token", "<s>"},
                                                           {"pad_token", "<pad>"},
                                                           {"eos_token", "</s>"},
                                                           {"unk_token", "<unk>"},
                                                           {"mask_token", "<mask>", true}};
    static const std::vector<FamilyOfPieces> kFamilies{
        {PieceFamily::kLlamaPieces,
         {"LlamaTokenizer", "GemmaTokenizer", "CodeLlamaTokenizer"},
         {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", ""}}},
        {PieceFamily::kT5Pieces,
         {"T5Tokenizer", "MT5Tokenizer"},
         {{"pad_token", "<pad>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}}},
        {PieceFamily::kAlbertPieces,
         {"AlbertTokenizer"},
         {{"pad_token", "<pad>"},
          {"unk_token", "<unk>"},
          {"cls_token", "[CLS]"},
          {"sep_token", "[SEP]"},
          {"mask_token", "[MASK]", true}}},
        {PieceFamily::kRobertaPieces, {"XLMRobertaTokenizer", "BarthezTokenizer"}, kFairseq},
        {PieceFamily::kCamembertPieces, {"CamembertTokenizer"}, kFairseq},
        {PieceFamily::kMbartPieces, {"MBartTokenizer"}, kFairseq},
        {PieceFamily::kMbart50Pieces, {"MBart50Tokenizer"}, kFairseq},
        {PieceFamily::kNllbPieces, {"NllbTokenizer", "M2M100Tokenizer"}, kFairseq},
        {PieceFamily::kPegasusPieces,
         {"PegasusTokenizer"},
         {{"pad_token", "<pad>"},
          {"eos_token", "</s>"},
          {"unk_token", "<unk>"},
          {"mask_token", "<mask_2>", true}}},
        {PieceFamily::kDebertaPieces,
         {"DebertaV2Tokenizer"},
         {{"pad_token", "[PAD]"},
          {"unk_token", "[UNK]"},
          {"cls_token", "[CLS]"},
          {"sep_token", "[SEP]"},
          {"mask_token", "[MASK]"}}},
    };
    return kFamilies;
}

Result<PieceFamily> familyOf(const FolderHints& hints, const std::string& fileName,
                             const SentencePieceFile& file)
{
    const std::string& name = hints.tokenizerClass();
    for (const FamilyOfPieces& each : pieceFamilies())
        if (std::ranges::find(each.classes, name) != each.classes.end())
            return each.family;
    if (!name.empty()) {
        return unsupported(hints.path("tokenizer_config.json"), "tokenizer_class", "\"", name,
                           "\" is not supported without a tokenizer.json");
    }
    if (fileName == "sentencepiece.bpe.model")
        return PieceFamily::kRobertaPieces;
    if (fileName == "spiece.model" && file.pieceCount() > 2)
        return file.piece(1) == "</s>" ? PieceFamily::kT5Pieces
            : file.piece(2) == "[CLS]" ? PieceFamily::kAlbertPieces
                                       : PieceFamily::kPlainPieces;
    return fileName == "tokenizer.model" ? PieceFamily::kLlamaPieces : PieceFamily::kPlainPieces;
}

/// Reads ALBERT's folders as Hugging Face's library converts them, not as SentencePiece runs them: the text
/// is first lower-cased and cut at spaces, and the replacement table is searched for whole graphemes first.
Result<void> readAsAlbert(const FolderHints& hints, const SentencePieceFile& file, SentencePieceIds ids,
                          PipelineParts& parts)
{
    auto scores = listFrom(file.proto().pieces, [](const SentencePieceProto::Piece& piece) {
        return static_cast<double>(piece.score);
    });
    if (file.proto().algorithm != SentencePieceProto::Algorithm::kUnigram)
        return unsupported(hints.path("spiece.model"), {}, "is a ", file.kind(),
                           " model, expected Unigram for ALBERT");
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
        ASSIGN_OR_RETURN(auto map, Charsmap::parse(file.proto().charsmap));
        normalizers.push_back(makeCharsmapNormalizer(std::move(map)));
    }
    normalizers.push_back(
        builtInStep(R"({"type":"Replace","pattern":{"Regex":" {2,}"},"content":" "})", readNormalizer));
    parts.normalizer = makeNormalizerSequence(std::move(normalizers));
    parts.preTokenizer = builtInStep(
        R"({"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":true})", readPreTokenizer);
    parts.model = makeUnigram(std::move(ids.vocabulary), std::move(scores), ids.unknown, false);
    return {};
}

std::vector<SpecialTokenDefault> specialsOf(PieceFamily family)
{
    for (const FamilyOfPieces& each : pieceFamilies())
        if (each.family == family)
            return each.special;
    return {};
}

/// The tokens added to a text whose language is marked by a token; `marked` is that token, or empty.
PostProcessorPtr translationTemplate(PieceFamily family, const FolderHints& hints,
                                     const Vocabulary& vocabulary, const std::string& marked)
{
    std::vector<NamedToken> before;
    std::vector<NamedToken> after = tokenIn(vocabulary, hints.token("eos_token").value_or("</s>"));
    const bool behind = family == PieceFamily::kMbartPieces
        || (family == PieceFamily::kNllbPieces && hints.flag("legacy_behaviour").value_or(false));
    for (NamedToken& language : tokenIn(vocabulary, marked))
        (behind ? after : before).push_back(std::move(language));
    return makeAffixProcessing(std::move(before), std::move(after), 0);
}

bool marksLanguages(PieceFamily family)
{
    return family == PieceFamily::kMbartPieces || family == PieceFamily::kMbart50Pieces
        || family == PieceFamily::kNllbPieces;
}

PostProcessorPtr templateOf(PieceFamily family, const FolderHints& hints, const Vocabulary& vocabulary)
{
    const auto named = [&](std::string_view name, const std::string& otherwise) {
        return tokenIn(vocabulary, hints.token(name).value_or(otherwise));
    };
    const std::vector<NamedToken> begin = named("bos_token", "<s>");
    const std::vector<NamedToken> end = named("eos_token", "</s>");
    switch (family) {
    case PieceFamily::kLlamaPieces: {
        const bool addBegin = hints.flag("add_bos_token").value_or(true);
        const bool addEnd = hints.flag("add_eos_token").value_or(false);
        return makeAffixProcessing(addBegin ? begin : std::vector<NamedToken>(),
                                   addEnd ? end : std::vector<NamedToken>(), 1);
    }
    case PieceFamily::kT5Pieces:
    case PieceFamily::kPegasusPieces:
        return makeAffixProcessing({}, end, 0);
    case PieceFamily::kAlbertPieces:
    case PieceFamily::kDebertaPieces: {
        const std::vector<NamedToken> classifier = named("cls_token", "[CLS]");
        const std::vector<NamedToken> separator = named("sep_token", "[SEP]");
        if (!classifier.empty() && !separator.empty())
            return makeBertProcessing(separator[0], classifier[0]);
        return nullptr;
    }
    case PieceFamily::kRobertaPieces:
    case PieceFamily::kCamembertPieces:
        if (!begin.empty() && !end.empty())
            return makeRobertaProcessing(end[0], begin[0], false, false);
        return nullptr;
    case PieceFamily::kMbartPieces:
    case PieceFamily::kMbart50Pieces:
    case PieceFamily::kNllbPieces:
        return translationTemplate(family, hints, vocabulary,
                                   languageToken(hints, "src_lang",
                                                 family == PieceFamily::kNllbPieces ? "eng_Latn" : "en_XX",
                                                 vocabulary));
    case PieceFamily::kPlainPieces:
        break;
    }
    return nullptr;
}

/// T5's gap tokens have the ids above the pieces, in descending order.
void addGapTokens(const FolderHints& hints, SentencePieceIds& ids, AddedTokens& added, FaultReport& report)
{
    const std::int64_t count = hints.integer("extra_ids").value_or(100);
    if (count < 0 || count > 10'000)
        return report.add(
            badFile(hints.path("tokenizer_config.json"), "extra_ids", "is ", count, ", expected 0 to 10000"));
    for (std::int64_t i = count; i-- > 0;) {
        const std::string content = concat("<extra_id_", i, ">");
        if (ids.vocabulary.find(content))
            continue;
        const auto id = static_cast<TokenId>(ids.vocabulary.idCount());
        addPiece(ids.vocabulary, content, id, "extra_ids", report);
        addOwnToken(added, content, id, true, report);
    }
}

/// DeBERTa's two steps before SentencePiece.
void prepareAsDeberta(const FolderHints& hints, PipelineParts& parts)
{
    if (hints.flag("do_lower_case").value_or(false))
        parts.normalizer = builtInStep(R"({"type":"Lowercase"})", readNormalizer);
    if (hints.flag("split_by_punct").value_or(false))
        parts.preTokenizer = builtInStep(R"({"type":"Punctuation","behavior":"Isolated"})", readPreTokenizer);
}

void addSpecialTokens(const NumberedPieces& pieces, AddedTokens& added, FaultReport& report)
{
    for (const std::string& token : pieces.special) {
        if (const auto id = pieces.ids.vocabulary.find(token); id && !added.find(*id))
            addOwnToken(added, token, *id, true, report);
    }
}

/// A tokenizer of the folder; `target`: for the texts that it translates into.
Result<std::shared_ptr<const Tokenizer>> makeOlderSentencePiece(const FolderHints& hints, const FilePtr& file,
                                                                PieceFamily family, bool target,
                                                                FaultReport& report)
{
    NumberedPieces pieces = numberPieces(*file, family, hints, report);
    SentencePieceIds& ids = pieces.ids;
    PipelineParts parts;
    parts.file = hints.folder().string();
    parts.style = PieceStyle::kMetaspace;
    if (family == PieceFamily::kDebertaPieces)
        prepareAsDeberta(hints, parts);
    if (!report.error())
        parts.added
            = gatherAddedTokens(hints, specialsOf(family), ids.vocabulary, parts.normalizer.get(), report);
    addSpecialTokens(pieces, parts.added, report);
    if (family == PieceFamily::kT5Pieces && !report.error())
        addGapTokens(hints, ids, parts.added, report);
    RETURN_IF_ERROR(report.check());
    parts.mask = findMaskToken(parts.added, ids.vocabulary, &hints);
    parts.postProcessor = target ? translationTemplate(family, hints, ids.vocabulary,
                                                       languageToken(hints, "tgt_lang", {}, ids.vocabulary))
                                 : templateOf(family, hints, ids.vocabulary);
    parts.decoder = makeSentencePieceDecoder();
    if (family == PieceFamily::kAlbertPieces) {
        RETURN_IF_ERROR(readAsAlbert(hints, *file, std::move(ids), parts));
    } else {
        parts.model = makeSentencePieceModel(file, std::move(ids));
    }
    return std::shared_ptr<const Tokenizer>(makePipelineTokenizer(std::move(parts)));
}

} // namespace

Result<Tokenizers> loadOlderSentencePiece(const FolderHints& hints, const std::string& fileName)
{
    ASSIGN_OR_RETURN(const auto file, SentencePieceFile::load(hints.path(fileName)));
    ASSIGN_OR_RETURN(const auto family, familyOf(hints, fileName, *file));
    FaultReport report(hints.path(fileName));
    ASSIGN_OR_RETURN(const auto source, makeOlderSentencePiece(hints, file, family, false, report));
    if (!marksLanguages(family))
        return Tokenizers{source, source};
    ASSIGN_OR_RETURN(const auto target, makeOlderSentencePiece(hints, file, family, true, report));
    return Tokenizers{source, target};
}

} // namespace headlight
