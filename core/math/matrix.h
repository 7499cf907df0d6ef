#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace headlight {

/// The only storage order is row-major: a view of anything else would silently copy.
using Index = Eigen::Index;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ByteMatrix = Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using IndexMatrix = Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// Read-only view of a row-major matrix or of a rectangle in it. Pass by const reference.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;
/// Writable view. Pass by value.
using MatrixSpan = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
/// Read-only view of bytes.
using ByteView = Eigen::Ref<const ByteMatrix, 0, Eigen::OuterStride<>>;
using ByteSpan = Eigen::Ref<ByteMatrix, 0, Eigen::OuterStride<>>;

} // namespace headlight
