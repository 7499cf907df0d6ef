#pragma once

#include "ui/figure/figure_export.h"

#include <QStringList>

namespace headlight {

/// A word of a command line, quoted for a POSIX shell if necessary.
QString shellWord(const QString& word);

/// The shortest text that reads back as the same number.
QString exactNumber(double number);

/// The options of `headlight render` for everything in a figure except its trace: what to draw, how, and how
/// large, in the order of --help. Does not cover positional encodings.
QStringList figureWords(const FigureRequest& request, const FigureSize& size);

} // namespace headlight
