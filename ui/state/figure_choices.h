#pragma once

#include <QSizeF>
#include <QString>

namespace headlight {

/// How a figure was exported last: what the export dialog offers the next time. A value.
struct FigureChoices
{
    QString format = QStringLiteral("png"); ///< or "svg", "pdf"
    QSizeF millimetres{85, 72};
    double dpi = 300; ///< of PNG
    double textPoints = 8;
    QString backdrop = QStringLiteral("window"); ///< or "light", "dark"; "window": as the program's theme
    bool title = true;
    bool scaleBar = true;
    QString folder; ///< of the file; empty: the user's home
    bool operator==(const FigureChoices&) const = default;
};

} // namespace headlight
