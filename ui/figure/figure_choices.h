#pragma once

#include "ui/figure/figure_export.h"

#include <QSizeF>
#include <QString>
#include <QStringList>

namespace headlight {

class Settings;

/// How a figure was last exported: the defaults of the next export dialog. A value.
struct FigureChoices
{
    QString format = QStringLiteral("png"); ///< or "svg", "pdf"
    QSizeF millimetres{85, 72};
    double dpi = 300; ///< for PNG
    double textPoints = 8;
    QString backdrop = QStringLiteral("window"); ///< or "light", "dark"; "window" = as the program's theme
    bool title = true;
    bool scaleBar = true;
    QString folder; ///< of the file; empty = the user's home folder
    bool operator==(const FigureChoices&) const = default;
};

/// How a film was last exported: the defaults of the next film dialog. A value.
struct FilmChoices
{
    static constexpr int kLeastPace = 50, kMostPace = 10000; ///< milliseconds
    int milliseconds = 600; ///< per step
    int lastMilliseconds = 2000; ///< the last step stays longer before the film restarts
    QString backdrop = QStringLiteral("window"); ///< as in FigureChoices
    bool title = true;
    bool scaleBar = true;
    QString folder; ///< of the file; empty = the user's home folder
    bool operator==(const FilmChoices&) const = default;
};

/// As last stored; missing or invalid values get their defaults.
FigureChoices figureChoices(const Settings& settings);
void keepFigureChoices(Settings& settings, const FigureChoices& choices);
FilmChoices filmChoices(const Settings& settings);
void keepFilmChoices(Settings& settings, const FilmChoices& choices);

/// A word of a command line, quoted for a POSIX shell if necessary.
QString shellWord(const QString& word);
/// A command line of such words.
QString shellLine(QStringList words);

/// The shortest text that reads back as the same number.
QString exactNumber(double number);

/// The options of `headlight render` for everything in a figure except its trace: what to draw, how, and how
/// large, in the order of --help, and in which language. Those of a plot belong to the command that has its
/// numbers. Does not cover positional encodings.
QStringList figureWords(const FigureRequest& request, const FigureSize& size);

} // namespace headlight
