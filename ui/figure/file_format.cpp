#include "ui/figure/file_format.h"

#include <QCoreApplication>

namespace headlight {

QString FileFormat::nameText() const
{
    return QCoreApplication::translate("FileFormat", name);
}

} // namespace headlight
