#pragma once

#include "core/text/steps/normalizer.h"

namespace headlight {

enum class UnicodeForm { kNfc, kNfd, kNfkc, kNfkd };

/// A normal form of Unicode (UAX #15). ICU has the character data, but its normalizer does not report which
/// code point came from which, so the forms are computed here.
NormalizerPtr makeUnicodeForm(UnicodeForm form);

} // namespace headlight
