#pragma once

#include "core/base/enum_words.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace headlight {

// Options are described once. `entriesOf(options)` lists the members of a structure with their names, bounds
// and words, by a structured binding: a member without an entry does not compile. Session files, settings,
// the command line, copied commands and the window's form are derived from the entries.

/// The value of an enumeration, by its place among the words.
struct Choice
{
    template <typename Enum>
    requires std::is_enum_v<Enum>
    explicit Choice(Enum& value)
        : words(kWordsOf<Enum>)
        , place([&value] { return static_cast<std::size_t>(value); })
        , choose([&value](std::size_t chosen) { value = static_cast<Enum>(chosen); })
    { }
    std::span<const EnumWord> words; ///< those that may be chosen
    std::function<std::size_t()> place;
    std::function<void(std::size_t)> choose;
};

/// Where an option is stored.
using OptionValue = std::variant<bool*, int*, double*, std::uint64_t*, std::optional<int>*,
                                 std::optional<double>*, std::string*, Choice>;

/// How the command line says yes or no.
enum class YesNo : unsigned char {
    kOnOff, ///< --values off
    kSwitch, ///< the name alone sets the value to true
    kSwitchOff, ///< the name alone sets the value to false
};

/// Another option without which an option has no effect.
struct OptionNeed
{
    const char* argument = ""; ///< as on the command line: "--strategy beam"
    bool met = true;
};

/// The least and the most that a number may be; equal = every number of its type.
struct OptionBounds
{
    double least = 0, most = 0;
};

/// How the window's form or menu shows an option. The texts are translated in the context "headlight".
struct OptionForm
{
    const char* label = nullptr; ///< null = not in the form; in a menu, each choice has its own
    const char* tip = nullptr;
    double step = 1; ///< of a number
    double off = 0; ///< the number that stands for an unset value, or for none
    const char* offText = nullptr; ///< shown in its place; null = the number itself
    std::array<const char*, 3> choices = {}, choiceTips = {}; ///< for an enumeration, in its order
};

/// How an option is spelled, if that does not follow from its name and its type.
struct OptionSpelling
{
    /// On the command line, the preferred name first: "--share,--mass". Null = from the name: "--top-k";
    /// empty = not there.
    const char* argument = nullptr;
    YesNo yesNo = YesNo::kOnOff;
    const char* symbol = nullptr; ///< placeholder of the value in the help
    const char* former = ""; ///< name in older settings
};

/// One option: a value in a structure, which must outlive the entry, and everything about it.
struct OptionEntry
{
    const char* name; ///< in session files and settings: "topK"
    OptionValue value;
    const char* help = ""; ///< on the command line; the default is added to it
    OptionBounds bounds = {};
    OptionNeed needs = {};
    OptionForm form = {};
    OptionSpelling spelling = {};

    /// The value as on the command line and in settings; empty if it is unset.
    std::string text() const;
    /// Takes the value from a text. Otherwise says what was found and what is expected.
    [[nodiscard]] std::optional<std::string> take(std::string_view text) const;
    /// Unsets a value that can be unset; whether it can.
    bool unset() const;
    /// All names on the command line: "--top-k".
    std::string arguments() const;
    /// Whether the command line has it without a value.
    bool isSwitch() const { return std::holds_alternative<bool*>(value) && spelling.yesNo != YesNo::kOnOff; }
    /// "N", "F", "on|off", "greedy|sample|beam".
    std::string placeholder() const;
};

/// An entry as a row of a table.
OptionEntry entry(const char* name, OptionValue value, const char* help, OptionBounds bounds = {},
                  const OptionNeed& needs = {}, const OptionForm& form = {},
                  const OptionSpelling& spelling = {});

/// The words of a name in lower case: "top_k" for "topK".
std::string separated(std::string_view name, char between);

/// The words of a command line that give these options, without those that are as usual or have no effect.
/// usual: the same entries of other options.
std::vector<std::string> argumentsOf(const std::vector<OptionEntry>& entries,
                                     const std::vector<OptionEntry>& usual);

/// A sentence for each option that differs from the usual one but has no effect.
std::vector<std::string> idleOptions(const std::vector<OptionEntry>& entries,
                                     const std::vector<OptionEntry>& usual);

} // namespace headlight
