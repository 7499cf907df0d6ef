#pragma once

#include "core/base/result.h"
#include "ui/figure/figure.h"
#include "ui/figure/file_format.h"

#include <QByteArray>
#include <QImage>
#include <QSizeF>
#include <QString>

#include <filesystem>
#include <span>

namespace headlight {

/// A size as the user gives it.
struct FigureSize
{
    enum class Unit : unsigned char { kPixels, kMillimetres };
    QSizeF size; ///< empty: the figure's natural size
    Unit unit = Unit::kPixels;
    double dpi = 0; ///< 0: 96 for pixels, 300 for millimetres. Text is larger in pixels at more dpi.
    /// Of the labels, in points of 1/72 inch; titles, gaps and lines grow with it. 0: kUsualText.
    double textPoints = 0;
    static constexpr double kUsualText = 9.75;
    bool operator==(const FigureSize&) const = default;
};

/// How large a figure becomes.
struct FigureExtent
{
    QSizeF millimetres;
    QSize pixels; ///< of a PNG
};
/// The height in millimetres that suits a figure of this width; see fittingHeight().
double suitableHeight(const FigureRequest& request, double millimetres, double textPoints);

FigureExtent figureExtent(const FigureRequest& request, const FigureSize& size);

/// Whether a figure of this size can be written; `pixels`: as a PNG.
Result<void> checkFigureSize(const FigureRequest& request, const FigureSize& size, bool pixels);

/// Whether a vector file of the figure has rectangles for its cells; with very many it has an image.
bool figureHasShapes(const FigureRequest& request);

/// Reads "1600x1200" (pixels) or "180x120mm"; dpi as given, 0 for none.
Result<FigureSize> parseFigureSize(const QString& text, double dpi);

/// A format that figures are written in. A new one is one more entry of the list.
struct FigureFormat
{
    enum class Content : unsigned char { kPixels, kShapes, kNumbers };
    FileFormat file;
    Content content;
    /// The whole file; empty if memory does not suffice.
    QByteArray (*bytes)(const FigureRequest& request, const FigureSize& size, const QString& recipe);
};
std::span<const FigureFormat> figureFormats();

/// Writes the figure in the format that the end of the file's name says. The file appears whole or not at
/// all. `recipe` (the command line that makes the figure again) goes into the file's metadata.
Result<void> exportFigure(const FigureRequest& request, const FigureSize& size, const QString& path,
                          const QString& recipe = {});

/// The same for a file whose name need not be text: names in the file system are bytes.
Result<void> exportFigure(const FigureRequest& request, const FigureSize& size,
                          const std::filesystem::path& file, const QString& recipe);

/// The figure as an image, as exportFigure() would write it.
QImage figureImage(const FigureRequest& request, const FigureSize& size);

} // namespace headlight
