// The manual page and the completions of bash, zsh and fish, generated from the options that the commands
// define.

#include "app/command_line.h"
#include "app/commands.h"
#include "core/base/text_list.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

namespace {

std::vector<CommandWords> allWords()
{
    return listFrom(commands(), [](const Subcommand& command) {
        return CommandLine::describe(command.name, command.run);
    });
}

/// "on|off" → "on off"; empty unless the value is one of a few words.
std::string choicesOf(const OptionWords& option)
{
    std::string choices = option.placeholder;
    if (choices.find('|') == std::string::npos || choices.find_first_of("[]=") != std::string::npos)
        return {};
    std::ranges::replace(choices, '|', ' ');
    return choices;
}

bool takesFile(const OptionWords& option)
{
    const auto named = [&option](std::string_view name) {
        return std::ranges::find(option.names, name) != option.names.end();
    };
    return option.placeholder.starts_with("FILE") || option.placeholder.starts_with("FOLDER")
        || option.placeholder.starts_with("DIR") || named("-o") || named("--model") || named("--trace");
}

/// Text for a manual page: escapes roff's special characters and everything that is not ASCII.
std::string roff(std::string_view text)
{
    std::string escaped;
    for (const char32_t letter : decodeUtf8(replaceAll(replaceAll(text, "\\", "\\e"), "-", "\\-"))) {
        if (letter < 0x80) {
            escaped += static_cast<char>(letter);
        } else {
            std::ostringstream code;
            code << std::hex << std::uppercase << std::setw(4) << std::setfill('0')
                 << static_cast<std::uint32_t>(letter);
            escaped += "\\[u" + code.str() + "]";
        }
    }
    for (const std::string mark : {",", "|"}) // allow a line break in long lists
        escaped = replaceAll(escaped, mark, mark + "\\:");
    if (escaped.starts_with('.') || escaped.starts_with('\''))
        escaped.insert(0, "\\&");
    return escaped;
}

/// Text for single quotes in bash and zsh.
std::string singleQuoted(std::string_view text)
{
    return "'" + replaceAll(text, "'", "'\\''") + "'";
}

void printManualPage(const std::string& version)
{
    std::cout << R"(.TH HEADLIGHT 1 "" "headlight )" << roff(version)
              << "\" \"User Commands\"\n.ad l\n.nh\n"
                 ".SH NAME\nheadlight \\- shows what a transformer's attention heads do\n"
                 ".SH SYNOPSIS\n.B headlight\n[\\fIFILE\\fR|\\fIFOLDER\\fR]\n.br\n"
                 ".B headlight\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
                 ".SH DESCRIPTION\nWithout a command, the window opens, with a model folder, a trace or a "
                 "session.\nThe commands below need no display.\n"
                 ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nprint the commands; after a command, its options\n"
                 ".TP\n\\fB\\-\\-help edit\\fR\nexplain the JSON format of edits\n"
                 ".TP\n\\fB\\-\\-help trace\\-files\\fR\nexplain what can be opened as a trace\n"
                 ".TP\n\\fB\\-\\-version\\fR\nprint the version\n"
                 ".SH COMMANDS\n";
    for (const CommandWords& command : allWords()) {
        std::cout << ".SS headlight " << roff(command.name) << '\n' << roff(command.about) << '\n';
        for (const OptionWords& option : command.options) {
            std::cout << ".TP\n\\fB" << roff(joined(option.names, ", ")) << "\\fR";
            if (!option.placeholder.empty())
                std::cout << " \\fI" << roff(option.placeholder) << "\\fR";
            std::cout << '\n' << roff(option.help) << '\n';
        }
    }
    std::cout
        << ".SH EXIT STATUS\n.TP\n0\ndone\n.TP\n1\nthe input was bad: one line on standard error names the "
           "file, the field, what was found and what was expected\n.TP\n2\nthe command line was wrong\n"
           ".SH ENVIRONMENT\n.TP\n.B HEADLIGHT_MODELS\nfolder of the built\\-in models\n"
           ".TP\n.B HF_HOME, HF_HUB_CACHE\nwhere to look for the Hugging Face cache\n";
}

void printBash()
{
    std::string names, cases;
    for (const CommandWords& command : allWords()) {
        names += command.name + " ";
        std::string options, values;
        for (const OptionWords& option : command.options) {
            options += joined(option.names, " ") + " ";
            if (option.placeholder.empty())
                continue;
            const std::string choices = choicesOf(option);
            values += "            " + joined(option.names, "|") + ") ";
            if (!choices.empty())
                values += "COMPREPLY=($(compgen -W " + singleQuoted(choices) + " -- \"$word\"))";
            else if (takesFile(option))
                values += "COMPREPLY=($(compgen -f -- \"$word\"))";
            values += "; return ;;\n";
        }
        cases += "        " + command.name + ")\n            case $before in\n"
            + replaceAll(values, ") ; return", ") return")
            + "            esac\n            COMPREPLY=($(compgen -W " + singleQuoted(options)
            + " -- \"$word\")) ;;\n";
    }
    std::cout << "# bash completion for headlight, made by headlight --manual bash\n"
                 "_headlight() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                 "    COMPREPLY=()\n"
                 "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W "
              << singleQuoted(names + "--help --version")
              << " -- \"$word\") $(compgen -f -- \"$word\"))\n        return\n    fi\n"
                 "    case ${COMP_WORDS[1]} in\n"
              << cases << "    esac\n}\ncomplete -o filenames -F _headlight headlight\n";
}

/// Text for the brackets in an argument of zsh's _arguments.
std::string zshText(std::string_view text)
{
    return replaceAll(replaceAll(replaceAll(text, "[", "\\["), "]", "\\]"), ":", "\\:");
}

void printZsh()
{
    std::string names, cases;
    for (std::size_t i = 0; const CommandWords& command : allWords()) {
        names += "            " + singleQuoted(command.name + ":" + commands()[i++].summary) + "\n";
        cases += "        " + command.name + ")\n            _arguments";
        for (const OptionWords& option : command.options) {
            std::string value;
            if (!option.placeholder.empty()) {
                const std::string choices = choicesOf(option);
                value = ":" + zshText(option.placeholder) + ":";
                value += !choices.empty() ? "(" + choices + ")" : takesFile(option) ? "_files" : " ";
            }
            const std::string help = "[" + zshText(option.help) + "]";
            for (const std::string& name : option.names)
                cases.append(" \\\n                ")
                    .append(singleQuoted(std::string("*").append(name).append(help).append(value)));
        }
        cases += " ;;\n";
    }
    std::cout << "#compdef headlight\n# made by headlight --manual zsh\n"
                 "_headlight() {\n    if ((CURRENT == 2)); then\n        local -a known=(\n"
              << names
              << "        )\n        _describe command known\n        _files\n        return\n    fi\n"
                 "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n    case $command in\n"
              << cases << "    esac\n}\n_headlight \"$@\"\n";
}

void printFish()
{
    const auto text = [](std::string_view words) {
        return "'" + replaceAll(replaceAll(words, "\\", "\\\\"), "'", "\\'") + "'";
    };
    std::cout << "# fish completion for headlight, made by headlight --manual fish\n"
                 "complete -c headlight -n __fish_use_subcommand -l help -s h -d 'print the commands'\n"
                 "complete -c headlight -n __fish_use_subcommand -l version -d 'print the version'\n";
    for (std::size_t i = 0; const CommandWords& command : allWords()) {
        std::cout << "complete -c headlight -n __fish_use_subcommand -a " << command.name << " -d "
                  << text(commands()[i++].summary) << '\n';
        for (const OptionWords& option : command.options) {
            std::cout << "complete -c headlight -n '__fish_seen_subcommand_from " << command.name << "'";
            for (const std::string& name : option.names)
                std::cout << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
            const std::string choices = choicesOf(option);
            if (!choices.empty())
                std::cout << " -x -a " << text(choices);
            else if (!option.placeholder.empty())
                std::cout << (takesFile(option) ? " -r -F" : " -x");
            std::cout << " -d " << text(option.help) << '\n';
        }
    }
}

} // namespace

int printManual(const std::string& kind, const std::string& version)
{
    if (kind == "man") {
        printManualPage(version);
    } else if (kind == "bash") {
        printBash();
    } else if (kind == "zsh") {
        printZsh();
    } else if (kind == "fish") {
        printFish();
    } else {
        std::cerr << "headlight --manual: found \"" << kind << "\", expected one of man|bash|zsh|fish\n";
        return kBadUsage;
    }
    return kDone;
}

} // namespace headlight
