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
              "rows to measure on: last, all, or positions such as 2,4-6 (default last; for a loss all, and "
              "without --token it leaves out rows that no token follows and masked words)",
              "POSITIONS");
    line.text("--token", token,
              "token to measure, as text or id (default: the most likely one; for a loss the next token of "
              "the input, encoder-only: its own)",
              "TOKEN");
    line.text("--minus", minus, "with --of logit-difference: the other token", "TOKEN");
}

Result<Measure> MeasureOptions::of(const Model& model, const LaneInput& lane) const
{
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
    const std::vector<TokenId> own = ownTokens(model, lane);
    ASSIGN_OR_RETURN(const auto chosen,
                     rowsNamed("--row", rows.value_or(following ? "all" : "last"), std::ssize(own)));
    for (const Index row : chosen) {
        one.row = row;
        if (following)
            one.token = own[static_cast<std::size_t>(row)];
        if (!following || one.token >= 0)
            measure.rows.push_back(one);
    }
    if (measure.rows.empty())
        return usageError(rows ? "--row" : "--of", "found ", rows ? concat('"', *rows, '"') : kind, ", but ",
                          lackOfLoss(model));
    return measure;
}

std::string MeasureOptions::defaultToken(const Model& model) const
{
    if (token)
        return {};
    return kind != wordOf(Metric::kLoss) ? "most likely" : model.isEncoderOnly() ? "own" : "following";
}

} // namespace headlight
