#pragma once

#include "core/base/concat.h"
#include "core/base/result.h"
#include "core/io/atomic_file.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

using Json = OrderedJson; ///< members in the order of the contract

/// Where a command's result goes: standard output, line by line, or the file of -o, which is written
/// completely or not at all.
class Output
{
public:
    static Result<Output> open(const std::optional<std::string>& path);

    Result<void> line(const std::string& text);
    /// Must be called last; reports a full disk or a closed pipe at the latest here.
    Result<void> finish();

private:
    explicit Output(std::optional<AtomicFile> file)
        : m_file(std::move(file))
    { }

    std::optional<AtomicFile> m_file; ///< unset = standard output
};

/// A whole result, line by line.
Result<void> writeLines(const std::optional<std::string>& path, const std::vector<std::string>& lines);

/// A cell of a table: the text, padded with at least one space up to the next column. Characters that are no
/// ASCII count as one.
[[nodiscard]] inline std::string cell(std::string_view text, std::size_t width)
{
    std::string padded(text);
    const auto more = static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }));
    padded.resize(std::max(width + more, text.size() + 1), ' ');
    return padded;
}

} // namespace headlight
