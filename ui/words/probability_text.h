#pragma once

#include <QLocale>
#include <QString>

namespace headlight {

/// A readable probability, never rounded to zero: "97.3%", "0.42%", "0.0032%", "<0.00001%".
QString probabilityText(double probability, const QLocale& locale = QLocale());

/// A number of a matrix with three significant digits: "0.423", "-12.3", "3.2e-5"; "–" for NaN.
QString numberText(double value, const QLocale& locale = QLocale());

} // namespace headlight
