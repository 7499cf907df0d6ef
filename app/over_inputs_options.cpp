#include "app/over_inputs_options.h"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <unistd.h>

namespace headlight {

void OverInputsOptions::addTo(CommandLine& line)
{
    line.text("--resume", resume,
              "keep the numbers of each input in this file. After a stop or a kill, the same command goes on "
              "from there. For sweep: also with another --metric; the means of --by mean and mean-position "
              "are not kept, but made before the first input, and made again after a stop",
              "FILE");
    line.text("--shard", m_shard,
              "run only part I of N of the inputs. headlight merge joins the results of all parts", "I/N");
    line.then([this]() -> Result<void> {
        if (m_shard) {
            ASSIGN_OR_RETURN(shard, parseShard(*m_shard));
        }
        return {};
    });
}

Result<void> OverInputsOptions::check(const std::optional<std::string>& output) const
{
    std::error_code none;
    if (resume && output && (*resume == *output || std::filesystem::equivalent(*resume, *output, none)))
        return usageError("--resume", "found the file of -o, which would replace what is kept. Give another");
    return {};
}

OverInputs OverInputsOptions::over(std::size_t inputs, const std::string& about) const
{
    OverInputs over;
    over.inputs = shard.count(inputs);
    over.first = shard.first(inputs);
    if (resume)
        over.file = *resume;
    over.about = about;
    if (shard.parts > 1)
        over.about += concat("\nshard: ", shard.part, "/", shard.parts);
    return over;
}

Job OverInputsOptions::job(const ModelOptions& model)
{
    using Clock = std::chrono::steady_clock;
    Job job = model.job();
    if (model.quiet)
        return job;
    // A line that renews itself on a terminal; now and then one in a file.
    const bool terminal = ::isatty(STDERR_FILENO) != 0;
    const auto pause = terminal ? std::chrono::milliseconds(500) : std::chrono::milliseconds(10000);
    job.progress
        = [terminal, pause, next = Clock::now() + pause, shown = false](const Progress& progress) mutable {
              const bool last = progress.done == progress.total;
              if (last && terminal && shown)
                  std::cerr << "\r\033[K";
              if (last || Clock::now() < next)
                  return;
              next = Clock::now() + pause;
              shown = true;
              std::cerr << (terminal ? "\r\033[K" : "") << "headlight: " << progress.what
                        << (terminal ? "" : "\n") << std::flush;
          };
    return job;
}

} // namespace headlight
