#include "core/text/models/subword_model.h"

#include "core/text/json_tree.h"

#include <array>

namespace headlight {

SubwordModelPtr readSubwordModel(const JsonFields& fields)
{
    struct Entry
    {
        std::string_view type;
        SubwordModelPtr (*read)(const JsonFields&);
    };
    static constexpr auto kEntries = std::to_array<Entry>({
        {"BPE", readBpe},
        {"Unigram", readUnigram},
        {"WordPiece", readWordPiece},
        {"WordLevel", readWordLevel},
    });
    std::string type = fields.text("type", std::string());
    // Files of the first versions have no type; the fields tell.
    if (type.empty()) {
        if (fields.find("merges"))
            type = "BPE";
        else if (fields.find("max_input_chars_per_word"))
            type = "WordPiece";
        else
            type = fields.find("unk_id") || (fields.find("vocab") && fields.find("vocab")->array())
                ? "Unigram"
                : "WordLevel";
    }
    for (const Entry& entry : kEntries) {
        if (entry.type == type)
            return entry.read(fields);
    }
    fields.report().unsupported(fields.path("type"), "the model \"" + type + "\" is not supported");
    return nullptr;
}

Vocabulary readVocabulary(const JsonFields& members, const std::string& field)
{
    Vocabulary vocabulary;
    FaultReport& report = members.report();
    if (!members.json().object())
        return vocabulary;
    for (const auto& [piece, id] : *members.json().object()) {
        const auto* number = std::get_if<std::int64_t>(&id.value);
        if (number) {
            addPiece(vocabulary, piece, *number, field, report);
        } else {
            report.bad(field,
                       "\"" + piece.substr(0, 60) + "\" has " + id.describe()
                           + " as its id, expected a whole number");
        }
        if (report.error())
            break;
    }
    return vocabulary;
}

} // namespace headlight
