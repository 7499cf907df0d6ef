#include "app/commands.h"

#include <array>

namespace headlight {

std::span<const Subcommand> commands()
{
    static constexpr std::array kCommands{
        Subcommand{"tokenize", "prints the tokens of a text", runTokenize},
        Subcommand{"trace", "runs one forward pass and writes what was recorded to a trace file", runTrace},
        Subcommand{"generate", "generates text: greedy, sampling or beam search", runGenerate},
        Subcommand{"render", "draws a head, a grid of heads or positional encodings to PNG, SVG, PDF or CSV",
                   runRender},
        Subcommand{"metrics", "prints statistics of the heads", runMetrics},
        Subcommand{"sweep", "switches off heads, hides tokens or patches activations, one at a time",
                   runSweep},
        Subcommand{"effect",
                   "splits a logit, or a difference of two, by what wrote it: heads, feed-forward, ...",
                   runEffect},
        Subcommand{"who", "splits an attention score by what wrote the query and the key", runWho},
        Subcommand{"circuits", "prints what the weights of heads do: copying, matching, composition",
                   runCircuits},
        Subcommand{"cells", "compares what cells of attention maps weigh with what they do to the output",
                   runCells},
        Subcommand{"gradient", "writes how the output depends on everything that a pass computes",
                   runGradient},
        Subcommand{"merge", "joins the results of the parts of a sweep or of metrics --mean", runMerge},
        Subcommand{"models", "lists the models found, and the supported families", runModels},
        Subcommand{"course", "checks lessons, lists what students handed in, and makes hand-outs", runCourse},
        Subcommand{"matrices", "computes typed matrices line by line, as numbers, code or a work sheet",
                   runMatrices},
        Subcommand{"thumbnail", "writes a session's picture of its heatmap to a PNG file", runThumbnail},
        Subcommand{"bench", "measures the engine on this machine", runBench},
    };
    return kCommands;
}

} // namespace headlight
