#include "app/output.h"

#include <iostream>
#include <utility>

namespace headlight {

Result<Output> Output::open(const std::optional<std::string>& path)
{
    if (!path)
        return Output(std::nullopt);
    ASSIGN_OR_RETURN(auto file, AtomicFile::create(*path));
    return Output(std::move(file));
}

Result<void> Output::line(const std::string& text)
{
    if (m_file)
        return m_file->write(text + '\n');
    std::cout << text << std::endl; // flushes: a program at the other end of a pipe waits for its answer
    if (!std::cout)
        return Error{ErrorCode::kFileUnwritable, "cannot be written", "standard output"};
    return {};
}

Result<void> Output::finish()
{
    if (m_file)
        return m_file->commit();
    return {};
}

Result<void> writeLines(const std::optional<std::string>& path, const std::vector<std::string>& lines)
{
    ASSIGN_OR_RETURN(auto output, Output::open(path));
    for (const std::string& line : lines)
        RETURN_IF_ERROR(output.line(line));
    return output.finish();
}

} // namespace headlight
