#include "app/head_relations.h"

#include "app/origin.h"
#include "app/output.h"

#include "core/analysis/head_relations.h"
#include "core/base/text_list.h"

#include <utility>

namespace headlight {

namespace {

Error noWeightsRecorded()
{
    return badArgument("trace", "lacks weights, expected a trace with the weights of every layer");
}

Result<void> printRollout(const std::vector<Trace>& traces, const InputOptions& inputs,
                          const std::optional<std::string>& path, bool json, const Json& origin)
{
    ASSIGN_OR_RETURN(auto output, Output::open(path));
    bool any = false;
    for (std::size_t item = 0; item < traces.size(); ++item) {
        bool titled = json || traces.size() == 1;
        for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
            const std::vector<DoubleMatrix> with = attentionRollout(traces[item], stack, true);
            if (with.empty())
                continue;
            any = true;
            if (!std::exchange(titled, true))
                RETURN_IF_ERROR(output.line(inputs.title(item)));
            if (json) {
                Json row{{"item", item},
                         {"stack", stackName(stack)},
                         {"with_residual", listFrom(with, jsonRows)},
                         {"without", listFrom(attentionRollout(traces[item], stack, false), jsonRows)}};
                row.update(origin);
                RETURN_IF_ERROR(output.line(toText(row)));
                continue;
            }
            RETURN_IF_ERROR(output.line(concat("# input ", item, ", ", stackName(stack),
                                               ": where the last layer's positions could come from")));
            RETURN_IF_ERROR(printRows(output, listFrom(traces[item].tokens(stack), &TokenLabel::text), 22,
                                      with.back(), "%7.3f"));
        }
    }
    return any ? output.finish() : Result<void>(noWeightsRecorded());
}

Result<void> printSimilarity(const std::vector<Trace>& traces, const InputOptions& /*inputs*/,
                             const std::optional<std::string>& path, bool json, const Json& origin)
{
    HeadDivergence divergence;
    for (const Trace& trace : traces)
        divergence.add(trace);
    const std::vector<HeadDivergence::Group> groups = divergence.means();
    if (groups.empty())
        return noWeightsRecorded();
    ASSIGN_OR_RETURN(auto output, Output::open(path));
    for (const HeadDivergence::Group& group : groups) {
        const auto names = listFrom(group.heads, [](const HeadRef& head) { return toString(head); });
        if (!json) {
            RETURN_IF_ERROR(output.line(formatted(
                "# bits between the maps of two heads (0 the same, 1 apart), %lld rows of %lld inputs",
                static_cast<long long>(group.rows), static_cast<long long>(group.inputs))));
            RETURN_IF_ERROR(printRows(output, names, 22, group.pooled, "%7.3f"));
            continue;
        }
        Json row{{"heads", names},
                 {"js_bits_rows_pooled", jsonRows(group.pooled)},
                 {"js_bits_mean_of_inputs", jsonRows(group.ofInputs)},
                 {"rows", group.rows},
                 {"inputs", group.inputs}};
        row.update(origin);
        RETURN_IF_ERROR(output.line(toText(row)));
    }
    return output.finish();
}

} // namespace

Result<void> headRelations(const TraceInput& input, bool rollout, const std::optional<std::string>& output,
                           bool json)
{
    const auto print = rollout ? printRollout : printSimilarity;
    if (input.file) {
        ASSIGN_OR_RETURN(const auto traces, input.traces({}));
        return print(traces, input.pass.input, output, json, {{"trace", *input.file}});
    }
    const PassOptions& pass = input.pass;
    ASSIGN_OR_RETURN(const auto model, pass.load());
    ASSIGN_OR_RETURN(auto request, pass.prepare(model));
    ASSIGN_OR_RETURN(const auto origin, originOf(pass, *model, request.interventions));
    request.plan.sites = {Site::kWeights, Site::kMask};
    ASSIGN_OR_RETURN(const auto result, execute(request, pass.model.job()));
    return print(result.traces, pass.input, output, json, origin);
}

} // namespace headlight
