#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "ui/figure/figure.h"
#include "ui/figure/file_format.h"

#include <QImage>
#include <QString>
#include <QStringList>

#include <span>
#include <vector>

namespace headlight {

/// A decoding as a film: one frame per step, the figure's maps growing row by row. A value.
struct FilmRequest
{
    FigureRequest figure; ///< what is shown of each step; its own traces are not used
    std::vector<Trace> frames; ///< as it stood at each step; the last one has the most rows
    std::vector<Trace> before; ///< per frame: the run without the edits, for differences; otherwise empty
    QStringList captions; ///< per frame: the text so far; may be empty
    int milliseconds = 600; ///< per frame
    int lastMilliseconds = 2000; ///< the last one stays longer before the film begins again
};

/// Whether there are frames, and a head of the decoder can be drawn in them.
Result<void> checkFilm(const FilmRequest& request);
/// One frame. All have the size and the colours of the last, with its cells in their places; what is not
/// there yet is empty, and the row that the step has computed is marked.
QImage filmFrame(const FilmRequest& request, std::size_t index);

/// A format that films are written in. A new one is one more entry of the list.
struct FilmFormat
{
    FileFormat file;
    Result<void> (*write)(const FilmRequest& request, const QString& path, const Job& job);
};
std::span<const FilmFormat> filmFormats();

/// The film in the format that the end of the name says: FILM.webp is one animated file; with FILM.png the
/// frames become FILM-001.png, FILM-002.png, …, all of them or none. Runs on any thread. kCancelled when
/// stopped.
Result<void> exportFilm(const FilmRequest& request, const QString& path, const Job& job);
/// The names of the frames as PNG files.
QStringList filmFiles(const QString& path, std::size_t frames);

} // namespace headlight
