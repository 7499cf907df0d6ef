#include "ui/figure/file_format.h"

#include <QCoreApplication>

namespace headlight {

QString FileFormat::nameText() const
{
    return QCoreApplication::translate("FileFormat", name);
}

QString FileFormat::filter() const
{
    return QStringLiteral("%1 (*.%2)").arg(nameText(), suffixText());
}

} // namespace headlight
