#pragma once

#include "core/math/mask_notation.h"

#include <QString>

namespace headlight {

/// Python code that makes this mask in this form with PyTorch; the same in every language.
QString maskCode(const ByteMatrix& truth, MaskNotation form);

/// A cell of the table in this form: "1", "−∞", "−10⁹", "True".
QString maskCellText(bool allowed, MaskNotation form);

} // namespace headlight
