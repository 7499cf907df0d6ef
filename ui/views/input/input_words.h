#pragma once

#include "core/math/matrix.h"

#include <QString>

namespace headlight {

/// The first numbers of a row, with up to five decimals: the introductions print 0.99995. Empty where there
/// is no such row.
QString rowText(const Matrix& values, Index row);

/// A share as a percentage, which rounds nothing away: "37.2%", "0.42%", "<0.01%".
QString shareText(double share);

} // namespace headlight
