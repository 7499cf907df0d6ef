#pragma once

#include "core/edit/edit_kinds.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace headlight {

/// Labels of a field of one kind of edit.
struct FieldLabel
{
    std::string_view field;
    const char* label;
    const char* tip; ///< nullptr = none
    std::array<const char*, 9> choices; ///< for a field with choices, in its order
};

constexpr FieldLabel fieldLabel(std::string_view field, const char* label, const char* tip = nullptr,
                                const std::array<const char*, 9>& choices = {})
{
    return {field, label, tip, choices};
}

/// All words about one kind of edit: its line in the list, an explanation, its entry in the menu of new
/// edits, and the labels of its own fields.
template <typename Edit>
struct EditWords;

/// Checks that every field of an edit has a label, and every choice its words.
class LabelCheck
{
public:
    constexpr LabelCheck(std::span<const FieldLabel> labels, std::size_t types)
        : m_labels(labels)
        , m_types(types)
    { }
    constexpr bool complete() const { return m_complete; }

    // The same words in every edit.
    constexpr void operator()(const HeadsField&, const auto&) const { }
    constexpr void operator()(const ExpertsField&, const auto&) const { }
    constexpr void operator()(const StackField&, const auto&) const { }
    constexpr void operator()(const SizeField&, const auto&, const auto&) const { }
    constexpr void operator()(const RowsField&, const auto&, const auto&) const { }
    constexpr void operator()(const ReferenceField&, const auto&) const { }

    constexpr void operator()(const TypeField&, const auto&) { check("type", m_types); }
    constexpr void operator()(const TokenField&, const auto&) { check("token", 0); }
    constexpr void operator()(const WholeField& field, const auto&) { check(field.name, 0); }
    constexpr void operator()(const NumberField& field, const auto&) { check(field.name, 0); }
    constexpr void operator()(const FlagField& field, const auto&) { check(field.name, 2); }
    constexpr void operator()(const SpanField& field, const auto&, const auto&) { check(field.name, 0); }
    template <typename Enum>
    constexpr void operator()(const ChoiceField<Enum>& field, const auto&)
    {
        check(field.name, field.all.size());
    }

private:
    constexpr void check(std::string_view name, std::size_t choices)
    {
        bool found = false;
        for (const FieldLabel& label : m_labels)
            found = found
                || (label.field == name && (choices == 0 || label.choices.at(choices - 1) != nullptr));
        m_complete = m_complete && found;
    }

    std::span<const FieldLabel> m_labels;
    std::size_t m_types;
    bool m_complete = true;
};

/// Whether kLabels of a kind of edit is complete.
template <typename Edit>
consteval bool everyFieldHasWords()
{
    LabelCheck check(EditWords<Edit>::kLabels, EditKind<Edit>::kTypes.size());
    Edit edit{}; // not const, or g++ 12 rejects its strings
    visitFields(check, edit);
    return check.complete();
}

} // namespace headlight
