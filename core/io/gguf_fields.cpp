#include "core/io/gguf_fields.h"

#include "core/io/excerpt.h"

#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

GgufFields::GgufFields(const GgufFile& file, std::string group)
    : m_file(file)
    , m_group(std::move(group))
    , m_report(file.path().string())
{ }

const GgufValue* GgufFields::find(const std::string& key)
{
    m_read.insert(key);
    return m_file.find(key);
}

void GgufFields::wrong(std::string_view key, const GgufValue& found, const std::string& expected)
{
    m_report.bad(excerpt(key), "found ", found.inWords(), ", expected ", expected);
}

std::optional<std::int64_t> GgufFields::integer(std::string_view key, std::int64_t least, std::int64_t most)
{
    const GgufValue* const found = find(full(key));
    if (found == nullptr)
        return std::nullopt;
    const auto first = found->integer();
    const std::string expected = concat("a whole number from ", least, " to ", most);
    if (!first || *first < least || *first > most) {
        wrong(full(key), *found, expected);
        return std::nullopt;
    }
    for (std::uint64_t i = 1; i < found->count; ++i)
        if (found->integer(i) != first) {
            m_report.unsupported(
                full(key), "found layers with different numbers, expected the same number in all layers");
            return std::nullopt;
        }
    return first;
}

std::int64_t GgufFields::required(std::string_view key, std::int64_t least, std::int64_t most)
{
    if (!has(key))
        fault(key, "found no such key, expected a whole number from ", least, " to ", most);
    return integer(key, least, most).value_or(0);
}

std::optional<double> GgufFields::real(std::string_view key, double least, double most)
{
    const GgufValue* const found = find(full(key));
    if (found == nullptr)
        return std::nullopt;
    const auto value = found->isList ? std::nullopt : found->real();
    if (!value || !std::isfinite(*value) || *value < least || *value > most) {
        wrong(full(key), *found, formatted("a number from %.6g to %.6g", least, most));
        return std::nullopt;
    }
    return value;
}

std::optional<bool> GgufFields::flag(std::string_view key)
{
    const GgufValue* const found = find(full(key));
    if (found == nullptr)
        return std::nullopt;
    const auto value = found->isList ? std::nullopt : found->flag();
    if (!value)
        wrong(full(key), *found, "true or false");
    return value;
}

std::optional<std::string> GgufFields::text(std::string_view key)
{
    const GgufValue* const found = find(full(key));
    if (found == nullptr)
        return std::nullopt;
    const auto value = found->text();
    if (!value) {
        wrong(full(key), *found, "a string");
        return std::nullopt;
    }
    return std::string(*value);
}

std::vector<std::string_view> GgufFields::texts(std::string_view key)
{
    const GgufValue* const found = find(full(key));
    auto values = found != nullptr ? found->texts() : std::vector<std::string_view>();
    if (!values)
        wrong(full(key), *found, "a list of strings");
    return std::move(values).value_or(std::vector<std::string_view>());
}

const GgufValue* GgufFields::numbers(std::string_view key, std::size_t count, const std::string& what)
{
    const GgufValue* const found = find(full(key));
    if (found == nullptr || (found->isList && found->count == count && found->real(0)))
        return found;
    wrong(full(key), *found, concat("a list of ", count, " numbers, ", what));
    return nullptr;
}

std::vector<bool> GgufFields::flags(std::string_view key)
{
    const GgufValue* const found = find(full(key));
    std::vector<bool> all;
    if (found == nullptr || !found->isList || found->type != GgufType::kBool)
        return all;
    for (std::uint64_t i = 0; i < found->count; ++i)
        all.push_back(found->flag(i).value_or(false));
    return all;
}

std::optional<std::int64_t> GgufFields::tokenId(std::string_view fullKey)
{
    const GgufValue* const found = m_file.find(fullKey);
    if (found == nullptr)
        return std::nullopt;
    const auto id = found->isList ? std::nullopt : found->integer();
    if (!id || *id < 0 || *id > std::numeric_limits<std::int32_t>::max()) {
        // Some writers use −1 or 2³² − 1 for none.
        if (!id || (*id != -1 && *id != 0xFFFFFFFFLL))
            wrong(fullKey, *found, "the id of a token");
        return std::nullopt;
    }
    return id;
}

std::vector<std::string> GgufFields::unread() const
{
    std::vector<std::string> names;
    for (const auto& [key, value] : m_file.metadata())
        if (key.starts_with(m_group + ".") && !m_read.contains(key))
            names.push_back(key);
    return names;
}

} // namespace headlight
