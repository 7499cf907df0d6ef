#pragma once

#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <limits>
#include <span>
#include <string_view>

namespace headlight {

// The kinds of fields that edits have. An edit lists its fields once, in `fields(visit, edit)`, which calls
// `visit(FIELD, value)` for each of them; two kinds of field have two values. The JSON, `--help edit`, the
// window's form, and the references that edits need are visitors of that list. A visitor that lacks a kind
// of field does not compile.

/// "where": the heads that an edit concerns.
struct HeadsField
{ };

/// "where": the experts that an edit concerns.
struct ExpertsField
{ };

/// "stack": encoder or decoder.
struct StackField
{ };

/// "token": one of the stack's tokens, counted from 0.
struct TokenField
{ };

/// "type": one of the edit's own types (`kTypes`), which an enumeration counts.
struct TypeField
{ };

/// A whole number of at least `least`. May be missing; then it keeps its default.
struct WholeField
{
    const char* name;
    Index least;
};

/// A finite number. `low` and `high` are the ends of the form's slider.
struct NumberField
{
    const char* name;
    double low, high;
    bool required = true; ///< false: may be missing; then it keeps its default
};

/// True or false. May be missing; then it keeps its default.
struct FlagField
{
    const char* name;
};

/// Positions begin … end, half-open; end -1: to the end. Two values.
struct SpanField
{
    const char* name;
};

/// One of `all`.
template <typename Enum>
struct ChoiceField
{
    const char* name;
    const char* symbol; ///< what stands for it in the help, "FORM"
    std::span<const Enum> all;
    std::string_view (*nameOf)(Enum);
    bool required = true; ///< false: may be missing; then it keeps its default
};

/// "size", a number of tokens; or "starts", first positions in ascending order. Two values.
struct SizeField
{
    bool starts; ///< whether "starts" is possible
};

/// "from" and "to": a row of the reference and the one that it replaces; -1 and -1: all rows. Two values.
struct RowsField
{ };

/// "reference": what the numbers are taken from.
struct ReferenceField
{
    Site site; ///< what is taken
    bool used = true; ///< false: the edit as it is takes nothing
    bool averaged = false; ///< over all sentences, however many there are
};

} // namespace headlight
