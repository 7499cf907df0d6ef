// headlight effect: a logit, split by what wrote it. headlight who: a score, split by what asked and
// answered.

#include "app/commands.h"
#include "app/origin.h"
#include "app/output.h"
#include "app/run_options.h"

#include "core/analysis/effect.h"
#include "core/analysis/who_asked.h"
#include "core/base/text_list.h"
#include "core/run/experiment_inputs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

constexpr int kMostShown = 1 << 20;

/// Options of both commands.
struct AccountOptions
{
    PassOptions pass;
    std::optional<std::string> output;
    int shown = 20; ///< most lines of a table
    bool json = false;

    void addTo(CommandLine& line)
    {
        pass.addTo(line);
        line.number("--top", shown, 1, kMostShown,
                    "how many writers the table shows, largest first (default 20)");
        line.result(output, json, "print JSON with every number");
    }

    /// Prints which of several inputs the tables that follow are of.
    Result<void> printTitle(Output& to, std::size_t item, std::size_t count) const
    {
        return json || count < 2 ? Result<void>() : to.line(pass.input.title(item));
    }
};

/// One pass with its traces, and where the numbers come from.
struct AccountRun
{
    std::shared_ptr<const Model> model;
    std::vector<Trace> traces;
    Json origin;
};

Result<AccountRun> runFor(const AccountOptions& options, SiteSet sites)
{
    if (options.pass.repeats > 1)
        return usageError("--repeats", "has no account: the means of several runs are no run");
    AccountRun run;
    ASSIGN_OR_RETURN(run.model, options.pass.load());
    ASSIGN_OR_RETURN(auto request, options.pass.prepare(run.model));
    ASSIGN_OR_RETURN(run.origin, originOf(options.pass, *run.model, request.interventions));
    request.plan.sites = sites;
    ASSIGN_OR_RETURN(auto result, execute(request, options.pass.model.job()));
    run.traces = std::move(result.traces);
    return run;
}

std::string textOf(const Model& model, TokenId token)
{
    return labelOf(model, measuredStack(model), token).text;
}

Json jsonToken(const Model& model, TokenId token)
{
    return {{"id", token}, {"text", textOf(model, token)}};
}

/// Lines of a table: names with their numbers, the largest sizes first.
Result<void> printLargest(Output& output, const std::vector<std::string>& names,
                          const std::vector<double>& numbers, int shown)
{
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return std::abs(numbers[a]) > std::abs(numbers[b]); });
    const auto line = [&](const std::string& name, double number) {
        return output.line(cell(name, 30) + formatted("%10.4f", number));
    };
    const std::size_t kept = std::min(order.size(), static_cast<std::size_t>(shown));
    double rest = 0;
    for (std::size_t place = 0; place < order.size(); ++place)
        if (place < kept)
            RETURN_IF_ERROR(line(names[order[place]], numbers[order[place]]));
        else
            rest += numbers[order[place]];
    return order.size() > kept ? line(concat(order.size() - kept, " more"), rest) : Result<void>();
}

std::vector<std::string> namesOf(const std::vector<Writer>& writers)
{
    return listFrom(writers, [](const Writer& writer) { return toString(writer); });
}

// headlight effect

struct EffectOptions : AccountOptions
{
    std::optional<std::string> token, minus;
    std::string row = "last";
    std::vector<std::string> keys;
    bool logProbability = false;
};

/// A row's account with its question.
struct ExplainedRow
{
    std::size_t item = 0;
    const Trace& trace;
    EffectQuestion question;
    EffectAccount account;
};

std::string_view measureName(const EffectQuestion& question)
{
    return question.logProbability ? "log probability" : question.minus ? "logit difference" : "logit";
}

Json jsonOf(const ExplainedRow& row, const AccountRun& run, const std::vector<HeadRef>& heads)
{
    const Model& model = *run.model;
    const EffectQuestion& question = row.question;
    Json writers = Json::object();
    for (std::size_t i = 0; i < row.account.writers.size(); ++i)
        writers[toString(row.account.writers[i])] = row.account.parts[i];
    Json keys = Json::object();
    for (const HeadRef& head : heads)
        keys[toString(head)] = keyEffects(row.trace, head, question.row, row.account.heads.at(head));
    Json made{{"item", row.item},
              {"row", question.row},
              {"metric", measureName(question)},
              {"token", jsonToken(model, question.token)},
              {"minus", question.minus ? jsonToken(model, *question.minus) : Json()},
              {"value", row.account.value},
              {"writers", std::move(writers)},
              {"remainder", row.account.remainder},
              {"keys", std::move(keys)}};
    made.update(run.origin);
    return made;
}

Result<void> printTable(Output& output, const ExplainedRow& row, const EffectOptions& options,
                        const AccountRun& run, const std::vector<HeadRef>& heads)
{
    const EffectQuestion& question = row.question;
    const StackKind stack = measuredStack(*run.model);
    std::string title = concat("# row ", question.row, " (",
                               row.trace.tokens(stack)[static_cast<std::size_t>(question.row)].text, "), ",
                               measureName(question), " of ", textOf(*run.model, question.token));
    if (question.minus)
        title += " minus " + textOf(*run.model, *question.minus);
    RETURN_IF_ERROR(output.line(title + formatted(": %.4f", row.account.value)));
    RETURN_IF_ERROR(printLargest(output, namesOf(row.account.writers), row.account.parts, options.shown));
    if (std::abs(row.account.remainder) > 1e-3 * std::max(1.0, std::abs(row.account.value)))
        RETURN_IF_ERROR(output.line(cell("remainder", 30) + formatted("%10.4f", row.account.remainder)));
    for (const HeadRef& head : heads) {
        const StackKind side = head.kind == AttentionKind::kCross ? StackKind::kEncoder : head.stack;
        const std::vector<double> effects
            = keyEffects(row.trace, head, question.row, row.account.heads.at(head));
        std::vector<std::string> names;
        for (std::size_t key = 0; key < effects.size(); ++key)
            names.push_back(concat("key ", key, " ", row.trace.tokens(side)[key].text));
        RETURN_IF_ERROR(output.line("# keys of " + toString(head)));
        RETURN_IF_ERROR(printLargest(output, names, effects, options.shown));
    }
    return {};
}

Result<void> effect(const EffectOptions& options)
{
    if (options.minus && options.logProbability)
        return usageError("--minus", "excludes --log-probability. Give one of them");
    ASSIGN_OR_RETURN(const auto run, runFor(options, streamPartsSites() | SiteSet{Site::kMask}));
    const Model& model = *run.model;
    EffectQuestion question;
    question.logProbability = options.logProbability;
    if (options.minus) {
        ASSIGN_OR_RETURN(question.minus, tokenNamed(model, "--minus", *options.minus));
    }
    ASSIGN_OR_RETURN(const auto heads,
                     headsNamed(model, "--keys", options.keys, measuredStack(model),
                                concat("expected a head of the ", stackName(measuredStack(model)),
                                       ", which the language-model head reads")));
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    for (std::size_t item = 0; item < run.traces.size(); ++item) {
        const Trace& trace = run.traces[item];
        RETURN_IF_ERROR(options.printTitle(output, item, run.traces.size()));
        ASSIGN_OR_RETURN(const auto rows,
                         rowsNamed("--row", options.row, realTokens(trace.tokens(measuredStack(model)))));
        for (const Index row : rows) {
            question.row = row;
            if (options.token) {
                ASSIGN_OR_RETURN(question.token, tokenNamed(model, "--token", *options.token));
            } else {
                ASSIGN_OR_RETURN(const auto best, likeliestTokens(model, trace, row, 1));
                question.token = static_cast<TokenId>(best.front().id);
            }
            ASSIGN_OR_RETURN(auto account, effectOf(model, trace, question));
            const ExplainedRow explained{item, trace, question, std::move(account)};
            RETURN_IF_ERROR(options.json ? output.line(toText(jsonOf(explained, run, heads)))
                                         : printTable(output, explained, options, run, heads));
        }
    }
    return output.finish();
}

// headlight who

struct WhoOptions : AccountOptions
{
    std::string head;
    std::optional<int> query, key, ratherThan;
};

Result<HeadRef> oneHead(const std::string& text, const Model& model)
{
    const auto where = parseHeadPattern(text);
    if (!where)
        return usageError("--head", where.error().describe());
    const std::vector<HeadRef> heads = model.traceInfo().headsOf(*where);
    if (heads.size() != 1)
        return usageError("--head", "found '", text, "', which is ", heads.size(),
                          " heads of the model, expected one, such as decoder.0.self.3");
    if (const auto checked = model.traceInfo().checkRanges(*where); !checked)
        return usageError("--head", checked.error().message);
    return heads.front();
}

Result<void> printWho(Output& output, const WhoOptions& options, const WhoAsked& found, const Trace& trace)
{
    const StackKind side = found.head.kind == AttentionKind::kCross ? StackKind::kEncoder : found.head.stack;
    const auto named = [&](StackKind stack, Index position) {
        return concat(position, " (", trace.tokens(stack)[static_cast<std::size_t>(position)].text, ")");
    };
    std::string title = "# " + toString(found.head) + ", query " + named(found.head.stack, found.query)
        + ", key " + named(side, found.keys[0].key);
    DoubleMatrix parts = found.keys[0].parts;
    if (found.keys.size() > 1) {
        parts = contrastOf(found.keys[0], found.keys[1]);
        title += " rather than " + named(side, found.keys[1].key)
            + formatted(": log of the weights' ratio %.4f", parts.sum());
    } else {
        title += formatted(": score %.4f", found.keys[0].score);
    }
    RETURN_IF_ERROR(output.line(title));
    const auto sums = [](const Eigen::VectorXd& all) { return std::vector<double>(all.begin(), all.end()); };
    RETURN_IF_ERROR(output.line("# writers of the query"));
    RETURN_IF_ERROR(
        printLargest(output, namesOf(found.queryWriters), sums(parts.rowwise().sum()), options.shown));
    RETURN_IF_ERROR(output.line("# writers of the key"));
    return printLargest(output, namesOf(found.keyWriters), sums(parts.colwise().sum().transpose()),
                        options.shown);
}

Json jsonOf(std::size_t item, const WhoAsked& found, const AccountRun& run)
{
    const AskedKey& key = found.keys[0];
    Json made{{"item", item},
              {"head", toString(found.head)},
              {"query", found.query},
              {"key", key.key},
              {"score", key.score},
              {"weight", key.weight},
              {"query_writers", namesOf(found.queryWriters)},
              {"key_writers", namesOf(found.keyWriters)},
              {"matrix", jsonRows(key.parts)},
              {"remainder", key.remainder}};
    if (found.keys.size() > 1) {
        made["rather_than"] = found.keys[1].key;
        made["contrast"] = jsonRows(contrastOf(key, found.keys[1]));
    }
    made.update(run.origin);
    return made;
}

Result<void> who(const WhoOptions& options)
{
    if (options.head.empty() || !options.query || !options.key)
        return usageError({}, "found no cell. Give --head, --query and --key");
    ASSIGN_OR_RETURN(const auto run, runFor(options, whoAskedSites()));
    ASSIGN_OR_RETURN(const auto head, oneHead(options.head, *run.model));
    std::vector<Index> keys{Index{*options.key}};
    if (options.ratherThan == options.key)
        return usageError("--rather-than", "found the key itself, expected another one");
    if (options.ratherThan)
        keys.emplace_back(*options.ratherThan);
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    for (std::size_t item = 0; item < run.traces.size(); ++item) {
        const Trace& trace = run.traces[item];
        RETURN_IF_ERROR(options.printTitle(output, item, run.traces.size()));
        ASSIGN_OR_RETURN(const auto found, whoAsked(*run.model, trace, head, *options.query, keys));
        for (const AskedKey& key : found.keys)
            if (found.keys.size() > 1 && key.weight == 0)
                return usageError("--rather-than", "found key ", key.key, ", which has no weight for query ",
                                  found.query, "; the ratio of weights needs two keys that have some");
        RETURN_IF_ERROR(options.json ? output.line(toText(jsonOf(item, found, run)))
                                     : printWho(output, options, found, trace));
    }
    return output.finish();
}

} // namespace

int runEffect(int argc, char** argv)
{
    EffectOptions options;
    CommandLine line(
        "effect",
        "Splits a logit by what wrote it to the residual stream: embeddings, every head, every feed-forward, "
        "biases. The parts sum to the number; norms keep the mean and deviation that they had in the run. It "
        "is what each part does directly: what later layers make of it counts for them. What no sum can hold "
        "(a soft-cap, the dense layer in BERT's head) is printed as the remainder.");
    line.text("--row", options.row,
              "positions whose next token is explained: last, all, or positions such as 2,4-6 (default last)",
              "ROWS");
    line.text("--token", options.token,
              "the token: an id, or a text that is one token, such as ' Mary' (default: the most likely)",
              "TOKEN");
    line.text("--minus", options.minus,
              "another token: explains by how much the first one's logit exceeds its", "TOKEN");
    line.flag("--log-probability", options.logProbability,
              "explain the token's log-probability instead, to the first order");
    line.list(
        "--keys", options.keys,
        "also split what these heads write by their keys (decoder.1.self.3, decoder.*.cross.*); repeatable",
        "SITE");
    options.addTo(line);
    return line.run(argc, argv, [&] { return effect(options); });
}

int runWho(int argc, char** argv)
{
    WhoOptions options;
    CommandLine line(
        "who",
        "Splits an attention score by what wrote the query and what wrote the key: the parts sum to "
        "the score before mask and soft-cap. With --rather-than, splits how this key came to get "
        "more weight than another one: the parts sum to the log of the weights' ratio.");
    line.text("--head", options.head, "the head, such as decoder.2.self.0", "SITE");
    line.number("--query", options.query, 0, kMostShown, "position of the query, from 0");
    line.number("--key", options.key, 0, kMostShown, "position of the key, from 0");
    line.number("--rather-than", options.ratherThan, 0, kMostShown, "position of another key");
    options.addTo(line);
    return line.run(argc, argv, [&] { return who(options); });
}

} // namespace headlight
