#pragma once

#include "core/base/result.h"
#include "ui/figure/figure.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QSizeF>
#include <QString>

#include <filesystem>
#include <span>

namespace headlight {

/// A file format for export.
struct FileFormat
{
    const char* suffix; ///< file name suffix, in lower case, without the dot
    const char* name; ///< name in dialogs: a text of the context "FileFormat"

    QString suffixText() const { return QString::fromLatin1(suffix); }
    QString nameText() const { return QCoreApplication::translate("FileFormat", name); }
    /// "PNG image (*.png)", the form that file dialogs take.
    QString filter() const { return QStringLiteral("%1 (*.%2)").arg(nameText(), suffixText()); }
};

/// The format in `formats` that matches a path's suffix; nullptr if none does.
auto formatOf(const auto& formats, const QString& path) -> decltype(&*formats.begin())
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    for (const auto& each : formats)
        if (suffix == each.file.suffixText())
            return &each;
    return nullptr;
}

/// The suffixes, each preceded by `before`, in a sentence: ".png, .svg or .pdf".
QString suffixesOf(const auto& formats, const QString& before = QStringLiteral("."))
{
    QString text;
    for (auto each = formats.begin(); each != formats.end(); ++each) {
        if (each != formats.begin())
            text += each + 1 == formats.end() ? QStringLiteral(" or ") : QStringLiteral(", ");
        text += before + each->file.suffixText();
    }
    return text;
}

/// Whether one of the formats is that of a file with this name.
Result<void> checkFormat(const auto& formats, const std::filesystem::path& file)
{
    if (formatOf(formats, QString::fromStdString(file.string())) != nullptr)
        return {};
    return Error{ErrorCode::kBadArgument,
                 "the name must end in " + suffixesOf(formats).toStdString(),
                 file.string(),
                 {},
                 {}};
}

/// A size as specified by the user.
struct FigureSize
{
    enum class Unit : unsigned char { kPixels, kMillimetres };
    QSizeF size; ///< empty = the figure's natural size
    Unit unit = Unit::kPixels;
    double dpi = 0; ///< 0 = 96 for pixels, 300 for millimetres. At more dpi, text has more pixels.
    /// Size of the labels in points of 1/72 inch; titles, gaps and lines scale with it. 0 = kUsualText.
    double textPoints = 0;
    static constexpr double kUsualText = 9.75, kLeastText = 4, kMostText = 72;
    static constexpr double kLeastDpi = 1, kMostDpi = 2400;
    bool operator==(const FigureSize&) const = default;
};

/// The resulting size of a figure.
struct FigureExtent
{
    QSizeF millimetres;
    QSize pixels; ///< for PNG
};
/// The best height in millimetres for a figure of this width; see fittingHeight().
double suitableHeight(const FigureRequest& request, double millimetres, double textPoints);

FigureExtent figureExtent(const FigureRequest& request, const FigureSize& size);

/// Whether a figure of this size can be written; `pixels`: as PNG.
Result<void> checkFigureSize(const FigureRequest& request, const FigureSize& size, bool pixels);

/// Whether a file of the figure's numbers can be written: it is made in memory.
Result<void> checkNumbers(const FigureRequest& request);

/// Whether its numbers are few enough for a table on the clipboard.
bool fitsClipboard(const FigureRequest& request);

/// Whether a vector file of the figure has rectangles for its cells; with very many cells it has an image.
bool figureHasShapes(const FigureRequest& request);

/// Parses "1600x1200" (pixels) or "180x120mm"; `dpi` is passed on, 0 = default.
Result<FigureSize> parseFigureSize(const QString& text, double dpi);

/// A format for figures. To add one, add an entry to the list.
struct FigureFormat
{
    enum class Content : unsigned char { kPixels, kShapes, kNumbers };
    FileFormat file;
    Content content;
    /// The complete file; empty if memory does not suffice.
    QByteArray (*bytes)(const FigureRequest& request, const FigureSize& size, const QString& recipe);
};
std::span<const FigureFormat> figureFormats();

/// Writes the figure in the format given by the file name's suffix. The file appears complete or not at all.
/// `recipe` (the command line that reproduces the figure) goes into the file's metadata.
Result<void> exportFigure(const FigureRequest& request, const FigureSize& size, const QString& path,
                          const QString& recipe = {});

/// The same for file names that need not be text: names in the file system are bytes.
Result<void> exportFigure(const FigureRequest& request, const FigureSize& size,
                          const std::filesystem::path& file, const QString& recipe);

/// The figure as an image, as exportFigure() would write it.
QImage figureImage(const FigureRequest& request, const FigureSize& size);

} // namespace headlight
