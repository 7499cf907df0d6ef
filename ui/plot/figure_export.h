#pragma once

#include "core/base/result.h"
#include "ui/plot/figure.h"

#include <QImage>
#include <QSizeF>
#include <QString>

namespace headlight {

/// A size as the user gives it.
struct FigureSize
{
    enum class Unit : unsigned char { kPixels, kMillimetres };
    QSizeF size; ///< empty: the figure's natural size
    Unit unit = Unit::kPixels;
    double dpi = 0; ///< 0: 96 for pixels, 300 for millimetres. Text is larger in pixels at more dpi.
};

/// Reads "1600x1200" (pixels) or "180x120mm"; dpi as given, 0 for none.
Result<FigureSize> parseFigureSize(const QString& text, double dpi);

/// Writes the figure as PNG, SVG, PDF or CSV by the end of the file's name. The file appears whole or not
/// at all. `recipe` (the command line that makes the figure again) goes into the file's metadata.
Result<void> exportFigure(const FigureRequest& request, const FigureSize& size, const QString& path,
                          const QString& recipe = {});

/// The figure as an image, as exportFigure() would write it.
QImage figureImage(const FigureRequest& request, const FigureSize& size);

} // namespace headlight
