#include "core/session/stored_types.h"

namespace headlight {

std::optional<Error> StoredAs<HeadRef>::restore(const As& from, HeadRef& head)
{
    const auto pattern = parseHeadPattern(from);
    if (const auto one = pattern ? onlyHead(*pattern) : std::nullopt) {
        head = *one;
        return std::nullopt;
    }
    return badFile({}, {}, "found \"", from, "\", expected a head such as \"decoder.1.cross.2\"");
}

std::optional<Error> StoredAs<Interventions>::restore(const As& from, Interventions& edits)
{
    ASSIGN_OR_RETURN(edits, interventionsFromJson(from.text, {}));
    return std::nullopt;
}

} // namespace headlight
