#include "core/io/blocks/grids.h"

namespace headlight::blocks {

// clang-format off
const std::array<std::uint16_t, 256> kIq2XxsGrid = {{
#include "core/io/blocks/grids/iq2_xxs.inc"
}};
const std::array<std::uint16_t, 512> kIq2XsGrid = {{
#include "core/io/blocks/grids/iq2_xs.inc"
}};
const std::array<std::uint16_t, 1024> kIq2SGrid = {{
#include "core/io/blocks/grids/iq2_s.inc"
}};
const std::array<std::uint16_t, 256> kIq3XxsGrid = {{
#include "core/io/blocks/grids/iq3_xxs.inc"
}};
const std::array<std::uint16_t, 512> kIq3SGrid = {{
#include "core/io/blocks/grids/iq3_s.inc"
}};
const std::array<std::uint16_t, 2048> kIq1Grid = {{
#include "core/io/blocks/grids/iq1.inc"
}};
// clang-format on

} // namespace headlight::blocks
