#include "core/session/stored_types.h"

#include <array>
#include <utility>

namespace headlight {

std::span<const char* const> namesOf(MapKind)
{
    static constexpr std::array kNames{"weights",
                                       "scores",
                                       "mask",
                                       "products",
                                       "masked",
                                       "bias",
                                       "norm",
                                       "content_to_position",
                                       "position_to_content",
                                       "kept"};
    static_assert(kNames.size() == static_cast<std::size_t>(MapKind::kKept) + 1);
    return kNames;
}

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
    return badFile({}, {}, "found \"" + from + "\", expected a head such as \"decoder.1.cross.2\"");
}

std::optional<Error> StoredAs<Interventions>::restore(const As& from, Interventions& edits)
{
    ASSIGN_OR_RETURN(edits, interventionsFromJson(from.text, {}));
    return std::nullopt;
}

} // namespace headlight
