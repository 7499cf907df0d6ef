#include "app/measure_options.h"

#include "app/command_line.h"

#include "core/base/parse_number.h"
#include "core/base/text_list.h"

#include <utility>

namespace headlight {

namespace {

/// The id that an option names: a number, or a text that is one token.
Result<TokenId> namedToken(const Model& model, const std::string& option, const std::string& given)
{
    if (const auto id = parseNumber<TokenId>(given); id && *id >= 0)
        return *id;
    const auto& tokenizer = model.isEncoderDecoder() ? model.tokenizers().target : model.tokenizers().source;
    if (!tokenizer)
        return usageError(option, "the model has no tokenizer. Give a token id");
    ASSIGN_OR_RETURN(const auto tokens, tokenizer->encode(given, std::nullopt, {.addSpecial = false}));
    if (tokens.size() != 1)
        return usageError(option,
                          "\"" + given + "\" is " + std::to_string(tokens.size())
                              + " tokens, expected 1. Give one token or its id");
    return tokens.front().id;
}

/// "last", "all" or a list such as 2,4-6.
Result<std::vector<Index>> measuredRows(const std::string& given, Index length)
{
    std::vector<Index> rows;
    const auto add = [&](Index first, Index last) {
        for (Index row = first; row <= last; ++row)
            rows.push_back(row);
    };
    if (given == "last")
        add(length - 1, length - 1);
    else if (given == "all")
        add(0, length - 1);
    else
        for (const std::string_view part : split(given, ',')) {
            const std::size_t dash = part.find('-');
            const auto first = parseNumber<Index>(part.substr(0, dash));
            const auto last
                = dash == std::string_view::npos ? first : parseNumber<Index>(part.substr(dash + 1));
            if (!first || !last || *first < 0 || *last < *first || *last >= length)
                return usageError("--row",
                                  "found \"" + given + "\", expected last, all or positions from 0 to "
                                      + std::to_string(length - 1) + ", such as 2,4-6");
            add(*first, *last);
        }
    return rows;
}

} // namespace

void MeasureOptions::addTo(CommandLine& line)
{
    line.choice("--of", kind, {"logprob", "logit-difference", "probability", "loss"},
                "m, as a mean over the rows: log p(token), logit(token) − logit(minus), p(token) or "
                "−log p(token) (default logprob)");
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
    const std::vector<TokenLabel>& tokens = model.isEncoderDecoder() ? lane.target : lane.source;
    Measure measure;
    measure.kind = *fromWord<MeasureKind>(kind);
    MeasuredRow one;
    if (token) {
        ASSIGN_OR_RETURN(one.token, namedToken(model, "--token", *token));
    }
    if (minus) {
        if (measure.kind != MeasureKind::kLogitDifference)
            return usageError("--minus", "needs --of logit-difference");
        ASSIGN_OR_RETURN(one.minus, namedToken(model, "--minus", *minus));
    }
    const bool following = measure.kind == MeasureKind::kLoss && !token;
    const Index ahead = following && !model.isEncoderOnly() ? 1 : 0;
    const Index length = std::ssize(tokens) - ahead;
    if (length < 1)
        return usageError("--of", "found one token, expected two: a loss is that of the next token");
    ASSIGN_OR_RETURN(const auto chosen, measuredRows(rows.value_or(following ? "all" : "last"), length));
    for (const Index row : chosen) {
        one.row = row;
        if (following)
            one.token = static_cast<std::int32_t>(tokens[static_cast<std::size_t>(row + ahead)].id);
        measure.rows.push_back(one);
    }
    return measure;
}

} // namespace headlight
