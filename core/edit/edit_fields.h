#pragma once

#include "core/base/enum_words.h"
#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <span>
#include <string_view>

namespace headlight {

// The kinds of fields that edits have. An edit lists its fields once, in `fields(visit, edit)`, which calls
// `visit(FIELD, value)` for each of them; two kinds of field have two values. The JSON, `--help edit`, the
// window's form, and the search for references are visitors of that list. A visitor that does not handle some
// kind of field does not compile.

/// "where": the heads that an edit affects.
struct HeadsField
{ };

/// "where": the experts that an edit affects.
struct ExpertsField
{ };

/// "stack": encoder or decoder.
struct StackField
{ };

/// "token": one of the stack's tokens, counted from 0.
struct TokenField
{ };

/// "type": one of the edit's types (`kTypes`), held by an enumeration.
struct TypeField
{ };

/// A whole number of at least `least`. Optional: keeps its default if missing.
struct WholeField
{
    const char* name;
    Index least;
};

/// A finite number. `low` and `high` are the ends of the slider in the form.
struct NumberField
{
    const char* name;
    double low, high;
    bool required = true; ///< false = keeps its default if missing
};

/// True or false. Optional: keeps its default if missing.
struct FlagField
{
    const char* name;
};

/// Positions begin … end, half-open; end -1 = to the end. Two values.
struct SpanField
{
    const char* name;
};

/// One of `all`: the whole enumeration, unless an edit takes a part of it.
template <typename Enum>
struct ChoiceField
{
    const char* name;
    const char* symbol; ///< placeholder in the help, "FORM"
    bool required = true; ///< false = keeps its default if missing
    std::span<const Enum> all = kValuesOf<Enum>;
    std::string_view (*nameOf)(Enum) = wordOf<Enum>;
};

/// "size", a number of tokens; or "starts", first positions in ascending order. Two values.
struct SizeField
{
    bool starts; ///< whether "starts" is allowed
};

/// "from" and "to": a row of the reference and the row that it replaces; -1 and -1 = all rows. Two values.
struct RowsField
{ };

/// "reference": the source of the numbers.
struct ReferenceField
{
    Site site; ///< the quantity taken
    bool used = true; ///< false = the edit in its current form takes nothing
    bool averaged = false; ///< whether it averages over all sentences, however many there are
};

} // namespace headlight
