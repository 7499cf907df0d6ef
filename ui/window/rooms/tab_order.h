#pragma once

class QWidget;

namespace headlight {

/// Makes the Tab key reach everything in `part` right after the last thing in `before`. Qt's own order is
/// that in which widgets were made. Returns false, and changes nothing, if the key reaches nothing in
/// `before`, or if that is in another window.
bool putBehind(QWidget& part, QWidget& before);

} // namespace headlight
