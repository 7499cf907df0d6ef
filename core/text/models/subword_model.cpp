#include "core/text/models/subword_model.h"

#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/text/steps/typed_steps.h"

#include <nlohmann/json.hpp>

#include <array>

namespace headlight {

Error tooManyPieceSteps(std::size_t bytes)
{
    return {
        ErrorCode::kTooLong,
        concat("splitting a word of ", bytes,
               " bytes into pieces takes too much work: the vocabulary has long pieces that begin like it"),
        {},
        "model.vocab"};
}

void checkMark(const JsonFields& fields, std::string_view name, std::string_view mark)
{
    if (mark.size() > kLongestMark)
        fields.report().bad(fields.path(name), "found ", mark.size(), " bytes, expected at most ",
                            kLongestMark);
}

SubwordModelPtr readSubwordModel(const JsonFields& fields)
{
    static constexpr auto kModels = std::to_array<TypedStep<SubwordModelPtr>>({
        {"BPE", readBpe},
        {"Unigram", readUnigram},
        {"WordPiece", readWordPiece},
        {"WordLevel", readWordLevel},
    });
    std::string type = fields.text("type", std::string());
    // The first versions wrote no type; recognise the model by its fields.
    if (type.empty()) {
        if (fields.find("merges"))
            type = "BPE";
        else if (fields.find("max_input_chars_per_word"))
            type = "WordPiece";
        else
            type = fields.find("unk_id") || (fields.find("vocab") && fields.find("vocab")->is_array())
                ? "Unigram"
                : "WordLevel";
    }
    for (const TypedStep<SubwordModelPtr>& each : kModels) {
        if (each.type == type)
            return each.read(fields);
    }
    fields.report().unsupported(fields.path("type"), "the model ", quotedExcerpt(type), " is not supported");
    return nullptr;
}

Vocabulary readVocabulary(const JsonFields& members, const std::string& field)
{
    Vocabulary vocabulary;
    FaultReport& report = members.report();
    if (!members.tree().is_object())
        return vocabulary;
    for (const auto& [piece, id] : members.tree().items()) {
        if (const std::optional<std::int64_t> number = wholeNumber(id))
            addPiece(vocabulary, piece, *number, field, report);
        else
            report.bad(field, quotedExcerpt(piece, 60), ": ", foundExpected(&id, "a whole number as its id"));
        if (report.error())
            break;
    }
    return vocabulary;
}

Result<Vocabulary> readVocabularyFile(const std::string& file)
{
    ASSIGN_OR_RETURN(const auto tree, readJsonFile(file, kTokenizerLimits));
    FaultReport report(file);
    Vocabulary vocabulary = readVocabulary(JsonFields(tree, {}, report), "vocabulary");
    RETURN_IF_ERROR(report.check());
    return vocabulary;
}

} // namespace headlight
