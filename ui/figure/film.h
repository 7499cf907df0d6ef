#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "ui/figure/figure_export.h"

#include <QImage>
#include <QString>
#include <QStringList>

#include <span>
#include <vector>

namespace headlight {

/// A film of a decoding: one frame per step, the figure's maps growing row by row. A value.
struct FilmRequest
{
    FigureRequest figure; ///< what each step shows; its own traces are not used
    std::vector<Trace> frames; ///< state at each step; the last one has the most rows
    std::vector<Trace> before; ///< per frame: the unedited run, for differences; otherwise empty
    QStringList captions; ///< per frame: the text so far; may be empty
    int milliseconds = 600; ///< per frame
    int lastMilliseconds = 2000; ///< the last frame stays longer before the film restarts
};

/// Whether there are frames and a decoder head that can be drawn in them.
Result<void> checkFilm(const FilmRequest& request);
/// One frame. All have the size and colours of the last one, with cells in the same places; cells that do not
/// exist yet are empty, and the row that the step has computed is marked.
QImage filmFrame(const FilmRequest& request, std::size_t index);

/// A format for films. To add one, add an entry to the list.
struct FilmFormat
{
    FileFormat file;
    Result<void> (*write)(const FilmRequest& request, const QString& path, const Job& job);
};
std::span<const FilmFormat> filmFormats();

/// Writes the film in the format given by the suffix: FILM.webp is one animated file; for FILM.png the frames
/// become FILM-001.png, FILM-002.png, …, all or none. Runs on any thread. kCancelled if stopped.
Result<void> exportFilm(const FilmRequest& request, const QString& path, const Job& job);
/// The names of the frames as PNG files.
QStringList filmFiles(const QString& path, std::size_t frames);

} // namespace headlight
