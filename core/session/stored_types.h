#pragma once

#include "core/edit/interventions.h"
#include "core/session/fields.h"
#include "core/trace/site.h"

#include <optional>
#include <string>

namespace headlight {

// How types of the core are written in files that people read: sessions and lessons.

/// Stored as "decoder.1.cross.2".
template <>
struct StoredAs<HeadRef>
{
    using As = std::string;
    static As stored(const HeadRef& head) { return toString(head); }
    static std::optional<Error> restore(const As& from, HeadRef& head);
};

/// In the form that --edit reads, so that edits can be copied between the two.
template <>
struct StoredAs<Interventions>
{
    using As = EmbeddedJson;
    static As stored(const Interventions& edits) { return {toJson(edits)}; }
    static std::optional<Error> restore(const As& from, Interventions& edits);
};

} // namespace headlight
