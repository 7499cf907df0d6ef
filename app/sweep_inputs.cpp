#include "app/sweep_inputs.h"

#include "core/base/text_list.h"
#include "core/base/workers.h"
#include "core/run/references.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// A number is an id; anything else is a text that must be one token.
Result<TokenId> measuredToken(const Model& model, const std::string& option, const std::string& given)
{
    if (const auto id = parseNumber<TokenId>(given))
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

} // namespace

Result<std::shared_ptr<SweepInputs>> SweepInputs::read(const SweepOptions& options,
                                                       const std::shared_ptr<const Model>& model)
{
    std::shared_ptr<SweepInputs> inputs(new SweepInputs(options, model));
    ASSIGN_OR_RETURN(inputs->m_interventions, options.pass.edits.interventions(*model));
    RETURN_IF_ERROR(inputs->readInputs());
    RETURN_IF_ERROR(inputs->readMeasure());
    return inputs;
}

Result<void> SweepInputs::readInputs()
{
    const InputOptions& given = m_options.pass.input;
    if (!m_options.pairs) {
        if (given.empty())
            return usageError({}, "no input. Give --text, --ids, --messages, --text-file or --pairs");
        ASSIGN_OR_RETURN(m_count, given.count(*m_model));
        m_digest = given.digest();
        return {};
    }
    if (!given.empty() || given.hasTargets())
        return usageError("--pairs", "excludes texts and ids. Give one of them");
    if (m_options.reference.one())
        return usageError(m_options.reference.given(), "excludes --pairs. Give one of them");
    ASSIGN_OR_RETURN(m_pairs, readPairs(*m_options.pairs));
    m_count = m_pairs.size();
    std::string all;
    for (const InputPair& pair : m_pairs)
        all += pair.key() + '\n';
    m_digest = digestOf(all);
    return {};
}

Result<void> SweepInputs::readMeasure()
{
    if (m_options.row && m_options.rows)
        return usageError("--rows", "excludes --row. Give one of them");
    if (m_options.token && !m_options.rows && !paired() && m_options.rowsText(*m_model) == "all")
        return usageError("--token", "needs --row, the position at which to measure the token");
    const bool pairsCompare = paired()
        && std::all_of(m_pairs.begin(), m_pairs.end(),
                       [](const InputPair& pair) { return pair.minus.has_value(); });
    m_metric = m_options.minus || pairsCompare ? Metric::kLogitDifference : Metric::kLogProbability;
    if (m_options.metric)
        m_metric = static_cast<Metric>(std::find(kMetricNames.begin(), kMetricNames.end(), *m_options.metric)
                                       - kMetricNames.begin());
    if (m_options.minus && m_metric != Metric::kRecovery && m_metric != Metric::kLogitDifference)
        return usageError("--minus", "needs --metric logit-difference or recovery");
    return {};
}

std::vector<std::size_t> SweepInputs::clusters(const Shard& shard) const
{
    std::vector<std::size_t> all;
    const std::size_t first = paired() ? shard.first(m_count) : 0;
    for (std::size_t i = 0; paired() && i < shard.count(m_count); ++i)
        all.push_back(m_pairs[first + i].cluster);
    return all;
}

Result<ExperimentInput> SweepInputs::at(std::size_t place, const Job& job)
{
    if (m_count > 1)
        return prepare(place, job);
    const std::scoped_lock guard(m_mutex);
    if (!m_only) {
        ASSIGN_OR_RETURN(m_only, prepare(place, job));
    }
    ExperimentInput input = *m_only;
    if (!input.other)
        input.other = m_other;
    return input;
}

Result<ExperimentInput> SweepInputs::prepare(std::size_t place, const Job& job) const
{
    ExperimentInput input;
    if (paired()) {
        const InputPair& pair = m_pairs[place];
        ASSIGN_OR_RETURN(auto clean, referenceLanes(m_model, pair.clean, job));
        ASSIGN_OR_RETURN(auto corrupted, referenceLanes(m_model, pair.corrupted, job));
        input.lane = std::move(clean.front());
        input.other = std::move(corrupted.front());
        RETURN_IF_ERROR(takeTokens(input, &pair));
        return input;
    }
    ASSIGN_OR_RETURN(auto lane, m_options.pass.input.lane(*m_model, place));
    PassOptions::Prepared one{{std::move(lane)}, m_interventions};
    RETURN_IF_ERROR(m_options.pass.addTargets(m_model, one, job));
    if (m_options.rows == "output" && m_model->isDecoderOnly()) {
        const std::size_t before = one.lanes.front().source.size();
        RETURN_IF_ERROR(m_options.pass.continueLanes(m_model, one, job));
        input.written = static_cast<Index>(one.lanes.front().source.size() - before);
    }
    input.lane = std::move(one.lanes.front());
    input.other = m_other;
    RETURN_IF_ERROR(takeTokens(input, nullptr));
    return input;
}

/// Takes the rows and the measured tokens: those of the pair, or else those of the command line.
Result<void> SweepInputs::takeTokens(ExperimentInput& input, const InputPair* pair) const
{
    const auto ownOr
        = [pair](std::optional<std::string> InputPair::*own, const std::optional<std::string>& otherwise) {
              return pair != nullptr && pair->*own ? pair->*own : otherwise;
          };
    const bool ownRow = pair != nullptr && pair->row;
    const bool asRows = !ownRow && m_options.rows;
    const std::string option = asRows ? "--rows" : "--row";
    const auto rows = parseRowChoice(ownRow ? *pair->row : m_options.rowsText(*m_model));
    if (!rows)
        return usageError(option, rows.error().message);
    input.rows = *rows;
    input.likely = !asRows && input.rows.kind != RowChoice::Kind::kAll;
    if (const auto token = ownOr(&InputPair::token, m_options.token)) {
        ASSIGN_OR_RETURN(input.token, measuredToken(*m_model, "--token", *token));
    }
    if (const auto minus = ownOr(&InputPair::minus, m_options.minus)) {
        ASSIGN_OR_RETURN(input.minus, measuredToken(*m_model, "--minus", *minus));
    }
    if (m_metric == Metric::kLogitDifference && !input.minus)
        return usageError("--minus", "is missing; --metric logit-difference needs another token");
    return checkRows(option, input);
}

/// Says what is wrong with the rows in terms of the option.
Result<void> SweepInputs::checkRows(const std::string& option, const ExperimentInput& input) const
{
    if (input.rows.kind == RowChoice::Kind::kMasks && !m_model->isEncoderOnly())
        return usageError(option, "found \"masks\", which needs an encoder-only model");
    const auto length = std::ssize(m_model->isEncoderDecoder() ? input.lane.target : input.lane.source);
    for (const auto& [first, last] : input.rows.ranges)
        if (last >= length)
            return usageError(option,
                              "found \"" + std::to_string(last)
                                  + "\", expected all, last, masks or a position from 0 to "
                                  + std::to_string(length - 1));
    return {};
}

Result<SequenceLengths> SweepInputs::longest(const Job& job)
{
    if (m_longest)
        return *m_longest;
    SequenceLengths longest{0, 0};
    std::mutex mutex;
    std::optional<Error> fault;
    Workers().forEach(m_count, [&](std::size_t i) {
        const auto input = at(i, {job.stop, {}, {}});
        const std::scoped_lock guard(mutex);
        if (!input) {
            fault = fault ? fault : input.error();
            return;
        }
        const auto common = [&](bool target) {
            const auto of = [&](const LaneInput& lane) {
                return std::ssize(target && m_model->isEncoderDecoder() ? lane.target : lane.source);
            };
            return input->other ? std::min(of(input->lane), of(*input->other)) : of(input->lane);
        };
        longest.source = std::max<Index>(longest.source, common(false));
        longest.target = std::max<Index>(longest.target, common(true));
    });
    if (fault)
        return *fault;
    m_longest = longest;
    return longest;
}

} // namespace headlight
