#pragma once

// The same number looks alike wherever it is in places of one kind: two decimals in the cells of maps and in
// sentences (cellText(), 0.98), four digits where a number is read exactly (fullText() and columnNumber(),
// 0.9797), a percentage for a probability, and all digits in files and on the clipboard.

#include <QLocale>
#include <QString>

namespace headlight {

/// A number as QString::number() writes it, with the decimal sign of the language that is spoken, and a power
/// of ten as people write it: "5 × 10⁻⁶" for 5e-06. For what is read in the window and in figures; files,
/// tables on the clipboard and the command line keep the point.
QString localNumber(QString number);
/// With the minus sign of print in place of each hyphen, as in all numbers of the window and of figures.
QString withMinus(QString number);
/// "10⁻⁶".
QString powerOfTen(int power);
/// Fixed decimals, as QString::number() writes them, without trailing zeros: "0.5" for 0.5000, "0" for -0.
QString withoutZeros(QString number);
/// Four significant digits without trailing zeros: "0.2246", "55", "−72", "8.25".
QString fourDigits(double value);
/// "0.25" with so many decimals; "∞", "−∞" or "NaN" for what is no number.
QString localNumber(double value, int decimals);
/// For a column of numbers: four digits, below one four decimals, so that the points of weights line up; with
/// a power of ten if four decimals would show nothing.
QString columnNumber(double value);

/// A readable probability, never rounded to zero: "97.3%", "0.42%", "0.0032%", "<0.00001%".
QString probabilityText(double probability, const QLocale& locale = QLocale());

/// A number of a matrix with three significant digits: "0.423", "-12.3", "3.2e-5"; "–" for NaN.
QString numberText(double value, const QLocale& locale = QLocale());

} // namespace headlight
