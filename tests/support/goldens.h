#pragma once

#include "core/io/safetensors.h"
#include "core/math/matrix.h"
#include "core/text/tokenizer.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headlight::test {

/// Reference results of one model folder; see tests/data/models/README.md for the names.
class Goldens
{
public:
    explicit Goldens(const std::filesystem::path& file)
        : m_file(SafetensorsFile::open(file).value())
    { }

    bool has(const std::string& name) const { return m_file.find(name) != nullptr; }
    const std::vector<std::int64_t>& shape(const std::string& name) const { return m_file.find(name)->shape; }

    std::vector<TokenId> ids(const std::string& name) const
    {
        std::vector<TokenId> result;
        for (const std::int64_t id : toIntegers(*m_file.find(name)))
            result.push_back(static_cast<TokenId>(id));
        return result;
    }

    /// The last two axes of a tensor, at an index into the axes before them.
    Matrix matrix(const std::string& name, std::int64_t place = 0) const
    {
        const TensorView& tensor = *m_file.find(name);
        const std::size_t axes = tensor.shape.size();
        const auto columns = static_cast<Index>(tensor.shape[axes - 1]);
        const Index rows = axes > 1 ? static_cast<Index>(tensor.shape[axes - 2]) : 1;
        Matrix values(rows, columns);
        convertToFloat(tensor, place * rows * columns,
                       {values.data(), static_cast<std::size_t>(values.size())});
        return values;
    }

private:
    SafetensorsFile m_file;
};

/// Empty if |found − expected| ≤ absolute + relative·|expected| everywhere; otherwise describes the first and
/// the worst mismatch.
std::string mismatch(const Matrix& found, const Matrix& expected, double absolute, double relative = 0.0);

} // namespace headlight::test
