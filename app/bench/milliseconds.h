#pragma once

#include <chrono>

namespace headlight {

[[nodiscard]] inline double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

} // namespace headlight
