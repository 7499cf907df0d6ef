#include "app/command_line.h"

#include "core/base/text_list.h"
#include "core/io/excerpt.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <limits>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

constexpr int kHelpColumn = 34;
constexpr double kMostId = std::numeric_limits<std::int32_t>::max();

Error forgottenValue(const std::string& name, const std::string& placeholder, const std::string& next)
{
    return usageError(name, "found the option ", next, ", expected ", placeholder,
                      " before it (if it is the value: ", name, "=", next, ")");
}

/// "FILE.png, FILE.svg or FILE.pdf".
std::string endingsInWords(const std::vector<std::string>& endings, const std::string& before)
{
    std::string words;
    for (const std::string& ending : endings)
        words += concat(words.empty() ? "" : ending == endings.back() ? " or " : ", ", before, ending);
    return words;
}

std::vector<std::string> endingsOf(const ResultFormats& formats)
{
    std::vector<std::string> all;
    for (const ResultFormat& format : formats.list)
        all.insert(all.end(), format.endings.begin(), format.endings.end());
    return all;
}

bool isOneOf(const std::string& ending, const auto& endings)
{
    return std::ranges::find(endings, ending) != endings.end();
}

std::string resultHelp(const ResultFormats& formats)
{
    std::string help = "file for the result (default: standard output)";
    bool any = false;
    for (const ResultFormat& format : formats.list)
        if (!format.holds.empty()) {
            help += concat("; ", endingsInWords(format.endings, "FILE"), " has ", format.holds);
            any = true;
        }
    return any ? help + "; with another ending it has the text as printed" : help;
}

/// Receives the words of a command for describe(); nullptr while commands run.
CommandWords*& wantedWords()
{
    static CommandWords* wanted = nullptr;
    return wanted;
}

} // namespace

struct CommandLine::Parser
{
    CLI::App app;
    struct Entry
    {
        CLI::Option* option;
        Take take; ///< unset for flags, which CLI11 sets itself
    };
    std::vector<Entry> entries;
    std::vector<std::function<Result<void>()>> steps;
    ResultFormats formats; ///< of -o
    bool* json = nullptr; ///< the target of --json, where -o chooses JSON, too

    Parser(const std::string& description, const std::string& name)
        : app(description, name)
    { }

    /// Lets the ending of the file for the result choose its format. An error if the command has none for it,
    /// or if the file is one that another option names.
    Result<void> settleOutput() const
    {
        const CLI::Option* const output = app.get_option_no_throw("-o");
        if (output == nullptr || output->count() == 0)
            return {};
        const std::string& file = output->results().back();
        RETURN_IF_ERROR(checkEnding(file, formats));
        if (json != nullptr) {
            if (*json && !namesJson(file) && isOneOf(endingOf(file), endingsOf(formats)))
                return usageError("--json", "excludes -o ", quotedExcerpt(file),
                                  ", whose ending asks for another format. Leave --json out, or give a name "
                                  "with .json");
            *json = *json || namesJson(file);
        }
        std::error_code none;
        for (const CLI::Option* const option : app.get_options())
            for (const std::string& value : option->results())
                if (option != output && std::filesystem::is_regular_file(value, none)
                    && std::filesystem::equivalent(value, file, none))
                    return usageError("-o", "found the file of ", option->get_name(),
                                      ", expected another one, since the result would replace it");
        return {};
    }
};

CommandLine::CommandLine(std::string command, const std::string& description)
    : m_command(std::move(command))
    , m_parser(std::make_unique<Parser>(description, "headlight " + m_command))
{
    m_parser->app.set_help_flag("-h,--help", "print this help");
    m_parser->app.get_formatter()->column_width(kHelpColumn);
    m_parser->app.get_formatter()->label("REQUIRED", "(needed)");
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const std::string& names, const std::string& help, const char* placeholder, Take take)
{
    CLI::Option* const option = m_parser->app.add_option(
        names, [](const CLI::results_t&) { return true; }, help);
    // Otherwise CLI11 2.1 would split "[a, b]", swallow following words and flatten repeated lists.
    option->expected(1)->take_all()->allow_extra_args(false)->type_name(placeholder);
    m_parser->entries.push_back({option, std::move(take)});
}

void CommandLine::flag(const std::string& names, bool& target, const std::string& help)
{
    m_parser->app.add_flag(names, target, help)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void CommandLine::list(const std::string& names, std::vector<std::string>& target, const std::string& help,
                       const char* placeholder)
{
    add(names, help, placeholder,
        [&target](const std::string&, const std::vector<std::string>& values) -> Result<void> {
            target = values;
            return {};
        });
}

void CommandLine::declare(ResultFormats formats, bool* json)
{
    m_parser->formats = std::move(formats);
    m_parser->json = json;
}

void CommandLine::result(std::optional<std::string>& file, ResultFormats formats)
{
    text("-o", file, resultHelp(formats), "FILE");
    declare(std::move(formats), nullptr);
}

void CommandLine::result(std::optional<std::string>& file, bool& json, const std::string& jsonHelp,
                         std::vector<ResultFormat> formats)
{
    flag("--json", json, jsonHelp);
    formats.insert(formats.begin(), jsonFormat());
    result(file, {std::move(formats)});
    m_parser->json = &json;
}

void CommandLine::positional(const std::string& name, std::vector<std::string>& target,
                             const std::string& help)
{
    m_parser->app.add_option(name, target, help)->type_name("");
}

void CommandLine::oneOf(const std::string& names, const std::vector<std::string>& words,
                        const std::string& help, std::function<void(const std::string&)> set)
{
    const std::string all = joined(words, "|");
    const auto take = [set = std::move(set), words,
                       all](const std::string& name, const std::vector<std::string>& values) -> Result<void> {
        if (std::ranges::find(words, values.back()) == words.end())
            return usageError(name, "found ", quotedExcerpt(values.back()), ", expected one of ", all);
        set(values.back());
        return {};
    };
    add(names, help, all.c_str(), take);
}

void CommandLine::option(const OptionEntry& entry)
{
    if (entry.isSwitch()) {
        bool* const target = std::get<bool*>(entry.value);
        if (entry.spelling.yesNo == YesNo::kSwitch)
            return flag(entry.arguments(), *target, entry.help);
        m_parser->app.add_flag_callback(
            entry.arguments(), [target] { *target = false; }, entry.help);
        return;
    }
    const std::string usual = entry.text();
    option(entry.arguments(), entry, entry.help + (usual.empty() ? "" : " (default " + usual + ')'));
}

void CommandLine::option(const std::string& names, const OptionEntry& entry, const std::string& help)
{
    add(names, help, entry.placeholder().c_str(),
        [entry](const std::string& name, const std::vector<std::string>& values) -> Result<void> {
            if (const auto wrong = entry.take(values.back()))
                return usageError(name, *wrong);
            return {};
        });
}

// Splits "--name=value" into two arguments, because CLI11 2.1 takes the following argument for an empty
// value. The argument after an option with a value is never split. An option's name there means that the
// value was forgotten, unless the value is a text, which may be anything.
Result<std::vector<std::string>> CommandLine::splitAssignments(int argc, char** argv) const
{
    std::vector<std::string> arguments;
    const auto isOption = [this](const std::string& word) {
        return word.size() > 2 && word.starts_with("--")
            && m_parser->app.get_option_no_throw(word) != nullptr;
    };
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
        const std::string name = argument.substr(0, equals);
        const CLI::Option* const option
            = name.size() > 1 && name[0] == '-' ? m_parser->app.get_option_no_throw(name) : nullptr;
        const bool takesValue = option != nullptr && option->get_items_expected_min() > 0;
        if (takesValue && equals != std::string::npos) {
            arguments.push_back(name);
            arguments.push_back(argument.substr(equals + 1));
        } else {
            arguments.push_back(argument);
            if (takesValue && i + 1 < argc) {
                const std::string value = argv[++i];
                if (option->get_type_name() != kText && isOption(value))
                    return forgottenValue(name, option->get_type_name(), value);
                arguments.push_back(value);
            }
        }
    }
    return arguments;
}

int CommandLine::wrong(const std::string& message) const
{
    std::cerr << "headlight " << m_command << ": " << excerpt(message, 400) << " (see headlight " << m_command
              << " --help)\n";
    return kBadUsage;
}

void CommandLine::then(std::function<Result<void>()> step)
{
    m_parser->steps.push_back(std::move(step));
}

CommandWords CommandLine::words() const
{
    CommandWords words{m_command, m_parser->app.get_description(), {}};
    const CLI::App& app = m_parser->app;
    for (const CLI::Option* const option : app.get_options()) {
        OptionWords entry;
        for (const std::string& name : option->get_snames())
            entry.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames())
            entry.names.push_back("--" + name);
        if (entry.names.empty())
            continue; // it has no name to complete
        if (option->get_items_expected_min() > 0)
            entry.placeholder = option->get_type_name();
        entry.help = option->get_description();
        words.options.push_back(std::move(entry));
    }
    return words;
}

CommandWords CommandLine::describe(const std::string& name, int (*run)(int argc, char** argv))
{
    CommandWords words;
    wantedWords() = &words;
    std::string argument = name;
    std::array<char*, 2> arguments{argument.data(), nullptr};
    run(1, arguments.data());
    wantedWords() = nullptr;
    return words;
}

std::optional<int> CommandLine::parse(int argc, char** argv)
{
    if (CommandWords* const wanted = wantedWords()) {
        *wanted = words();
        return kDone;
    }
    Result<std::vector<std::string>> arguments = splitAssignments(argc, argv);
    if (!arguments)
        return wrong(arguments.error().describe());
    std::reverse(arguments->begin(), arguments->end()); // CLI11 takes them from the back
    try {
        m_parser->app.parse(std::move(*arguments));
    } catch (const CLI::CallForHelp&) {
        std::cout << m_parser->app.help();
        return kDone;
    } catch (const CLI::ParseError& fault) {
        return wrong(fault.what());
    }
    for (const Parser::Entry& entry : m_parser->entries) {
        if (entry.option->count() == 0)
            continue;
        const std::string name = entry.option->get_name(false, false);
        if (const Result<void> taken = entry.take(name, entry.option->results()); !taken)
            return wrong(taken.error().describe());
    }
    if (const Result<void> settled = m_parser->settleOutput(); !settled)
        return wrong(settled.error().describe());
    for (const auto& step : m_parser->steps)
        if (const Result<void> done = step(); !done)
            return reportError(m_command, done.error());
    return std::nullopt;
}

int CommandLine::run(int argc, char** argv, const std::function<Result<void>()>& work)
{
    if (const auto status = parse(argc, argv))
        return *status;
    const auto done = work();
    return done ? kDone : reportError(m_command, done.error());
}

ResultFormat jsonFormat(std::string holds)
{
    return {{".json", ".jsonl"}, std::move(holds)};
}

std::string endingOf(const std::optional<std::string>& file)
{
    std::error_code none;
    if (!file || std::filesystem::is_directory(*file, none))
        return {};
    std::string ending = std::filesystem::path(*file).extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

bool namesJson(const std::optional<std::string>& file)
{
    return isOneOf(endingOf(file), jsonFormat().endings);
}

Result<void> checkEnding(const std::optional<std::string>& file, const ResultFormats& formats)
{
    // Names with other endings, or with none, promise no format.
    static constexpr std::array<std::string_view, 11> kKnown{
        ".json", ".jsonl", ".csv", ".npy", ".npz", ".png", ".svg", ".pdf", ".html", ".safetensors", ".txt"};
    const std::string ending = endingOf(file);
    const bool prints = formats.other == OtherEnding::kPrinted;
    const std::vector<std::string> written = endingsOf(formats);
    const bool means = isOneOf(ending, kKnown) && !(prints && ending == ".txt");
    if (!file || isOneOf(ending, written) || (!means && formats.other != OtherEnding::kRefused))
        return {};
    return usageError("-o", "found ", quotedExcerpt(*file), ", expected a name with ",
                      endingsInWords(written, ""),
                      !prints               ? ""
                          : written.empty() ? ".txt: the result is a text"
                                            : ", or with .txt for the text as printed");
}

int reportError(const std::string& command, const Error& error)
{
    const bool usage = error.code == ErrorCode::kBadArgument && error.field.starts_with('-');
    Error shown = error;
    if (shown.field == kNoOption)
        shown.field.clear();
    std::cerr << "headlight " << command << ": " << excerpt(shown.describe(), 4000) << '\n';
    return usage ? kBadUsage : kBadInput;
}

Result<std::vector<std::int32_t>> parseIds(const std::string& option, std::string_view text)
{
    std::vector<std::int32_t> ids;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view word = text.substr(0, comma);
        while (word.starts_with(' '))
            word.remove_prefix(1);
        while (word.ends_with(' '))
            word.remove_suffix(1);
        if (const auto wrong = entry("", &ids.emplace_back(), "", {0, kMostId}).take(word))
            return usageError(option, *wrong);
        if (comma + 1 == text.size())
            return usageError(option, "found a comma at the end, expected an id after it");
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return ids;
}

void warnOfIdle(const Job& job, const std::vector<std::pair<bool, std::string_view>>& options,
                std::string_view beside)
{
    for (const auto& [given, option] : options)
        if (given)
            job.warning(concat(option, " has no effect ", beside));
}

} // namespace headlight
