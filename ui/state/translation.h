#pragma once

#include <QCoreApplication>
#include <QString>

namespace headlight {

/// `text` in the window's language, for functions outside classes: Qt's tables list their texts under the
/// name of the namespace. `count` selects the plural form; negative = none.
[[nodiscard]] inline QString tr(const char* text, int count = -1)
{
    return QCoreApplication::translate("headlight", text, nullptr, count);
}

} // namespace headlight
