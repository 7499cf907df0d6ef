#include "app/strategy_options.h"

#include <string>

namespace headlight {

void StrategyOptions::addTo(CommandLine& line)
{
    for (const OptionEntry& entry : formEntries(decoding))
        line.option(entry);
}

Result<void> StrategyOptions::settle(const ModelOptions& model)
{
    DecodeOptions usual;
    for (const std::string& idle : idleOptions(formEntries(decoding), formEntries(usual)))
        model.job().warning(idle);
    if (decoding.beams % decoding.beamGroups != 0)
        return usageError("--beam-groups",
                          "found " + std::to_string(decoding.beamGroups) + ", expected a number that divides "
                              + std::to_string(decoding.beams) + ", the number of beams");
    if (decoding.nBest > decoding.beams)
        return usageError("--n-best",
                          "found " + std::to_string(decoding.nBest) + ", expected at most "
                              + std::to_string(decoding.beams) + ", the number of beams");
    return {};
}

} // namespace headlight
