#pragma once

#include "core/base/enum_words.h"
#include "core/io/json_fields.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace headlight {

// A structure is mapped to a session file by one function, `fields(visit, value)`, which calls `visit("name",
// value.member)` for each member. Two visitors exist: FieldWriter and FieldReader. An enumeration has a
// table of words instead (core/base/enum_words.h). Other types that files cannot hold directly
// specialise StoredAs.

/// JSON that another part of the program writes and reads as text.
struct EmbeddedJson
{
    std::string text;
};

/// How a type is stored in a file. A specialisation has
///     using As = …; // a type that files can hold
///     static As stored(const T& value);
///     /// The error in `from`, if any; its `field` is a path inside `from`.
///     static std::optional<Error> restore(const As& from, T& value);
template <typename T>
struct StoredAs;

template <typename T>
concept HasStoredForm = requires
{
    typename StoredAs<T>::As;
};

template <typename Visitor, typename T>
concept HasFields = requires(Visitor visit, T value)
{
    fields(visit, value);
};

/// Writes structures as the text of a session file.
class FieldWriter
{
public:
    FieldWriter();
    FieldWriter(const FieldWriter&) = delete;
    FieldWriter& operator=(const FieldWriter&) = delete;
    ~FieldWriter();

    /// Names and values in turn.
    void operator()(const char* name, const auto& value, const auto&... more)
    {
        write(value, member(*m_to, name));
        if constexpr (sizeof...(more) > 0)
            (*this)(more...);
    }
    /// The text written so far, indented so that people can read it and compare files.
    std::string text() const;

private:
    using Tree = nlohmann::ordered_json; ///< keeps the order of the fields
    explicit FieldWriter(Tree& to);

    template <typename T>
    static void write(const T& value, Tree& to)
    {
        if constexpr (std::is_enum_v<T>) {
            leaf(std::string(wordOf(value)), to);
        } else if constexpr (HasStoredForm<T>) {
            write(StoredAs<T>::stored(value), to);
        } else if constexpr (HasFields<FieldWriter&, T&>) {
            FieldWriter inner(to);
            T copy = value;
            fields(inner, copy);
        } else {
            leaf(value, to);
        }
    }
    template <typename T>
    static void write(const std::optional<T>& value, Tree& to)
    {
        if (value)
            write(*value, to);
    }
    template <typename T>
    static void write(const std::vector<T>& list, Tree& to)
    {
        makeList(to);
        for (const T& each : list)
            write(each, item(to));
    }

    static void leaf(bool on, Tree& to);
    static void leaf(int number, Tree& to);
    static void leaf(std::int64_t number, Tree& to);
    static void leaf(std::uint64_t number, Tree& to);
    static void leaf(double number, Tree& to);
    static void leaf(float number, Tree& to);
    static void leaf(const std::string& text, Tree& to);
    static void leaf(const EmbeddedJson& json, Tree& to);
    static Tree& member(Tree& object, const char* name);
    static void makeList(Tree& to);
    static Tree& item(Tree& list);

    std::unique_ptr<Tree> m_root; ///< owned by the outermost writer
    Tree* m_to;
};

/// Faults found in a file, over all its structures.
struct FieldFaults
{
    explicit FieldFaults(std::string file)
        : report(std::move(file))
    { }
    FaultReport report;
    std::vector<std::string> unknown; ///< members that were not read: "document.colour"
};

/// The content of a session file.
class SessionTree
{
public:
    /// Returns kBadFile if the text is not JSON, is nested too deeply, is too long, or repeats a member.
    static Result<SessionTree> parse(std::string_view text, const std::string& file);
    static Result<SessionTree> read(const std::filesystem::path& file);
    SessionTree(SessionTree&&) noexcept;
    SessionTree& operator=(SessionTree&&) noexcept;
    SessionTree(const SessionTree&) = delete;
    SessionTree& operator=(const SessionTree&) = delete;
    ~SessionTree();

private:
    friend class FieldReader;
    explicit SessionTree(nlohmann::json&& tree);
    std::unique_ptr<const nlohmann::json> m_root;
};

/// Fills structures from a session file. A member that is missing or null keeps its current value.
class FieldReader
{
public:
    /// Both arguments must outlive the reader.
    FieldReader(const SessionTree& from, FieldFaults& faults);
    /// Records the members that were not read.
    ~FieldReader();
    FieldReader(const FieldReader&) = delete;
    FieldReader& operator=(const FieldReader&) = delete;

    void operator()(const char* name, auto& value, auto&... more)
    {
        if (const Tree* member = m_fields.find(name))
            read({*member, m_fields.path(name)}, value);
        if constexpr (sizeof...(more) > 0)
            (*this)(more...);
    }

private:
    using Tree = nlohmann::json;
    /// A value and its path in the file.
    struct Place
    {
        const Tree& value;
        std::string path;
    };
    FieldReader(const Place& from, FieldFaults& faults);

    template <typename T>
    void read(const Place& from, T& value)
    {
        if constexpr (std::is_enum_v<T>) {
            if (const auto at = word(from, kWordsOf<T>))
                value = static_cast<T>(*at);
        } else if constexpr (HasStoredForm<T>) {
            typename StoredAs<T>::As stored{};
            const std::size_t faultsBefore = m_faults.report.all().size();
            read(from, stored);
            if (m_faults.report.all().size() > faultsBefore)
                return;
            if (auto error = StoredAs<T>::restore(stored, value))
                m_faults.report.bad(from.path + error->field, error->message);
        } else if constexpr (HasFields<FieldReader&, T&>) {
            FieldReader inner(from, m_faults);
            fields(inner, value);
        } else {
            leaf(from, value);
        }
    }
    template <typename T>
    void read(const Place& from, std::optional<T>& value)
    {
        value.emplace();
        read(from, *value);
    }
    template <typename T>
    void read(const Place& from, std::vector<T>& list)
    {
        const auto count = sizeOfList(from);
        if (!count)
            return;
        list.clear();
        for (std::size_t i = 0; i < *count; ++i) {
            list.emplace_back();
            read(itemOf(from, i), list.back());
        }
    }

    void leaf(const Place& from, bool& on);
    void leaf(const Place& from, int& number);
    void leaf(const Place& from, std::int64_t& number);
    void leaf(const Place& from, std::uint64_t& number);
    void leaf(const Place& from, double& number);
    void leaf(const Place& from, float& number);
    void leaf(const Place& from, std::string& text);
    void leaf(const Place& from, EmbeddedJson& json);
    std::optional<std::size_t> word(const Place& from, std::span<const EnumWord> words);
    std::optional<std::size_t> sizeOfList(const Place& from);
    static Place itemOf(const Place& list, std::size_t index);
    void wrong(const Place& from, std::string_view expected);

    JsonFields m_fields;
    FieldFaults& m_faults;
};

} // namespace headlight
