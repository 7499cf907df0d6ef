// Random valid inputs: tokenizers of all kinds of parts, and chat templates made from a grammar. The bytes
// choose.

#include "core/text/chat/chat_template.h"
#include "core/text/tokenizer.h"
#include "core/text/tokenizer_json.h"
#include "tests/fuzz/fuzz_target.h"

#include <nlohmann/json.hpp>

#include <array>
#include <ctime>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace headlight::fuzz {

namespace {

using nlohmann::json;

/// Choices by the bytes of an input; always the first one once they are used up.
class Draw
{
public:
    explicit Draw(std::string_view bytes)
        : m_bytes(bytes)
    { }
    std::size_t below(std::size_t count)
    {
        if (m_bytes.empty())
            return 0;
        const auto byte = static_cast<unsigned char>(m_bytes[0]);
        m_bytes.remove_prefix(1);
        return byte % count;
    }
    bool flag() { return below(2) == 1; }
    template <typename T>
    T of(std::initializer_list<T> choices)
    {
        return *(choices.begin() + below(choices.size()));
    }
    bool used() const { return m_bytes.empty(); }

private:
    std::string_view m_bytes;
};

std::string word(Draw& draw, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0, size = draw.below(most) + 1; i < size; ++i)
        text += draw.of({"a",      "b",  "\u00e9", "\u4e2d", "\U0001f600", "e\u0301", "\u0120",
                         "\u2581", "##", "</w>",   "1",      "\u00bd",     "$",       ".",
                         "'s",     "A",  "\u0130", "\ufb01", "<0xC3>",     "<s>"});
    return text;
}

std::string textOf(Draw& draw)
{
    std::string text;
    for (std::size_t i = 0, size = draw.below(12); i < size; ++i)
        text += draw.of({"", " ", " ", "\n", "\t", "  "}) + word(draw, 4);
    return text;
}

json pattern(Draw& draw)
{
    if (draw.flag())
        return {{"String", draw.of({" ", "a", "\u2581", "ab"})}};
    return {{"Regex",
             draw.of({"\\s+", "\\w+|[^\\w\\s]+", "\\p{L}+", "[[:punct:]]", "\\b", "a*", "(?=b)",
                      "\\p{N}{1,3}"})}};
}

json normalizer(Draw& draw, int depth = 0)
{
    switch (draw.below(depth < 2 ? 12 : 10)) {
    case 0:
        return {{"type", draw.of({"NFC", "NFD", "NFKC", "NFKD"})}};
    case 1:
        return {{"type", "Lowercase"}};
    case 2:
        return {{"type", "StripAccents"}};
    case 3:
        return {{"type", "Strip"}, {"strip_left", draw.flag()}, {"strip_right", draw.flag()}};
    case 4:
        return {
            {"type", "Replace"}, {"pattern", pattern(draw)}, {"content", draw.of({"", " ", "\u2581", "xy"})}};
    case 5:
        return {{"type", "Prepend"}, {"prepend", draw.of({"\u2581", "a"})}};
    case 6:
        return {{"type", "BertNormalizer"},
                {"clean_text", draw.flag()},
                {"handle_chinese_chars", draw.flag()},
                {"strip_accents", draw.flag() ? json() : json(draw.flag())},
                {"lowercase", draw.flag()}};
    case 7:
        return {{"type", "Nmt"}};
    case 8:
        return {{"type", "ByteLevel"}};
    default:
        break;
    }
    json steps = json::array();
    for (std::size_t i = 0, count = draw.below(4); i < count; ++i)
        steps.push_back(normalizer(draw, depth + 1));
    return {{"type", "Sequence"}, {"normalizers", steps}};
}

const char* behavior(Draw& draw)
{
    return draw.of({"Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"});
}

json preTokenizer(Draw& draw, int depth = 0)
{
    switch (draw.below(depth < 2 ? 13 : 11)) {
    case 0:
        return {{"type", "ByteLevel"},
                {"add_prefix_space", draw.flag()},
                {"trim_offsets", draw.flag()},
                {"use_regex", draw.flag()}};
    case 1:
        return {{"type", draw.of({"Whitespace", "WhitespaceSplit", "BertPreTokenizer", "UnicodeScripts"})}};
    case 2:
        return {{"type", "Punctuation"}, {"behavior", behavior(draw)}};
    case 3:
        return {{"type", "Digits"}, {"individual_digits", draw.flag()}};
    case 4:
        return {{"type", "Metaspace"},
                {"replacement", "\u2581"},
                {"prepend_scheme", draw.of({"always", "never", "first"})},
                {"split", draw.flag()}};
    case 5:
        return {{"type", "CharDelimiterSplit"}, {"delimiter", draw.of({" ", "a"})}};
    case 6:
    case 7:
        return {{"type", "Split"},
                {"pattern", pattern(draw)},
                {"behavior", behavior(draw)},
                {"invert", draw.flag()}};
    case 8:
        return {{"type", "FixedLength"}, {"length", draw.below(3) + 1}};
    default:
        break;
    }
    json steps = json::array();
    for (std::size_t i = 0, count = draw.below(4); i < count; ++i)
        steps.push_back(preTokenizer(draw, depth + 1));
    return {{"type", "Sequence"}, {"pretokenizers", steps}};
}

json vocabulary(Draw& draw, bool bytes, const std::string& prefix, const std::string& suffix)
{
    json pieces = {{"<unk>", 0}};
    std::size_t id = 1;
    const auto add = [&](const std::string& piece) {
        if (!pieces.contains(piece))
            pieces[piece] = id += draw.below(8) == 1 ? 3 : 1; // ids may be unused
    };
    for (unsigned byte = 0; bytes && byte < 256; ++byte) {
        constexpr const char* kDigits = "0123456789ABCDEF";
        add(std::string("<0x") + kDigits[byte >> 4U] + kDigits[byte & 15U] + ">");
    }
    for (const char* letter : {"a", "b", "1", "\u00e9"})
        for (const std::string& before : {std::string(), prefix})
            for (const std::string& after : {std::string(), suffix})
                add(before + letter + after);
    for (std::size_t i = 0, count = draw.below(16); i < count; ++i)
        add(word(draw, 3));
    return pieces;
}

json model(Draw& draw)
{
    const std::string prefix = draw.of({"", "##", "\u00e9", "<0x"}), suffix = draw.of({"", "</w>", "\u4e2d"});
    const bool bytes = draw.flag();
    const json pieces = vocabulary(draw, bytes, prefix, suffix);
    const json unknown = draw.flag() ? json("<unk>") : json();
    switch (draw.below(4)) {
    case 0: {
        json merges = json::array();
        for (const auto& [left, first] : pieces.items())
            for (const auto& [right, second] : pieces.items())
                if (!left.starts_with("<0x") && right.starts_with(prefix)
                    && pieces.contains(left + right.substr(prefix.size())) && draw.flag())
                    merges.push_back({left, right});
        return {{"type", "BPE"},
                {"vocab", pieces},
                {"merges", merges},
                {"unk_token", unknown},
                {"byte_fallback", bytes},
                {"continuing_subword_prefix", prefix},
                {"end_of_word_suffix", suffix},
                {"fuse_unk", draw.flag()},
                {"ignore_merges", draw.flag()}};
    }
    case 1: {
        json list = json::array({{"<unk>", 0.0}});
        for (const auto& [piece, id] : pieces.items())
            list.push_back({piece, -0.5 * static_cast<double>(draw.below(20))});
        return {{"type", "Unigram"}, {"unk_id", 0}, {"vocab", list}, {"byte_fallback", bytes}};
    }
    case 2:
        return {{"type", "WordPiece"},
                {"vocab", pieces},
                {"unk_token", "<unk>"},
                {"continuing_subword_prefix", prefix},
                {"max_input_chars_per_word", draw.below(2) == 0 ? 100 : 3}};
    default:
        return {{"type", "WordLevel"}, {"vocab", pieces}, {"unk_token", "<unk>"}};
    }
}

json postProcessor(Draw& draw, int depth = 0)
{
    const json sequenceA = {{"Sequence", {{"id", "A"}, {"type_id", 0}}}},
               sequenceB = {{"Sequence", {{"id", "B"}, {"type_id", 1}}}};
    const json token = {{"SpecialToken", {{"id", "<s>"}, {"type_id", draw.below(2)}}}};
    switch (draw.below(depth < 1 ? 5 : 4)) {
    case 0:
        return {{"type", "TemplateProcessing"},
                {"single", {token, sequenceA}},
                {"pair", {sequenceA, token, sequenceB}},
                {"special_tokens", {{"<s>", {{"id", "<s>"}, {"ids", {1}}, {"tokens", {"<s>"}}}}}}};
    case 1:
        return {{"type", "ByteLevel"}, {"trim_offsets", draw.flag()}, {"add_prefix_space", draw.flag()}};
    case 2:
        return {{"type", "BertProcessing"}, {"sep", {"</s>", 2}}, {"cls", {"<s>", 1}}};
    case 3:
        return {{"type", "RobertaProcessing"},
                {"sep", {"</s>", 2}},
                {"cls", {"<s>", 1}},
                {"trim_offsets", draw.flag()},
                {"add_prefix_space", draw.flag()}};
    default:
        return {{"type", "Sequence"}, {"processors", {postProcessor(draw, 1), postProcessor(draw, 1)}}};
    }
}

json decoder(Draw& draw, int depth = 0)
{
    switch (draw.below(depth < 1 ? 9 : 8)) {
    case 0:
        return {{"type", draw.of({"ByteLevel", "ByteFallback", "Fuse"})}};
    case 1:
        return {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", draw.flag()}};
    case 2:
        return {{"type", "Metaspace"},
                {"replacement", "\u2581"},
                {"prepend_scheme", draw.of({"always", "never", "first"})}};
    case 3:
        return {{"type", "BPEDecoder"}, {"suffix", "</w>"}};
    case 4:
        return {{"type", "CTC"}, {"pad_token", "a"}, {"word_delimiter_token", "b"}, {"cleanup", draw.flag()}};
    case 5:
        return {{"type", "Replace"}, {"pattern", pattern(draw)}, {"content", " "}};
    case 6:
        return {{"type", "Strip"},
                {"content", draw.of({" ", "a"})},
                {"start", draw.below(3)},
                {"stop", draw.below(3)}};
    case 7:
        return {{"type", "Sequence"}, {"decoders", json::array()}};
    default:
        return {{"type", "Sequence"}, {"decoders", {decoder(draw, 1), decoder(draw, 1), decoder(draw, 1)}}};
    }
}

/// Throws if the tokenizer is refused or a token lies outside of the text.
void tokenizers(std::string_view bytes)
{
    Draw draw(bytes);
    json added = json::array();
    for (std::size_t i = 0, count = draw.below(4); i < count; ++i)
        added.push_back({{"id", 5000 + i},
                         {"content", word(draw, 2) + std::to_string(i)},
                         {"single_word", draw.flag()},
                         {"lstrip", draw.flag()},
                         {"rstrip", draw.flag()},
                         {"normalized", draw.flag()},
                         {"special", draw.flag()}});
    json all = {{"version", "1.0"}, {"added_tokens", added}};
    if (draw.flag())
        all["normalizer"] = normalizer(draw);
    if (draw.flag())
        all["pre_tokenizer"] = preTokenizer(draw);
    all["model"] = model(draw);
    if (draw.flag())
        all["post_processor"] = postProcessor(draw);
    if (draw.flag())
        all["decoder"] = decoder(draw);
    const auto parsed = parseTokenizerJson(all.dump(), "tokenizer.json");
    if (!parsed)
        throw std::runtime_error("a valid tokenizer is refused: " + parsed.error().describe() + "\n"
                                 + all.dump());
    for (int i = 0; i < 4; ++i) {
        const std::string text = textOf(draw);
        const auto tokens
            = (*parsed)->encode(text, draw.flag() ? std::optional<std::string_view>(text) : std::nullopt, {});
        if (!tokens)
            continue; // unknown text without an unknown token
        std::vector<TokenId> ids;
        for (const Token& token : *tokens) {
            if (token.range.begin < 0 || token.range.begin > token.range.end
                || token.range.end > static_cast<std::int32_t>(text.size()))
                throw std::runtime_error("a token lies outside of the text\n" + all.dump() + "\n" + text);
            ids.push_back(token.id);
            static_cast<void>((*parsed)->display(token.id));
            static_cast<void>((*parsed)->word(token.id));
        }
        static_cast<void>((*parsed)->decode(ids, true));
    }
}

std::string expression(Draw& draw, int depth = 0)
{
    const auto inner = [&] { return expression(draw, depth + 1); };
    switch (draw.below(depth > 4 || draw.used() ? 7 : 17)) {
    case 0:
        return draw.of({"messages", "m", "x", "ns.x", "loop", "nothing", "tools"});
    case 1:
        return draw.of({"'a<b'", "'\u00e9 b  c'", "''", "'%s {}'", "'role'"});
    case 2:
        return draw.of({"0", "1", "-3", "2.5", "true", "none", "1000000"});
    case 3:
        return "messages[0].content";
    case 4:
        return "[1, 'b', none]";
    case 5:
        return "{1: 'x', none: 2, 'k': [3], (1, 2): 4}";
    case 6:
        return "range(3)";
    case 7:
    case 8:
        return "(" + inner() + ")|"
            + draw.of({"abs",
                       "attr('upper')",
                       "batch(2, 'f')",
                       "capitalize",
                       "center(9)",
                       "default('d')",
                       "dictsort",
                       "e",
                       "escape",
                       "first",
                       "float(1)",
                       "forceescape",
                       "format(1)",
                       "groupby('role')",
                       "indent",
                       "int(2)",
                       "items",
                       "join(',')",
                       "last",
                       "length",
                       "list",
                       "lower",
                       "map('upper')",
                       "map(attribute='role')",
                       "max",
                       "min",
                       "reject",
                       "rejectattr('x')",
                       "replace('a', 'bb')",
                       "reverse",
                       "round(1)",
                       "safe",
                       "select('string')",
                       "selectattr('role', 'equalto', 'user')",
                       "slice(2)",
                       "sort",
                       "string",
                       "sum",
                       "title",
                       "tojson(indent=1)",
                       "trim",
                       "truncate(3)",
                       "unique",
                       "upper",
                       "urlencode",
                       "wordcount"});
    case 9:
    case 10:
        return "(" + inner() + ")."
            + draw.of({"split()",
                       "split('b', 1)",
                       "rsplit(none, 1)",
                       "strip('a')",
                       "title()",
                       "partition('b')",
                       "find('b', -2)",
                       "rfind('')",
                       "count('a')",
                       "format(1, 2)",
                       "splitlines(true)",
                       "join(['a'])",
                       "zfill(4)",
                       "center(8, '*')",
                       "replace('', 'x', 2)",
                       "startswith(('a', 'b'))",
                       "items()",
                       "get(1)",
                       "keys()",
                       "index(1)",
                       "isupper()",
                       "swapcase()",
                       "role",
                       "x"});
    case 11:
        return "(" + inner() + ") "
            + draw.of({"+", "-", "*", "/", "//", "%", "**", "~", "==", "<", "in", "not in", "and", "or"})
            + " (" + inner() + ")";
    case 12:
        return "(" + inner() + ")[" + draw.of({"0", "-1", "1:", "::-1", ":2", "-2:9", "'k'", "none"}) + "]";
    case 13:
        return "(" + inner() + ") if (" + inner() + ") else (" + inner() + ")";
    case 14:
        return "(" + inner() + ") is "
            + draw.of(
                {"defined", "string", "mapping", "sameas 1", "in [1]", "upper", "iterable", "divisibleby 2"});
    case 15:
        return "f(" + inner() + ", *" + draw.of({"[1]", "x", "[]"}) + ", **"
            + draw.of({"{'k': 1}", "{}", "x"}) + ")";
    default:
        return draw.of({"namespace(x=1)", "dict(a=1)", "cycler(1, 2).next()", "joiner()()", "loop.changed(m)",
                        "loop(x)", "caller(1)", "varargs", "strftime_now('%Y')", "not 1"});
    }
}

std::string block(Draw& draw, int depth = 0)
{
    std::string text;
    for (std::size_t i = 0, count = draw.below(4) + 1; i < count; ++i) {
        const std::string value = expression(draw, depth);
        const auto inside = [&] { return block(draw, depth + 1); };
        switch (draw.below(depth > 3 || draw.used() ? 2 : 11)) {
        case 0:
            text += draw.of({" a\n", "<b>", "\n"});
            break;
        case 1:
            text += "{{ " + value + " }}";
            break;
        case 2:
            text += "{%- if " + value + " %}" + inside() + "{% else %}" + inside() + "{% endif -%}";
            break;
        case 3:
            text += "{% for m in (" + value + ")" + draw.of({"", " if m", " recursive"}) + " %}" + inside()
                + "{% else %}e{% endfor %}";
            break;
        case 4:
            text += "{% set x = " + value + " %}";
            break;
        case 5:
            text += "{% set x | upper | e %}" + inside() + "{% endset %}";
            break;
        case 6:
            text += "{% macro f(a, b=" + value + ") %}" + inside()
                + draw.of({"", "{{ caller() }}", "{{ varargs }}{{ kwargs }}"}) + "{% endmacro %}";
            break;
        case 7:
            text += "{% call(c) f(" + value + ") %}" + inside() + "{% endcall %}";
            break;
        case 8:
            text += "{% filter trim | replace('a', 'b') %}" + inside() + "{% endfilter %}";
            break;
        case 9:
            text += "{% with m = " + value + " %}" + inside() + "{% endwith %}";
            break;
        default:
            text += "{% set ns = namespace() %}{% set ns.x = " + value + " %}";
        }
    }
    return text;
}

void templates(std::string_view bytes)
{
    Draw draw(bytes);
    const std::string text = block(draw);
    chat::TemplateLimits limits;
    limits.steps = 100'000;
    limits.workBytes = std::size_t{16} << 20U;
    limits.readBytes = std::size_t{64} << 20U;
    const auto made = ChatTemplate::parse(text, "chat_template.jinja", {}, limits);
    if (!made)
        throw std::runtime_error("a valid template is refused: " + made.error().describe() + "\n" + text);
    const nlohmann::ordered_json variables{
        {"messages",
         {{{"role", "user"}, {"content", "a <b> \u00e9"}}, {{"role", "assistant"}, {"content", nullptr}}}},
        {"tools", nullptr},
        {"x", {1, {2, {3}}}}};
    std::tm now{};
    now.tm_year = 100;
    now.tm_mday = 1;
    static_cast<void>(made->render(variables, now)); // most are refused: a list has no "upper"
}

} // namespace

std::span<const Target> validTargets()
{
    static constexpr std::array<Target, 2> kTargets{{{"tokenizers", tokenizers}, {"templates", templates}}};
    return kTargets;
}

} // namespace headlight::fuzz
