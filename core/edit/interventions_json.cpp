#include "core/edit/interventions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

std::string_view toggleName(Toggle toggle)
{
    switch (toggle) {
    case Toggle::kOn:
        return "on";
    case Toggle::kOff:
        return "off";
    case Toggle::kAuto:
        break;
    }
    return "auto";
}

std::optional<Toggle> toggleFromName(const std::string& name)
{
    if (name == "auto")
        return Toggle::kAuto;
    if (name == "on")
        return Toggle::kOn;
    if (name == "off")
        return Toggle::kOff;
    return std::nullopt;
}

Json toReference(const ReferenceInput& reference)
{
    Json entry = reference.ids.empty() ? Json{{"text", reference.text}} : Json{{"ids", reference.ids}};
    if (reference.targetText)
        entry["target_text"] = *reference.targetText;
    if (!reference.targetIds.empty())
        entry["target_ids"] = reference.targetIds;
    return entry;
}

/// Writes each kind of edit.
struct Writer
{
    Json operator()(const HeadOff& edit) const
    {
        return {{"type", "head_off"}, {"where", toString(edit.where)}};
    }
    Json operator()(const MaskEdit& edit) const
    {
        return {{"type", "mask"},
                {"where", toString(edit.where)},
                {"queries", {edit.queryBegin, edit.queryEnd}},
                {"keys", {edit.keyBegin, edit.keyEnd}},
                {"allow", edit.allow}};
    }
    Json operator()(const MaskShape& edit) const
    {
        Json entry{{"type", formName(edit.form)}, {"where", toString(edit.where)}};
        if (edit.form == MaskForm::kBlocks && !edit.starts.empty())
            entry["starts"] = edit.starts;
        else
            entry["size"] = edit.size;
        return entry;
    }
    Json operator()(const TokenHidden& edit) const
    {
        return {{"type", "hide"}, {"stack", stackName(edit.stack)}, {"token", edit.token}};
    }
    Json operator()(const HeadScale& edit) const
    {
        return {{"type", "head_scale"}, {"where", toString(edit.where)}, {"factor", edit.factor}};
    }
    Json operator()(const HeadMean& edit) const
    {
        return withReference({{"type", "head_mean"}, {"where", toString(edit.where)}}, edit.over);
    }
    Json operator()(const PatternEdit& edit) const
    {
        Json entry{{"type", "pattern"}, {"where", toString(edit.where)}, {"form", formName(edit.form)}};
        return edit.form == PatternForm::kFrozen ? withReference(std::move(entry), edit.from) : entry;
    }
    Json operator()(const ActivationPatch& edit) const
    {
        Json entry{{"type", "patch"}, {"where", toString(edit.where)}, {"site", siteName(edit.site)}};
        if (edit.source >= 0) {
            entry["from"] = edit.source;
            entry["to"] = edit.target;
        }
        return withReference(std::move(entry), edit.from);
    }
    Json operator()(const PositionEdit& edit) const
    {
        return {{"type", "positions"},
                {"stack", stackName(edit.stack)},
                {"table", tableName(edit.table)},
                {"shift", edit.shift}};
    }

private:
    static Json withReference(Json entry, const ReferenceInput& reference)
    {
        if (!reference.own())
            entry["reference"] = toReference(reference);
        return entry;
    }
};

/// One entry of the list, field by field. The first fault is kept; what is read after it does not count.
class EntryReader
{
public:
    EntryReader(const Json& entry, std::string file, std::string place)
        : m_entry(entry)
        , m_file(std::move(file))
        , m_place(std::move(place))
    { }

    const std::optional<Error>& error() const { return m_error; }

    void fail(const std::string& field, const std::string& message)
    {
        if (!m_error)
            m_error = badFile(m_file, m_place + (field.empty() ? "" : "." + field), message);
    }

    bool has(const char* field) const { return m_entry.contains(field); }

    std::string text(const char* field) const
    {
        const auto found = m_entry.find(field);
        return found == m_entry.end() || !found->is_string() ? std::string() : found->get<std::string>();
    }

    HeadPattern where()
    {
        const auto pattern = parseHeadPattern(text("where"));
        if (!pattern) {
            fail("where", pattern.error().describe());
            return {};
        }
        return *pattern;
    }

    StackKind stack()
    {
        const std::string name = text("stack");
        if (name != "encoder" && name != "decoder")
            fail("stack", "found '" + name + "', expected encoder or decoder");
        return name == "decoder" ? StackKind::kDecoder : StackKind::kEncoder;
    }

    bool flag(const char* field, bool otherwise)
    {
        const auto found = m_entry.find(field);
        if (found == m_entry.end())
            return otherwise;
        if (!found->is_boolean()) {
            fail(field, "expected true or false");
            return otherwise;
        }
        return found->get<bool>();
    }

    Index index(const char* field, Index least, std::optional<Index> otherwise)
    {
        const auto found = m_entry.find(field);
        if (found == m_entry.end() && otherwise)
            return *otherwise;
        if (found == m_entry.end() || !found->is_number_integer() || found->get<Index>() < least) {
            fail(field, "expected a whole number of at least " + std::to_string(least));
            return least;
        }
        return found->get<Index>();
    }

    float factor()
    {
        const auto found = m_entry.find("factor");
        const double value
            = found == m_entry.end() || !found->is_number() ? std::nan("") : found->get<double>();
        if (!std::isfinite(value))
            fail("factor", "expected a number");
        return static_cast<float>(value);
    }

    void range(const char* field, Index& begin, Index& end)
    {
        const auto found = m_entry.find(field);
        const bool pair = found != m_entry.end() && found->is_array() && found->size() == 2
            && (*found)[0].is_number_integer() && (*found)[1].is_number_integer();
        if (pair) {
            begin = (*found)[0].get<Index>();
            end = (*found)[1].get<Index>();
        }
        if (!pair || begin < 0 || (end != -1 && end <= begin))
            fail(field, "expected [begin, end] with 0 ≤ begin < end, or end -1 for the rest");
    }

    template <typename Number>
    std::vector<Number> numbers(const Json& from, const char* field)
    {
        std::vector<Number> all;
        const auto found = from.find(field);
        if (found == from.end())
            return all;
        const bool fine
            = found->is_array() && std::all_of(found->begin(), found->end(), [](const Json& each) {
                  return each.is_number_integer() && each.get<std::int64_t>() >= 0;
              });
        if (!fine) {
            fail(field, "expected a list of whole numbers");
            return all;
        }
        for (const Json& each : *found)
            all.push_back(each.get<Number>());
        return all;
    }

    std::vector<Index> starts()
    {
        std::vector<Index> all = numbers<Index>(m_entry, "starts");
        if (!std::is_sorted(all.begin(), all.end()))
            fail("starts", "expected ascending positions");
        return all;
    }

    ReferenceInput reference()
    {
        ReferenceInput input;
        const auto found = m_entry.find("reference");
        if (found == m_entry.end())
            return input;
        const auto textOf = [&](const char* field) {
            const auto value = found->find(field);
            return value != found->end() && value->is_string() ? std::optional(value->get<std::string>())
                                                               : std::nullopt;
        };
        if (!found->is_object() || (!textOf("text") && !found->contains("ids"))) {
            fail("reference", "expected an object with text or ids");
            return input;
        }
        input.text = textOf("text").value_or("");
        input.ids = numbers<TokenId>(*found, "ids");
        input.targetText = textOf("target_text");
        input.targetIds = numbers<TokenId>(*found, "target_ids");
        if (input.own())
            fail("reference", "is empty; without a reference the run's own input is meant");
        return input;
    }

    /// One of `all`, by its name.
    template <typename Enum, typename Name>
    Enum choice(const char* field, std::initializer_list<Enum> all, const Name& name)
    {
        const std::string found = text(field);
        std::string names;
        for (const Enum each : all) {
            if (name(each) == found)
                return each;
            names += (names.empty() ? "" : ", ") + std::string(name(each));
        }
        fail(field, "found '" + found + "', expected one of " + names);
        return *all.begin();
    }

private:
    const Json& m_entry;
    std::string m_file, m_place;
    std::optional<Error> m_error;
};

MaskEdit readMask(EntryReader& entry)
{
    MaskEdit edit;
    edit.where = entry.where();
    entry.range("queries", edit.queryBegin, edit.queryEnd);
    entry.range("keys", edit.keyBegin, edit.keyEnd);
    edit.allow = entry.flag("allow", false);
    return edit;
}

MaskShape readShape(EntryReader& entry, MaskForm form)
{
    MaskShape edit;
    edit.form = form;
    edit.where = entry.where();
    if (form == MaskForm::kBlocks && entry.has("starts"))
        edit.starts = entry.starts();
    else
        edit.size = entry.index("size", 1, std::nullopt);
    return edit;
}

PatternEdit readPattern(EntryReader& entry)
{
    PatternEdit edit;
    edit.where = entry.where();
    edit.form = entry.choice("form",
                             {PatternForm::kUniform, PatternForm::kIdentity, PatternForm::kPrevious,
                              PatternForm::kFirst, PatternForm::kFrozen},
                             [](PatternForm form) { return formName(form); });
    edit.from = entry.reference();
    return edit;
}

ActivationPatch readPatch(EntryReader& entry)
{
    ActivationPatch edit;
    edit.where = entry.where();
    edit.site
        = entry.choice("site", {Site::kQuery, Site::kKey, Site::kValue, Site::kHeadOutput, Site::kResidual},
                       [](Site site) { return siteName(site); });
    edit.from = entry.reference();
    edit.source = entry.index("from", 0, -1);
    edit.target = entry.index("to", 0, edit.source);
    if (entry.has("to") && !entry.has("from"))
        entry.fail("to", "stands without \"from\"; without both every position is patched");
    return edit;
}

PositionEdit readPositions(EntryReader& entry)
{
    PositionEdit edit;
    edit.stack = entry.stack();
    if (entry.has("table"))
        edit.table
            = entry.choice("table",
                           {PositionTable::kOwn, PositionTable::kNone, PositionTable::kSinusoidalInterleaved,
                            PositionTable::kSinusoidalHalves, PositionTable::kLearned},
                           [](PositionTable table) { return tableName(table); });
    edit.shift = entry.index("shift", -(Index{1} << 30), 0);
    return edit;
}

/// Settings of the pass as a whole; false where the type is none of them.
bool readSetting(EntryReader& entry, const std::string& type, MaskSettings& masks)
{
    if (type == "causal") {
        const StackKind stack = entry.stack();
        const auto value = toggleFromName(entry.text("value"));
        if (!value)
            entry.fail("value", "expected auto, on or off");
        else
            (stack == StackKind::kEncoder ? masks.encoderCausal : masks.decoderCausal) = *value;
        return true;
    }
    if (type != "padding")
        return false;
    if (!entry.has("value"))
        entry.fail("value", "expected true or false");
    masks.padding = entry.flag("value", true);
    return true;
}

std::optional<Intervention> readIntervention(EntryReader& entry, const std::string& type)
{
    if (type == "head_off")
        return HeadOff{entry.where()};
    if (type == "mask")
        return readMask(entry);
    for (const MaskForm form : {MaskForm::kWindow, MaskForm::kBlocks, MaskForm::kPrefix})
        if (type == formName(form))
            return readShape(entry, form);
    if (type == "hide")
        return TokenHidden{entry.stack(), entry.index("token", 0, std::nullopt)};
    if (type == "head_scale")
        return HeadScale{entry.where(), entry.factor()};
    if (type == "head_mean")
        return HeadMean{entry.where(), entry.reference()};
    if (type == "pattern")
        return readPattern(entry);
    if (type == "patch")
        return readPatch(entry);
    if (type == "positions")
        return readPositions(entry);
    return std::nullopt;
}

std::optional<Error> readEntry(const Json& json, EntryReader& entry, Interventions& all)
{
    if (!json.is_object()) {
        entry.fail("", "found " + std::string(json.type_name()) + ", expected an object");
        return entry.error();
    }
    const std::string type = entry.text("type");
    if (readSetting(entry, type, all.masks))
        return entry.error();
    auto edit = readIntervention(entry, type);
    if (!edit) {
        entry.fail("type",
                   "found '" + type
                       + "', expected causal, padding, mask, window, blocks, prefix, hide, head_off, "
                         "head_scale, head_mean, pattern, patch or positions");
        return entry.error();
    }
    setEnabled(*edit, entry.flag("enabled", true));
    all.list.push_back(std::move(*edit));
    return entry.error();
}

} // namespace

std::string toJson(const Interventions& interventions)
{
    Json list = Json::array();
    const MaskSettings& masks = interventions.masks;
    if (masks.encoderCausal != Toggle::kAuto)
        list.push_back(
            {{"type", "causal"}, {"stack", "encoder"}, {"value", toggleName(masks.encoderCausal)}});
    if (masks.decoderCausal != Toggle::kAuto)
        list.push_back(
            {{"type", "causal"}, {"stack", "decoder"}, {"value", toggleName(masks.decoderCausal)}});
    if (!masks.padding)
        list.push_back({{"type", "padding"}, {"value", false}});
    for (const Intervention& intervention : interventions.list) {
        Json entry = std::visit(Writer{}, intervention);
        if (!isEnabled(intervention))
            entry["enabled"] = false;
        list.push_back(std::move(entry));
    }
    // What a user typed may be no valid UTF-8: an edit is saved all the same.
    return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Interventions> interventionsFromJson(std::string_view json, const std::string& file)
{
    const Json list = Json::parse(json, nullptr, false);
    if (list.is_discarded())
        return badFile(file, "", "is not JSON; expected a list of edits");
    if (!list.is_array())
        return badFile(file, "", "found " + std::string(list.type_name()) + ", expected a list of edits");
    Interventions all;
    for (std::size_t i = 0; i < list.size(); ++i) {
        EntryReader entry(list[i], file, "[" + std::to_string(i) + "]");
        if (const auto fault = readEntry(list[i], entry, all))
            return *fault;
    }
    return all;
}

} // namespace headlight
