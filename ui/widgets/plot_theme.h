#pragma once

#include <QColor>
#include <QList>
#include <QPalette>

class QCustomPlot;
class QString;
class QCPAxis;

namespace headlight {

/// Gives a plot the palette's background, the font of its widget, and quiet axes.
void applyTheme(QCustomPlot& plot, const QPalette& palette);
void applyTheme(QCPAxis& axis, const QPalette& palette, const QFont& font);

/// Ticks at whole numbers only: there is no position 2.5.
void countInWholes(QCPAxis& axis);

/// As many ticks and labels as there is room for along `pixels`; the name of the axis across it only where
/// `named`.
void fitAxis(QCPAxis& axis, int pixels, const QString& name, bool named);

/// The name as far as it can be read along `pixels`: cut with "…", and none where not half of it fits.
QString fittingName(const QString& name, int pixels, const QFont& font);

/// Colours that are told apart by colour-blind people too (after Okabe and Ito, 2008), readable on the
/// palette's background; eight of them.
QList<QColor> lineColours(const QPalette& palette);

} // namespace headlight
