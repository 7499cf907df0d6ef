#pragma once

#include "core/text/steps/normalizer.h"

namespace headlight {

enum class UnicodeForm { kNfc, kNfd, kNfkc, kNfkd };

/// A normal form of Unicode (UAX #15). ICU has the data of characters; its normalizer does not say which
/// code point came from which, so the forms are composed here.
NormalizerPtr makeUnicodeForm(UnicodeForm form);

} // namespace headlight
