#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace headlight {

/// Asks for a file to write. The dialog begins with the filter of the suggested name; a name without a suffix
/// gets that of the chosen one. Empty = the user cancelled.
QString askForTarget(QWidget* window, const QString& title, const QStringList& filters,
                     const QString& suggested);

} // namespace headlight
