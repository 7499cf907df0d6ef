#include "core/session/stored_types.h"

namespace headlight {

std::optional<Error> StoredAs<HeadRef>::restore(const As& from, HeadRef& head)
{
    if (const auto pattern = parseHeadPattern(from)) {
        const HeadRef one{pattern->stack, pattern->layers.first, pattern->kind, pattern->heads.first};
        // A pattern over several heads is not a single head.
        if (patternOf(one) == *pattern) {
            head = one;
            return std::nullopt;
        }
    }
    return badFile({}, {}, "found \"", from, "\", expected a head such as \"decoder.1.cross.2\"");
}

std::optional<Error> StoredAs<Interventions>::restore(const As& from, Interventions& edits)
{
    ASSIGN_OR_RETURN(edits, interventionsFromJson(from.text, {}));
    return std::nullopt;
}

} // namespace headlight
