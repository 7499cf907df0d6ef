#include "app/commands.h"

#include <vector>

namespace headlight {

std::span<const Command> commands()
{
    static const std::vector<Command> all = {};
    return all;
}

} // namespace headlight
