#include "core/decode/session.h"

#include "core/base/stopped.h"
#include "core/base/text_list.h"
#include "core/math/softmax.h"
#include "core/model/model.h"
#include "core/model/read_out.h"
#include "core/text/languages.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Adds every token that would complete an n-gram of `text`, which may be the history itself.
void addNgramsOf(const std::vector<TokenId>& text, std::vector<TokenId>& forbidden,
                 const std::vector<TokenId>& history, int length)
{
    const auto n = static_cast<std::ptrdiff_t>(length);
    const auto size = static_cast<std::ptrdiff_t>(history.size());
    if (n <= 0 || size + 1 < n)
        return;
    const auto tail = history.end() - (n - 1);
    for (auto start = text.begin(); text.end() - start >= n; ++start)
        if (std::equal(start, start + (n - 1), tail, history.end()))
            forbidden.push_back(*(start + (n - 1)));
}

bool endsWith(const std::vector<TokenId>& history, const std::vector<TokenId>& words)
{
    const std::size_t before = words.size() - 1; // all but the word to forbid
    return history.size() >= before
        && std::equal(words.begin(), words.end() - 1, history.end() - static_cast<std::ptrdiff_t>(before));
}

constexpr int kCandidates = 10;

std::shared_ptr<const TokenList> labelled(const Model& model, StackKind stack,
                                          const std::vector<TokenId>& ids)
{
    return std::make_shared<const TokenList>(std::make_shared<const std::vector<TokenLabel>>(
        listFrom(ids, [&](TokenId id) { return labelOf(model, stack, id); })));
}

} // namespace

TokenRules::TokenRules(const GenerationSettings& settings, std::vector<TokenId> source,
                       std::optional<TokenId> first)
    : m_settings(&settings)
    , m_source(std::move(source))
    , m_first(first.value_or(settings.forcedStart))
{ }

RuleEffect TokenRules::effect(std::size_t vocabulary, const std::vector<TokenId>& history, int generated,
                              bool last) const
{
    const auto known = [&](TokenId id) { return id >= 0 && static_cast<std::size_t>(id) < vocabulary; };
    RuleEffect effect;
    std::vector<TokenId>& forbidden = effect.forbidden;
    for (const auto& words : m_settings->badWords)
        if (!words.empty() && endsWith(history, words))
            forbidden.push_back(words.back());
    addNgramsOf(history, forbidden, history, m_settings->noRepeatNgram);
    addNgramsOf(m_source, forbidden, history, m_settings->encoderNgram);
    forbidden.insert(forbidden.end(), m_settings->suppressed.begin(), m_settings->suppressed.end());
    if (generated == 0)
        forbidden.insert(forbidden.end(), m_settings->suppressedAtBegin.begin(),
                         m_settings->suppressedAtBegin.end());
    std::ranges::sort(forbidden);
    forbidden.erase(std::unique(forbidden.begin(), forbidden.end()), forbidden.end());
    std::erase_if(forbidden, [&](TokenId id) { return !known(id); });
    if (generated == 0 && known(m_first))
        effect.only = m_first;
    if (last && known(m_settings->forcedEnd))
        effect.only = m_settings->forcedEnd;
    return effect;
}

void TokenRules::apply(std::span<float> scores, const std::vector<TokenId>& history, int generated,
                       bool last) const
{
    applyRules(scores, effect(scores.size(), history, generated, last));
}

bool TokenRules::isEnd(TokenId id) const
{
    return std::ranges::find(m_settings->endIds, id) != m_settings->endIds.end();
}

TokenRules DecodeSetup::rules() const
{
    const LanguageToken* const language = findLanguage(model->languages(), options.targetLanguage);
    return {model->generation(), realSource(), language ? std::optional(language->id) : std::nullopt};
}

DecodeSetup completed(DecodeSetup setup)
{
    const Model& model = *setup.model;
    if (setup.info == nullptr)
        setup.info = std::make_shared<const TraceInfo>(model.traceInfo());
    if (setup.promptLabels == nullptr)
        setup.promptLabels = labelled(model, StackKind::kDecoder, setup.prompt);
    if (setup.sourceLabels == nullptr && model.isEncoderDecoder())
        setup.sourceLabels = labelled(model, StackKind::kEncoder, setup.source);
    return setup;
}

RowVector logProbabilities(const RowVector& logits)
{
    RowVector result(logits.size());
    const auto size = static_cast<std::size_t>(logits.size());
    logSoftmax({logits.data(), size}, {result.data(), size});
    return result;
}

Result<EncodedSource> encodeSource(const DecodeSetup& setup, Workers& workers, const Job& job)
{
    EncodedSource encoded;
    if (!setup.model->isEncoderDecoder())
        return encoded;
    TokenBatch batch;
    batch.ids.push_back(setup.source);
    const PassSettings settings{setup.edits, &setup.plan, nullptr,         0, &workers,
                                job.stop,    setup.watch, setup.layerDone, {}};
    std::vector<LaneLengths> lanes{{setup.sourceLength(), 0}};
    hidePadIds(*setup.model, lanes.front(), setup.source, {});
    auto pass = encode(*setup.model, batch, lanes, settings);
    if (!pass)
        return stoppedError();
    encoded.memory = std::move(pass->output);
    encoded.chunk = std::make_shared<const TraceChunk>(std::move(pass->chunks.front()));
    return encoded;
}

DecodingSession::DecodingSession(DecodeSetup setup)
    : m_setup(completed(std::move(setup)))
    , m_rules(m_setup.rules())
    , m_random(m_setup.options.seed)
    , m_tokens(m_setup.prompt)
    , m_rows(m_setup.promptLabels)
{
    m_cache.push_back(emptyCache(*m_setup.model));
}

Result<DecodingSession> DecodingSession::start(DecodeSetup setup, const Job& job)
{
    DecodingSession session(std::move(setup));
    ASSIGN_OR_RETURN(auto encoded, encodeSource(session.m_setup, session.m_workers, job));
    session.m_memory = std::move(encoded.memory);
    session.m_root = std::move(encoded.chunk);
    session.m_leaf = session.m_root;
    if (session.lengthReached())
        session.m_stop = StopReason::kLength;
    return session;
}

bool DecodingSession::lengthReached() const
{
    const std::int64_t limit = positionLimit(*m_setup.model, StackKind::kDecoder, m_setup.edits);
    return m_made >= m_setup.options.maxNewTokens
        || (limit > 0 && static_cast<std::int64_t>(m_tokens.size()) > limit);
}

std::optional<StackPass> DecodingSession::runPass(const Job& job)
{
    const bool useCache = cached();
    const Index first = useCache ? m_cachedRows : 0;
    TokenBatch batch;
    batch.ids.emplace_back(m_tokens.begin() + first, m_tokens.end());
    std::vector<LaneLengths> lanes{{m_setup.sourceLength(), static_cast<Index>(m_tokens.size())}};
    hidePadIds(*m_setup.model, lanes.front(), m_setup.source, m_tokens);
    PassSettings settings{m_setup.edits, &m_setup.plan, useCache ? &m_cache : nullptr, first, &m_workers,
                          job.stop,      m_setup.watch};
    if (m_made == 0)
        settings.layerDone = m_setup.layerDone;
    settings.before = {useCache ? m_leaf : m_root};
    auto pass = decodeRows(*m_setup.model, batch, lanes, &m_memory, settings);
    if (pass && useCache)
        m_cachedRows = static_cast<Index>(m_tokens.size());
    return pass;
}

DecodeStep describeStep(const Model& model, const StepLogits& step, const RowVector& logs, TokenId token)
{
    const auto size = static_cast<std::size_t>(step.raw.size());
    DecodeStep described;
    described.token = labelOf(model, StackKind::kDecoder, token);
    described.logProbability = logs[token];
    described.rank = rankOf({step.raw.data(), size}, token);
    described.entropy = entropyBits({step.raw.data(), size});
    if (logs.hasNaN())
        return described;
    for (const Candidate& best : bestCandidates({logs.data(), size}, kCandidates))
        described.candidates.push_back(
            {best.id, labelOf(model, StackKind::kDecoder, best.id).text, best.logProbability});
    return described;
}

DecodeStep DecodingSession::choose(RowVector raw, std::optional<TokenId> forced)
{
    const DecodeOptions& options = m_setup.options;
    const double uniform = uniformFrom(m_random);
    StepLogits logits;
    logits.raw = std::move(raw);
    logits.step = m_made;
    logits.known = knownTokens(m_tokens);
    RuleEffect effect = m_rules.effect(static_cast<std::size_t>(logits.raw.size()), m_tokens, logits.step,
                                       logits.step + 1 == options.maxNewTokens);
    TokenId token = 0;
    if (forced) {
        token = *forced;
    } else {
        RowVector scores = logits.raw;
        const std::span<float> row{scores.data(), static_cast<std::size_t>(scores.size())};
        penalizeRepetition(row, logits.known, options.repetitionPenalty);
        applyRules(row, effect);
        token = options.strategy == Strategy::kSample ? drawToken(samplingDistribution(row, options), uniform)
                                                      : largest(row);
    }
    DecodeStep step = describeStep(*m_setup.model, logits, logProbabilities(logits.raw), token);
    step.forced = forced.has_value();
    if (m_setup.keepLogits) {
        logits.forbidden = std::move(effect.forbidden);
        logits.only = effect.only;
        step.logits = std::make_shared<const StepLogits>(std::move(logits));
    }
    return step;
}

Result<std::optional<DecodeStep>> DecodingSession::step(std::optional<TokenId> forced, const Job& job)
{
    if (finished())
        return std::optional<DecodeStep>{};
    auto pass = runPass(job);
    if (!pass)
        return stoppedError();
    const bool all = m_setup.plan.logits == LogitRows::kAll;
    const Matrix logits
        = logitsOf(*m_setup.model, pass->output.bottomRows(all ? pass->output.rows() : 1), &m_workers);
    TraceChunk chunk = std::move(pass->chunks.front());
    if (m_setup.plan.sites.has(Site::kLogits)) {
        chunk.logits = logits;
        const Index firstRow = static_cast<Index>(m_tokens.size()) - logits.rows();
        for (Index row = 0; row < logits.rows(); ++row)
            chunk.logitRows.push_back(firstRow + row);
    }
    m_leaf = std::make_shared<const TraceChunk>(std::move(chunk));

    const RowVector row = logits.row(logits.rows() - 1);
    const bool sound = hasSoftmax({row.data(), static_cast<std::size_t>(row.size())});
    if (!sound && m_setup.watch != nullptr && !m_setup.watch->first)
        m_setup.watch->first = NonFinitePlace{Site::kLogits, {}};
    DecodeStep step = choose(row, forced);
    step.trace = Trace(m_setup.info, m_leaf, m_setup.sourceLabels ? m_setup.sourceLabels : m_rows, m_rows);
    m_tokens.push_back(step.id());
    m_rows = std::make_shared<const TokenList>(m_rows, step.token);
    ++m_made;
    if (!sound && !forced)
        m_stop = StopReason::kNotANumber;
    else if (m_rules.isEnd(step.id()))
        m_stop = StopReason::kEnd;
    else if (lengthReached())
        m_stop = StopReason::kLength;
    return std::optional(std::move(step));
}

} // namespace headlight
