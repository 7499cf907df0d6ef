#pragma once

#include "ui/views/heads/heads_layout.h"

#include <QFont>

namespace headlight {

/// Font for the names of head groups: bold, and reduced to as little as three fifths if a name is wider than
/// its room; the same size for all names.
QFont headingFont(const std::vector<HeadGroup>& groups, QFont font);

} // namespace headlight
