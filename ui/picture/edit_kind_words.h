#pragma once

#include <array>
#include <string_view>

namespace headlight {

/// Labels of a field of one kind of edit.
struct FieldLabel
{
    std::string_view field;
    const char* label;
    const char* tip; ///< nullptr = none
    std::array<const char*, 7> choices; ///< for a field with choices, in its order
};

constexpr FieldLabel fieldLabel(std::string_view field, const char* label, const char* tip = nullptr,
                                const std::array<const char*, 7>& choices = {})
{
    return {field, label, tip, choices};
}

/// All words about one kind of edit: its line in the list, an explanation, its entry in the menu of new
/// edits, and the labels of its own fields.
template <typename Edit>
struct EditWords;

} // namespace headlight
