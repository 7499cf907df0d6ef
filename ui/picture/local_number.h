#pragma once

#include <QString>

namespace headlight {

/// A number as QString::number() writes it, with the decimal sign of the window's language. For the window
/// and for figures; files, copied tables and the command line keep the point.
QString localNumber(QString number);
/// "0.25" with the given number of decimals.
QString localNumber(double value, int decimals);
/// For a column of numbers: five decimals, so that the points line up; scientific notation if five decimals
/// would show nothing.
QString columnNumber(double value);

} // namespace headlight
