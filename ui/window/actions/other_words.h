#pragma once

#include <QString>
#include <QStringList>

namespace headlight {

/// Other words by which people look for an action, a view or a lesson ("lesson.worked"), by its name: in the
/// window's language and in English.
QStringList otherWords(const QString& name);

} // namespace headlight
