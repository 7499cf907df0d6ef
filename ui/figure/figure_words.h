#pragma once

#include "ui/figure/figure_export.h"

#include <QStringList>

namespace headlight {

/// A word of a command line, quoted for a POSIX shell where that is needed.
QString shellWord(const QString& word);

/// The shortest text that reads back as the same number.
QString exactNumber(double number);

/// The options of `headlight render` for all of a figure but the trace that it is drawn from: what, how and
/// how large. The order is that of --help. Positional encodings are not among what is named.
QStringList figureWords(const FigureRequest& request, const FigureSize& size);

} // namespace headlight
