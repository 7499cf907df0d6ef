#include "core/text/steps/typed_steps.h"

#include "core/text/unicode.h"

namespace headlight {

Result<void> finishedStep(Result<void> done, std::size_t size, const std::string& where, TextBudget& budget)
{
    if (done)
        done = budget.checkSize(size);
    if (done)
        done = budget.spend(size + 1);
    if (done || !done.error().field.empty())
        return done;
    Error error = done.error();
    error.field = where;
    return error;
}

char32_t readCharacter(const JsonFields& fields, std::string_view name)
{
    const std::u32string value = decodeUtf8(fields.text(name));
    if (value.size() == 1)
        return value[0];
    fields.report().bad(fields.path(name), "found ", value.size(), " characters, expected one");
    return U' ';
}

} // namespace headlight
