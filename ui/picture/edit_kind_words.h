#pragma once

#include <array>
#include <string_view>

namespace headlight {

/// What the form calls a field of one kind of edit.
struct FieldLabel
{
    std::string_view field;
    const char* label;
    const char* tip; ///< nullptr: none
    std::array<const char*, 7> choices; ///< of a field with choices, in its order
};

/// All that the window says of one kind of edit: a line in the list, an explanation, what the menu of new
/// edits offers, and the labels of its own fields.
template <typename Edit>
struct EditWords;

} // namespace headlight
