#pragma once

#include "app/experiment_output.h"
#include "app/run_options.h"

#include "core/run/over_inputs.h"

#include <cstddef>
#include <optional>
#include <string>

namespace headlight {

/// Options of commands that run over many inputs.
struct OverInputsOptions
{
    std::optional<std::string> resume;
    Shard shard; ///< read at the end of parsing

    void addTo(CommandLine& line);
    /// An error if the records would be kept in the file of the result.
    Result<void> check(const std::optional<std::string>& output) const;
    /// The inputs of the shard, with the records of --resume. `about` says what the numbers are, without the
    /// inputs' number.
    OverInputs over(std::size_t inputs, const std::string& about) const;
    /// Warnings and, for long runs, the progress with the time left go to standard error, unless --quiet.
    static Job job(const ModelOptions& model);

private:
    std::optional<std::string> m_shard;
};

} // namespace headlight
