#include "app/commands.h"

#include <array>

namespace headlight {

std::span<const Command> commands()
{
    static constexpr std::array kCommands{
        Command{"tokenize", "prints the tokens of a text", runTokenize},
        Command{"trace", "runs one forward pass and writes what was recorded to a trace file", runTrace},
        Command{"generate", "decodes: greedy, sampling or beam search", runGenerate},
        Command{"render", "draws a head, a grid of heads or positional encodings to PNG, SVG, PDF or CSV",
                runRender},
        Command{"metrics", "prints head statistics", runMetrics},
        Command{"sweep", "tries heads off, tokens hidden or activations patched, one at a time", runSweep},
        Command{"bench", "measures the engine on this machine", runBench},
    };
    return kCommands;
}

} // namespace headlight
