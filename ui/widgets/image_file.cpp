#include "ui/widgets/image_file.h"

#include "core/io/atomic_file.h"
#include "ui/widgets/save_target.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWidget>

namespace headlight {

namespace {

class ImageFile
{
    Q_DECLARE_TR_FUNCTIONS(headlight::ImageFile)
};

} // namespace

bool writeImage(QWidget& shown, const QString& file, const QString& command)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const QSize size = shown.size();
    const auto drawOn = [&](QPaintDevice& device, double scale) {
        QPainter painter(&device);
        painter.scale(scale, scale);
        shown.render(&painter);
    };
    if (file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size);
        svg.setViewBox(QRect({}, size));
        svg.setDescription(command);
        drawOn(svg, 1);
    } else if (file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        QPdfWriter pdf(&buffer);
        pdf.setPageSize(QPageSize(QSizeF(size) * 0.75, QPageSize::Point));
        pdf.setPageMargins({});
        pdf.setTitle(command);
        drawOn(pdf, pdf.resolution() / 96.0);
    } else {
        constexpr int kFine = 2;
        QImage image(size * kFine, QImage::Format_RGB32);
        image.setDevicePixelRatio(kFine);
        image.setText(QStringLiteral("Description"), command);
        drawOn(image, 1);
        image.save(&buffer, "PNG");
    }
    return static_cast<bool>(writeFileAtomically(file.toStdString(), buffer.data().toStdString()));
}

QString askForImage(QWidget* parent, const QString& name)
{
    const QString filters = ImageFile::tr("SVG (*.svg);;PDF (*.pdf);;PNG image (*.png)");
    return askForTarget(parent, ImageFile::tr("Save image"), filters.split(QStringLiteral(";;")),
                        name + QStringLiteral(".svg"));
}

QString saveImage(QWidget& shown, const QString& name, const QString& command)
{
    const QString file = askForImage(shown.window(), name);
    return file.isEmpty() ? QString() : saveImageAs(shown, file, command);
}

QString saveImageAs(QWidget& shown, const QString& file, const QString& command)
{
    if (writeImage(shown, file, command))
        return {};
    return ImageFile::tr("%1 could not be written: is the folder writable?").arg(file);
}

} // namespace headlight
