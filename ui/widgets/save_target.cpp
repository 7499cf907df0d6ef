#include "ui/widgets/save_target.h"

#include <QFileDialog>
#include <QFileInfo>

namespace headlight {

QString askForTarget(QWidget* window, const QString& title, const QStringList& filters,
                     const QString& suggested)
{
    QString chosen = filters.filter(QStringLiteral("*.") + QFileInfo(suggested).suffix()).value(0);
    QString path
        = QFileDialog::getSaveFileName(window, title, suggested, filters.join(QStringLiteral(";;")), &chosen);
    if (!path.isEmpty() && QFileInfo(path).suffix().isEmpty()) {
        // "Picture (*.png)" → ".png"
        const auto begin = chosen.indexOf(QStringLiteral("*.")) + 1;
        path += chosen.mid(begin, chosen.indexOf(QLatin1Char(')')) - begin);
    }
    return path;
}

} // namespace headlight
