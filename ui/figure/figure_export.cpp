#include "ui/figure/figure_export.h"

#include "core/base/concat.h"
#include "core/io/atomic_file.h"
#include "core/tracefile/map_export.h"
#include "ui/figure/figure_panels.h"
#include "ui/widgets/plot_drawing.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFontInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace headlight {

namespace {

using MapsAs = std::string (*)(std::span<const AttentionMap> maps, MapKind kind, const MapFacts& facts);
using MatrixAs = std::string (*)(const Matrix& matrix, const std::string& name);

/// The numbers of a figure for other programs (core/tracefile/map_export.h). A table of positions is a
/// separate array. Empty if there are none, or too many for the format.
template <MapsAs maps, MatrixAs matrix>
QByteArray numbersAs(const FigureRequest& request, const FigureSize& /*size*/, const QString& recipe)
{
    if (const auto* table = std::get_if<PositionPicture>(&request.subject))
        return QByteArray::fromStdString(matrix(table->values, "positions"));
    const ShownMaps shown = figureNumberMaps(request);
    MapFacts facts{.command = recipe.toStdString()};
    if (shown.isCombined()) {
        facts.combined = shown.heads;
        facts.how = wordOf(request.options.heads);
    }
    if (request.manyRuns && request.manyRuns->spread)
        facts.numbers = concat("standard deviation of ", wordOf(request.map));
    if (!request.before.isNull())
        facts.numbers = concat("difference of ", wordOf(request.map));
    return QByteArray::fromStdString(maps(shown.maps, figureKind(request), facts));
}

constexpr double kLogicalDpi = 96; ///< unit for laying out figures
constexpr double kMillimetresPerInch = 25.4;
constexpr int kPrintDpi = 1200;
constexpr int kSvgDpi = 2540; ///< a hundredth of a millimetre
constexpr double kLargestEdge = 30000; ///< pixels
constexpr double kMostPixels = 2e8;
constexpr Index kMostShapes = 20000; ///< with more, a vector file contains the cells as an image

struct Dimensions
{
    QSizeF logical; ///< layout size: pixels at 96 dpi, at the usual text size
    double zoom = 1; ///< pixels at 96 dpi per logical pixel: larger if the text is larger
    double scale = 1; ///< device pixels per logical pixel
    QSize pixels() const
    {
        return {static_cast<int>(std::lround(logical.width() * scale)),
                static_cast<int>(std::lround(logical.height() * scale))};
    }
    /// Size as a PNG, or at 96 dpi.
    QSizeF extent(bool pixels) const { return logical * (pixels ? scale : zoom); }
};

Dimensions dimensionsOf(const FigureRequest& request, const FigureSize& size)
{
    const bool millimetres = size.unit == FigureSize::Unit::kMillimetres;
    const double dpi = size.dpi > 0 ? size.dpi : millimetres && !size.size.isEmpty() ? 300.0 : kLogicalDpi;
    Dimensions out;
    out.zoom = size.textPoints > 0 ? size.textPoints / FigureSize::kUsualText : 1;
    out.scale = out.zoom * dpi / kLogicalDpi;
    if (size.size.isEmpty())
        out.logical = naturalSize(request);
    else
        out.logical = millimetres ? size.size * (kLogicalDpi / kMillimetresPerInch / out.zoom)
                                  : size.size / out.scale;
    return out;
}

void paintOn(QPaintDevice& device, const Dimensions& dimensions, double scale, const FigureRequest& request,
             bool asShapes)
{
    if (const auto* plot = std::get_if<Plot>(&request.subject))
        return paintPlot(device, dimensions.logical, scale, *plot,
                         request.showTitle ? figureTitle(request) : QString(),
                         {.backdrop = request.backdrop,
                          .font = figureFont(kFigureText),
                          .titleFont = figureFont(kFigureTitle, QFont::DemiBold)});
    QPainter painter(&device);
    painter.scale(scale, scale);
    paintFigure(painter, QRectF(QPointF(0, 0), dimensions.logical), request, asShapes);
}

// Some versions of Qt escape title and description, others do not: insert them afterwards.
const QByteArray kSvgTitle = QByteArrayLiteral("title-of-the-figure");
const QByteArray kSvgRecipe = QByteArrayLiteral("recipe-of-the-figure");

/// Text for an XML element, without characters that XML does not allow (1.0, 2.2).
QByteArray xmlText(QString text)
{
    text.removeIf(
        [](QChar c) { return c < QLatin1Char(' ') && c != QLatin1Char('\t') && c != QLatin1Char('\n'); });
    return text.toHtmlEscaped().toUtf8();
}

void finishSvg(QByteArray& svg, const QString& title, const QString& recipe)
{
    // In SVG the generic family has its own name (CSS fonts, 2.1.3), which every program knows.
    svg.replace("font-family=\"Sans Serif\"", "font-family=\"sans-serif\"");
    const QByteArray family
        = "font-family=\"" + QFontInfo(QFont(QStringLiteral("Sans Serif"))).family().toUtf8();
    svg.replace(family + '"', family + ", sans-serif\""); // for machines without the font
    svg.replace("<title>" + kSvgTitle, "<title>" + xmlText(title));
    svg.replace("<desc>" + kSvgRecipe, "<desc>" + xmlText(recipe));
}

QByteArray svgBytes(const FigureRequest& request, const FigureSize& size, const QString& recipe)
{
    const Dimensions dimensions = dimensionsOf(request, size);
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    // The width is written as a whole number of dots; small dots preserve the millimetres.
    svg.setResolution(kSvgDpi);
    const QSizeF dots = dimensions.extent(false) * (kSvgDpi / kLogicalDpi);
    svg.setSize({static_cast<int>(std::lround(dots.width())), static_cast<int>(std::lround(dots.height()))});
    svg.setViewBox(QRectF(QPointF(0, 0), dimensions.extent(false)));
    svg.setTitle(QString::fromLatin1(kSvgTitle));
    svg.setDescription(QString::fromLatin1(kSvgRecipe));
    paintOn(svg, dimensions, dimensions.zoom, request, figureHasShapes(request));
    finishSvg(buffer.buffer(), figureTitle(request), recipe.isEmpty() ? QStringLiteral("Headlight") : recipe);
    return buffer.data();
}

QByteArray pdfBytes(const FigureRequest& request, const FigureSize& size, const QString& recipe)
{
    const Dimensions dimensions = dimensionsOf(request, size);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    const QSizeF millimetres = dimensions.extent(false) * (kMillimetresPerInch / kLogicalDpi);
    pdf.setPageSize(QPageSize(millimetres, QPageSize::Millimeter, {}, QPageSize::ExactMatch));
    pdf.setPageMargins({});
    pdf.setResolution(kPrintDpi);
    pdf.setTitle(figureTitle(request));
    pdf.setCreator(recipe.isEmpty() ? QStringLiteral("Headlight") : recipe);
    paintOn(pdf, dimensions, dimensions.zoom * kPrintDpi / kLogicalDpi, request, figureHasShapes(request));
    return buffer.data();
}

QByteArray pngBytes(const FigureRequest& request, const FigureSize& size, const QString& recipe)
{
    QImage image = figureImage(request, size);
    image.setText(QStringLiteral("Title"), figureTitle(request));
    image.setText(QStringLiteral("Software"), QStringLiteral("Headlight"));
    if (!recipe.isEmpty())
        image.setText(QStringLiteral("Comment"), recipe);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? buffer.data() : QByteArray();
}

QByteArray csvBytes(const FigureRequest& request, const FigureSize&, const QString&)
{
    return figureNumbers(request);
}

constexpr std::array kFigureFormats{
    FigureFormat{
        {"png", QT_TRANSLATE_NOOP("FileFormat", "PNG image")}, FigureFormat::Content::kPixels, pngBytes},
    FigureFormat{
        {"svg", QT_TRANSLATE_NOOP("FileFormat", "SVG image")}, FigureFormat::Content::kShapes, svgBytes},
    FigureFormat{
        {"pdf", QT_TRANSLATE_NOOP("FileFormat", "PDF document")}, FigureFormat::Content::kShapes, pdfBytes},
    FigureFormat{{"csv", QT_TRANSLATE_NOOP("FileFormat", "Table of this head")},
                 FigureFormat::Content::kNumbers,
                 csvBytes},
    FigureFormat{{"npy", QT_TRANSLATE_NOOP("FileFormat", "NumPy array")},
                 FigureFormat::Content::kNumbers,
                 numbersAs<mapsAsNpy, matrixAsNpy>},
    FigureFormat{{"npz", QT_TRANSLATE_NOOP("FileFormat", "NumPy arrays with tokens")},
                 FigureFormat::Content::kNumbers,
                 numbersAs<mapsAsNpz, matrixAsNpz>},
    FigureFormat{{"json", QT_TRANSLATE_NOOP("FileFormat", "JSON with tokens")},
                 FigureFormat::Content::kNumbers,
                 numbersAs<mapsAsJson, matrixAsJson>},
};

Result<void> checkSize(const Dimensions& dimensions, bool pixels)
{
    const double width = dimensions.extent(pixels).width(), height = dimensions.extent(pixels).height();
    if (!(width >= 64) || !(height >= 64))
        return badArgument("size", "the figure would be smaller than 64 × 64 pixels");
    if (width > kLargestEdge || height > kLargestEdge || width * height > kMostPixels)
        return badArgument(
            "size",
            QStringLiteral("the figure would have %1 × %2 pixels; at most 30000 in each direction "
                           "and 200 million in all")
                .arg(width, 0, 'f', 0)
                .arg(height, 0, 'f', 0)
                .toStdString());
    return {};
}

std::int64_t numbersOf(const FigureRequest& request)
{
    std::int64_t numbers = 0;
    for (const AttentionMap& map : figureNumberMaps(request).maps)
        numbers += static_cast<std::int64_t>(map.queries()) * map.keys();
    return numbers;
}

} // namespace

std::span<const FigureFormat> figureFormats()
{
    return kFigureFormats;
}

Result<FigureSize> parseFigureSize(const QString& text, double dpi)
{
    static const QRegularExpression form(QStringLiteral("^(\\d+(?:\\.\\d+)?)x(\\d+(?:\\.\\d+)?)(mm)?$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return badArgument(
            "size",
            QStringLiteral("\"%1\" is not of the form 1600x1200 or 180x120mm").arg(text).toStdString());
    if (dpi != 0 && !(dpi >= 10 && dpi <= 2400))
        return badArgument("dpi", "must be between 10 and 2400");
    FigureSize size;
    size.size = {match.captured(1).toDouble(), match.captured(2).toDouble()};
    if (size.size.isEmpty())
        return badArgument("size", QStringLiteral("\"%1\" has no area").arg(text).toStdString());
    size.unit = match.captured(3).isEmpty() ? FigureSize::Unit::kPixels : FigureSize::Unit::kMillimetres;
    size.dpi = dpi;
    return size;
}

double suitableHeight(const FigureRequest& request, double millimetres, double textPoints)
{
    const double zoom = textPoints > 0 ? textPoints / FigureSize::kUsualText : 1;
    const double perPixel = kMillimetresPerInch / kLogicalDpi * zoom;
    return fittingHeight(request, millimetres / perPixel) * perPixel;
}

FigureExtent figureExtent(const FigureRequest& request, const FigureSize& size)
{
    const Dimensions dimensions = dimensionsOf(request, size);
    return {dimensions.extent(false) * (kMillimetresPerInch / kLogicalDpi), dimensions.pixels()};
}

Result<void> checkFigureSize(const FigureRequest& request, const FigureSize& size, bool pixels)
{
    return checkSize(dimensionsOf(request, size), pixels);
}

bool figureHasShapes(const FigureRequest& request)
{
    return figureCells(request) <= kMostShapes;
}

QImage figureImage(const FigureRequest& request, const FigureSize& size)
{
    const Dimensions dimensions = dimensionsOf(request, size);
    QImage image(dimensions.pixels(), QImage::Format_RGB32);
    image.fill(PicturePalette::figure(request.backdrop).background);
    const int dotsPerMetre = static_cast<int>(
        std::lround(dimensions.scale / dimensions.zoom * kLogicalDpi / kMillimetresPerInch * 1000));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    paintOn(image, dimensions, dimensions.scale, request, false);
    return image;
}

bool fitsClipboard(const FigureRequest& request)
{
    constexpr std::int64_t kMostNumbers = std::int64_t{1} << 24U; // more are useless in a table
    return numbersOf(request) <= kMostNumbers;
}

Result<void> checkNumbers(const FigureRequest& request)
{
    constexpr std::int64_t kMostNumbers = std::int64_t{1} << 26U;
    const std::int64_t numbers = numbersOf(request);
    if (numbers <= kMostNumbers)
        return {};
    return badArgument("numbers",
                       "found " + std::to_string(numbers) + " numbers, expected at most "
                           + std::to_string(kMostNumbers)
                           + ". Zoom in, or choose a part with --queries and --keys");
}

Result<void> exportFigure(const FigureRequest& request, const FigureSize& size, const QString& path,
                          const QString& recipe)
{
    return exportFigure(request, size, std::filesystem::path(path.toStdString()), recipe);
}

Result<void> exportFigure(const FigureRequest& request, const FigureSize& size,
                          const std::filesystem::path& file, const QString& recipe)
{
    if (Result<void> known = checkFormat(figureFormats(), file); !known)
        return known;
    if (Result<void> checked = checkFigure(request); !checked)
        return checked;
    const FigureFormat* format = formatOf(figureFormats(), QString::fromStdString(file.string()));
    const bool pixels = format->content == FigureFormat::Content::kPixels;
    const bool numbers = format->content == FigureFormat::Content::kNumbers;
    if (Result<void> checked
        = numbers ? checkNumbers(request) : checkSize(dimensionsOf(request, size), pixels);
        !checked)
        return checked;

    const QByteArray bytes = format->bytes(request, size, recipe);
    if (bytes.isEmpty() && numbers)
        return badArgument(file.string(),
                           "found maps of unlike sizes, or too many numbers, expected what fits in this "
                           "format. Write .npz, .csv or fewer heads");
    if (bytes.isEmpty())
        return Error{
            ErrorCode::kOutOfMemory, "there is not enough memory for the picture", file.string(), {}, {}};
    // QSaveFile does not report a disk that fills up while the last bytes are written.
    return writeFileAtomically(file,
                               std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace headlight
