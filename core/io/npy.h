#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// Contents of a NumPy file: arrays of numbers by name, and lists of texts.
struct NumpyContent
{
    std::map<std::string, TensorView, std::less<>> arrays;
    std::map<std::string, std::vector<std::string>, std::less<>> texts; ///< one axis, dtype U or S
};

/// Reads an array as written by numpy.save (NEP 1: magic, version, a Python dictionary, the numbers) into
/// `content` under `name`. Little-endian numbers of the dtypes of tensor.h; an array in Fortran order is
/// copied into rows. `file` is the name in messages; `owner` keeps the bytes alive.
Result<void> readNpy(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                     const std::string& name, const std::string& file, NumpyContent& content);

/// Reads a .npy file, whose array is named "", or a .npz archive as written by numpy.savez, memory-mapped, or
/// by numpy.savez_compressed, whose arrays are inflated up to mostInflatedBytes() in all. Arrays of an
/// archive are compared with their checksums. kUnsupported for arrays of Python objects.
Result<NumpyContent> readNumpyFile(const std::filesystem::path& path);

/// An array as written by numpy.save: numbers in rows. `values` must fill the shape.
std::string npyFile(std::span<const std::int64_t> shape, std::span<const float> values);
std::string npyFile(std::span<const std::int64_t> shape, std::span<const double> values);
/// A list of texts as written by numpy.save (dtype U; trailing zeros of a text are lost).
std::string npyTextFile(std::span<const std::string> texts);

/// A zip archive of stored entries (names and contents), as numpy.savez writes it. Empty if it exceeds 4 GB.
std::string storedZip(std::span<const std::pair<std::string, std::string>> entries);

} // namespace headlight
