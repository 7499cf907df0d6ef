#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What the program ends with (CONTRACT §1).
enum ExitStatus : int {
    kDone = 0,
    kBadInput = 1, ///< a file or a text was bad: one line on standard error
    kBadUsage = 2, ///< the command line was wrong
};

/// One option as the manual and the shells' completions need it.
struct OptionWords
{
    std::vector<std::string> names; ///< "--text", "-o"; the one to show first
    std::string placeholder; ///< "TEXT", "on|off"; empty for an option without a value
    std::string help;
};

/// A command with its options, in the order of its help.
struct CommandWords
{
    std::string name, about;
    std::vector<OptionWords> options;
};

/// The options of one command. An option takes one value exactly as given, whatever it looks like
/// ("-5", "[a, b]", ""); a single option given twice counts the last time, a list keeps the order.
/// Targets must outlive parse().
class CommandLine
{
public:
    CommandLine(std::string command, const std::string& description);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    CommandLine(CommandLine&&) = delete;
    CommandLine& operator=(CommandLine&&) = delete;

    void flag(const std::string& names, bool& target, const std::string& help);
    void text(const std::string& names, std::optional<std::string>& target, const std::string& help,
              const char* placeholder = "TEXT");
    void text(const std::string& names, std::string& target, const std::string& help,
              const char* placeholder = "TEXT");
    void list(const std::string& names, std::vector<std::string>& target, const std::string& help,
              const char* placeholder = "TEXT");
    /// Whole numbers and finite numbers within [min, max].
    void number(const std::string& names, int& target, int min, int max, const std::string& help);
    void number(const std::string& names, std::optional<int>& target, int min, int max,
                const std::string& help);
    void number(const std::string& names, double& target, double min, double max, const std::string& help);
    void number(const std::string& names, std::optional<double>& target, double min, double max,
                const std::string& help);
    void number(const std::string& names, std::uint64_t& target, const std::string& help);
    /// One of the given words.
    void choice(const std::string& names, std::string& target, const std::vector<std::string>& words,
                const std::string& help);

    /// What is left to do once all options are known, such as reading the files that they name. Done in the
    /// order of adding; an error ends the program with its status.
    void then(std::function<Result<void>()> step);

    /// Reads argv[1 …] (argv[0] is the command's own name). A value: the program ends with it, because
    /// help was printed (0), the command line is wrong (2, said on standard error), or a step of then()
    /// failed.
    std::optional<int> parse(int argc, char** argv);

    const std::string& command() const { return m_command; }

    /// What the command `run` would print as its help. `run` gets as far as its parse() and ends there.
    static CommandWords describe(const std::string& name, int (*run)(int argc, char** argv));

private:
    struct Parser;
    using Take = std::function<Result<void>(const std::string& name, const std::vector<std::string>& values)>;
    void add(const std::string& names, const std::string& help, const char* placeholder, Take take);
    CommandWords words() const;
    std::vector<std::string> splitAssignments(int argc, char** argv) const;
    int wrong(const std::string& message) const;

    std::string m_command;
    std::unique_ptr<Parser> m_parser;
};

/// A fault of the command line itself: `option` ("--ids"; empty: none in particular), what was found, what
/// was expected.
Error usageError(const std::string& option, const std::string& message);

/// Prints the fault of a command in one line on standard error and says which status the program ends
/// with: kBadUsage for faults of an option ("--…"), else kBadInput.
int reportError(const std::string& command, const Error& error);

/// "1,2,3" → numbers; empty text → none. `option` is the name for messages.
Result<std::vector<std::int32_t>> parseIds(const std::string& option, std::string_view text);

} // namespace headlight
