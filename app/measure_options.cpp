#include "app/measure_options.h"

#include "app/command_line.h"
#include "app/origin.h"

#include "core/analysis/effect.h"
#include "core/run/experiment_inputs.h"
#include "core/run/lanes.h"

namespace headlight {

void MeasureOptions::addTo(CommandLine& line)
{
    std::vector<std::string> names;
    for (const Metric each : kValuesOf<Metric>)
        if (isOfOneRun(each) && hasGradient(each))
            names.emplace_back(wordOf(each));
    line.choice("--of", kind, names,
                "m, as a mean over the rows: log p(token), logit(token) − logit(minus) (without --minus: "
                "logit(token)), p(token) or −log p(token) (default logprob)");
    line.text("--row", rows,
              "rows to measure on: last, all, or positions such as 2,4-6 (default last; for a loss all)",
              "POSITIONS");
    line.text("--token", token,
              "token to measure, as text or id (default: the most likely one; for a loss the next token of "
              "the input)",
              "TOKEN");
    line.text("--minus", minus, "with --of logit-difference: the other token", "TOKEN");
}

Result<Measure> MeasureOptions::of(const Model& model, const LaneInput& lane) const
{
    const std::vector<TokenLabel>& tokens = tokensOf(model, lane, measuredStack(model));
    Measure measure;
    measure.kind = *fromWord<Metric>(kind);
    MeasuredRow one;
    if (token) {
        ASSIGN_OR_RETURN(one.token, tokenNamed(model, "--token", *token));
    }
    if (minus) {
        if (measure.kind != Metric::kLogitDifference)
            return usageError("--minus", "needs --of logit-difference");
        ASSIGN_OR_RETURN(one.minus, tokenNamed(model, "--minus", *minus));
    }
    const bool following = measure.kind == Metric::kLoss && !token;
    const Index ahead = following && !model.isEncoderOnly() ? 1 : 0;
    const Index length = std::ssize(tokens) - ahead;
    if (length < 1)
        return usageError("--of", "found one token, expected two: a loss is that of the next token");
    ASSIGN_OR_RETURN(const auto chosen,
                     rowsNamed("--row", rows.value_or(following ? "all" : "last"), length));
    for (const Index row : chosen) {
        one.row = row;
        if (following)
            one.token = static_cast<std::int32_t>(tokens[static_cast<std::size_t>(row + ahead)].id);
        measure.rows.push_back(one);
    }
    return measure;
}

} // namespace headlight
