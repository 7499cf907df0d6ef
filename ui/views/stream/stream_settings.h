#pragma once

#include "ui/state/setting.h"

namespace headlight {

inline const Setting<int> kStreamQuantity{"stream/quantity", 0}; ///< StreamQuantity
inline const Setting<int> kStreamTarget{"stream/target", 0}; ///< LensTarget

} // namespace headlight
