#pragma once

#include "core/io/tensor.h"
#include "core/math/coded_product.h"

#include <cstddef>
#include <functional>

namespace headlight {

/// Where a row of codes is written: number = step · code − minimum.
struct RowOfCodes
{
    std::uint8_t* codes; ///< [columns]
    float* steps; ///< [columns / group]
    float* minimums; ///< likewise
};

/// How a dtype's blocks are read as codes.
struct Coding
{
    DType dtype;
    Index group; ///< numbers that share a step: kCodedGroup or half of it
    Index bits; ///< of a code: 8, or 4
    int bias; ///< above 0 all codes are that much too large, and the minimums are bias · step
    void (*read)(const std::byte* row, Index columns, RowOfCodes to);
    void (*readForTiles)(const std::byte* row, Index columns,
                         const CodedRow& to); ///< null = CodedProduct lacks it
};

/// Null for a dtype without codes, and on a processor without AVX-512 VNNI.
const Coding* codingOf(DType dtype);

/// Whether CodedProduct takes rows of the dtype on this processor.
bool multipliesCodes(DType dtype);
/// Such rows; rowAt(i): stored row i.
CodedRows codedRows(DType dtype, Index rows, const std::function<const std::byte*(Index row)>& rowAt);

} // namespace headlight
