#pragma once

#include <span>
#include <string>

namespace headlight {

/// A command that runs without a window or display. argv[0] is the command's own name. Returns the program's
/// exit status.
struct Subcommand
{
    const char* name;
    const char* summary;
    int (*run)(int argc, char** argv);
};

/// All commands, in the order of the help. To add one, write its file, declare it here and add its line.
std::span<const Subcommand> commands();

int runTokenize(int argc, char** argv);
int runTrace(int argc, char** argv);
int runGenerate(int argc, char** argv);
int runRender(int argc, char** argv);
int runMetrics(int argc, char** argv);
int runSweep(int argc, char** argv);
int runGradient(int argc, char** argv);
int runModels(int argc, char** argv);
int runThumbnail(int argc, char** argv);
int runBench(int argc, char** argv);

/// Prints the manual page or a shell's completions, generated from the options that --help prints. `kind`:
/// man, bash, zsh or fish. Returns the program's exit status.
int printManual(const std::string& kind, const std::string& version);

} // namespace headlight
