#pragma once

#include <QCoreApplication>
#include <QString>

namespace headlight {

/// `text` in the language of the window, for functions outside of classes: Qt's tables keep their texts under
/// the name of the namespace. `count` chooses among plurals; negative = none.
[[nodiscard]] inline QString tr(const char* text, int count = -1)
{
    return QCoreApplication::translate("headlight", text, nullptr, count);
}

} // namespace headlight
