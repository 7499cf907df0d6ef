#include "core/io/json_fields.h"
#include "core/text/models/subword_model.h"
#include "core/text/older/older_files.h"
#include "core/text/pipeline.h"

#include <algorithm>

namespace headlight {

namespace {

/// One piece per line; its id is the line's number.
Result<Vocabulary> readVocabularyLines(const std::string& file)
{
    Vocabulary vocabulary;
    FaultReport report(file);
    const Result<void> done = eachLine(file, [&](std::string_view line, std::size_t number) {
        addPiece(vocabulary, line, static_cast<std::int64_t>(number) - 1, concat("line ", number), report);
        return !report.error();
    });
    RETURN_IF_ERROR(done);
    RETURN_IF_ERROR(report.check());
    return vocabulary;
}

/// A lower-cased vocabulary has capitals only in its bracketed tokens.
bool looksLowercased(const Vocabulary& vocabulary)
{
    const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
    for (TokenId id = 0; id < vocabulary.idCount(); ++id) {
        const std::string_view piece = vocabulary.piece(id);
        if (!piece.starts_with('[') && std::ranges::any_of(piece, isCapital))
            return false;
    }
    return true;
}

} // namespace

Result<Tokenizers> loadOlderWordPiece(const FolderHints& hints)
{
    const std::string file = hints.path("vocab.txt");
    ASSIGN_OR_RETURN(auto vocabulary, readVocabularyLines(file));
    FaultReport report(file);
    const std::string unknown = hints.token("unk_token").value_or("[UNK]");
    // MPNet has BERT's pieces and RoBERTa's special tokens.
    const bool mpnet = hints.tokenizerClass() == "MPNetTokenizer";
    const std::string separator = hints.token("sep_token").value_or(mpnet ? "</s>" : "[SEP]");
    const std::string classifier = hints.token("cls_token").value_or(mpnet ? "<s>" : "[CLS]");
    for (const std::string& needed : {unknown, separator, classifier}) {
        if (!vocabulary.find(needed))
            report.bad({}, "has no line \"", needed, "\"");
    }
    RETURN_IF_ERROR(report.check());
    BertNormalizerOptions options;
    options.lowercase = hints.flag("do_lower_case").value_or(looksLowercased(vocabulary));
    options.stripAccents = hints.flag("strip_accents").value_or(options.lowercase);
    options.handleChineseCharacters = hints.flag("tokenize_chinese_chars").value_or(true);
    PipelineParts parts;
    parts.file = hints.folder().string();
    parts.normalizer = makeBertNormalizer(options);
    parts.preTokenizer = makeBertPreTokenizer();
    const NamedToken last{separator, *vocabulary.find(separator)};
    const NamedToken first{classifier, *vocabulary.find(classifier)};
    parts.postProcessor
        = mpnet ? makeRobertaProcessing(last, first, false, false) : makeBertProcessing(last, first);
    parts.decoder = makeWordPieceDecoder("##", true);
    parts.added = gatherAddedTokens(hints,
                                    {{"pad_token", mpnet ? "<pad>" : "[PAD]"},
                                     {"unk_token", "[UNK]"},
                                     {"cls_token", mpnet ? "<s>" : "[CLS]"},
                                     {"sep_token", mpnet ? "</s>" : "[SEP]"},
                                     {"mask_token", mpnet ? "<mask>" : "[MASK]", mpnet}},
                                    vocabulary, parts.normalizer.get(), report);
    parts.mask = findMaskToken(parts.added, vocabulary, &hints);
    RETURN_IF_ERROR(report.check());
    WordPieceOptions modelOptions{.unknown = unknown};
    parts.model = makeWordPiece(std::move(vocabulary), modelOptions);
    std::shared_ptr<const Tokenizer> tokenizer = makePipelineTokenizer(std::move(parts));
    return Tokenizers{tokenizer, tokenizer};
}

} // namespace headlight
