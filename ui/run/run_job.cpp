#include "ui/run/run_job.h"

#include "core/analysis/head_summary.h"
#include "core/base/text_list.h"
#include "core/run/pass_estimate.h"
#include "core/run/references.h"
#include "core/run/repeated_runs.h"
#include "core/text/languages.h"
#include "ui/run/shown_lane.h"
#include "ui/state/shown_decoding.h"
#include "ui/state/snapshot.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace headlight {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kFirstPublish{100};
constexpr std::chrono::milliseconds kRunPublishInterval{34};
constexpr std::size_t kLogitsBudget = std::size_t{256} << 20; ///< bytes; older steps are dropped first

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The user's own target as new tokens for the decoder.
Result<std::vector<TokenId>> targetIds(const Model& model, const QString& target)
{
    if (model.tokenizers().target == nullptr)
        return idsFromText(target, false);
    ASSIGN_OR_RETURN(
        const auto tokens,
        model.tokenizers().target->encode(target.toStdString(), std::nullopt, {.addSpecial = false}));
    return listFrom(tokens, &Token::id);
}

/// Keeps the logits of as many of the latest steps as the budget allows.
void limitLogits(std::vector<DecodeStep>& steps)
{
    std::size_t held = 0;
    for (std::size_t i = steps.size(); i-- > 0;) {
        DecodeStep& step = steps[i];
        if (!step.logits)
            return; // earlier steps have none, either
        held += static_cast<std::size_t>(step.logits->raw.size()) * sizeof(float);
        if (held > kLogitsBudget)
            step.logits.reset();
    }
}

/// Gathers the steps of a decoding and publishes them from time to time.
class StepCollector
{
public:
    StepCollector(const Model& model, Snapshot blank, const SnapshotSink& sink)
        : m_snapshot(std::move(blank))
        , m_sink(sink)
        , m_start(Clock::now())
        , m_next(m_start + kFirstPublish)
    {
        const Tokenizers& tokenizers = model.tokenizers();
        m_snapshot.vocabulary = model.isEncoderDecoder() ? tokenizers.target : tokenizers.source;
    }

    void add(const DecodeStep& step)
    {
        m_snapshot.steps.push_back(step);
        m_snapshot.trace = step.trace;
        limitLogits(m_snapshot.steps);
        if (!m_sink || Clock::now() < m_next)
            return;
        m_next = Clock::now() + kRunPublishInterval;
        m_snapshot.output = writtenText(m_snapshot);
        m_snapshot.milliseconds = millisecondsSince(m_start);
        m_sink(std::make_shared<const Snapshot>(m_snapshot));
    }

    /// During the first pass: what the finished layers have recorded.
    void addLayers(const Trace& trace)
    {
        Snapshot soFar = m_snapshot;
        soFar.trace = trace;
        soFar.milliseconds = millisecondsSince(m_start);
        m_sink(std::make_shared<const Snapshot>(std::move(soFar)));
    }

    std::shared_ptr<const Snapshot> finish(const DecodedLane& lane)
    {
        // Beam search reports its steps only now, and a strategy may have dropped published ones.
        m_snapshot.steps = lane.steps;
        limitLogits(m_snapshot.steps);
        m_snapshot.beams = lane.tree;
        m_snapshot.cached = lane.cached;
        m_snapshot.stop = lane.stop;
        if (!lane.steps.empty())
            m_snapshot.trace = lane.steps.back().trace;
        m_snapshot.output = writtenText(m_snapshot);
        m_snapshot.finished = true;
        m_snapshot.milliseconds = millisecondsSince(m_start);
        return std::make_shared<const Snapshot>(std::move(m_snapshot));
    }

private:
    Snapshot m_snapshot;
    const SnapshotSink& m_sink;
    Clock::time_point m_start, m_next;
};

MaskedToken::Choice choiceOf(const Tokenizer& tokenizer, const Candidate& candidate)
{
    return {candidate.id, QString::fromStdString(tokenizer.display(candidate.id)),
            QString::fromStdString(tokenizer.word(candidate.id)), tokenizer.joint(candidate.id),
            std::exp(candidate.logProbability)};
}

/// Rows of the mask tokens; none if the tokenizer has no mask token.
std::vector<std::size_t> maskRows(const Model& model, const std::vector<TokenLabel>& tokens)
{
    const Tokenizer* tokenizer = model.tokenizers().source.get();
    const std::optional<TokenId> mask = tokenizer ? tokenizer->maskToken() : std::nullopt;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; mask && row < tokens.size(); ++row)
        if (tokens[row].id == *mask && !tokens[row].padding)
            rows.push_back(row);
    return rows;
}

/// Where the tokens of the second sentence begin. Not every template gives it its own segment (RoBERTa's does
/// not), so this counts the tokens of the first sentence.
std::size_t beginOfPair(const Tokenizer& tokenizer, const QString& line,
                        const std::vector<TokenLabel>& tokens)
{
    const auto alone = tokenizer.encode(line.toStdString(), std::nullopt, {.addSpecial = false});
    std::size_t left = alone ? alone->size() : tokens.size();
    for (std::size_t row = 0; row < tokens.size(); ++row) {
        const bool added = tokens[row].special && tokens[row].rangeBegin == tokens[row].rangeEnd;
        if (!added && left == 0)
            return row;
        left -= added ? 0 : 1;
    }
    return tokens.size();
}

std::vector<MaskedToken> maskedTokens(const Model& model, const Trace& trace, const QString& line)
{
    constexpr int kCandidates = 10;
    std::vector<MaskedToken> masked;
    const std::vector<TokenLabel>& tokens = trace.tokens(StackKind::kEncoder);
    const Tokenizer& tokenizer = *model.tokenizers().source;
    const std::size_t pair = beginOfPair(tokenizer, line, tokens);
    for (const std::size_t row : maskRows(model, tokens)) {
        MaskedToken each{
            static_cast<int>(row), row >= pair, tokens[row].rangeBegin, tokens[row].rangeEnd, {}};
        for (const Candidate& candidate : candidatesAt(model, trace, static_cast<Index>(row), kCandidates))
            each.choices.push_back(choiceOf(tokenizer, candidate));
        masked.push_back(std::move(each));
    }
    return masked;
}

/// One pass over the typed text, without decoding: all that encoder-only models do.
SnapshotResult runPrompt(const RunInput& input, ShownLane lane, Snapshot snapshot, const Job& job,
                         const SnapshotSink& partial)
{
    const Clock::time_point start = Clock::now();
    RunRequest request;
    request.model = input.model;
    request.lanes.push_back(std::move(lane.input));
    request.interventions = input.document.interventions;
    request.references = input.references.get();
    request.plan.sites = input.sites;
    const bool masks = input.model->isEncoderOnly() && input.model->hasLogits()
        && !maskRows(*input.model, request.lanes.front().source).empty();
    if (masks)
        request.plan.sites = request.plan.sites | SiteSet{Site::kFinal}; // input of the language-model head
    if (input.sites.has(Site::kLogits))
        request.plan.logits = LogitRows::kAll;
    request.layers.first = input.layersAfter;
    if (partial)
        request.layers.publish = [&](const std::vector<Trace>& traces) {
            Snapshot soFar = snapshot;
            soFar.trace = traces.front();
            soFar.milliseconds = millisecondsSince(start);
            partial(std::make_shared<const Snapshot>(std::move(soFar)));
        };
    ASSIGN_OR_RETURN(const auto result, execute(request, job));
    snapshot.trace = result.traces.at(0);
    if (masks)
        snapshot.masked = maskedTokens(*input.model, snapshot.trace, lane.line);
    const Tokenizers& tokenizers = input.model->tokenizers();
    snapshot.vocabulary = input.model->isEncoderDecoder() ? tokenizers.target : tokenizers.source;
    snapshot.finished = true;
    snapshot.milliseconds = millisecondsSince(start);
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

SnapshotResult runDecoding(const RunInput& input, ShownLane lane, Snapshot snapshot, const Job& job,
                           const SnapshotSink& partial)
{
    const Document& document = input.document;
    DecodeRequest request;
    request.model = input.model;
    request.forced = document.forced;
    request.options = document.decoding;
    if (!document.target.trimmed().isEmpty() && input.model->isEncoderDecoder()) {
        ASSIGN_OR_RETURN(request.forced, targetIds(*input.model, document.target));
        if (const LanguageToken* const language
            = findLanguage(input.model->languages(), document.decoding.targetLanguage))
            request.forced.insert(request.forced.begin(), language->id);
        // One step more than given: what the model would say next.
        request.options.maxNewTokens = static_cast<int>(request.forced.size()) + 1;
        request.options.strategy = Strategy::kGreedy;
    } else if (request.options.maxNewTokens == 0) {
        return runPrompt(input, std::move(lane), std::move(snapshot), job, partial);
    } else if (input.model->isEncoderDecoder()
               && request.options.maxNewTokens == DecodeOptions{}.maxNewTokens) {
        // A long sentence needs a long translation: the default only stops a model that never ends.
        request.options.maxNewTokens
            = std::max(request.options.maxNewTokens, static_cast<int>(lane.input.source.size()) * 2);
    }
    request.lanes.push_back(std::move(lane.input));
    request.interventions = document.interventions;
    request.references = input.references.get();
    request.plan.sites = input.sites;
    request.keepLogits = true;
    snapshot.most = request.options.maxNewTokens;
    StepCollector collector(*input.model, std::move(snapshot), partial);
    request.layers.first = input.layersAfter;
    if (partial)
        request.layers.publish
            = [&collector](const std::vector<Trace>& traces) { collector.addLayers(traces.front()); };
    ASSIGN_OR_RETURN(const auto result,
                     decode(request, job, [&](std::size_t, const DecodeStep& step) { collector.add(step); }));
    return collector.finish(result.at(0));
}

/// One run of the document, without the unedited run.
SnapshotResult runPlainly(const RunInput& input, const Job& job, const SnapshotSink& partial)
{
    ASSIGN_OR_RETURN(auto lane, prepareShownLane(*input.model, input.document, job.stop));
    Snapshot snapshot;
    snapshot.request = input.id;
    snapshot.branch = input.document.branches.current;
    snapshot.lane = lane.lane;
    snapshot.lanes = lane.lanes;
    if (lane.lanes == 0) {
        snapshot.finished = true;
        return std::make_shared<const Snapshot>(std::move(snapshot));
    }
    if (input.document.dialogue)
        snapshot.written = lane.line;
    if (input.model->tokenizers().source != nullptr && !input.document.ids) {
        // About three kilobytes, if the file exists.
        const auto training = readTrainingInput(input.model->folder());
        snapshot.note = inputNoteOf(lane.line, lane.input.source,
                                    training ? *training : std::optional<TrainingInput>());
    }
    if (input.model->isEncoderOnly())
        return runPrompt(input, std::move(lane), std::move(snapshot), job, partial);
    return runDecoding(input, std::move(lane), std::move(snapshot), job, partial);
}

/// Expected duration of the first pass over the shown line, if it exceeds the limit.
std::optional<LongRun> longRun(const RunInput& input)
{
    constexpr qsizetype kShort = 500; // characters: no model that fits into memory takes a minute for them
    if (charactersOf(input.document) < kShort || std::isinf(input.mostSeconds))
        return std::nullopt;
    const Result<ShownLane> lane = prepareShownLane(*input.model, input.document);
    if (!lane || lane->lanes == 0)
        return std::nullopt; // the run itself reports the error
    const Model& model = *input.model;
    const auto tokens = static_cast<Index>(lane->input.source.size());
    const PassLengths lengths = model.isDecoderOnly() ? PassLengths{0, tokens} : PassLengths{tokens, 0};
    const double seconds = estimatedSeconds(model, lengths);
    return seconds > input.mostSeconds ? std::optional(LongRun{tokens, seconds}) : std::nullopt;
}

/// Adds the unedited result to an edited one; runs the unedited model unless its result is known.
SnapshotResult withUnedited(const RunInput& input, const Snapshot& edited, const Job& job)
{
    std::shared_ptr<const Snapshot> plain = input.unedited;
    if (plain == nullptr) {
        RunInput without = input;
        without.document.interventions = {};
        ASSIGN_OR_RETURN(plain, runPlainly(without, job, {}));
    }
    auto both = std::make_shared<Snapshot>(edited);
    both->unedited = std::move(plain);
    return std::shared_ptr<const Snapshot>(std::move(both));
}

/// Adds mean and spread of the runs that the edits ask for: passes over the edited run's tokens.
SnapshotResult withManyRuns(const RunInput& input, const Snapshot& edited, const Job& job)
{
    const int times = runsAskedFor(input.document.interventions);
    ASSIGN_OR_RETURN(auto lane, prepareShownLane(*input.model, input.document, job.stop));
    RunRequest request;
    request.model = input.model;
    request.lanes.push_back(continuedLane(*input.model, std::move(lane.input), edited.trace));
    request.interventions = input.document.interventions;
    request.references = input.references.get();
    request.plan.sites = input.sites;
    auto heads = std::make_shared<HeadSummaries>();
    ASSIGN_OR_RETURN(auto runs, repeatedRuns(request, times, job, [&](const std::vector<Trace>& traces) {
                         heads->add(traces.front(), job.stop);
                     }));
    auto all = std::make_shared<Snapshot>(edited);
    all->headsOverRuns = std::move(heads);
    all->mean = std::move(runs.mean.front());
    all->spread = std::move(runs.spread.front());
    all->runs = times;
    return std::shared_ptr<const Snapshot>(std::move(all));
}

Document withoutEdits(const Document& document)
{
    Document plain = shownPart(document);
    plain.interventions = {};
    return plain;
}

} // namespace

SnapshotResult runDocument(const RunInput& input, const Job& job, const SnapshotSink& partial,
                           const std::function<void(const LongRun&)>& tooLong)
{
    if (const auto found = longRun(input)) {
        if (tooLong)
            tooLong(*found);
        return Error{ErrorCode::kCancelled, "the run would take long", {}, {}, {}};
    }
    SnapshotResult run = runPlainly(input, job, partial);
    if (!run || input.document.interventions.empty() || (*run)->lanes == 0)
        return run;
    if (partial && input.unedited == nullptr)
        partial(*run); // show the requested result while the unedited model runs
    auto both = withUnedited(input, **run, job);
    if (!both || (*both)->trace.isNull() || runsAskedFor(input.document.interventions) == 1)
        return both;
    if (partial)
        partial(*both);
    return withManyRuns(input, **both, job);
}

bool recordsAll(const SiteSet& recorded, const SiteSet& wanted)
{
    return (recorded | wanted) == recorded;
}

std::shared_ptr<const Snapshot> PlainResult::find(const Document& document,
                                                  const std::shared_ptr<const Model>& model,
                                                  const SiteSet& wanted) const
{
    const bool same = m_snapshot != nullptr && m_document == withoutEdits(document) && m_model.lock() == model
        && recordsAll(m_recorded, wanted);
    return same ? m_snapshot : nullptr;
}

void PlainResult::remember(const Snapshot& snapshot, const Document& document,
                           const std::shared_ptr<const Model>& model, const SiteSet& recorded)
{
    const bool edited = !document.interventions.empty();
    if (edited && snapshot.unedited == nullptr)
        return;
    m_document = withoutEdits(document);
    m_model = model;
    m_recorded = recorded;
    m_snapshot = edited ? snapshot.unedited : std::make_shared<const Snapshot>(snapshot);
}

} // namespace headlight
