#include "ui/state/document.h"

namespace headlight {

Document shownPart(const Document& document)
{
    Document part = document;
    part.branches = {};
    part.otherLines.clear();
    return part;
}

} // namespace headlight
