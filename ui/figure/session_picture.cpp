#include "ui/figure/session_picture.h"

#include "ui/figure/figure_export.h"

#include <QBuffer>
#include <QImageReader>

namespace headlight {

namespace {

constexpr Index kMostCells = Index{2048} * 2048;
/// Drawn larger and scaled down, so that labels keep their proportion to the map.
constexpr int kDrawnAt = 2 * kSessionPicture;
constexpr auto kPng = "png";
constexpr auto kField = "picture";

} // namespace

QByteArray sessionPicture(const FigureRequest& request)
{
    if (!checkFigure(request) || figureCells(request) > kMostCells)
        return {};
    FigureRequest small = request;
    small.showTitle = false;
    small.scaleBar = false;
    const FigureSize size{{kDrawnAt, kDrawnAt}};
    if (!checkFigureSize(small, size, true))
        return {};
    const QImage picture
        = figureImage(small, size)
              .scaled(kSessionPicture, kSessionPicture, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    QBuffer png;
    png.open(QIODevice::WriteOnly);
    return picture.save(&png, kPng) ? png.data() : QByteArray();
}

Result<QImage> sessionThumbnail(const QByteArray& png, int side, const std::string& file)
{
    if (png.isEmpty())
        return badFile(file, kField, "this session keeps none; it has one when it is saved again");
    QBuffer bytes;
    bytes.setData(png);
    bytes.open(QIODevice::ReadOnly);
    QImageReader reader(&bytes, kPng);
    const QSize size = reader.size(); // from the header, before anything is unpacked
    if (!size.isValid())
        return badFile(file, kField, "expected a PNG image");
    if (size.width() > kSessionPicture || size.height() > kSessionPicture)
        return badFile(file, kField,
                       "found " + std::to_string(size.width()) + " × " + std::to_string(size.height())
                           + " pixels, expected at most " + std::to_string(kSessionPicture) + " × "
                           + std::to_string(kSessionPicture));
    const QImage picture = reader.read();
    if (picture.isNull())
        return badFile(file, kField, "the PNG image is damaged: " + reader.errorString().toStdString());
    return picture.scaled(side, side, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

} // namespace headlight
