#include "core/text/steps/postprocessor.h"

#include "core/text/models/vocabulary.h"
#include "core/text/steps/byte_level.h"
#include "core/text/steps/typed_steps.h"
#include "core/text/unicode.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace headlight {

namespace {

using nlohmann::json;

Token specialToken(const NamedToken& named, std::int32_t typeId)
{
    return {named.id, named.piece, {}, true, typeId};
}

/// The numbers of white space characters at the start and the end, including those of the byte alphabet.
std::pair<std::int32_t, std::int32_t> outerSpaces(const std::string& piece)
{
    const std::u32string text = decodeUtf8(piece);
    const auto isSpace = [](char32_t c) { return c == byteLevelCharacter(' ') || isWhitespace(c); };
    const auto leading = std::ranges::find_if_not(text, isSpace) - text.begin();
    const auto trailing = std::find_if_not(text.rbegin(), text.rend(), isSpace) - text.rbegin();
    return {static_cast<std::int32_t>(leading), static_cast<std::int32_t>(trailing)};
}

/// Trims white space at both ends of the tokens' ranges. A single space that the tokenizer put before the
/// text is not in any range.
void trimRanges(std::vector<Token>& tokens, bool addPrefixSpace)
{
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        CodePointRange& range = tokens[i].range;
        auto [leading, trailing] = outerSpaces(tokens[i].piece);
        if (leading > 0) {
            const bool first = i == 0 || range.begin == 0;
            if (first && addPrefixSpace && leading == 1)
                leading = 0;
            range.begin = std::min(range.begin + leading, range.end);
        }
        if (trailing > 0 && range.end >= trailing)
            range.end = std::max(range.end - trailing, range.begin);
    }
}

/// A text of the input, or tokens of the template, and their segment.
struct TemplatePart
{
    int sequence = -1; ///< 0 = the text, 1 = its pair, −1 = the tokens below
    std::vector<NamedToken> tokens;
    std::int32_t typeId = 0;
};

using Template = std::vector<TemplatePart>;

PostProcessorPtr makeTemplateProcessing(Template single, Template pair)
{
    return makeStep<PostProcessor>([single = std::move(single), pair = std::move(pair)](
                                       TokenRuns& runs, bool addSpecial) -> Result<void> {
        if (runs.empty() || runs.size() > 2)
            return badArgument("post_processor", "two templates in sequence are not supported");
        TokenRuns out;
        for (const TemplatePart& part : runs.size() == 2 ? pair : single) {
            if (part.sequence >= 0) {
                std::vector<Token> run = runs[static_cast<std::size_t>(part.sequence)];
                for (Token& token : run)
                    token.typeId = part.typeId;
                out.push_back(std::move(run));
            } else if (addSpecial) {
                std::vector<Token>& run = out.emplace_back();
                for (const NamedToken& named : part.tokens)
                    run.push_back(specialToken(named, part.typeId));
            }
        }
        runs = std::move(out);
        return {};
    });
}

std::optional<TokenId> idFrom(const json& value)
{
    const std::optional<std::int64_t> id = wholeNumber(value);
    return id && *id >= 0 && *id < Vocabulary::kMaxIds ? std::optional(static_cast<TokenId>(*id))
                                                       : std::nullopt;
}

/// ["</s>", 2]
NamedToken readNamed(const JsonFields& fields, std::string_view name)
{
    const json& pair = fields.list(name);
    if (pair.size() == 2 && pair[0].is_string())
        if (const std::optional<TokenId> id = idFrom(pair[1]))
            return {pair[0].get<std::string>(), *id};
    fields.wrong(name, &pair, "a list of a piece and its id");
    return {};
}

// Real templates have up to six parts of one token each. A template is applied again for every text.
constexpr std::size_t kMostTemplateParts = 64;
constexpr std::size_t kMostTemplateTokens = 1024;
constexpr std::size_t kMostProcessors = 64;

using NamedTokens = std::map<std::string, std::vector<NamedToken>>;

NamedTokens readTemplateTokens(const JsonFields& fields)
{
    NamedTokens tokens;
    const JsonFields named = fields.object("special_tokens");
    for (const auto& [name, value] : named.tree().items()) {
        const JsonFields entry(value, named.path(name), fields.report());
        const json& ids = entry.list("ids");
        const json& pieces = entry.list("tokens");
        if (ids.size() > kMostTemplateTokens) {
            fields.report().bad(entry.where() + ".ids", "found ", ids.size(), " ids, expected at most ",
                                kMostTemplateTokens);
            break;
        }
        if (ids.size() != pieces.size()) {
            fields.report().bad(entry.where(), "has ", ids.size(), " ids for ", pieces.size(), " tokens");
            break;
        }
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::optional<TokenId> id = idFrom(ids[i]);
            if (!id || !pieces[i].is_string())
                fields.report().bad(entry.where(), "has ids or tokens of the wrong type");
            else
                tokens[name].push_back({pieces[i].get<std::string>(), *id});
        }
    }
    return tokens;
}

TemplatePart readTemplatePart(const JsonFields& fields, const NamedTokens& tokens)
{
    TemplatePart part;
    const bool isSequence = fields.find("Sequence") != nullptr;
    const JsonFields body = fields.object(isSequence ? "Sequence" : "SpecialToken");
    part.typeId = static_cast<std::int32_t>(body.integer("type_id", 0, 1'000'000));
    if (isSequence) {
        part.sequence = static_cast<int>(body.choice("id", {"A", "B"}));
        return part;
    }
    const auto found = tokens.find(body.text("id"));
    if (found == tokens.end())
        fields.report().bad(body.path("id"), "is not among the template's special_tokens");
    else
        part.tokens = found->second;
    return part;
}

std::size_t tokensOf(const Template& parts)
{
    std::size_t count = 0;
    for (const TemplatePart& part : parts)
        count += part.tokens.size();
    return count;
}

Template readTemplate(const JsonFields& fields, std::string_view name, const NamedTokens& tokens,
                      int sequences)
{
    Template parts;
    fields.eachObject(name, [&](const JsonFields& part) {
        if (parts.size() == kMostTemplateParts || tokensOf(parts) > kMostTemplateTokens) {
            fields.report().bad(fields.path(name), "found more than ", kMostTemplateParts, " parts or ",
                                kMostTemplateTokens, " tokens, the most that a template may add");
            parts.clear();
        }
        if (fields.report().error())
            return;
        parts.push_back(readTemplatePart(part, tokens));
        if (parts.back().sequence >= sequences)
            fields.report().bad(fields.path(name), "uses the second text, but there is only one");
    });
    return parts;
}

PostProcessorPtr readTemplates(const JsonFields& fields)
{
    const NamedTokens tokens = readTemplateTokens(fields);
    Template single = readTemplate(fields, "single", tokens, 1);
    Template pair = readTemplate(fields, "pair", tokens, 2);
    return makeTemplateProcessing(std::move(single), std::move(pair));
}

PostProcessorPtr readPostProcessors(const JsonFields& fields)
{
    if (fields.list("processors").size() > kMostProcessors) {
        fields.report().bad(fields.path("processors"), "found ", fields.list("processors").size(),
                            " steps, expected at most ", kMostProcessors);
        return makeSequence(std::vector<PostProcessorPtr>());
    }
    return makeSequence(readSteps(fields, "processors", readPostProcessor));
}

} // namespace

PostProcessorPtr makeBertProcessing(NamedToken separator, NamedToken classifier)
{
    return makeStep<PostProcessor>([separator = std::move(separator), classifier = std::move(classifier)](
                                       TokenRuns& runs, bool addSpecial) -> Result<void> {
        for (std::size_t i = 0; addSpecial && i < runs.size(); ++i) {
            if (i == 0)
                runs[i].insert(runs[i].begin(), specialToken(classifier, 0));
            runs[i].push_back(specialToken(separator, i == 0 ? 0 : 1));
        }
        return {};
    });
}

PostProcessorPtr makeRobertaProcessing(NamedToken separator, NamedToken classifier, bool trimOffsets,
                                       bool addPrefixSpace)
{
    std::vector<PostProcessorPtr> steps;
    steps.push_back(makeByteLevelProcessing(trimOffsets, addPrefixSpace));
    steps.push_back(
        makeStep<PostProcessor>([separator = std::move(separator), classifier = std::move(classifier)](
                                    TokenRuns& runs, bool addSpecial) -> Result<void> {
            for (std::size_t i = 0; i < runs.size(); ++i) {
                for (Token& token : runs[i])
                    token.typeId = 0;
                if (!addSpecial)
                    continue;
                runs[i].insert(runs[i].begin(), specialToken(i == 0 ? classifier : separator, 0));
                runs[i].push_back(specialToken(separator, 0));
            }
            return {};
        }));
    return makeSequence(std::move(steps));
}

PostProcessorPtr makeAffixProcessing(std::vector<NamedToken> before, std::vector<NamedToken> after,
                                     std::int32_t secondType)
{
    const auto around = [&](int sequence, std::int32_t typeId) {
        return Template{{-1, before, typeId}, {sequence, {}, typeId}, {-1, after, typeId}};
    };
    Template pair = around(0, 0);
    for (TemplatePart& part : around(1, secondType))
        pair.push_back(std::move(part));
    return makeTemplateProcessing(around(0, 0), std::move(pair));
}

PostProcessorPtr makeByteLevelProcessing(bool trimOffsets, bool addPrefixSpace)
{
    return makeStep<PostProcessor>([trimOffsets, addPrefixSpace](TokenRuns& runs, bool) -> Result<void> {
        for (std::size_t i = 0; trimOffsets && i < runs.size(); ++i)
            trimRanges(runs[i], addPrefixSpace);
        return {};
    });
}

PostProcessorPtr readPostProcessor(const JsonFields& fields)
{
    static constexpr auto kTypes = std::to_array<TypedStep<PostProcessorPtr>>({
        {"TemplateProcessing", readTemplates},
        {"Sequence", readPostProcessors},
        {"ByteLevel",
         [](const JsonFields& f) {
             return makeByteLevelProcessing(f.flag("trim_offsets", true), f.flag("add_prefix_space", true));
         }},
        {"BertProcessing",
         [](const JsonFields& f) { return makeBertProcessing(readNamed(f, "sep"), readNamed(f, "cls")); }},
        {"RobertaProcessing",
         [](const JsonFields& f) {
             return makeRobertaProcessing(readNamed(f, "sep"), readNamed(f, "cls"),
                                          f.flag("trim_offsets", true), f.flag("add_prefix_space", true));
         }},
    });
    if (auto step = readTypedStep<PostProcessorPtr>(fields, kTypes, "post-processor"))
        return step;
    return makeSequence(std::vector<PostProcessorPtr>());
}

} // namespace headlight
