#pragma once

#include <QString>

class QWidget;

namespace headlight {

/// Writes a widget as SVG, PDF or PNG, by the file's ending. `command`: what prints its numbers, noted in it.
bool writeImage(QWidget& shown, const QString& file, const QString& command = {});

/// Asks for a file for an image; empty = the user cancelled.
QString askForImage(QWidget* parent, const QString& name);
/// Writes it. Returns what went wrong: a complete sentence; empty = nothing.
QString saveImageAs(QWidget& shown, const QString& file, const QString& command = {});
/// Asks for a file and writes it. Returns what went wrong: a complete sentence; empty = nothing.
QString saveImage(QWidget& shown, const QString& name, const QString& command = {});

} // namespace headlight
