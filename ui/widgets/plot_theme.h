#pragma once

#include <QColor>
#include <QList>
#include <QPalette>

class QCustomPlot;
class QString;
class QCPAxis;

namespace headlight {

/// Gives a plot the palette's background, its widget's font, and unobtrusive axes.
void applyTheme(QCustomPlot& plot, const QPalette& palette);
void applyTheme(QCPAxis& axis, const QPalette& palette, const QFont& font);

/// Ticks at any numbers.
void countInNumbers(QCPAxis& axis);
/// Ticks at whole numbers only: there is no position 2.5.
void countInWholes(QCPAxis& axis);

/// Sets as many ticks and labels as fit along `pixels`; also the name of the axis, if `named`.
void fitAxis(QCPAxis& axis, int pixels, const QString& name, bool named);

/// The name as far as it fits along `pixels`: cut with "…", and empty if less than half of it fits.
QString fittingName(const QString& name, int pixels, const QFont& font);

/// Eight colours that colour-blind people, too, can tell apart (after Okabe and Ito, 2008) on the background.
QList<QColor> lineColours(const QPalette& palette);

} // namespace headlight
