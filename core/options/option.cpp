#include "core/options/option.h"

#include "core/base/text_list.h"
#include "core/io/excerpt.h"

namespace headlight {

namespace {

constexpr std::array kYesNo{EnumWord{"off", "false"}, EnumWord{"on", "true"}};

/// Spells an option's value.
struct Speller
{
    std::string operator()(const Choice& choice) const
    {
        return std::string(choice.words[choice.place()].word);
    }
    std::string operator()(const bool* yes) const { return std::string(kYesNo.at(*yes ? 1 : 0).word); }
    std::string operator()(const std::string* text) const { return *text; }
    template <typename Number>
    std::string operator()(const std::optional<Number>* number) const
    {
        return *number ? (*this)(&**number) : std::string();
    }
    template <typename Number>
    std::string operator()(const Number* number) const
    {
        return shortestNumber(*number);
    }
};

/// Parses an option's value. Each returns whether the text is one.
struct Taker
{
    std::string_view text;
    OptionBounds bounds;

    bool operator()(const Choice& choice) const
    {
        const auto place = placeOf(text, choice.words);
        if (place)
            choice.choose(*place);
        return place.has_value();
    }
    bool operator()(bool* yes) const
    {
        const auto place = placeOf(text, kYesNo);
        *yes = place ? *place == 1 : *yes;
        return place.has_value();
    }
    bool operator()(std::string* to) const
    {
        *to = text;
        return true;
    }
    template <typename Number>
    bool operator()(std::optional<Number>* to) const
    {
        Number number{};
        if (!(*this)(&number))
            return false;
        *to = number;
        return true;
    }
    template <typename Number>
    bool operator()(Number* to) const
    {
        const auto number = parseNumber<Number>(text);
        const auto wide = static_cast<double>(number.value_or(0));
        const bool free = bounds.least == bounds.most;
        if (!number || !(free || (wide >= bounds.least && wide <= bounds.most)))
            return false;
        *to = *number;
        return true;
    }
};

std::string expected(const OptionEntry& entry)
{
    if (const auto* const choice = std::get_if<Choice>(&entry.value))
        return "one of " + joined(choice->words, ", ", &EnumWord::word);
    const std::string type = entry.placeholder();
    if (type != "N" && type != "F")
        return type;
    const auto& [least, most] = entry.bounds;
    return (type == "N" ? "a whole number from " : "a number from ") + Speller()(&least)
        + (least == most ? "" : " to " + Speller()(&most));
}

/// The preferred name of an option.
std::string nameOf(const OptionEntry& entry)
{
    const std::string all = entry.arguments();
    return all.substr(0, all.find(','));
}

} // namespace

OptionEntry entry(const char* name, OptionValue value, const char* help, OptionBounds bounds,
                  const OptionNeed& needs, const OptionForm& form, const OptionSpelling& spelling)
{
    return {name, std::move(value), help, bounds, needs, form, spelling};
}

std::string separated(std::string_view name, char between)
{
    std::string words;
    for (const char letter : name) {
        const bool large = letter >= 'A' && letter <= 'Z';
        if (large)
            words += between;
        words += static_cast<char>(large ? letter - 'A' + 'a' : letter);
    }
    return words;
}

std::string OptionEntry::text() const
{
    return std::visit(Speller{}, value);
}

std::optional<std::string> OptionEntry::take(std::string_view text) const
{
    if (std::visit(Taker{text, bounds}, value))
        return std::nullopt;
    return "found " + quotedExcerpt(text) + ", expected " + expected(*this);
}

bool OptionEntry::unset() const
{
    if (const auto* const whole = std::get_if<std::optional<int>*>(&value))
        (*whole)->reset();
    else if (const auto* const number = std::get_if<std::optional<double>*>(&value))
        (*number)->reset();
    else
        return false;
    return true;
}

std::string OptionEntry::arguments() const
{
    return spelling.argument != nullptr ? spelling.argument : "--" + separated(name, '-');
}

std::string OptionEntry::placeholder() const
{
    if (spelling.symbol != nullptr)
        return spelling.symbol;
    if (const auto* const choice = std::get_if<Choice>(&value))
        return joined(choice->words, "|", &EnumWord::word);
    if (std::holds_alternative<bool*>(value))
        return "on|off";
    const bool fraction
        = std::holds_alternative<double*>(value) || std::holds_alternative<std::optional<double>*>(value);
    return fraction ? "F" : "N";
}

std::vector<std::string> argumentsOf(const std::vector<OptionEntry>& entries,
                                     const std::vector<OptionEntry>& usual)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string name = nameOf(entries[i]), text = entries[i].text();
        if (name.empty() || !entries[i].needs.met || text == usual[i].text())
            continue;
        words.push_back(name);
        if (!entries[i].isSwitch())
            words.push_back(text);
    }
    return words;
}

std::vector<std::string> idleOptions(const std::vector<OptionEntry>& entries,
                                     const std::vector<OptionEntry>& usual)
{
    std::vector<std::string> idle;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (!entries[i].needs.met && entries[i].text() != usual[i].text())
            idle.push_back(nameOf(entries[i]) + " has no effect without " + entries[i].needs.argument);
    return idle;
}

} // namespace headlight
