#pragma once

#include "core/math/mask_notation.h"

#include <QString>

namespace headlight {

/// Python that makes this mask in this form with PyTorch; the same in every language.
QString maskCode(const ByteMatrix& truth, MaskNotation form);

/// "1", "−∞", "−10⁹", "True": a number of the form as the table shows it.
QString maskCellText(bool allowed, MaskNotation form);

} // namespace headlight
