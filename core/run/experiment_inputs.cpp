#include "core/run/experiment_inputs.h"

#include "core/analysis/effect.h"
#include "core/base/sha256.h"
#include "core/base/text_list.h"
#include "core/base/workers.h"
#include "core/run/lanes.h"
#include "core/run/references.h"
#include "core/text/text_file.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace headlight {

namespace {

using PairField = std::optional<std::string> InputPair::*;

/// A fault of what a pair says, or else of the option.
Error faultOf(const InputPair* pair, PairField own, const std::string& option, const Error& fault)
{
    if (pair == nullptr || !(pair->*own))
        return badArgument(option, fault.message);
    return badFile(pair->file, concat(pair->line, ", ", option.substr(2)), fault.message);
}

} // namespace

Result<TokenId> tokenNamed(const Model& model, const std::string& option, const std::string& given, bool text)
{
    const StackKind stack = measuredStack(model);
    const auto token = text ? tokenSpelled(model, stack, given) : tokenMeant(model, stack, given);
    return token ? Result<TokenId>(static_cast<TokenId>(token->id))
                 : badArgument(option, token.error().message);
}

Result<void> continueLanes(const std::shared_ptr<const Model>& model, const Interventions& interventions,
                           const DecodeOptions& options, std::vector<LaneInput>& lanes, const Job& job)
{
    DecodeRequest request;
    request.model = model;
    request.lanes = lanes;
    request.interventions = interventions;
    request.options = options;
    request.idsOnly = true;
    ASSIGN_OR_RETURN(const auto decoded, decode(request, job, {}));
    for (std::size_t i = 0; i < decoded.size(); ++i) {
        if (decoded[i].stop == StopReason::kLength && options.maxNewTokens > 0)
            job.warning(
                concat("the output stopped after ", decoded[i].ids.size(), " tokens (--max-new-tokens)"));
        LaneInput& lane = lanes[i];
        appendOutput(*model, decoded[i], model->isEncoderDecoder() ? lane.target : lane.source);
        if (!lane.segments.empty())
            lane.segments.resize(lane.source.size(), 0);
    }
    return {};
}

std::string digestOfInputs(const std::string& language, const std::string& messages,
                           const std::array<std::vector<std::string>, 6>& lists)
{
    std::string all = language + '\n' + messages + '\n';
    for (const std::vector<std::string>& list : lists)
        all += joined(list, "\n") + "\n\n";
    return sha256Of(all);
}

ExperimentSource ExperimentSource::of(std::vector<InputPair> pairs)
{
    ExperimentSource source;
    std::string all;
    for (const InputPair& pair : pairs)
        all += pair.key() + '\n';
    source.digest = sha256Of(all);
    source.pairs = std::move(pairs);
    return source;
}

ExperimentSource ExperimentSource::of(std::shared_ptr<const Model> model, std::vector<std::string> lines,
                                      bool ids, const DecodeOptions& output)
{
    ExperimentSource source;
    source.count = lines.size();
    source.output = output;
    source.digest = ids ? digestOfInputs(output.targetLanguage, "", {{{}, lines}})
                        : digestOfInputs(output.targetLanguage, "", {{lines}});
    source.lane = [model = std::move(model), ids,
                   lines = std::make_shared<const std::vector<std::string>>(std::move(lines))](
                      std::size_t place) -> Result<LaneInput> {
        const std::string& line = (*lines)[place];
        if (!ids)
            return prepareText(*model, {line, std::nullopt, std::nullopt});
        std::vector<TokenId> numbers;
        for (const std::string_view part : split(line, ',')) {
            const auto id = parseNumber<TokenId>(part);
            if (!id)
                return badArgument("ids", "found \"", part, "\", expected ids separated by commas");
            numbers.push_back(*id);
        }
        return prepareIds(*model, numbers, {});
    };
    return source;
}

Result<ExperimentSource> ExperimentSource::read(const std::string& file, std::shared_ptr<const Model> model,
                                                const DecodeOptions& output)
{
    if (holdsPairs(file)) {
        ASSIGN_OR_RETURN(auto pairs, readPairs(file));
        return of(std::move(pairs));
    }
    ASSIGN_OR_RETURN(auto lines, textLines(file));
    const bool ids = model->tokenizers().source == nullptr;
    return of(std::move(model), std::move(lines), ids, output);
}

Result<ReferenceInput> ExperimentSource::sentence(const std::string& file, std::size_t place)
{
    std::vector<ReferenceInput> all;
    if (holdsPairs(file)) {
        ASSIGN_OR_RETURN(const auto pairs, readPairs(file));
        all = listFrom(pairs, &InputPair::clean);
    } else {
        ASSIGN_OR_RETURN(const auto lines, textLines(file));
        all = listFrom(lines, [](const std::string& line) { return ReferenceInput{line, {}, {}, {}}; });
    }
    if (place < all.size())
        return all[place];
    return badFile(file, {}, "found ", all.size(), " sentences, expected at least ", place + 1,
                   ". The file has changed since the experiment");
}

ExperimentInputs::ExperimentInputs(ExperimentWords words, std::shared_ptr<const Model> model,
                                   ExperimentSource source)
    : m_words(std::move(words))
    , m_model(std::move(model))
    , m_source(std::move(source))
    , m_count(paired() ? m_source.pairs.size() : m_source.count)
{ }

Result<std::shared_ptr<ExperimentInputs>> ExperimentInputs::make(const ExperimentWords& words,
                                                                 std::shared_ptr<const Model> model,
                                                                 ExperimentSource source)
{
    std::shared_ptr<ExperimentInputs> inputs(
        new ExperimentInputs(words, std::move(model), std::move(source)));
    RETURN_IF_ERROR(inputs->readMeasure());
    return inputs;
}

Result<void> ExperimentInputs::readMeasure()
{
    if (m_words.row && m_words.rows)
        return badArgument("--rows", "excludes --row. Give one of them");
    if (m_words.token && !m_words.rows && !paired() && m_words.rowsText(m_model->isDecoderOnly()) == "all")
        return badArgument("--token", "needs --row, the position at which to measure the token");
    for (const auto& [option, given, own] : {std::tuple("--token", m_words.token, &InputPair::token),
                                             {"--minus", m_words.minus, &InputPair::minus}})
        if (given && paired() && std::ranges::all_of(m_source.pairs, [own = own](const InputPair& pair) {
                return (pair.*own).has_value();
            }))
            return badArgument(option, "has no effect: every pair names its own. Leave it out");
    const bool pairsCompare = paired()
        && std::ranges::all_of(m_source.pairs, [](const InputPair& pair) { return pair.minus.has_value(); });
    m_metric = m_words.minus || pairsCompare ? Metric::kLogitDifference : Metric::kLogProbability;
    if (m_words.metric)
        m_metric = *fromWord<Metric>(*m_words.metric);
    if (m_words.minus && m_metric != Metric::kRecovery && m_metric != Metric::kLogitDifference)
        return badArgument("--minus", "needs --metric logit-difference or recovery");
    return {};
}

std::vector<std::size_t> ExperimentInputs::clusters(std::size_t first, std::size_t count) const
{
    std::vector<std::size_t> all;
    for (std::size_t i = 0; paired() && i < count; ++i)
        all.push_back(m_source.pairs[first + i].cluster);
    return all;
}

Result<ExperimentInput> ExperimentInputs::at(std::size_t place, const Job& job)
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

Result<ExperimentInput> ExperimentInputs::prepare(std::size_t place, const Job& job) const
{
    ExperimentInput input;
    if (paired()) {
        const InputPair& pair = m_source.pairs[place];
        ASSIGN_OR_RETURN(input.lane, pair.lane(m_model, &InputPair::clean, job));
        ASSIGN_OR_RETURN(input.other, pair.lane(m_model, &InputPair::corrupted, job));
        RETURN_IF_ERROR(takeTokens(input, &pair));
        return input;
    }
    ASSIGN_OR_RETURN(auto lane, m_source.lane(place));
    std::vector<LaneInput> one{std::move(lane)};
    const bool goesOn = m_words.rows == "output" && m_model->isDecoderOnly();
    const std::size_t before = one.front().source.size();
    if (goesOn || (m_model->isEncoderDecoder() && !m_source.hasTargets))
        RETURN_IF_ERROR(continueLanes(m_model,
                                      m_source.freezeTarget ? Interventions() : m_source.interventions,
                                      m_source.output, one, job));
    input.lane = std::move(one.front());
    if (goesOn)
        input.written = static_cast<Index>(input.lane.source.size() - before);
    input.other = m_other;
    RETURN_IF_ERROR(takeTokens(input, nullptr));
    return input;
}

std::string ExperimentInputs::rowsText(const InputPair* pair) const
{
    return pair != nullptr && pair->row ? *pair->row : m_words.rowsText(m_model->isDecoderOnly());
}

std::string ExperimentInputs::rowsText() const
{
    const auto own
        = std::ranges::count_if(m_source.pairs, [](const InputPair& pair) { return pair.row.has_value(); });
    if (own == 0)
        return rowsText(nullptr);
    return own == std::ssize(m_source.pairs) ? "of each pair"
                                             : concat("of each pair, or else ", rowsText(nullptr));
}

/// Whether the most likely token is measured at these rows, and not what follows there.
bool ExperimentInputs::takesLikely(const RowChoice& rows, const InputPair* pair) const
{
    const bool asRows = m_words.rows && (pair == nullptr || !pair->row);
    return rows.kind == RowChoice::Kind::kMasks // what stands there is the mask
        || (!asRows && rows.kind != RowChoice::Kind::kAll);
}

std::string ExperimentInputs::defaultToken(Metric metric) const
{
    bool likely = false, own = false;
    const auto look = [&](const InputPair* pair) {
        if (m_words.token || (pair != nullptr && pair->token))
            return;
        const auto rows = parseRowChoice(rowsText(pair));
        const bool guesses = metric != Metric::kLoss && rows && takesLikely(*rows, pair);
        (guesses ? likely : own) = true;
    };
    if (!paired())
        look(nullptr);
    for (const InputPair& pair : m_source.pairs)
        look(&pair);
    const std::string there = !own ? "" : m_model->isEncoderOnly() ? "own" : "following";
    return concat(there, own && likely ? " or " : "", likely ? "most likely" : "");
}

/// Takes the rows and the measured tokens: those of the pair, or else those of the command line.
Result<void> ExperimentInputs::takeTokens(ExperimentInput& input, const InputPair* pair) const
{
    const auto take = [&](PairField own, const std::optional<std::string>& otherwise,
                          const std::string& option, std::optional<TokenId>& to) -> Result<void> {
        if (const auto& given = pair != nullptr && pair->*own ? pair->*own : otherwise) {
            const auto token
                = tokenNamed(*m_model, option, *given, pair != nullptr && pair->*own && pair->spells(own));
            if (!token)
                return faultOf(pair, own, option, token.error());
            to = *token;
        }
        return {};
    };
    const std::string option = m_words.rows ? "--rows" : "--row";
    const auto rows = parseRowChoice(rowsText(pair));
    if (!rows)
        return faultOf(pair, &InputPair::row, option, rows.error());
    input.rows = *rows;
    input.likely = takesLikely(input.rows, pair);
    RETURN_IF_ERROR(take(&InputPair::token, m_words.token, "--token", input.token));
    RETURN_IF_ERROR(take(&InputPair::minus, m_words.minus, "--minus", input.minus));
    if (m_metric == Metric::kLogitDifference && !input.minus)
        return badArgument("--minus", "is missing; --metric logit-difference needs another token");
    if (input.minus && input.minus == input.token)
        return faultOf(pair, &InputPair::minus, "--minus", badArgument("--minus", kComparedWithItself));
    if (const auto checked = checkRows(option, input); !checked)
        return faultOf(pair, &InputPair::row, option, checked.error());
    return checkLoss(input, pair);
}

/// Refuses a loss where the input has no token that could be measured.
Result<void> ExperimentInputs::checkLoss(const ExperimentInput& input, const InputPair* pair) const
{
    if (m_metric != Metric::kLoss || input.token)
        return {};
    const auto rows = rowsIn(*m_model, input, input.lane);
    const std::vector<TokenId> own = ownTokens(*m_model, input.lane);
    if (!rows) // is refused with the rows' own words
        return {};
    if (std::ranges::any_of(*rows, [&own](Index row) { return own[static_cast<std::size_t>(row)] >= 0; }))
        return {};
    const bool ownRow = pair != nullptr && pair->row;
    const bool given = m_words.rows || m_words.row || ownRow;
    const std::string option = ownRow || (m_words.row && !m_words.rows) ? "--row"
        : m_words.rows                                                  ? "--rows"
                                                                        : "--metric";
    return faultOf(pair, &InputPair::row, option,
                   badArgument(option, "found ", given ? "" : "loss, with the rows ", '"', rowsText(pair),
                               "\", but ", lackOfLoss(*m_model)));
}

/// Says what is wrong with the rows in terms of the option.
Result<void> ExperimentInputs::checkRows(const std::string& option, const ExperimentInput& input) const
{
    if (input.rows.kind == RowChoice::Kind::kMasks && !m_model->isEncoderOnly())
        return badArgument(option, "found \"masks\", which needs an encoder-only model");
    const auto length = std::ssize(tokensOf(*m_model, input.lane, measuredStack(*m_model)));
    for (const auto& [first, last] : input.rows.ranges)
        if (last >= length)
            return badArgument(option, "found \"", last,
                               "\", expected all, last, masks or a position from 0 to ", length - 1);
    return {};
}

std::string ExperimentInputs::recovered() const
{
    const auto compares = [this](const InputPair& pair) { return pair.minus || m_words.minus; };
    const bool all = paired() ? std::ranges::all_of(m_source.pairs, compares) : m_words.minus.has_value();
    const std::string difference(wordOf(Metric::kLogitDifference)), logs(wordOf(Metric::kLogProbability));
    if (all)
        return difference;
    return std::ranges::any_of(m_source.pairs, compares) ? difference + " or " + logs : logs;
}

std::size_t ExperimentInputs::unequalPairs(const std::set<StackKind>& stacks) const
{
    std::atomic<std::size_t> count = 0;
    Workers().forEach(m_count, [&](std::size_t i) {
        const InputPair* const pair = paired() ? &m_source.pairs[i] : nullptr;
        const auto side = [&](ReferenceInput InputPair::*which) -> Result<LaneInput> {
            ASSIGN_OR_RETURN(auto lanes, givenLanes(*m_model, pair->*which, ""));
            return std::move(lanes.front());
        };
        const auto lane = pair != nullptr ? side(&InputPair::clean) : m_source.lane(i);
        const auto other = pair != nullptr ? side(&InputPair::corrupted)
            : m_other                      ? Result<LaneInput>(*m_other)
                                           : lane;
        if (!lane || !other)
            return;
        const bool given
            = pair != nullptr ? pair->clean.hasTarget() && pair->corrupted.hasTarget() : m_source.hasTargets;
        if (std::ranges::any_of(stacks, [&](StackKind stack) {
                const StackKind known = given || !m_model->isEncoderDecoder() ? stack : StackKind::kEncoder;
                return tokensOf(*m_model, *lane, known).size() != tokensOf(*m_model, *other, known).size();
            }))
            ++count;
    });
    return count;
}

/// The lengths that an input and its second one have in common.
SequenceLengths ExperimentInputs::common(const ExperimentInput& input) const
{
    const auto commonIn = [&](StackKind stack) {
        const auto of = [&](const LaneInput& lane) { return std::ssize(tokensOf(*m_model, lane, stack)); };
        if (!input.other)
            return of(input.lane);
        return m_words.align == "token" ? of(intoOther() ? *input.other : input.lane)
                                        : std::min(of(input.lane), of(*input.other));
    };
    return {commonIn(StackKind::kEncoder), commonIn(StackKind::kDecoder)};
}

Result<SequenceLengths> ExperimentInputs::longest(const Job& job)
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
        const SequenceLengths own = common(*input);
        longest.source = std::max(longest.source, own.source);
        longest.target = std::max(longest.target, own.target);
    });
    if (fault)
        return *fault;
    m_longest = longest;
    return longest;
}

Result<bool> ExperimentInputs::reaches(StackKind stack, Index position, const Job& job)
{
    ASSIGN_OR_RETURN(const auto first, at(0, {job.stop, {}, {}}));
    if (position < common(first).of(stack))
        return true;
    ASSIGN_OR_RETURN(const auto all, longest(job));
    return position < all.of(stack);
}

} // namespace headlight
