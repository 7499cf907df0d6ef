// Chat templates: compared with the output of Jinja itself (tests/data/chat/make_expected.py), and the errors
// for invalid ones.
#include "core/text/chat/chat_template.h"

#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;

std::string chatFile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Friday, 4 July 2025, 9:05, as in make_expected.py.
std::tm chatDate()
{
    std::tm now{};
    now.tm_year = 125;
    now.tm_mon = 6;
    now.tm_mday = 4;
    now.tm_wday = 5;
    now.tm_yday = 184;
    now.tm_hour = 9;
    now.tm_min = 5;
    return now;
}

nlohmann::ordered_json chatVariables()
{
    return {{"tools", nullptr},
            {"documents", nullptr},
            {"add_generation_prompt", true},
            {"bos_token", "<s>"},
            {"eos_token", "</s>"}};
}

/// The text, or the error in one line.
std::string rendered(const std::string& source, const nlohmann::ordered_json& variables = chatVariables(),
                     const chat::TemplateLimits& limits = {})
{
    const auto made = ChatTemplate::parse(source, "tokenizer_config.json", "chat_template", limits);
    if (!made)
        return made.error().describe();
    const auto text = made->render(variables, chatDate());
    return text ? *text : text.error().describe();
}

} // namespace

TEST_CASE("chat templates: the texts that Jinja makes of them", "[text][chat]")
{
    const fs::path folder = fs::path(kTestData) / "chat";
    int cases = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(".txt"))
            continue;
        INFO(name);
        const std::size_t dot = name.find('.');
        const std::string messages = name.substr(dot + 1, name.size() - dot - 5);
        auto given = nlohmann::ordered_json::parse(chatFile(folder / (messages + ".json")));
        auto variables = chatVariables();
        if (given.is_array())
            given = nlohmann::ordered_json{{"messages", given}};
        for (const auto& [key, value] : given.items())
            variables[key] = value;
        CHECK(rendered(chatFile(folder / (name.substr(0, dot) + ".jinja")), variables)
              == chatFile(entry.path()));
        ++cases;
    }
    CHECK(cases == 14);
}

TEST_CASE("chat templates: filters, methods and blocks give what Jinja 3.1 gives", "[text][chat]")
{
    const std::string listing = chatFile(fs::path(kTestData) / "chat" / "features.json");
    const auto cases = nlohmann::ordered_json::parse(listing);
    for (const auto& one : cases["cases"]) {
        auto variables = chatVariables();
        for (const auto& [name, value] : cases["variables"].items())
            variables[name] = value;
        INFO(one["template"].get<std::string>());
        CHECK(rendered(one["template"].get<std::string>(), variables) == one["text"].get<std::string>());
    }
    CHECK(cases["cases"].size() > 100);
}

TEST_CASE("chat templates: comparing, searching and looking up cost what they read", "[text][chat]")
{
    const std::string texts
        = "{% set s = 'a' * 5000000 %}{% set t = 'a' * 5000000 %}{% for i in range(100000) %}";
    chat::TemplateLimits limits; // a tenth, so that the test takes seconds
    limits.readBytes /= 10;
    limits.workBytes /= 10;
    const std::vector<std::string> tests{
        "s == t",
        "s < t",
        "s|length == 1",
        "'b' in s",
        "s.count('b') == 1",
        "s.find('b')",
        "s.endswith(t)",
        "s[2500000] == 'b'",
        "s|wordcount == 1",
        "s is upper",
        "s|trim == 1",
        "s.isalpha()",
        "('a' * 300 ~ 'b') in s",
        "{s: 1}[t] == 2",
        "s|int == 1",
        "s.strip(t)",
        "s[1:] == 1",
        "s|upper == 1",
        "s.split() == 1",
        "s|truncate == 1",
        "s|striptags == 1",
        "('<' * 500000)|striptags == 1",
        "('<!--' * 90000)|striptags == 1",
        "s is filter",
    };
    for (const std::string& test : tests) {
        INFO(test);
        const std::clock_t begin = std::clock();
        std::string source = texts;
        source.append("{% if ").append(test).append(" %}{% endif %}{% endfor %}");
        CHECK_THAT(rendered(source, chatVariables(), limits), containing(" more than "));
        CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < (kSanitized ? 200 : 20));
    }
    // The same with nothing long in it is nothing.
    CHECK(rendered("{% set s = 'a' * 5000000 %}{% for i in range(100000) %}{% if s[0] == s[-1] %}{% endif %}"
                   "{% endfor %}ok")
          == "ok");
    std::string names = "{% set d = {";
    for (int i = 0; i < 60'000; ++i)
        names += "'k" + std::to_string(i) + "':1,";
    CHECK(rendered(
              names
              + "} %}{% for i in range(100000) %}{% if 'zz' in d or d.zz or d['k59999'] == 2 %}x{% endif %}"
                "{% endfor %}{{ d|length }}")
          == "60000");
}

TEST_CASE("chat templates: a stop ends a template that runs", "[text][chat]")
{
    const auto made
        = ChatTemplate::parse("{% set s = 'a' * 50000000 %}{% for i in range(100000) %}{% for j in "
                              "range(40) %}{% if 'b' in 'a' %}{% endif %}{% endfor %}{% endfor %}",
                              "tokenizer_config.json")
              .value();
    std::stop_source stop;
    stop.request_stop();
    const auto text = made.render(chatVariables(), chatDate(), stop.get_token());
    REQUIRE_FALSE(text.has_value());
    CHECK(text.error().code == ErrorCode::kCancelled);
}

TEST_CASE("chat templates: a template refuses a conversation with its own words", "[text][chat]")
{
    const std::string source = chatFile(fs::path(kTestData) / "chat" / "instructions.jinja");
    auto variables = chatVariables();
    variables["messages"] = nlohmann::ordered_json::parse(R"([{"role": "assistant", "content": "x"}])");
    CHECK(rendered(source, variables)
          == "tokenizer_config.json: chat_template, line 11: the template refuses this conversation: Roles "
             "must "
             "alternate user/assistant/user/assistant, found assistant");
}

TEST_CASE("chat templates: an error names the unsupported construct and its line", "[text][chat]")
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"a\nb\n{{ x | urlize }}", R"(chat_template, line 3: the filter "urlize" is not supported)"},
        {"{% include 'x' %}", R"(line 1: the block "include" is not supported)"},
        {"\n{% if true is wild %}{% endif %}", R"(line 2: the test "wild" is not supported)"},
        {"{{ lipsum() }}", R"(the function "lipsum" is not supported)"},
        {"{{ 'a'.encode('x') }}", R"(the method "encode" of a text is not supported)"},
        {"{{ [].append(1) }}", R"(the method "append" of a list is not supported)"},
        {"{{ '%s %s' % 1 }}", "formatting a text: found too few values"},
        {"{{ 'a' % 1 }}", "found more values than the format has places"},
        {"{{ '%d' % 'a' }}", "expects a number, found a text"},
        {"{{ '{:q}'.format(1) }}", "the code 'q' is not supported"},
        {"{{ tools | tojson(default=1) }}",
         R"(the filter "tojson": the argument "default" is not supported)"},
        {"{{ ''.__class__.__mro__ }}", R"("''.__class__" is undefined)"},
        {"{{ messages.x }}", R"("messages" is undefined)"},
        {"{% macro f() %}{% endmacro %}{{ f(*[1]) }}", "found 1 arguments, expected at most 0"},
        {"{% macro f() %}{% endmacro %}{{ f(**[1]) }}", R"(found a list after "**", expected a dictionary)"},
        {"{% for x in [1] %}{{ loop([]) }}{% endfor %}", "is not the loop of a"},
        {"{% call 1 %}{% endcall %}", R"(found no call after "call")"},
        {"{{ {[]: 1} }}", "a dictionary whose key is a list is not supported"},
        {"{{ {}.update({}) }}", R"(the method "update" is not supported)"},
        {"{{ [1]|batch(0) }}", "found 0, expected 1 to 100000"},
        {"{% set x.y = 1 %}", R"("x" is not a namespace)"},
        {"{{ strftime_now('%Q') }}", R"(the format "%Q" is not supported)"},
        {"{{ loop.sideways }}{% for x in [1] %}{% endfor %}", R"("loop" is undefined)"},
        {"{% for x in [1] %}{{ loop.sideways }}{% endfor %}", R"("loop.sideways" is not supported)"},
        {"{{ 1 + 'a' }}", "cannot calculate a number + a text"},
        {"{{ 1 // 0 }}", "divides by zero"},
        {"{{ 9223372036854775807 + 1 }}", "a number is too large"},
        {"{{ [] < 1 }}", "cannot order a list and a number"},
    };
    for (const auto& [source, expected] : cases) {
        INFO(source);
        if (expected.find("__class__") != std::string::npos)
            CHECK_THAT(rendered(source), containing(".__class__\" is undefined"));
        else
            CHECK_THAT(rendered(source), containing(expected));
    }
}

TEST_CASE("chat templates: broken ones get one clear error", "[text][chat]")
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"\n{{ x", "line 2: the tag is not closed, expected }}"},
        {"{% if x", "the tag is not closed, expected %}"},
        {"{# x", "the comment is not closed"},
        {"{{ 'x }}", "the text is not closed, expected '"},
        {"x\n{% if true %}\n\nx", R"(line 2: "if" is not closed, expected endif)"},
        {"{% for x in y %}", R"("for" is not closed, expected endfor)"},
        {"{% endif %}", R"(found "endif", which closes no open block)"},
        {"{% if true %}{% endfor %}", R"(found "endfor")"},
        {"{% break %}", R"("break" outside of a loop)"},
        {"{{ (1, 2 }}", "expected"},
        {"{{ 1 ? 2 }}", R"(found the character "?")"},
        {"{{ }}", "expected an expression"},
        {"{% %}", "expected the name of a block"},
        {"{{ 99999999999999999999 }}", "is too large"},
        {"{% raw %}{{", R"("raw" is not closed)"},
    };
    for (const auto& [source, expected] : cases) {
        INFO(source);
        CHECK_THAT(rendered(source), containing(expected));
    }
}

TEST_CASE("chat templates: no template takes more than its share of time, memory or stack", "[text][chat]")
{
    const auto times = [](const std::string& what, int count) {
        std::string all;
        for (int i = 0; i < count; ++i)
            all += what;
        return all;
    };
    const std::string loops = "{% for a in range(300) %}{% for b in range(300) %}{% for c in range(300) %}";
    const std::vector<std::pair<std::string, std::string>> cases{
        {loops + "{% endfor %}{% endfor %}{% endfor %}", "takes more than"},
        {loops + "0123456789012345678901234567890123456789{% endfor %}{% endfor %}{% endfor %}",
         " more than "},
        {"{% set ns = namespace(x='abcdefgh') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% "
         "endfor %}",
         "makes more than"},
        {"{{ 'abc' * 9000000000000000000 }}", "makes more than"},
        {"{{ ('x' * 17000000) }}", "writes more than 16777216 bytes"},
        {"{{ range(10 ** 18) }}", "found more than 100000 numbers"},
        {"{% macro f(x) %}{{ f(x) }}{% endmacro %}{{ f(1) }}", "calls itself more than"},
        {"{{ " + times("(", 100'000) + "1" + times(")", 100'000) + " }}", "nested deeper than"},
        {"{{ " + times("[", 100'000), "is not closed"},
        {"{{ 1" + times(" + 1", 100'000) + " }}", "nested deeper than"},
        {"{{ x" + times(".x", 100'000) + " }}", "nested deeper than"},
        {"{{ " + times("not ", 100'000) + "1 }}", "nested deeper than"},
        {"{{ " + times("-", 100'000) + "1 }}", "nested deeper than"},
        {"{{ 1" + times(" if 1 else 1", 50'000) + " }}", "nested deeper than"},
        {times("{% if 1 %}", 80'000), "nested deeper than"},
        {"{% set ns = namespace(x=[]) %}{% for i in range(9999) %}{% set ns.x = [ns.x] %}{% endfor %}",
         "nests lists deeper than 64"},
        {"{% set ns = namespace() %}{% set ns.me = ns %}{{ ns }}", "cannot write a namespace"},
        {times("x", 2 << 20), "found a template of 2097152 bytes, expected at most 1048576"},
    };
    chat::TemplateLimits limits;
    if (kSanitized) // each step takes ten times as long
        limits.steps /= 10;
    for (const auto& [source, expected] : cases) {
        INFO(source.substr(0, 80));
        const std::clock_t begin = std::clock();
        const std::string said = rendered(source, chatVariables(), limits);
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        CHECK_THAT(said.substr(0, 300), containing(expected));
        CHECK(seconds < 60); // of processor time, with sanitizers, too
    }
}

} // namespace headlight::test
