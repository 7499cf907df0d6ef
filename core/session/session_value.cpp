#include "core/session/session_value.h"

#include "core/io/atomic_file.h"
#include "core/io/json_file.h"

#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

const JsonLimits kLimits{
    .bytes = std::size_t{64} << 20U, .depth = 32, .values = 2'000'000, .uniqueNames = true};

Json toTree(const SessionValue& value)
{
    struct Visitor
    {
        Json operator()(std::monostate) const { return nullptr; }
        Json operator()(bool on) const { return on; }
        Json operator()(std::int64_t number) const { return number; }
        Json operator()(double number) const { return number; }
        Json operator()(const std::string& text) const { return text; }
        Json operator()(const SessionValue::List& list) const
        {
            Json all = Json::array();
            for (const SessionValue& each : list)
                all.push_back(toTree(each));
            return all;
        }
        Json operator()(const SessionValue::Members& members) const
        {
            Json all = Json::object();
            for (const auto& [name, member] : members)
                all[name] = toTree(member);
            return all;
        }
    };
    return std::visit(Visitor{}, value.is);
}

SessionValue fromTree(const nlohmann::json& tree)
{
    if (tree.is_boolean())
        return {tree.get<bool>()};
    // What is beyond 63 bits is no number that a session has; it stays a number of the other kind.
    if (tree.is_number_unsigned()
        && tree.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return {tree.get<double>()};
    if (tree.is_number_integer())
        return {tree.get<std::int64_t>()};
    if (tree.is_number())
        return {tree.get<double>()};
    if (tree.is_string())
        return {tree.get<std::string>()};
    if (tree.is_array()) {
        SessionValue::List list;
        list.reserve(tree.size());
        for (const auto& each : tree)
            list.push_back(fromTree(each));
        return {std::move(list)};
    }
    if (tree.is_object()) {
        SessionValue::Members members;
        for (const auto& [name, member] : tree.items())
            members.push_back({name, fromTree(member)});
        return {std::move(members)};
    }
    return {};
}

} // namespace

bool SessionValue::operator==(const SessionValue& other) const
{
    return is == other.is;
}

const SessionValue* SessionValue::find(std::string_view name) const
{
    const auto* const members = std::get_if<Members>(&is);
    if (members == nullptr)
        return nullptr;
    for (const auto& [own, member] : *members) {
        if (own == name)
            return &member;
    }
    return nullptr;
}

std::string SessionValue::kind() const
{
    struct Visitor
    {
        std::string operator()(std::monostate) const { return "nothing"; }
        std::string operator()(bool on) const { return on ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double) const { return "a number with a fraction"; }
        std::string operator()(const std::string&) const { return "a text"; }
        std::string operator()(const List&) const { return "a list"; }
        std::string operator()(const Members&) const { return "an object"; }
    };
    return std::visit(Visitor{}, is);
}

std::string sessionText(const SessionValue& value)
{
    constexpr int kIndent = 2;
    return toTree(value).dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<SessionValue> parseSession(std::string_view text, const std::string& file)
{
    const auto tree = parseJson(text, file, kLimits);
    if (!tree)
        return tree.error();
    return fromTree(*tree);
}

Result<SessionValue> readSession(const std::filesystem::path& file)
{
    const auto tree = readJsonFile(file, kLimits);
    if (!tree)
        return tree.error();
    return fromTree(*tree);
}

Result<void> writeSession(const SessionValue& value, const std::filesystem::path& file)
{
    return writeFileAtomically(file, sessionText(value));
}

} // namespace headlight
