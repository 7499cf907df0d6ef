#include "core/base/error.h"

#include <utility>

namespace headlight {

std::string Error::describe() const
{
    std::string line;
    if (!file.empty())
        line += file + ": ";
    if (!field.empty())
        line += field + ": ";
    line += message;
    if (details.empty())
        return line;
    line += " (";
    for (std::size_t i = 0; i < details.size(); ++i)
        line += (i == 0 ? "" : "; ") + details[i];
    return line + ")";
}

Error badArgument(std::string field, std::string message)
{
    return {ErrorCode::kBadArgument, std::move(message), {}, std::move(field), {}};
}

Error badFile(std::string file, std::string field, std::string message)
{
    return {ErrorCode::kBadFile, std::move(message), std::move(file), std::move(field), {}};
}

Error unsupported(std::string file, std::string field, std::string message)
{
    return {ErrorCode::kUnsupported, std::move(message), std::move(file), std::move(field), {}};
}

} // namespace headlight
