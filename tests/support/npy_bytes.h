#pragma once
// Arrays as numpy.save writes them, without NumPy.

#include "tests/core/io/zip_builder.h"

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace headlight::test {

inline std::string floatBytes(const std::vector<float>& values)
{
    std::string bytes;
    for (const float value : values)
        bytes += le(std::bit_cast<std::uint32_t>(value));
    return bytes;
}

/// shape in Python's tuple notation: "(2, 3)".
inline std::string npyBytes(const std::string& dtype, const std::string& shape, const std::string& data,
                            bool columnsFirst = false)
{
    std::string header = "{'descr': '" + dtype + "', 'fortran_order': " + (columnsFirst ? "True" : "False")
        + ", 'shape': " + shape + ", }";
    while ((10 + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    return std::string("\x93NUMPY\x01", 7) + std::string(1, '\0')
        + le(static_cast<std::uint16_t>(header.size())) + header + data;
}

} // namespace headlight::test
