#include "core/run/experiment_inputs.h"

#include "core/base/text_list.h"
#include "core/text/text_file.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

using Choice = std::pair<std::string_view, std::optional<std::string> InputPair::*>;
constexpr std::array<Choice, 3> kChoices{
    {{"token", &InputPair::token}, {"minus", &InputPair::minus}, {"row", &InputPair::row}}};

bool isIds(const Json& field)
{
    return field.is_array() && !field.empty() && std::ranges::all_of(field, [](const Json& id) {
               return id.is_number_integer() && id.get<std::int64_t>() >= 0
                   && id.get<std::int64_t>() <= std::numeric_limits<TokenId>::max();
           });
}

/// `field` must fit.
void take(ReferenceInput& input, std::string_view name, const Json& field)
{
    if (name == "text")
        input.text = field.get<std::string>();
    else if (name == "target_text")
        input.targetText = field.get<std::string>();
    else
        (name == "ids" ? input.ids : input.targetIds) = field.get<std::vector<TokenId>>();
}

/// Reads one line.
class PairLine
{
public:
    PairLine(std::string file, std::string place)
        : m_file(std::move(file))
        , m_place(std::move(place))
    { }

    Result<InputPair> read(std::string_view line) const
    {
        const Json json = Json::parse(line, nullptr, false);
        if (!json.is_object())
            return fault("", R"(found no JSON object, expected {"clean": {"text": …}, "corrupted": {…}})");
        InputPair pair;
        pair.file = m_file;
        pair.line = m_place;
        for (const auto& [name, value] : json.items()) {
            if (name == "clean" || name == "corrupted") {
                ASSIGN_OR_RETURN(auto input, inputOf(name, value));
                (name == "clean" ? pair.clean : pair.corrupted) = std::move(input);
                continue;
            }
            const auto field = std::ranges::find(kChoices, name, &Choice::first);
            if (field == kChoices.end())
                return fault(name, "is unknown; expected clean, corrupted, token, minus or row");
            if (!value.is_string() && !value.is_number_integer())
                return fault(name, "found ", value.dump(), ", expected a text or a whole number");
            pair.*field->second = value.is_string() ? value.get<std::string>() : value.dump();
        }
        for (const char* const name : {"clean", "corrupted"})
            if (!json.contains(name))
                return fault(name, "is missing; expected an object with text or ids");
        return pair;
    }

private:
    template <typename... Message>
    Error fault(const std::string& field, const Message&... message) const
    {
        return badFile(m_file, m_place + (field.empty() ? "" : ", " + field), message...);
    }

    Result<ReferenceInput> inputOf(const std::string& side, const Json& value) const
    {
        if (!value.is_object() || value.contains("text") == value.contains("ids"))
            return fault(side, "expected an object with text or ids, and not both");
        if (value.contains("target_text") && value.contains("target_ids"))
            return fault(side, "found target_text and target_ids, expected one of them");
        ReferenceInput input;
        for (const auto& [name, field] : value.items()) {
            const bool text = name == "text" || name == "target_text";
            const bool ids = name == "ids" || name == "target_ids";
            if (!text && !ids)
                return fault(concat(side, ".", name),
                             "is unknown; expected text, ids, target_text or target_ids");
            if (text ? !field.is_string() : !isIds(field))
                return fault(concat(side, ".", name),
                             text ? "expected a text" : "expected a list of whole numbers, not empty");
            take(input, name, field);
        }
        if (input.own())
            return fault(side + ".text", "found no text, expected one");
        if (input.text.find('\n') != std::string::npos)
            return fault(side + ".text", "found several lines, expected one");
        return input;
    }

    std::string m_file, m_place;
};

} // namespace

std::string keyOf(const ReferenceInput& input)
{
    return concat(input.text, '\n', joined(input.ids, ","), '\n', input.targetText.value_or(""), '\n',
                  joined(input.targetIds, ","));
}

std::string InputPair::key() const
{
    return keyOf(clean) + '\n' + keyOf(corrupted) + '\n' + token.value_or("") + '\n' + minus.value_or("")
        + '\n' + row.value_or("");
}

Result<std::vector<InputPair>> readPairs(const std::string& file)
{
    ASSIGN_OR_RETURN(const auto content, contentOf(file));
    const std::string name = textFileName(file);
    std::vector<InputPair> pairs;
    std::map<std::pair<std::string, std::string>, std::size_t> clusters;
    std::size_t number = 0;
    for (const std::string_view line : split(content, '\n')) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        ASSIGN_OR_RETURN(auto pair, PairLine(name, concat("line ", number)).read(line));
        std::pair key{keyOf(pair.clean), keyOf(pair.corrupted)};
        if (key.second < key.first)
            std::swap(key.first, key.second);
        pair.cluster = clusters.emplace(std::move(key), clusters.size()).first->second;
        pairs.push_back(std::move(pair));
    }
    if (pairs.empty())
        return badFile(name, "", "found no pairs, expected one per line");
    return pairs;
}

} // namespace headlight
