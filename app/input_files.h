#pragma once

#include "app/command_line.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Texts and ids from files or standard input ("-"), one on each line, or one in the whole file.
struct InputFiles
{
    std::optional<std::string> texts, ids;
    bool whole = false;

    /// Adds --text-file, --ids-file and --whole; they are read at the end of parsing into the lists that
    /// --text and --ids fill. The targets must outlive the command line.
    void addTo(CommandLine& line, std::vector<std::string>& textTarget, std::vector<std::string>& idsTarget);

private:
    Result<void> read(std::vector<std::string>& textTarget, std::vector<std::string>& idsTarget) const;
};

} // namespace headlight
