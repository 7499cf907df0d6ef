#include "core/run/experiment_inputs.h"

#include "core/base/text_list.h"
#include "core/edit/edit_places.h"
#include "core/io/json_file.h"
#include "core/run/references.h"
#include "core/text/text_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace headlight {

namespace {

using nlohmann::json;

using Choice = std::pair<std::string_view, std::optional<std::string> InputPair::*>;
constexpr std::array<Choice, 3> kChoices{
    {{"token", &InputPair::token}, {"minus", &InputPair::minus}, {"row", &InputPair::row}}};

/// Reads one line; `place` names it in messages.
Result<InputPair> readPair(const std::string& file, const std::string& place, std::string_view line)
{
    const auto fault = [&](const std::string& field, const auto&... message) {
        return badFile(file, place + (field.empty() ? "" : ", " + field), message...);
    };
    const auto inputOf = [&](const std::string& side, const json& value) -> Result<ReferenceInput> {
        ASSIGN_OR_RETURN(auto input, referenceFromJson(value, file, place + ", " + side));
        if (input.own() && value.contains("ids"))
            return fault(side + ".ids", "found no ids, expected at least one");
        if (input.own())
            return fault(side + ".text", "found no text, expected one");
        if (input.text.find('\n') != std::string::npos)
            return fault(side + ".text", "found several lines, expected one");
        return input;
    };
    const json tree = json::parse(line, nullptr, false);
    if (!tree.is_object())
        return fault("", R"(found no JSON object, expected {"clean": {"text": …}, "corrupted": {…}})");
    if (const std::string twice = repeatedName(line); !twice.empty())
        return fault("", "the name ", twice, " occurs twice in one object");
    InputPair pair;
    pair.file = file;
    pair.line = place;
    for (const auto& [name, value] : tree.items()) {
        if (name == "clean" || name == "corrupted") {
            ASSIGN_OR_RETURN((name == "clean" ? pair.clean : pair.corrupted), inputOf(name, value));
            continue;
        }
        const auto field = std::ranges::find(kChoices, name, &Choice::first);
        if (field == kChoices.end())
            return fault(name, "is unknown; expected clean, corrupted, token, minus or row");
        if (!value.is_string() && !value.is_number_integer())
            return fault(name, "found ", value.dump(), ", expected a text or a whole number");
        pair.*field->second = value.is_string() ? value.get<std::string>() : value.dump();
        const bool text = value.is_string() && parseNumber<TokenId>(*(pair.*field->second));
        if (name == "token")
            pair.textToken = text;
        else if (name == "minus")
            pair.textMinus = text;
    }
    for (const char* const name : {"clean", "corrupted"})
        if (!tree.contains(name))
            return fault(name, "is missing; expected an object with text or ids");
    return pair;
}

} // namespace

std::string keyOf(const ReferenceInput& input)
{
    return concat(input.text, '\n', joined(input.ids, ","), '\n', input.targetText.value_or(""), '\n',
                  joined(input.targetIds, ","));
}

std::string InputPair::key() const
{
    const auto quoted = [](bool text, const std::string& given) { return text ? '"' + given + '"' : given; };
    return keyOf(clean) + '\n' + keyOf(corrupted) + '\n' + quoted(textToken, token.value_or("")) + '\n'
        + quoted(textMinus, minus.value_or("")) + '\n' + row.value_or("");
}

Result<LaneInput> InputPair::lane(const std::shared_ptr<const Model>& model, ReferenceInput InputPair::*side,
                                  const Job& job) const
{
    const std::string name = side == &InputPair::clean ? "clean" : "corrupted";
    auto lanes = referenceLanes(model, this->*side, job, name);
    if (lanes)
        return std::move(lanes->front());
    Error fault = lanes.error();
    if (fault.code == ErrorCode::kBadArgument && fault.file.empty()) {
        fault.code = ErrorCode::kBadFile;
        fault.file = file;
        fault.field = concat(line, ", ", fault.field.starts_with(name) ? "" : name + '.', fault.field);
    }
    return fault;
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
        ASSIGN_OR_RETURN(auto pair, readPair(name, concat("line ", number), line));
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
