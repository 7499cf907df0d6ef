#include "ui/words/what_if_edit.h"

#include <QCoreApplication>

#include <array>
#include <cstddef>
#include <utility>

namespace headlight {

Document withEdit(const Document& document, Intervention edit)
{
    Document next = document;
    next.interventions.list.push_back(std::move(edit));
    return next;
}

Document withoutEdit(const Document& document, std::size_t place)
{
    Document next = document;
    auto& list = next.interventions.list;
    if (place < list.size())
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
    return next;
}

Document withEditAt(const Document& document, std::size_t place, Intervention edit)
{
    Document next = document;
    if (place < next.interventions.list.size())
        next.interventions.list[place] = std::move(edit);
    return next;
}

Document withEditMoved(const Document& document, std::size_t place, int by)
{
    Document next = document;
    auto& list = next.interventions.list;
    const auto to = static_cast<std::ptrdiff_t>(place) + by;
    if (place < list.size() && to >= 0 && to < static_cast<std::ptrdiff_t>(list.size()))
        std::swap(list[place], list[static_cast<std::size_t>(to)]);
    return next;
}

Document withEditEnabled(const Document& document, std::size_t place, bool enabled)
{
    Document next = document;
    if (place < next.interventions.list.size())
        setEnabled(next.interventions.list[place], enabled);
    return next;
}

HeadPattern scopeOf(const HeadRef& head, EditScope scope)
{
    HeadPattern pattern = patternOf(head);
    if (scope != EditScope::kHead)
        pattern.heads = {0, -1};
    if (scope == EditScope::kKind || scope == EditScope::kAll)
        pattern.layers = {0, -1};
    pattern.anyStack = pattern.anyKind = scope == EditScope::kAll;
    return pattern;
}

QString scopeName(EditScope scope)
{
    static constexpr std::array<const char*, 4> kNames{
        QT_TRANSLATE_NOOP("WhatIf", "This head"), QT_TRANSLATE_NOOP("WhatIf", "All heads of this layer"),
        QT_TRANSLATE_NOOP("WhatIf", "All layers of this kind"), QT_TRANSLATE_NOOP("WhatIf", "All heads")};
    return QCoreApplication::translate("WhatIf", kNames.at(static_cast<std::size_t>(scope)));
}

} // namespace headlight
