#pragma once

#include "ui/views/heads/heads_layout.h"

#include <QFont>

namespace headlight {

/// For the names of groups of heads: bold, and down to three fifths of the size where a name is wider than
/// its room; one size for all names.
QFont headingFont(const std::vector<HeadGroup>& groups, QFont font);

} // namespace headlight
