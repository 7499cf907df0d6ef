// headlight circuits: what the weights of heads do, without any text.

#include "app/commands.h"
#include "app/origin.h"
#include "app/output.h"
#include "app/run_options.h"

#include "core/analysis/circuits.h"
#include "core/base/text_list.h"
#include "core/run/experiment_inputs.h"

#include <utility>

namespace headlight {

namespace {

struct CircuitsOptions
{
    PassOptions pass; ///< of which only the model is used
    std::vector<std::string> heads;
    std::optional<std::string> tokens, ids, output;
    bool folded = false, json = false;
};

/// The tokens of --tokens, each of which must be one token, or of --ids.
Result<std::vector<TokenId>> chosenTokens(const CircuitsOptions& options, const Model& model)
{
    if (options.tokens && options.ids)
        return usageError({}, "--tokens and --ids exclude each other. Give one of them");
    if (options.ids) {
        auto ids = parseIds("--ids", *options.ids);
        if (ids && ids->empty())
            return usageError("--ids", "found \"\", expected ids such as 1,2,3");
        return ids;
    }
    std::vector<TokenId> found;
    if (!options.tokens)
        return found;
    for (const std::string_view part : split(*options.tokens, ',')) {
        ASSIGN_OR_RETURN(found.emplace_back(), tokenNamed(model, "--tokens", std::string(part)));
    }
    return found;
}

Json jsonOf(const HeadCircuits& found, const CircuitOptions& options, const Json& origin)
{
    Json eigenvalues = Json::array();
    for (const auto& value : found.eigenvalues)
        eigenvalues.push_back({value.real(), value.imag()});
    Json made{{"head", toString(found.head)},
              {"folded", options.folded},
              {"copying", found.copying ? Json(*found.copying) : Json()},
              {"matching", found.matching},
              {"eigenvalues", std::move(eigenvalues)}};
    if (!options.tokens.empty()) {
        made["tokens"] = options.tokens;
        made["ov"] = found.ov.size() > 0 ? jsonRows(found.ov) : Json();
        made["qk"] = jsonRows(found.qk);
    }
    made.update(origin);
    return made;
}

Result<void> printMatrix(Output& output, const char* title, const std::vector<std::string>& names,
                         const DoubleMatrix& matrix)
{
    if (matrix.size() == 0)
        return {};
    std::string head = cell(title, 16);
    for (const std::string& name : names)
        head += " " + cell(name, 9);
    RETURN_IF_ERROR(output.line(head));
    return printRows(output, names, 16, matrix, "%10.3f");
}

Result<void> printHead(Output& output, const Model& model, const HeadCircuits& found,
                       const CircuitOptions& options)
{
    RETURN_IF_ERROR(output.line(
        cell(toString(found.head), 22)
        + (found.copying ? formatted("copying %6.3f", *found.copying) : std::string("copying      -"))
        + formatted("  matching %6.3f", found.matching)));
    const auto names = listFrom(options.tokens,
                                [&](TokenId token) { return labelOf(model, found.head.stack, token).text; });
    RETURN_IF_ERROR(printMatrix(output, "read \\ logit", names, found.ov));
    return printMatrix(output, "query \\ key", names, found.qk);
}

Result<void> printPairs(Output& output, const CircuitsOptions& options, const Model& model,
                        const std::vector<HeadRef>& heads, const Json& origin)
{
    ASSIGN_OR_RETURN(const auto pairs,
                     compositionsAmong(model, heads, options.folded, options.pass.model.job()));
    if (pairs.empty())
        return {};
    const CompositionBaseline baseline = randomComposition(model, pairs.front().from);
    for (const auto& [from, to, found] : pairs) {
        const bool memory = to.kind == AttentionKind::kCross; // read by its keys and values
        if (!options.json) {
            RETURN_IF_ERROR(output.line(
                cell(toString(from) + " -> " + toString(to), 44) + formatted("Q %.3f  ", found.query)
                + (memory ? "K     -  V     -" : formatted("K %.3f  V %.3f", found.key, found.value))
                + formatted("  (random %.3f ± %.3f)", baseline.mean, baseline.deviation)));
            continue;
        }
        const auto own = [memory](double number) { return memory ? Json() : Json(number); };
        Json row{{"from", toString(from)},
                 {"to", toString(to)},
                 {"folded", options.folded},
                 {"composition", {{"Q", found.query}, {"K", own(found.key)}, {"V", own(found.value)}}},
                 {"random", {{"mean", baseline.mean}, {"sd", baseline.deviation}}}};
        row.update(origin);
        RETURN_IF_ERROR(output.line(toText(row)));
    }
    return {};
}

Result<void> circuits(const CircuitsOptions& options)
{
    ASSIGN_OR_RETURN(const auto model, options.pass.model.load());
    if (options.heads.empty())
        return usageError("--head", "found no head. Give one such as decoder.2.self.0, or a pattern");
    ASSIGN_OR_RETURN(
        const auto heads,
        headsNamed(*model, "--head", options.heads, std::nullopt, "which matches no head of the model"));
    CircuitOptions wanted;
    wanted.folded = options.folded;
    ASSIGN_OR_RETURN(wanted.tokens, chosenTokens(options, *model));
    ASSIGN_OR_RETURN(const auto origin, originOf(options.pass, *model, {}));
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    for (const HeadRef& head : heads) {
        ASSIGN_OR_RETURN(const auto found, headCircuits(*model, head, wanted, options.pass.model.job()));
        RETURN_IF_ERROR(options.json ? output.line(toText(jsonOf(found, wanted, origin)))
                                     : printHead(output, *model, found, wanted));
    }
    RETURN_IF_ERROR(printPairs(output, options, *model, heads, origin));
    return output.finish();
}

} // namespace

int runCircuits(int argc, char** argv)
{
    CircuitsOptions options;
    CommandLine line(
        "circuits",
        "Prints what the weights of heads do, without any text. copying: whether a head that attends to a "
        "token makes the same token likelier (sum of the real parts of the eigenvalues of its OV circuit "
        "over the sum of their sizes, from -1 to 1); matching: whether its queries look for tokens like "
        "their own, likewise by its QK circuit. For pairs of heads of rising layers, Q-, K- and "
        "V-composition with what random matrices give. A large number shows what a head could do, not that "
        "it matters: patch it to see.");
    line.list("--head", options.heads, "head or pattern (decoder.2.self.0, decoder.*.self.*); repeatable",
              "SITE");
    line.text("--tokens", options.tokens,
              "tokens for the matrices OV and QK, with commas between them: ' cat, dog'", "A,B,...");
    line.text("--ids", options.ids, "their ids instead", "LIST");
    line.flag("--folded", options.folded, "multiply gains of norms into the weights, and take means out");
    options.pass.model.addTo(line);
    line.result(options.output, options.json, "print one JSON object per head and per pair");
    return line.run(argc, argv, [&] { return circuits(options); });
}

} // namespace headlight
