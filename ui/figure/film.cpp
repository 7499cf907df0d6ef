#include "ui/figure/film.h"

#include "core/io/atomic_file.h"
#include "core/io/webp_animation.h"
#include "core/trace/trace.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace headlight {

namespace {

constexpr double kCaptionHeight = 34;
constexpr double kFrameMargin = 18;
constexpr int kCaptionPixels = 15;

/// The figure at the end of the decoding.
FigureRequest lastFigure(const FilmRequest& request)
{
    FigureRequest figure = request.figure;
    figure.trace = request.frames.back();
    figure.before = request.before.empty() ? Trace() : request.before.back();
    return figure;
}

/// The newest row of the decoder heads in this trace; nothing if it has none.
std::optional<int> lastRow(const Trace& trace, const std::vector<HeadRef>& heads)
{
    for (const HeadRef& head : heads)
        if (const Index rows = trace.attention(head).queries(); head.stack == StackKind::kDecoder && rows > 0)
            return static_cast<int>(rows) - 1;
    return std::nullopt;
}

Error cancelled()
{
    return {ErrorCode::kCancelled, "the film was stopped", {}, {}, {}};
}

Result<void> exportWebp(const FilmRequest& request, const QString& path, const Job& job)
{
    const QSize size = filmFrame(request, 0).size();
    ASSIGN_OR_RETURN(auto animation, WebpAnimation::start(size.width(), size.height(), 0));
    const std::size_t count = request.frames.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (job.stopped())
            return cancelled();
        const QImage frame = filmFrame(request, i).convertToFormat(QImage::Format_ARGB32);
        const auto* pixels = reinterpret_cast<const std::uint32_t*>(frame.constBits());
        const auto done = animation.add(
            {pixels, static_cast<std::size_t>(frame.width()) * static_cast<std::size_t>(frame.height())},
            i + 1 == count ? request.lastMilliseconds : request.milliseconds);
        if (!done)
            return done;
        job.report({"drawing frames", static_cast<std::int64_t>(i) + 1, static_cast<std::int64_t>(count)});
    }
    if (job.stopped())
        return cancelled();
    ASSIGN_OR_RETURN(const auto bytes, animation.finish());
    return writeFileAtomically(path.toStdString(), bytes);
}

/// Writes all frames to disk before replacing the first file of an earlier film.
Result<void> exportPng(const FilmRequest& request, const QString& path, const Job& job)
{
    std::vector<AtomicFile> files;
    const std::size_t count = request.frames.size();
    const QStringList names = filmFiles(path, count);
    for (std::size_t i = 0; i < count; ++i) {
        if (job.stopped())
            return cancelled();
        ASSIGN_OR_RETURN(auto file, AtomicFile::create(names[static_cast<qsizetype>(i)].toStdString()));
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        filmFrame(request, i).save(&buffer, "PNG");
        if (auto written = file.write(buffer.data().toStdString()); !written)
            return written;
        if (auto finished = file.finish(); !finished)
            return finished;
        files.push_back(std::move(file));
        job.report({"drawing frames", static_cast<std::int64_t>(i) + 1, static_cast<std::int64_t>(count)});
    }
    if (job.stopped())
        return cancelled();
    for (AtomicFile& file : files)
        if (auto committed = file.commit(); !committed)
            return committed;
    return {};
}

constexpr std::array kFilmFormats{
    FilmFormat{{"webp", QT_TRANSLATE_NOOP("FileFormat", "Animated WebP")}, exportWebp},
    FilmFormat{{"png", QT_TRANSLATE_NOOP("FileFormat", "One image per step")}, exportPng},
};

} // namespace

std::span<const FilmFormat> filmFormats()
{
    return kFilmFormats;
}

Result<void> checkFilm(const FilmRequest& request)
{
    if (request.frames.empty())
        return badArgument("film", "there is no decoding step to show");
    if (!request.before.empty() && request.before.size() != request.frames.size())
        return badArgument("film", "it needs as many steps without the edits as with them");
    const FigureRequest last = lastFigure(request);
    if (std::holds_alternative<PositionPicture>(last.subject))
        return badArgument("film", "positional encodings do not change while decoding");
    if (!checkFigure(last))
        return badArgument("film", "the head was not recorded in this decoding");
    if (!lastRow(last.trace, figureHeads(last)))
        return badArgument("film",
                           "this head is the encoder's, which does not change while decoding: choose a head "
                           "of the decoder");
    return {};
}

QImage filmFrame(const FilmRequest& request, std::size_t index)
{
    FigureRequest figure = lastFigure(request);
    const QSizeF size = naturalSize(figure);
    figure.room = {figure.trace, figure.before};
    figure.trace = request.frames[index];
    if (!request.before.empty())
        figure.before = request.before[index];
    figure.marks.newest = lastRow(figure.trace, figureHeads(figure));
    const QSizeF canvas(size.width(), size.height() + kCaptionHeight);
    QImage image(canvas.toSize(), QImage::Format_RGB32);
    const PicturePalette palette = PicturePalette::figure(figure.backdrop);
    image.fill(palette.background);
    QPainter painter(&image);
    painter.setLayoutDirection(Qt::LayoutDirectionAuto);
    paintFigure(painter, QRectF(QPointF(0, 0), size), figure);
    QFont font;
    font.setPixelSize(kCaptionPixels);
    painter.setFont(font);
    painter.setPen(palette.text);
    const QRectF caption(kFrameMargin, size.height() - 4, size.width() - 2 * kFrameMargin, kCaptionHeight);
    const QString text = static_cast<qsizetype>(index) < request.captions.size()
        ? request.captions[static_cast<qsizetype>(index)]
        : QString();
    painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetricsF(font).elidedText(text, Qt::ElideLeft, caption.width()));
    painter.end();
    return image;
}

QStringList filmFiles(const QString& path, std::size_t frames)
{
    const QFileInfo info(path);
    const QString base = info.path() + QLatin1Char('/') + info.completeBaseName();
    const auto digits = std::max<qsizetype>(3, QString::number(frames).size());
    QStringList names;
    for (std::size_t i = 0; i < frames; ++i)
        names << QStringLiteral("%1-%2.png")
                     .arg(base, QString::number(i + 1).rightJustified(digits, QLatin1Char('0')));
    return names;
}

Result<void> exportFilm(const FilmRequest& request, const QString& path, const Job& job)
{
    if (const auto checked = checkFilm(request); !checked)
        return checked;
    if (auto known = checkFormat(filmFormats(), path.toStdString()); !known)
        return known;
    return formatOf(filmFormats(), path)->write(request, path, job);
}

} // namespace headlight
