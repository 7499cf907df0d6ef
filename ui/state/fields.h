#pragma once

#include "core/edit/interventions.h"
#include "core/session/session_value.h"
#include "core/trace/site.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace headlight {

/// A structure is mapped to a file by one function, `fields(visit, value)`, which calls
/// `visit("name", value.member)` for each member. Two visitors exist: one that writes, one that reads.
/// An enumeration has a function `namesOf(value)` instead: its names in order.
class FieldWriter
{
public:
    template <typename T>
    void operator()(const char* name, const T& value)
    {
        m_members.push_back({name, written(value)});
    }
    SessionValue take() { return {std::move(m_members)}; }

    template <typename T>
    static SessionValue written(const T& value)
    {
        if constexpr (std::is_enum_v<T>) {
            return {std::string(namesOf(value)[static_cast<std::size_t>(value)])};
        } else if constexpr (requires(FieldWriter & visit, T & whole) { fields(visit, whole); }) {
            FieldWriter inner;
            T copy = value;
            fields(inner, copy);
            return inner.take();
        } else {
            return leaf(value);
        }
    }
    template <typename T>
    static SessionValue written(const std::optional<T>& value)
    {
        return value ? written(*value) : SessionValue{};
    }
    template <typename T>
    static SessionValue written(const std::vector<T>& list)
    {
        SessionValue::List all;
        for (const T& each : list)
            all.push_back(written(each));
        return {std::move(all)};
    }

private:
    static SessionValue leaf(bool on) { return {on}; }
    static SessionValue leaf(int number) { return {std::int64_t{number}}; }
    static SessionValue leaf(std::int64_t number) { return {number}; }
    static SessionValue leaf(std::uint64_t number);
    static SessionValue leaf(double number) { return {number}; }
    static SessionValue leaf(float number) { return {static_cast<double>(number)}; }
    static SessionValue leaf(const QString& text) { return {text.toStdString()}; }
    static SessionValue leaf(const QStringList& list);
    static SessionValue leaf(const QByteArray& bytes); ///< Base64
    static SessionValue leaf(const HeadRef& head) { return {toString(head)}; }
    static SessionValue leaf(const Interventions& edits);

    SessionValue::Members m_members;
};

/// What was wrong with a file, over all its structures.
struct FieldFaults
{
    std::string file;
    std::optional<Error> first;
    QStringList unknown; ///< "document.colour"
};

class FieldReader
{
public:
    FieldReader(const SessionValue& from, std::string path, FieldFaults& faults);
    /// Notes the members that nobody asked for.
    ~FieldReader();
    FieldReader(const FieldReader&) = delete;
    FieldReader& operator=(const FieldReader&) = delete;
    FieldReader(FieldReader&&) = delete;
    FieldReader& operator=(FieldReader&&) = delete;

    /// A member that is missing, or null, keeps the value that it has.
    template <typename T>
    void operator()(const char* name, T& value)
    {
        m_known.insert(name);
        const SessionValue* const member = m_from.find(name);
        if (member == nullptr || std::holds_alternative<std::monostate>(member->is))
            return;
        read(*member, m_path.empty() ? name : m_path + '.' + name, value);
    }

private:
    template <typename T>
    void read(const SessionValue& from, const std::string& path, T& value)
    {
        if constexpr (std::is_enum_v<T>) {
            if (const auto at = place(from, namesOf(value), path))
                value = static_cast<T>(*at);
        } else if constexpr (requires(FieldReader & visit, T & whole) { fields(visit, whole); }) {
            FieldReader inner(from, path, m_faults);
            fields(inner, value);
        } else {
            leaf(from, path, value);
        }
    }
    template <typename T>
    void read(const SessionValue& from, const std::string& path, std::optional<T>& value)
    {
        value.emplace();
        read(from, path, *value);
    }
    template <typename T>
    void read(const SessionValue& from, const std::string& path, std::vector<T>& list)
    {
        const auto* const all = std::get_if<SessionValue::List>(&from.is);
        if (all == nullptr)
            return wrong(from, path, "a list");
        list.clear();
        for (std::size_t i = 0; i < all->size(); ++i) {
            list.emplace_back();
            read((*all)[i], path + '[' + std::to_string(i) + ']', list.back());
        }
    }

    void leaf(const SessionValue& from, const std::string& path, bool& on);
    void leaf(const SessionValue& from, const std::string& path, int& number);
    void leaf(const SessionValue& from, const std::string& path, std::int64_t& number);
    void leaf(const SessionValue& from, const std::string& path, std::uint64_t& number);
    void leaf(const SessionValue& from, const std::string& path, double& number);
    void leaf(const SessionValue& from, const std::string& path, float& number);
    void leaf(const SessionValue& from, const std::string& path, QString& text);
    void leaf(const SessionValue& from, const std::string& path, QStringList& list);
    void leaf(const SessionValue& from, const std::string& path, QByteArray& bytes);
    void leaf(const SessionValue& from, const std::string& path, HeadRef& head);
    void leaf(const SessionValue& from, const std::string& path, Interventions& edits);
    std::optional<std::size_t> place(const SessionValue& from, std::span<const char* const> names,
                                     const std::string& path);
    void wrong(const SessionValue& found, const std::string& path, const std::string& expected);

    const SessionValue& m_from;
    std::string m_path;
    FieldFaults& m_faults;
    std::set<std::string> m_known;
};

} // namespace headlight
