// The first word decides: a word from the list of commands runs without a window or display, anything else
// opens the window.

#include "app/command_line.h"
#include "app/commands.h"
#include "core/base/machine.h"
#include "core/base/text_list.h"
#include "core/edit/edit_kinds.h"
#include "core/model/model_library.h"
#include "ui/window/application.h"

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <langinfo.h>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace headlight {

namespace {

// A bare system has only the "C" locale, and Qt warns about it on standard error at every start.
void useUtf8()
{
    const bool known = std::setlocale(LC_ALL, "") != nullptr;
    if (!known || std::string_view(nl_langinfo(CODESET)) != "UTF-8")
        setenv("LC_ALL", "C.UTF-8", 1);
    std::setlocale(LC_ALL, "C"); // numbers are written with a decimal point; Qt sets its own later
}

/// A stream that is closed at the start becomes /dev/null: otherwise the first file that the program opens
/// would take its number, and be read or overwritten in its place.
void openStandardStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0)
            ::open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY); // takes the lowest free number
}

/// In a package, hands over to the program that uses all that this processor can do. A build for one machine
/// has no others.
void runBestLevel([[maybe_unused]] char** argv)
{
#ifdef HEADLIGHT_CHOOSES_LEVEL
    const char* const limit = std::getenv("HEADLIGHT_PROCESSOR_LEVEL");
    std::error_code fault;
    const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", fault);
    if (fault)
        return;
    const std::filesystem::path best = programForLevel(own, processorLevel(limit == nullptr ? "" : limit));
    if (best != own)
        execv(best.c_str(), argv); // returns only if it fails; this program then does the work, more slowly
#endif
}

std::string commandNames()
{
    return joined(commands(), ", ", &Subcommand::name);
}

void printHelp()
{
    std::cout
        << "Headlight " HEADLIGHT_VERSION ": shows what a transformer's attention heads do\n\n"
           "headlight [FILE|FOLDER]          opens the window, with a model, trace, session or lesson\n";
    for (const Subcommand& command : commands()) {
        const std::string name = concat("headlight ", command.name);
        std::cout << name << std::string(33 - std::min<std::size_t>(name.size(), 32), ' ') << command.summary
                  << '\n';
    }
    std::cout << "\nThe commands need no display. headlight COMMAND --help lists the options of a command,\n"
                 "headlight --help edit explains the JSON format of edits, headlight --help trace-files what "
                 "can be\n"
                 "opened as a trace.\n\n"
                 "-h, --help    print this help\n--version     print the version\n";
}

constexpr const char* kTraceHelp
    = "What headlight FILE, the window and --trace open besides trace files:\n\n"
      "FOLDER/trace.index.json, FOLDER  a trace in several files (headlight trace -o FOLDER/ writes one)\n"
      "FILE.npy     one matrix [queries, keys], one layer [heads, queries, keys] or [1, heads, queries, "
      "keys],\n"
      "             or all layers, with the layers as the first axis\n"
      "FILE.npz, FILE.pt, FILE.safetensors\n"
      "             a layer in each array: arr_0, attentions.0, encoder_attentions.0, decoder_attentions.0,\n"
      "             cross_attentions.0, blocks.0.attn.hook_pattern, hook_q, hook_k, ...\n"
      "             model.layers.5.self_attn, layer_5_head_0 (layers keep their numbers); lists of lists "
      "are\n"
      "             the steps of generate(); dictionaries may have the layers' numbers as keys. Also read:\n"
      "             input_ids, target_ids, sequences; for padding attention_mask or key_padding_mask\n"
      "FILE.json    {\"tokens\": [...], \"attentions\": [layers][heads][queries][keys]}\n\n"
      "Tokens: in the file (\"tokens\"), FILE.tokens.json, FILE.tokens.txt (one per line), tokens.json or "
      "tokens.txt\n"
      "beside it, or --tokens FILE and --target-tokens FILE.\n\n"
      "From Python:\n"
      "  numpy.savez(\"a.npz\", *[layer.numpy() for layer in outputs.attentions])\n"
      "  torch.save({\"attentions\": outputs.attentions, \"tokens\": tokens}, \"a.pt\")\n"
      "  json.dump({\"tokens\": tokens, \"attentions\": [layer[0].tolist() for layer in "
      "outputs.attentions]}, file)\n"
      "  resources/exporters/headlight_trace.py records queries and keys of any PyTorch model\n";

bool hasDisplay(int argc, char** argv)
{
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        const char* const value = std::getenv(variable);
        if (value != nullptr && *value != '\0')
            return true;
    }
    return std::any_of(argv, argv + argc,
                       [](const char* word) { return std::string_view(word) == "-platform"; });
}

int openWindow(int argc, char** argv)
{
    std::error_code ignored;
    if (argc > 1 && argv[1][0] != '-' && !std::filesystem::exists(argv[1], ignored)
        && !resolveModel(argv[1])) {
        std::cerr << "headlight: " << argv[1]
                  << ": not a file, folder, model or command. Commands: " << commandNames() << '\n';
        return kBadUsage;
    }
    if (!hasDisplay(argc, argv)) {
        std::cerr << "headlight: no display found for the window. These work without one: headlight "
                  << commandNames() << " (see headlight --help)\n";
        return kBadUsage;
    }
    return runWindow(argc, argv);
}

int start(int argc, char** argv)
{
    const std::string_view first = argc > 1 ? argv[1] : "";
    const std::string_view last = argc > 2 ? argv[argc - 1] : "";
    if (last == "edit" && std::string_view(argv[argc - 2]) == "--help") {
        std::cout << editHelp();
        return kDone;
    }
    if (last == "trace-files" && std::string_view(argv[argc - 2]) == "--help") {
        std::cout << kTraceHelp;
        return kDone;
    }
    for (const Subcommand& command : commands()) {
        if (first == command.name)
            return command.run(argc - 1, argv + 1);
    }
    if (first == "--help" || first == "-h") {
        printHelp();
        return kDone;
    }
    if (first == "--manual") // for packages: the build installs files generated from the commands themselves
        return printManual(argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : HEADLIGHT_VERSION);
    if (first == "--version") {
        std::cout << "headlight " HEADLIGHT_VERSION " (commit " << buildCommit() << ")\n";
        return kDone;
    }
    return openWindow(argc, argv);
}

/// The status, or that of a failure if what was printed cannot be written, as where the disk is full.
int flushed(int status)
{
    if (status != kDone || std::cout.flush())
        return status;
    std::cerr << "headlight: standard output: cannot be written\n";
    return kBadInput;
}

} // namespace

} // namespace headlight

int main(int argc, char** argv)
{
    // The only handler for bugs in our own code; everything a user or a file can cause is a Result.
    try {
        headlight::openStandardStreams();
        headlight::runBestLevel(argv);
        headlight::useUtf8();
        headlight::keepFreedMemory();
        return headlight::flushed(headlight::start(argc, argv));
    } catch (const std::bad_alloc&) {
        std::cerr << "headlight: out of memory\n";
    } catch (const std::exception& fault) {
        std::cerr << "headlight: internal error: " << fault.what() << '\n';
    }
    return headlight::kBadInput;
}
