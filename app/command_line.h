#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/options/option.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// Exit statuses of the program (CONTRACT §1).
enum ExitStatus : int {
    kDone = 0,
    kBadInput = 1, ///< a file or a text is invalid: one line on standard error
    kBadUsage = 2, ///< the command line is wrong
};

/// One option, as needed for the manual and the shells' completions.
struct OptionWords
{
    std::vector<std::string> names; ///< "--text", "-o"; the preferred one first
    std::string placeholder; ///< "TEXT", "on|off"; empty for an option without a value
    std::string help;
};

/// A command with its options, in the order of its help.
struct CommandWords
{
    std::string name, about;
    std::vector<OptionWords> options;
};

/// A format in which a command can write its result.
struct ResultFormat
{
    std::vector<std::string> endings; ///< of files in this format, in small letters: ".csv"
    std::string holds; ///< what such a file has, for the help; empty = the help leaves it out
};

/// What a command writes to a file whose ending names none of its formats.
enum class OtherEnding : unsigned char {
    kPrinted, ///< the text that it prints
    kOnlyFormat, ///< its only format
    kRefused,
};

/// The formats among which the ending of -o chooses.
struct ResultFormats
{
    std::vector<ResultFormat> list;
    OtherEnding other = OtherEnding::kPrinted;

    /// Of a command that writes one format and prints nothing.
    static ResultFormats only(const std::string& ending)
    {
        return {{ResultFormat{{ending}, {}}}, OtherEnding::kOnlyFormat};
    }
};

/// A format for JSON: what a command writes with --json, unless `holds` says otherwise.
ResultFormat jsonFormat(std::string holds = "the JSON of --json");

/// The ending of a file's name in small letters, such as ".csv". Empty if it has none, and for a folder.
std::string endingOf(const std::optional<std::string>& file);

/// Whether the ending of a file's name means JSON.
bool namesJson(const std::optional<std::string>& file);

/// A usage error that names the formats, if the file's ending means a format that is not one of them.
Result<void> checkEnding(const std::optional<std::string>& file, const ResultFormats& formats);

/// The placeholder of values that may be any text.
constexpr auto kText = "TEXT";

/// The options of one command. An option takes one value exactly as given, whatever it looks like ("-5", "[a,
/// b]", ""); only where no text is meant, another option's name is an error. If a single option is given
/// twice, the last value counts; a list keeps the order. Targets must outlive parse().
class CommandLine
{
public:
    CommandLine(std::string command, const std::string& description);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    void flag(const std::string& names, bool& target, const std::string& help);
    /// target: a text, optional or not.
    void text(const std::string& names, auto& target, const std::string& help,
              const char* placeholder = kText)
    {
        add(names, help, placeholder, [&target](const auto&, const auto& values) -> Result<void> {
            target = values.back();
            return {};
        });
    }
    void list(const std::string& names, std::vector<std::string>& target, const std::string& help,
              const char* placeholder = kText);
    /// A whole or finite number within [min, max]; target: optional or not.
    void number(const std::string& names, auto& target, double min, double max, const std::string& help)
    {
        option(names, entry("", &target, "", {min, max}), help);
    }
    /// One of the given words; target: a text, optional or not.
    void choice(const std::string& names, auto& target, const std::vector<std::string>& words,
                const std::string& help)
    {
        oneOf(names, words, help, [&target](const std::string& word) { target = word; });
    }
    /// -o of a result that is printed otherwise. parse() refuses an ending that checkEnding() refuses.
    void result(std::optional<std::string>& file, ResultFormats formats);
    /// --json and -o. An ending for JSON sets `json`, too; with --json, the ending of another format is an
    /// error. formats: those besides JSON.
    void result(std::optional<std::string>& file, bool& json, const std::string& jsonHelp,
                std::vector<ResultFormat> formats = {});
    /// -o of a result that is always a file. file: a text, optional or not.
    void resultFile(auto& file, ResultFormats formats, const std::string& help, const char* placeholder)
    {
        text("-o", file, help, placeholder);
        declare(std::move(formats), nullptr);
    }
    /// Arguments without an option's name, of which there may be any number.
    void positional(const std::string& name, std::vector<std::string>& target, const std::string& help);

    /// An option by its entry, whose value must outlive parse().
    void option(const OptionEntry& entry);

    /// Adds a step to run once all options are known, such as reading the files they name. Steps run in the
    /// order in which they were added; an error ends the program with its status.
    void then(std::function<Result<void>()> step);

    /// Reads argv[1 …] (argv[0] is the command's own name). Returns a status if the program should exit with
    /// it, because help was printed (0), the command line is wrong (2, reported on standard error), or a step
    /// of then() failed.
    std::optional<int> parse(int argc, char** argv);
    /// Reads argv and, unless the program should exit, does the command's work. Returns the exit status; an
    /// error of the work is reported on standard error.
    int run(int argc, char** argv, const std::function<Result<void>()>& work);

    /// The contents of the help of the command `run`, which is run up to the end of its parse().
    static CommandWords describe(const std::string& name, int (*run)(int argc, char** argv));

private:
    struct Parser;
    using Take = std::function<Result<void>(const std::string& name, const std::vector<std::string>& values)>;
    void add(const std::string& names, const std::string& help, const char* placeholder, Take take);
    void oneOf(const std::string& names, const std::vector<std::string>& words, const std::string& help,
               std::function<void(const std::string&)> set);
    void option(const std::string& names, const OptionEntry& entry, const std::string& help);
    void declare(ResultFormats formats, bool* json);
    CommandWords words() const;
    Result<std::vector<std::string>> splitAssignments(int argc, char** argv) const;
    int wrong(const std::string& message) const;

    std::string m_command;
    std::unique_ptr<Parser> m_parser;
};

/// The field of a usage error that concerns no particular option.
constexpr auto kNoOption = "--";

/// An error in the command line: `option` ("--ids"; empty = none in particular), what was found, what was
/// expected, in parts as for concat().
Error usageError(const std::string& option, const auto&... message)
{
    return badArgument(option.empty() ? kNoOption : option, message...);
}

/// Prints a command's error in one line on standard error and returns the exit status: kBadUsage for errors
/// in an option ("--…"), otherwise kBadInput.
int reportError(const std::string& command, const Error& error);

/// Parses "1,2,3"; an empty text gives an empty list. `option` is the name in messages.
Result<std::vector<std::int32_t>> parseIds(const std::string& option, std::string_view text);

/// Warns of each option that is given (true): "--length has no effect without --positions". beside: why.
void warnOfIdle(const Job& job, const std::vector<std::pair<bool, std::string_view>>& options,
                std::string_view beside);

} // namespace headlight
