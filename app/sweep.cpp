// headlight sweep: tries many edits on one input, one at a time, and reports the effect of each on the
// output.

#include "app/commands.h"
#include "app/output.h"
#include "app/run_options.h"

#include "core/base/text_list.h"
#include "core/run/references.h"
#include "core/run/sweep.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <variant>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct SweepOptions
{
    PassOptions pass;
    std::optional<std::string> heads, patch, where, hide, row, token, referenceText, referenceIds,
        referenceTarget, referenceTargetIds, output;
    std::string sort = "address";
    bool json = false;
};

std::string tokenText(const Model& model, TokenId id)
{
    return labelOf(model, model.isEncoderOnly() ? StackKind::kEncoder : StackKind::kDecoder, id).text;
}

Result<ReferenceInput> referenceOf(const SweepOptions& options)
{
    ReferenceInput reference;
    if (options.referenceText.has_value() == options.referenceIds.has_value())
        return usageError("--patch", "needs another input. Give --reference-text or --reference-ids");
    reference.text = options.referenceText.value_or("");
    reference.targetText = options.referenceTarget;
    if (options.referenceIds) {
        ASSIGN_OR_RETURN(reference.ids, parseIds("--reference-ids", *options.referenceIds));
    }
    if (options.referenceTargetIds) {
        if (options.referenceTarget)
            return usageError("--reference-target-ids", "excludes --reference-target. Give one of them");
        ASSIGN_OR_RETURN(reference.targetIds,
                         parseIds("--reference-target-ids", *options.referenceTargetIds));
    }
    if (reference.own())
        return usageError("--reference-text", "found an empty text, expected at least one token");
    return reference;
}

Result<HeadPattern> patternOption(const std::string& option, const std::string& given)
{
    auto pattern = parseHeadPattern(given);
    if (!pattern)
        return usageError(option, pattern.error().describe());
    return pattern;
}

Result<std::vector<Intervention>> patches(const SweepOptions& options, const SweepRequest& request)
{
    const Model& model = *request.model;
    const auto site = siteFromName(*options.patch);
    const bool known = site
        && (*site == Site::kQuery || *site == Site::kKey || *site == Site::kValue
            || *site == Site::kHeadOutput || *site == Site::kResidual);
    if (!known)
        return usageError("--patch",
                          "found \"" + *options.patch + "\", expected residual, q, k, v or head_output");
    ASSIGN_OR_RETURN(const auto reference, referenceOf(options));
    const std::string otherwise = model.isDecoderOnly() ? "decoder.*.self.*" : "encoder.*.self.*";
    ASSIGN_OR_RETURN(const auto where, patternOption("--where", options.where.value_or(otherwise)));
    auto found = patchesFrom(request, where, *site, reference, options.pass.model.job());
    if (!found && found.error().field == "where")
        return usageError("--where", found.error().message);
    return found;
}

Result<std::vector<Intervention>> variantsOf(const SweepOptions& options, const SweepRequest& request)
{
    const Model& model = *request.model;
    const LaneInput& lane = request.lane;
    const int kinds = (options.heads ? 1 : 0) + (options.patch ? 1 : 0) + (options.hide ? 1 : 0);
    if (kinds > 1)
        return usageError({}, "--heads, --patch and --hide exclude each other. Give one of them");
    if (options.patch)
        return patches(options, request);
    for (const auto& [option, given] : {std::pair{"--where", &options.where},
                                        {"--reference-text", &options.referenceText},
                                        {"--reference-ids", &options.referenceIds},
                                        {"--reference-target", &options.referenceTarget},
                                        {"--reference-target-ids", &options.referenceTargetIds}})
        if (*given)
            return usageError(option, "needs --patch");
    if (options.hide) {
        if (*options.hide != "encoder" && *options.hide != "decoder")
            return usageError("--hide", "found \"" + *options.hide + "\", expected encoder or decoder");
        const StackKind stack = *options.hide == "encoder" ? StackKind::kEncoder : StackKind::kDecoder;
        if (model.traceInfo().stack(stack) == nullptr)
            return usageError("--hide", "the model has no " + *options.hide);
        const bool target = model.isEncoderDecoder() && stack == StackKind::kDecoder;
        return hideVariants(stack, static_cast<Index>((target ? lane.target : lane.source).size()));
    }
    ASSIGN_OR_RETURN(const auto where, patternOption("--heads", options.heads.value_or("*.*.*.*")));
    auto variants = headVariants(model.traceInfo(), where);
    if (variants.empty())
        return usageError("--heads", toString(where) + " matches no head of the model");
    return variants;
}

/// Resolves "--row masks": the positions of the masks, for a model that predicts the current token.
Result<std::vector<Index>> masksOf(const Model& model, const LaneInput& lane)
{
    if (!model.isEncoderOnly())
        return usageError("--row", "found \"masks\", which needs an encoder-only model");
    const Tokenizer* tokenizer = model.tokenizers().source.get();
    const std::optional<TokenId> mask = tokenizer ? tokenizer->maskToken() : std::nullopt;
    std::vector<Index> rows;
    for (std::size_t i = 0; mask && i < lane.source.size(); ++i)
        if (lane.source[i].id == *mask && !lane.source[i].padding)
            rows.push_back(static_cast<Index>(i));
    if (rows.empty())
        return usageError("--row", "found \"masks\", but no token of the input is a mask");
    return rows;
}

/// "all", "last", "masks" (no single position) or a number.
Result<std::optional<Index>> rowOf(const SweepOptions& options, const Model& model, const LaneInput& lane)
{
    const auto length = static_cast<Index>((model.isEncoderDecoder() ? lane.target : lane.source).size());
    const std::string given = options.row.value_or(model.isDecoderOnly() ? "last" : "all");
    if (given == "all" || given == "masks")
        return std::optional<Index>();
    if (given == "last")
        return std::optional<Index>(length - 1);
    const auto row = parseNumber<Index>(given);
    if (!row || *row < 0 || *row >= length)
        return usageError("--row",
                          "found \"" + given + "\", expected all, last, masks or a position from 0 to "
                              + std::to_string(length - 1));
    return row;
}

/// A number is an id; anything else is a text that must be one token.
Result<TokenId> tokenOf(const Model& model, const std::string& given)
{
    if (const auto id = parseNumber<TokenId>(given))
        return *id;
    const auto& tokenizer = model.isEncoderDecoder() ? model.tokenizers().target : model.tokenizers().source;
    if (!tokenizer)
        return usageError("--token", "the model has no tokenizer. Give a token id");
    ASSIGN_OR_RETURN(const auto tokens, tokenizer->encode(given, std::nullopt, {.addSpecial = false}));
    if (tokens.size() != 1)
        return usageError("--token",
                          "\"" + given + "\" is " + std::to_string(tokens.size())
                              + " tokens, expected 1. Give one token or its id");
    return tokens.front().id;
}

std::string nameOf(const SweepPoint& point)
{
    if (const auto head = headOf(point))
        return toString(*head);
    return describe(point.edit);
}

/// The most likely token's text; empty if there is none.
std::string bestText(const Model& model, TokenId id)
{
    return id < 0 ? std::string() : tokenText(model, id);
}

Json jsonOf(const Model& model, const SweepPoint& point)
{
    Interventions one;
    one.list.push_back(point.edit);
    Json entry{{"name", nameOf(point)}, {"edit", Json::parse(toJson(one)).front()}};
    entry["logprob"] = point.logProbability;
    entry["change"] = point.change;
    entry["kl"] = point.divergence;
    entry["best"] = point.best < 0 ? Json() : Json(tokenText(model, point.best));
    return entry;
}

bool namesCsv(const SweepOptions& options)
{
    if (!options.output || options.json)
        return false;
    std::string end = std::filesystem::path(*options.output).extension().string();
    std::transform(end.begin(), end.end(), end.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return end == ".csv";
}

/// A single number as text; empty for a range and for "*".
std::string single(const HeadPattern::Range& range)
{
    return range.first == range.last ? std::to_string(range.first) : std::string();
}

/// stack, layer, kind, head, position of a variant's edit; empty if it affects several, or has none.
std::array<std::string, 5> addressOf(const Intervention& edit)
{
    if (const auto* const hidden = std::get_if<TokenHidden>(&edit))
        return {std::string(stackName(hidden->stack)), "", "", "", std::to_string(hidden->token)};
    const auto* const off = std::get_if<HeadOff>(&edit);
    const auto* const patch = std::get_if<ActivationPatch>(&edit);
    if (off == nullptr && patch == nullptr)
        return {};
    const HeadPattern& where = off != nullptr ? off->where : patch->where;
    return {where.anyStack ? "" : std::string(stackName(where.stack)), single(where.layers),
            where.anyKind ? "" : std::string(kindName(where.kind)), single(where.heads),
            patch != nullptr && patch->target >= 0 ? std::to_string(patch->target) : ""};
}

std::vector<std::string> csvLines(const Model& model, const SweepResult& result)
{
    // The shortest text that reads back as the same number.
    const auto number = [](double value) {
        std::array<char, 32> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
        return std::string(text.data(), end);
    };
    std::vector<std::string> lines{"stack,layer,kind,head,position,logprob,change,kl,best"};
    for (const SweepPoint& point : result.points) {
        std::string line;
        for (const std::string& part : addressOf(point.edit))
            line += part + ',';
        lines.push_back(line + number(point.logProbability) + ',' + number(point.change) + ','
                        + number(point.divergence) + ',' + csvField(bestText(model, point.best)));
    }
    return lines;
}

std::vector<std::string> tableLines(const Model& model, const SweepResult& result, const std::string& tokens)
{
    std::size_t width = 20;
    for (const SweepPoint& point : result.points)
        width = std::max(width, nameOf(point).size());
    std::vector<std::string> lines{"# " + tokens + ": log-probability "
                                       + formatted("%.4f", result.logProbability) + " without these edits",
                                   cell("edit", width + 2) + "    change        KL  best"};
    for (const SweepPoint& point : result.points)
        lines.push_back(cell(nameOf(point), width + 2)
                        + formatted("%+10.4f%10.4f  ", point.change, point.divergence)
                        + bestText(model, point.best));
    return lines;
}

Json objectOf(const Model& model, const SweepResult& result, const std::string& tokens)
{
    Json points = Json::array();
    for (const SweepPoint& point : result.points)
        points.push_back(jsonOf(model, point));
    return {{"rows", result.rows},
            {"tokens", result.tokens},
            {"text", tokens},
            {"logprob", result.logProbability},
            {"best", tokenText(model, result.best)},
            {"points", points}};
}

Result<void> print(const SweepOptions& options, const Model& model, SweepResult result)
{
    if (options.sort != "address")
        std::stable_sort(result.points.begin(), result.points.end(),
                         [&](const SweepPoint& a, const SweepPoint& b) {
                             if (const bool lost = std::isnan(a.change); lost || std::isnan(b.change))
                                 return !lost; // variants without finite logits come last
                             return options.sort == "kl" ? a.divergence > b.divergence : a.change < b.change;
                         });
    const std::string tokens = joined(result.tokens, " ", [&](TokenId id) { return tokenText(model, id); });
    if (options.json)
        return writeLines(options.output, {toText(objectOf(model, result, tokens))});
    return writeLines(options.output,
                      namesCsv(options) ? csvLines(model, result) : tableLines(model, result, tokens));
}

Result<void> runAll(const SweepOptions& options)
{
    if (options.pass.input.empty())
        return usageError({}, "no input. Give --text, --ids or --messages");
    ASSIGN_OR_RETURN(const auto model, options.pass.model.load());
    SweepRequest request;
    request.model = model;
    ASSIGN_OR_RETURN(auto prepared, options.pass.prepare(model));
    if (prepared.lanes.size() != 1)
        return usageError("--text", "found several inputs, expected 1");
    request.lane = std::move(prepared.lanes.front());
    request.interventions = std::move(prepared.interventions);
    ReferenceCache references;
    request.references = &references;
    ASSIGN_OR_RETURN(auto variants, variantsOf(options, request));
    request.variants = std::move(variants);
    ASSIGN_OR_RETURN(const auto row, rowOf(options, *model, request.lane));
    request.row = row;
    if (options.row == "masks") {
        ASSIGN_OR_RETURN(auto rows, masksOf(*model, request.lane));
        request.rows = std::move(rows);
    }
    if (options.token) {
        if (!request.row)
            return usageError("--token", "needs --row, the position at which to measure the token");
        ASSIGN_OR_RETURN(const auto token, tokenOf(*model, *options.token));
        request.token = token;
    }
    ASSIGN_OR_RETURN(auto result, sweep(request, options.pass.model.job(), {}));
    return print(options, *model, std::move(result));
}

} // namespace

int runSweep(int argc, char** argv)
{
    SweepOptions options;
    CommandLine line(
        "sweep",
        "Runs one input once per edit and prints the effect: change of the log-probability of the measured "
        "tokens, KL(before ‖ after) of the next-token distribution (mean over rows), both in nats, and the "
        "new most likely token.");
    line.text("--heads", options.heads, "switch off each of these heads in turn (default *.*.*.*)", "SITE");
    line.text("--hide", options.hide, "hide each token of this stack in turn", "encoder|decoder");
    line.text("--patch", options.patch,
              "patch each layer and position in turn from another input: residual, q, k, v or head_output",
              "ACTIVATION");
    line.text("--where", options.where, "layers and heads to patch (default: the first stack's)", "SITE");
    line.text("--reference-text", options.referenceText, "input to patch from");
    line.text("--reference-ids", options.referenceIds, "input to patch from, as token ids", "LIST");
    line.text("--reference-target", options.referenceTarget,
              "decoder's text of that input (default: the model's greedy output)");
    line.text("--reference-target-ids", options.referenceTargetIds,
              "decoder's ids of that input, start token included", "LIST");
    line.text("--row", options.row,
              "position to measure on: a number, last, all, or masks for the masked words of an encoder-only "
              "model (default all; last for decoder-only models)",
              "POSITION");
    line.text("--token", options.token,
              "with --row: token to measure, as text or id (default: the most likely one)", "TOKEN");
    line.choice("--sort", options.sort, {"address", "change", "kl"}, "order of the table (default address)");
    options.pass.addTo(line);
    line.flag("--json", options.json, "print one JSON object");
    line.text(
        "-o", options.output,
        "file for the result (default: standard output); FILE.csv has the columns stack, layer, kind, head, "
        "position, logprob, change, kl, best",
        "FILE");
    return line.run(argc, argv, [&] { return runAll(options); });
}

} // namespace headlight
