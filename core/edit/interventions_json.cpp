#include "core/edit/edit_places.h"

#include "core/base/text_list.h"
#include "core/edit/edit_kinds.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace headlight {

namespace {

using Json = OrderedJson;
using nlohmann::json;

Json toReference(const ReferenceInput& reference)
{
    Json entry = reference.ids.empty() ? Json{{"text", reference.text}} : Json{{"ids", reference.ids}};
    if (reference.targetText)
        entry["target_text"] = *reference.targetText;
    if (!reference.targetIds.empty())
        entry["target_ids"] = reference.targetIds;
    return entry;
}

/// Whether it is a list of whole numbers that fit.
template <typename Number>
bool isNumbers(const json& list)
{
    return list.is_array() && std::ranges::all_of(list, [](const json& each) {
               return each.is_number_integer() && each.get<std::int64_t>() >= 0
                   && each.get<std::int64_t>() <= std::numeric_limits<Number>::max();
           });
}

/// Writes the fields of one edit.
class EntryWriter
{
public:
    explicit EntryWriter(std::span<const EditType> types)
        : m_types(types)
    {
        setType(0);
    }

    Json take() { return std::move(m_entry); }

    void operator()(const TypeField&, auto value) { setType(static_cast<std::size_t>(value)); }
    void operator()(const HeadsField&, const HeadPattern& where) { m_entry["where"] = toString(where); }
    void operator()(const ExpertsField&, const ExpertPattern& where) { m_entry["where"] = toString(where); }
    void operator()(const StackField&, StackKind stack) { m_entry["stack"] = stackName(stack); }
    void operator()(const TokenField&, Index token) { m_entry["token"] = token; }
    void operator()(const WholeField& field, Index value) { m_entry[field.name] = value; }
    void operator()(const NumberField& field, float value) { m_entry[field.name] = value; }
    void operator()(const FlagField& field, bool value) { m_entry[field.name] = value; }
    void operator()(const SpanField& field, Index begin, Index end) { m_entry[field.name] = {begin, end}; }
    template <typename Enum>
    void operator()(const ChoiceField<Enum>& field, Enum value)
    {
        m_entry[field.name] = field.nameOf(value);
    }
    void operator()(const SizeField& field, Index size, const std::vector<Index>& starts)
    {
        if (field.starts && !starts.empty())
            m_entry["starts"] = starts;
        else
            m_entry["size"] = size;
    }
    void operator()(const RowsField&, Index from, Index to)
    {
        if (from < 0)
            return;
        m_entry["from"] = from;
        m_entry["to"] = to;
    }
    void operator()(const ReferenceField& field, const ReferenceInput& reference)
    {
        if (field.used && !reference.own())
            m_entry["reference"] = toReference(reference);
    }

private:
    void setType(std::size_t index) { m_entry["type"] = m_types[index].name; }

    std::span<const EditType> m_types;
    Json m_entry;
};

/// Reads one entry of the list, field by field. Values read after the first error are ignored.
class EditEntry
{
public:
    EditEntry(const json& entry, const std::string& file, const std::string& place, const TokenFinder& find)
        : m_report(file)
        , m_fields(entry, place, m_report)
        , m_find(find)
    {
        for (const auto& [name, value] : entry.items())
            if (entry.is_object() && value.is_null())
                m_report.bad(m_fields.path(name), "found null, expected a value");
    }

    const JsonFields& fields() const { return m_fields; }
    Result<void> check() const { return m_report.check(); }

    std::string text(const char* field) const
    {
        const json* const found = m_fields.find(field);
        return found == nullptr || !found->is_string() ? std::string() : found->get<std::string>();
    }

    /// Reports that the field has another value than expected.
    void wrong(const char* field, std::string_view expected) const
    {
        m_fields.wrong(field, m_fields.find(field), expected);
    }

    /// Reports a member that nothing has asked for: ignored, it would leave another edit than was meant.
    void refuseOthers()
    {
        for (const std::string& name : m_fields.unread())
            m_report.bad(m_fields.where(), "found \"", name, "\", expected only ", joined(m_fields.asked()));
    }

    /// Sets which of the edit's types the entry has.
    void setType(std::size_t index) { m_type = index; }

    template <typename Enum>
    void operator()(const TypeField&, Enum& value)
    {
        value = static_cast<Enum>(m_type);
    }
    void operator()(const HeadsField&, HeadPattern& where)
    {
        take(where, parseHeadPattern(text("where")));
        m_where = where;
    }
    void operator()(const ExpertsField&, ExpertPattern& where)
    {
        take(where, parseExpertPattern(text("where")));
    }
    void operator()(const StackField&, StackKind& value) { value = m_stack = stack(); }
    void operator()(const TokenField&, Index& token) { token = place("token", {}, m_stack, std::nullopt); }
    void operator()(const WholeField& field, Index& value) { value = index(field.name, field.least, value); }
    void operator()(const NumberField& field, float& value)
    {
        if (field.required || m_fields.has(field.name))
            value = static_cast<float>(m_fields.number(field.name));
    }
    void operator()(const FlagField& field, bool& value) { value = m_fields.flag(field.name, value); }
    void operator()(const SpanField& field, Index& begin, Index& end) { range(field.name, begin, end); }
    template <typename Enum>
    void operator()(const ChoiceField<Enum>& field, Enum& value)
    {
        if (field.required || m_fields.has(field.name))
            value = choice(field);
        if constexpr (std::is_same_v<Enum, Site>)
            m_stack = stackOfRows(m_where, value);
    }
    void operator()(const SizeField& field, Index& size, std::vector<Index>& starts)
    {
        if (field.starts && m_fields.has("starts"))
            starts = ascending("starts");
        else
            size = index("size", 1, std::nullopt);
    }
    void operator()(const RowsField&, Index& from, Index& to)
    {
        from = place("from", m_reference, m_stack, -1);
        to = place("to", {}, m_stack, from);
        if (m_fields.has("to") && !m_fields.has("from"))
            fail("to", "needs \"from\". Give both, or neither to patch every position");
    }
    void operator()(const ReferenceField&, ReferenceInput& value) { value = m_reference = reference(); }

    StackKind stack() const
    {
        const auto named = fromWord<StackKind>(text("stack"));
        if (!named)
            wrong("stack", "encoder or decoder");
        return named.value_or(StackKind::kEncoder);
    }

private:
    void fail(const char* field, const auto&... message) { m_report.bad(m_fields.path(field), message...); }

    template <typename Pattern>
    void take(Pattern& where, const Result<Pattern>& read)
    {
        if (read)
            where = *read;
        else
            fail("where", read.error().describe());
    }

    Index index(const char* field, Index least, std::optional<Index> otherwise)
    {
        const json* const found = m_fields.find(field);
        if (found == nullptr && otherwise)
            return *otherwise;
        if (found == nullptr || !found->is_number_integer() || found->get<Index>() < least) {
            wrong(field, concat("a whole number of at least ", least));
            return least;
        }
        return found->get<Index>();
    }

    /// A position, or the one of a token.
    Index place(const char* field, const ReferenceInput& in, StackKind stack, std::optional<Index> otherwise)
    {
        const json* const token = m_fields.find(field);
        if (!m_find || m_report.error() || token == nullptr || !token->is_string())
            return index(field, 0, otherwise);
        if (m_where.anyStack && m_fields.has("where")) {
            fail(field, "found a token, which needs a \"where\" of one stack");
            return 0;
        }
        const auto found = m_find(in, stack, text(field));
        if (!found)
            fail(field, found.error().message);
        return found ? *found : 0;
    }

    void range(const char* field, Index& begin, Index& end)
    {
        const json* const found = m_fields.find(field);
        const bool pair = found != nullptr && found->is_array() && found->size() == 2
            && (*found)[0].is_number_integer() && (*found)[1].is_number_integer();
        if (pair) {
            begin = (*found)[0].get<Index>();
            end = (*found)[1].get<Index>();
        }
        if (!pair || begin < 0 || (end != -1 && end <= begin))
            wrong(field, "[begin, end] with 0 ≤ begin < end, or end -1 for the rest");
    }

    std::vector<Index> ascending(const char* field)
    {
        const json* const found = m_fields.find(field);
        if (!isNumbers<Index>(*found)) {
            wrong(field, "a list of whole numbers");
            return {};
        }
        auto all = found->get<std::vector<Index>>();
        if (!std::ranges::is_sorted(all))
            wrong(field, "ascending positions");
        return all;
    }

    ReferenceInput reference()
    {
        const json* const found = m_fields.find("reference");
        if (found == nullptr)
            return {};
        auto input = referenceFromJson(*found, m_report.file(), m_fields.path("reference"));
        if (!input)
            m_report.add(input.error());
        else if (input->own())
            fail("reference", "found an empty reference. Omit it to use the input of the run");
        return input ? *std::move(input) : ReferenceInput();
    }

    template <typename Enum>
    Enum choice(const ChoiceField<Enum>& field)
    {
        const std::string found = text(field.name);
        const auto value = std::ranges::find(field.all, found, field.nameOf);
        if (value != field.all.end())
            return *value;
        wrong(field.name, concat("one of ", joined(field.all, ", ", field.nameOf)));
        return field.all.front();
    }

    FaultReport m_report;
    JsonFields m_fields;
    const TokenFinder& m_find;
    std::size_t m_type = 0;
    // Fields that say where a position is, as far as they are read.
    HeadPattern m_where;
    StackKind m_stack = StackKind::kEncoder;
    ReferenceInput m_reference;
};

/// Reads a setting of the whole pass; false if the type is not one.
bool readSetting(EditEntry& entry, const std::string& type, MaskSettings& masks)
{
    if (type == "causal") {
        const StackKind stack = entry.stack();
        const auto value = fromWord<Toggle>(entry.text("value"));
        if (!value)
            entry.wrong("value", "auto, on or off");
        (stack == StackKind::kEncoder ? masks.encoderCausal : masks.decoderCausal)
            = value.value_or(Toggle::kAuto);
        return true;
    }
    if (type != "padding")
        return false;
    masks.padding = entry.fields().flag("value");
    return true;
}

/// Empty if no kind of edit has this type.
std::optional<Intervention> readIntervention(EditEntry& entry, const std::string& type)
{
    std::optional<Intervention> read;
    const auto readIfOfType = [&]<typename Edit>(Edit edit) {
        const auto& types = EditKind<Edit>::kTypes;
        const auto found = std::ranges::find(types, type, &EditType::name);
        if (found == types.end())
            return;
        entry.setType(static_cast<std::size_t>(found - types.begin()));
        visitFields(entry, edit);
        edit.enabled = entry.fields().flag("enabled", true);
        read = std::move(edit);
    };
    for (const EditGroup group : kEditGroups)
        eachEditKind(group, readIfOfType);
    return read;
}

std::string typeNames()
{
    std::vector<std::string_view> names{"causal", "padding"};
    for (const EditGroup group : kEditGroups)
        eachEditKind(group, [&]<typename Edit>(const Edit&) {
            for (const EditType& type : EditKind<Edit>::kTypes)
                names.push_back(type.name);
        });
    const std::string_view last = names.back();
    names.pop_back();
    return concat(joined(names), " or ", last);
}

void readEntry(EditEntry& entry, Interventions& all)
{
    const std::string type = entry.text("type");
    if (!readSetting(entry, type, all.masks)) {
        auto edit = readIntervention(entry, type);
        if (!edit)
            return entry.wrong("type", typeNames());
        all.list.push_back(std::move(*edit));
    }
    entry.refuseOthers();
}

/// Reads one member of a reference.
Result<void> readReferenceMember(ReferenceInput& input, const std::string& name, const json& given,
                                 const std::string& file, const std::string& place)
{
    const bool target = name.starts_with("target_"), text = name == "text" || name == "target_text";
    if (!text && name != "ids" && name != "target_ids")
        return badFile(file, place, "found \"", name, "\", expected text, ids, target_text or target_ids");
    if (text ? !given.is_string() : !isNumbers<TokenId>(given))
        return badFile(file, place, foundExpected(&given, text ? "a text" : "a list of whole numbers"));
    if (text && target)
        input.targetText = given.get<std::string>();
    else if (text)
        input.text = given.get<std::string>();
    else
        (target ? input.targetIds : input.ids) = given.get<std::vector<TokenId>>();
    if (name == "target_ids" && given.empty())
        return badFile(file, place, "found empty target_ids. Omit them to use the model's greedy output");
    return {};
}

} // namespace

Result<ReferenceInput> referenceFromJson(const json& value, const std::string& file, const std::string& field)
{
    if (!value.is_object() || value.contains("text") == value.contains("ids"))
        return badFile(file, field, foundExpected(&value, "an object with text or ids, and not both"));
    if (value.contains("target_text") && value.contains("target_ids"))
        return badFile(file, field, "found target_text and target_ids, expected one of them");
    ReferenceInput input;
    for (const auto& [name, given] : value.items())
        RETURN_IF_ERROR(readReferenceMember(input, name, given, file, concat(field, '.', name)));
    return input;
}

std::string toJson(const Interventions& interventions)
{
    Json list = Json::array();
    const MaskSettings& masks = interventions.masks;
    for (const auto& [stack, toggle] :
         {std::pair{"encoder", masks.encoderCausal}, {"decoder", masks.decoderCausal}})
        if (toggle != Toggle::kAuto)
            list.push_back({{"type", "causal"}, {"stack", stack}, {"value", wordOf(toggle)}});
    if (!masks.padding)
        list.push_back({{"type", "padding"}, {"value", false}});
    for (const Intervention& intervention : interventions.list) {
        list.push_back(std::visit(
            []<typename Edit>(const Edit& edit) {
                EntryWriter writer(EditKind<Edit>::kTypes);
                visitFields(writer, edit);
                Json entry = writer.take();
                if (!edit.enabled)
                    entry["enabled"] = false;
                return entry;
            },
            intervention));
    }
    // A user's text may not be valid UTF-8; the edit is saved anyway.
    return toText(list);
}

StackKind stackOfRows(const HeadPattern& where, Site site)
{
    return factsOf(site).perKey && where.kind == AttentionKind::kCross ? StackKind::kEncoder : where.stack;
}

Result<Interventions> interventionsFromJson(std::string_view json, const std::string& file)
{
    return interventionsFromJson(json, file, {});
}

Result<Interventions> interventionsFromJson(std::string_view json, const std::string& file,
                                            const TokenFinder& find)
{
    const auto list = nlohmann::json::parse(json, nullptr, false);
    if (list.is_discarded())
        return badFile(file, "", "is not JSON; expected a list of edits");
    if (!list.is_array())
        return badFile(file, "", "found ", list.type_name(), ", expected a list of edits");
    if (const std::string twice = repeatedName(json); !twice.empty())
        return badFile(file, "", "the name ", twice, " occurs twice in one object");
    Interventions all;
    for (std::size_t i = 0; i < list.size(); ++i) {
        EditEntry entry(list[i], file, concat("[", i, "]"), find);
        readEntry(entry, all);
        RETURN_IF_ERROR(entry.check());
    }
    return all;
}

} // namespace headlight
