#pragma once

#include "core/options/option.h"
#include "core/session/fields.h"

namespace headlight {

/// An option in a session file, as a number, a text, true or false, or null.
template <>
struct StoredAs<OptionEntry>
{
    using As = EmbeddedJson;
    static EmbeddedJson stored(const OptionEntry& entry);
    static std::optional<Error> restore(const EmbeddedJson& from, OptionEntry& entry);
};

/// Writes or reads options as members of an object.
void visitOptions(auto& visit, std::vector<OptionEntry> entries)
{
    for (OptionEntry& entry : entries)
        visit(entry.name, entry);
}

template <typename Options>
requires requires(Options& options)
{
    entriesOf(options);
}
void fields(auto& visit, Options& options)
{
    visitOptions(visit, entriesOf(options));
}

} // namespace headlight
